/** How far back an analysis looks: `7d`, `4w`, `all`. */
import { z } from 'zod';
import { KEPT_DAYS } from '../limits.ts';

/** A year: what the daily counters hold, with room to compare. */
export const MOST_TIMEFRAME_DAYS = 366;

export const Timeframe = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}[dw]|all)$/, 'write a number of days or weeks, such as 7d or 4w, or all')
  .refine(
    (text) => text === 'all' || daysOf(text) <= MOST_TIMEFRAME_DAYS,
    `may be at most ${MOST_TIMEFRAME_DAYS} days`,
  );

export function daysOf(timeframe: string): number {
  if (timeframe === 'all') return KEPT_DAYS;
  return Number(timeframe.slice(0, -1)) * (timeframe.endsWith('w') ? 7 : 1);
}

/** "in the last 7 days" */
export function timeframeText(timeframe: string): string {
  if (timeframe === 'all') return 'so far';
  const days = daysOf(timeframe);
  return days === 1 ? 'today' : `in the last ${days} days`;
}
