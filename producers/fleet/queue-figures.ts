/** Rates, waits and the time until a queue is empty, from the samples of the last minutes and what is counted since. */
import type { FleetSample } from '../../queues/stats/samples.ts';
import { addCounts, type BucketCounts, percentile } from '../../queues/stats/wait-buckets.ts';
import type { HistoryPoint, QueueView } from './fleet.schemas.ts';

/** Enough for a rate that does not jump, short enough to follow what happens. */
export const RATE_MS = 5 * 60_000;

/** As many points as a chart can show. */
const MAX_POINTS = 240;

type Now = { at: number; waiting: number; completedEver: number; failedEver: number; waits: BucketCounts };
type Figures = Pick<
  QueueView,
  'completed_per_minute' | 'failed_per_minute' | 'wait_p50_ms' | 'wait_p95_ms' | 'drain_seconds'
>;

export function queueFigures(name: string, samples: readonly FleetSample[], now: Now): Figures {
  const first = samples.find(({ queues }) => queues.has(name));
  const then = first?.queues.get(name);
  // A sample of this very moment says nothing of a rate.
  const minutes = first ? Math.max(now.at - first.at, 1_000) / 60_000 : 0;
  const perMinute = (ever: number, before: number) => (minutes > 0 ? round(Math.max(0, ever - before) / minutes) : 0);
  const completed = perMinute(now.completedEver, then?.completedEver ?? 0);
  const waits: BucketCounts = new Map(now.waits);
  // The waits of the first sample are from before it.
  for (const sample of samples) if (sample !== first) addCounts(waits, sample.queues.get(name)?.waits ?? new Map());
  return {
    completed_per_minute: completed,
    failed_per_minute: perMinute(now.failedEver, then?.failedEver ?? 0),
    wait_p50_ms: percentile(waits, 0.5),
    wait_p95_ms: percentile(waits, 0.95),
    drain_seconds: now.waiting === 0 ? 0 : completed > 0 ? Math.ceil((now.waiting / completed) * 60) : null,
  };
}

/** `samples` begins with one from before the time that is asked for, if there is one: counts are differences. */
export function historyOf(
  samples: readonly FleetSample[],
  since: number,
  sampleSeconds: number,
): { step_seconds: number; queues: Record<string, HistoryPoint[]> } {
  const shown = samples.filter(({ at }) => at >= since).length;
  const perPoint = Math.max(1, Math.ceil(shown / MAX_POINTS));
  const stepMs = perPoint * sampleSeconds * 1000;
  const queues: Record<string, HistoryPoint[]> = {};
  const names = new Set(samples.flatMap((sample) => [...sample.queues.keys()]));
  for (const name of names) queues[name] = pointsOf(name, samples, since, stepMs);
  return { step_seconds: perPoint * sampleSeconds, queues };
}

type Step = Omit<HistoryPoint, 'wait_p50_ms' | 'at'> & { at: number; waits: BucketCounts };

function pointsOf(name: string, samples: readonly FleetSample[], since: number, stepMs: number): HistoryPoint[] {
  const steps = new Map<number, Step>();
  for (const [index, { at, queues }] of samples.entries()) {
    const sample = queues.get(name);
    if (!sample || at < since) continue;
    const before = samples[index - 1]?.queues.get(name) ?? sample;
    const number = Math.floor((at - since) / stepMs);
    const step = steps.get(number) ?? { at, waiting: 0, active: 0, failed: 0, completed: 0, waits: new Map() };
    steps.set(number, step);
    step.at = at;
    step.waiting = Math.max(step.waiting, sample.waiting);
    step.active = Math.max(step.active, sample.active);
    // A queue that was emptied by hand counts from zero again.
    step.completed += Math.max(0, sample.completedEver - before.completedEver);
    step.failed += Math.max(0, sample.failedEver - before.failedEver);
    addCounts(step.waits, sample.waits);
  }
  return [...steps.values()].map(({ at, waits, ...counts }) => ({
    at: new Date(at).toISOString(),
    ...counts,
    wait_p50_ms: percentile(waits, 0.5),
  }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
