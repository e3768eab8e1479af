/**
 * Times as the record keeps them: fixed-width UTC, so that they compare as text in every engine. What people tell is often less
 * than a moment ("2019", "last March"), so a time has a first and a last one.
 */
import { AppError } from '../platform/errors.ts';

/** From and until when, both included. A day, month or year alone means all of it. */
export type TimeWindow = { since: string; until: string };

/** Sort before and after every time there is. */
const FIRST = '';
const LAST = '~';

/** "At age 54", "before 2012": words that are no part of a date, which Date would pass over. */
const OTHER_WORDS =
  /\b(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|utc|gmt|am|pm)[a-z]*\b)[a-z]{2,}/i;

/**
 * Undefined if it is no date. A day or month alone stands for its first moment, and a time without a zone is read as UTC,
 * wherever this process runs.
 */
export function utc(time: string | undefined): string | undefined {
  if (time === undefined || OTHER_WORDS.test(time)) return undefined;
  const zoneless = /T/.test(time) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time);
  const moment = new Date(zoneless ? `${time}Z` : time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** Three months before 31 May there is no 31 February: it is the last day of that month, not some day of the next. */
export function monthsBefore(moment: Date, months: number): Date {
  const then = new Date(moment);
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== moment.getUTCDate()) then.setUTCDate(0);
  return then;
}

export function timeWindow(since: string | undefined, until: string | undefined): TimeWindow {
  return {
    since: since === undefined ? FIRST : known(utc(since)),
    until: until === undefined ? LAST : known(lastMoment(until)),
  };
}

function lastMoment(time: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(time) ?? [];
  if (year === undefined || utc(time) === undefined) return utc(time);
  const next = Date.UTC(
    Number(year) + (month === undefined ? 1 : 0),
    month === undefined ? 0 : Number(month) - (day === undefined ? 0 : 1),
    day === undefined ? 1 : Number(day) + 1,
  );
  return new Date(next - 1).toISOString();
}

/** Leaving a bound out because it cannot be read would answer another question than the one asked. */
function known(time: string | undefined): string {
  if (time === undefined) throw new AppError('invalid', 'A time has to be a date such as 2025-03-01');
  return time;
}
