/** Dates as an answer says them. */
import { memoized } from '../text/cache.ts';

const KEPT_ZONES = 200;
const KEPT_TEXTS = 2_000;

const DAY = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
const MONTH = formatter({ month: 'long', year: 'numeric' });
const YEAR = /^\d{4}$/;
const YEAR_AND_MONTH = /^\d{4}-\d{2}$/;
const CLOCK = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** "Friday" */
export const weekdayText = formatter({ weekday: 'long' });

/** "3 March 2026", in the user's own zone, or "March 2026" where no more was told; the raw words if it is no date. */
export function dateText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || YEAR.test(time)) return time;
  return (YEAR_AND_MONTH.test(time) ? MONTH : DAY)(date, zoneFor(time, timezone));
}

/** Of what began or was done in a year, of which no more was said, the record keeps noon of its first day: that is the year. */
export function dayOrYear(time: string, timezone: string): string {
  const day = dateText(time, timezone);
  const isYear = day.startsWith('1 January ') && !isWholeDay(time) && CLOCK(new Date(time), timezone) === '12:00';
  return isYear ? day.slice('1 January '.length) : day;
}

/** "3 March 2026, 15:00": for an appointment the hour matters. Noon stands for a day without an hour. */
export function momentText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || isWholeDay(time)) return dateText(time, timezone);
  const clock = CLOCK(date, timezone);
  return clock === '12:00' ? dateText(time, timezone) : `${dateText(time, timezone)}, ${clock}`;
}

/**
 * No more than was said: "in June" and "in 2012" are kept as noon of their first day, and are not that day. `words` is the
 * message that the time was read from.
 */
export function saidDate(time: string, timezone: string, words: string): string {
  const full = dateText(time, timezone);
  const [, month, year] = /^1 (\p{L}+) (\d{4})$/u.exec(full) ?? [];
  if (!month || !year || FIRST_DAY.test(words) || momentText(time, timezone) !== full) return full;
  if (new RegExp(`\\b${month.slice(0, 3)}`, 'i').test(words)) return `${month} ${year}`;
  return month === 'January' && words.includes(year) ? year : full;
}

const FIRST_DAY = /(?<![\d.,/])0?1(?:st)?(?![\d.,%]|\s*(?:mg|ml|g|x|year|month|week|day|hour)\b)|\bfirst\b/i;

/** A date without a clock belongs to no zone: "2026-03-03" is that day everywhere, and the record keeps it as its first moment. */
function zoneFor(time: string, timezone: string): string {
  return isWholeDay(time) ? 'UTC' : timezone;
}

function isWholeDay(time: string): boolean {
  return !time.includes('T') || /T00:00:00(?:\.000)?Z$/.test(time);
}

/** To make a format is expensive, and the dates of a message and of its record are told more than once in a turn. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date, timeZone: string) => string {
  const formatIn = memoized((timeZone) => formatFor(timeZone, options), KEPT_ZONES);
  const textOf = memoized((key) => {
    const space = key.indexOf(' ');
    return formatIn(key.slice(space + 1)).format(Number(key.slice(0, space)));
  }, KEPT_TEXTS);
  return (date, timeZone) => textOf(`${date.getTime()} ${timeZone}`);
}

function formatFor(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}
