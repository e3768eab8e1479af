/** Samples of queues as series for plots. */
import type { History, Sample } from './fleet-types.ts';

export type Point = { time: number; waiting: number; active: number; completed: number; failed: number };

/** Longer than this many steps without a sample is a gap: no process was there to take one. */
const GAP_STEPS = 2.5;

/** One queue, or the sum of all (null). `completed` and `failed` are per minute. A gap is null. */
export function seriesOf(history: History, queue: string | null): (Point | null)[] {
  const { step_seconds: step, queues } = history;
  const chosen = queue === null ? Object.values(queues) : [queues[queue] ?? []];
  const points = new Map<number, Point>();
  for (const sample of chosen.flat()) {
    // Queues are sampled together; a slot takes care of small differences.
    const slot = Math.round(Date.parse(sample.at) / 1000 / step);
    points.set(slot, added(points.get(slot), sample, 60 / step));
  }
  const ordered = [...points.values()].sort((a, b) => a.time - b.time);
  return ordered.flatMap((point, index) => {
    const before = ordered[index - 1];
    return before && point.time - before.time > step * 1000 * GAP_STEPS ? [null, point] : [point];
  });
}

/** How many jobs were there, for a small line that is as long as the time shown. What was not measured at its begin is empty. */
export function depthOf(history: History | undefined, queue: string, minutes: number): (number | null)[] {
  if (!history) return [];
  const depths = seriesOf(history, queue).map((point) => point && point.waiting + point.active);
  const missing = Math.round((minutes * 60) / history.step_seconds) - depths.length;
  return [...Array<null>(Math.max(0, missing)).fill(null), ...depths];
}

function added(sum: Point | undefined, sample: Sample, perMinute: number): Point {
  return {
    time: sum?.time ?? Date.parse(sample.at),
    waiting: (sum?.waiting ?? 0) + sample.waiting,
    active: (sum?.active ?? 0) + sample.active,
    completed: (sum?.completed ?? 0) + sample.completed * perMinute,
    failed: (sum?.failed ?? 0) + sample.failed * perMinute,
  };
}
