/** How far a day is from today on the user's own calendar: "7 years ago", "in 8 days". No more exact than what was told. */
import { DAY_MS } from '../dates/calendar.ts';
import { type LocalTime, localTime, type Moment } from '../dates/local-time.ts';
import { counted } from './rows.ts';

/** Up to this many days are counted as days. */
const MAX_DAYS = 60;
const MAX_MONTHS = 24;
const PARTIAL = /^(\d{4})(?:-(\d{2}))?$/;

/** Whole calendar days from today; negative for the past. */
export function daysFrom(time: string, moment: Moment): number {
  return Math.round((noonOf(dayOf(time, moment)) - noonOf(localTime(moment))) / DAY_MS);
}

/** Empty where the time is no date. A month or a year that was told without its day is counted as such. */
export function elapsed(time: string, moment: Moment): string {
  if (Number.isNaN(Date.parse(time))) return '';
  const then = dayOf(time, moment);
  const today = localTime(moment);
  const [, year, month] = PARTIAL.exec(time) ?? [];
  if (year && !month) return away(today.year - Number(year), 'year');
  const days = daysFrom(time, moment);
  if (!month && Math.abs(days) <= 1) return days === 0 ? 'today' : days > 0 ? 'tomorrow' : 'yesterday';
  if (!month && Math.abs(days) <= MAX_DAYS) return away(-days, 'day');
  const months = monthsBetween(then, today, !month);
  return Math.abs(months) < MAX_MONTHS ? away(months, 'month') : away(Math.trunc(months / 12), 'year');
}

function away(count: number, unit: 'day' | 'month' | 'year'): string {
  if (count === 0) return `this ${unit}`;
  return count > 0 ? `${counted(count, unit)} ago` : `in ${counted(-count, unit)}`;
}

/** Whole months; a month that has not been completed does not count. */
function monthsBetween(then: LocalTime, today: LocalTime, byDay: boolean): number {
  const months = (today.year - then.year) * 12 + today.month - then.month;
  if (!byDay || months === 0) return months;
  if (months > 0) return today.day < then.day ? months - 1 : months;
  return today.day > then.day ? months + 1 : months;
}

/** A date without a clock is that day everywhere. */
function dayOf(time: string, { timezone }: Moment): LocalTime {
  const isWhole = !time.includes('T') || /T00:00:00(?:\.000)?Z$/.test(time);
  return localTime({ now: new Date(time), timezone: isWhole ? 'UTC' : timezone });
}

function noonOf({ year, month, day }: LocalTime): number {
  return Date.UTC(year, month - 1, day, 12);
}
