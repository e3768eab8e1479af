/**
 * Where a series of measurements is heading. The slope is Theil–Sen's, the median of the slopes between all pairs of days: one
 * outlier does not change it, and it needs no even spacing. What the slope adds up to over the whole stretch is then compared with
 * the smallest meaningful change for this kind of observation; less than that is called stable.
 */

import { DAY_MS } from '../dates/calendar.ts';
import { readTable } from '../vocabulary/table.ts';
import { observationType } from './observation-types.ts';

export type TrendDirection = 'rising' | 'falling' | 'stable' | 'too_few';
/** `change` over `days`, in the unit of the values, along the slope. */
export type Trend = { direction: TrendDirection; change?: number; days?: number };
export type TrendPoint = { time: string; value: number };

/** With two days any noise is a line. */
const FEWEST_DAYS = 3;
/** "Is it getting better?" asks about the last year; of what is measured more rarely, about the last five times. */
const LOOK_BACK_DAYS = 365;
const AT_LEAST_DAYS = 5;
/** The number of pairs grows with the square: a year of days has 66,000. */
const MOST_DAYS = 366;
/** Of an observation that the table does not know, a tenth of its usual value. */
const DEFAULT_SHARE = 0.1;

/**
 * How much an observation has to change before it means more than the normal variation within a person: an amount in its own unit,
 * or a percentage of the person's usual value. For laboratory tests these are rounded from published variation within a person
 * (Ricós et al., Ann Clin Biochem 2007; EFLM biological variation database): two samples of a healthy person differ by about
 * three times that variation at most. HbA1c and weight follow NICE and Dutch guidance on type 2 diabetes.
 */
export const MEANINGFUL_CHANGES = readTable('meaningful-changes', ['name', 'change']);
const CHANGES: ReadonlyMap<string, string> = new Map(MEANINGFUL_CHANGES.map(({ name, change }) => [name, change]));

/** Points in any order, in one unit. */
export function trendOf(name: string, points: readonly TrendPoint[]): Trend {
  const days = lately(byDay(points));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < FEWEST_DAYS) return { direction: 'too_few' };
  const span = last.day - first.day;
  const change = theilSen(days) * span;
  const needed = meaningfulChange(name, median(days.map(({ value }) => Math.abs(value))));
  const direction = Math.abs(change) < needed ? 'stable' : change > 0 ? 'rising' : 'falling';
  return { direction, change: Number(change.toPrecision(4)), days: span };
}

/** In the observation's own unit, for someone whose usual value is this. */
export function meaningfulChange(name: string, usual: number): number {
  const written = CHANGES.get(observationType(name)?.name ?? name);
  if (written === undefined) return usual * DEFAULT_SHARE;
  return written.endsWith('%') ? (usual * Number(written.slice(0, -1))) / 100 : Number(written);
}

type Day = { day: number; value: number };

/** Readings of one sitting are one measurement made several times, and no trend. */
function byDay(points: readonly TrendPoint[]): Day[] {
  const days = new Map<number, number[]>();
  for (const { time, value } of points) {
    const day = Math.floor(Date.parse(time) / DAY_MS);
    if (!Number.isFinite(day) || !Number.isFinite(value)) continue;
    const values = days.get(day);
    if (values) values.push(value);
    else days.set(day, [value]);
  }
  return [...days].map(([day, values]) => ({ day, value: median(values) })).sort((a, b) => a.day - b.day);
}

function lately(days: readonly Day[]): Day[] {
  const newest = days.at(-1)?.day ?? 0;
  const recent = days.filter(({ day }) => newest - day <= LOOK_BACK_DAYS).slice(-MOST_DAYS);
  return recent.length >= AT_LEAST_DAYS ? recent : days.slice(-AT_LEAST_DAYS);
}

function theilSen(days: readonly Day[]): number {
  const slopes: number[] = [];
  days.forEach((a, index) => {
    for (const b of days.slice(index + 1)) slopes.push((b.value - a.value) / (b.day - a.day));
  });
  return median(slopes);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
