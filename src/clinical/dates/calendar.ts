/** Days by the calendar: so many months from here, the last March, a date that exists. */

import { MONTH_STARTS } from '../text/time-words.ts';
import type { LocalTime } from './local-time.ts';

/**
 * What a pattern found: a day, perhaps with an hour. `past`: never later than now; `openMonth`: "the 11th" without its month; `only`:
 * no day was said, the day is one that stands for the month or the year.
 */
export type Found = { day: LocalTime; hour?: number; past?: boolean; openMonth?: boolean; only?: Only };
export type Only = 'month' | 'year';

export const DAY_MS = 86_400_000;
export const NOON = 12;

/** Whole periods away. Half a year is six months; a month away from the 31st is the last day of a shorter month. */
export function shift(here: LocalTime, period: string, count: number): LocalTime {
  const unit = period.toLowerCase();
  if (unit.startsWith('y')) return monthsAway(here, Math.round(count * 12));
  if (unit.startsWith('m')) return monthsAway(here, Math.round(count));
  const days = unit.startsWith('w') ? 7 : unit.startsWith('f') ? 14 : 1;
  return { ...here, day: here.day + Math.round(count * days) };
}

function monthsAway(here: LocalTime, count: number): LocalTime {
  const lastDay = new Date(Date.UTC(here.year, here.month + count, 0)).getUTCDate();
  return { ...here, month: here.month + count, day: Math.min(here.day, lastDay) };
}

export function onDay(year: number, month: number, day: number): Found | null {
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return exists ? { day: { year, month, day, hour: NOON, minute: 0 } } : null;
}

/** A date without its year: the last one that has been, or the next one to come. */
export function nearest(here: LocalTime, month: number, day: number, forward: boolean): Found | null {
  const gone = month < here.month || (month === here.month && day < here.day);
  const ahead = month > here.month || (month === here.month && day > here.day);
  return onDay(here.year + (forward && gone ? 1 : !forward && ahead ? -1 : 0), month, day);
}

/** "In March", "last year": the day was not said. */
export function only(part: Only, found: Found | null): Found | null {
  return found && { ...found, only: part };
}

/** Months and years are told without their day; half a year is six months. */
export function onlyOf(period: string, count: number): { only?: Only } {
  const unit = period.toLowerCase();
  if (unit.startsWith('y')) return { only: count % 1 === 0 ? 'year' : 'month' };
  return unit.startsWith('m') && !unit.startsWith('min') ? { only: 'month' } : {};
}

export function monthOf(name: string | undefined): number {
  return MONTH_STARTS.indexOf(String(name).slice(0, 3).toLowerCase()) + 1;
}
