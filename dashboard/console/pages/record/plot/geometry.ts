/** From values to places in the drawing. */
import { scaleLinear, scaleTime } from 'd3-scale';
import { numberTicks, timeTicks } from '../../../parts/plot/ticks.ts';
import type { Point, Series } from '../record-data.ts';
import type { Domain } from './domain.ts';

export const MARGIN = { top: 14, right: 16, bottom: 28, left: 48 } as const;

/** A point whose value is a number: only those can be drawn. */
export type Plotted = Point & { value: number; at: number };

export function plottedOf(points: readonly Point[]): Plotted[] {
  return points.flatMap((point) => {
    const at = Date.parse(point.time);
    return typeof point.value === 'number' && Number.isFinite(at) ? [{ ...point, value: point.value, at }] : [];
  });
}

export type Geometry = ReturnType<typeof geometryOf>;

export function geometryOf(
  visible: readonly Plotted[],
  { reference_range: range }: Pick<Series, 'reference_range'>,
  domain: Domain,
  { width, height }: { width: number; height: number },
) {
  const values = visible.map(({ value }) => value);
  const bounds = [range?.low, range?.high].filter((bound) => bound !== undefined);
  const all = [...values, ...bounds];
  const [low, high] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 1];
  const spare = (high - low || Math.abs(high) || 1) * 0.12;
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
  const x = scaleTime([new Date(domain[0]), new Date(domain[1])], [left, right]);
  const y = scaleLinear([low - spare, high + spare], [bottom, MARGIN.top]);
  return {
    x,
    y,
    left,
    right,
    bottom,
    timeTicks: timeTicks(x, Math.max(2, Math.floor(width / 110)), x.tickFormat()),
    valueTicks: numberTicks(y, 5, y.tickFormat(5)),
  };
}

type Spot = { at: number; value: number };
export type TrendLine = readonly [Spot, Spot];

/**
 * The two ends of the trend line: the slope that the trend was computed with, through the middle of the values it was computed from.
 * Null if there is no trend.
 */
export function trendLine(points: readonly Plotted[], change: Series['change']): TrendLine | null {
  const last = points.at(-1);
  if (!change || !last || change.days <= 0) return null;
  const from = last.at - change.days * 86_400_000;
  const used = points.filter(({ at }) => at >= from - 86_400_000);
  const middle = median(used.map(({ value, at }) => value - (change.value * (at - from)) / (last.at - from)));
  return [
    { at: from, value: middle },
    { at: last.at, value: middle + change.value },
  ];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
