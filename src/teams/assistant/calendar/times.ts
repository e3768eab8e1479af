/** Reads the times that tools and routes are given: a day, a wall-clock time of the user, or a time with an offset. */
import { AppError } from '../../../platform/errors.ts';
import type { Span } from './event.ts';
import { DAY_MS, dayText, instantOf, wallAt, wallOf, wallText } from './zones.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** Beyond these, calendars and zones are guesses. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** In the form that is stored: 2026-11-20 or 2026-11-20T09:00:00. */
export function localTime(text: string, zone: string): string {
  if (DAY.test(text)) return checked(text);
  if (LOCAL.test(text)) return checked(text.length === 16 ? `${text}:00` : text);
  const instant = ABSOLUTE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new AppError('invalid', 'A time is written as 2026-11-20T09:00, a day as 2026-11-20.');
  return checked(wallText(wallAt(instant, zone)));
}

export function instantAt(text: string, zone: string): number {
  return instantOf(wallOf(localTime(text, zone)), zone);
}

/** A day as the end of a range includes that day. */
export function rangeEnd(text: string, zone: string): number {
  const local = localTime(text, zone);
  return instantOf(wallOf(local) + (isDay(local) ? DAY_MS : 0), zone);
}

export function isDay(local: string): boolean {
  return local.length === 10;
}

const DEFAULT_SECONDS = 3600;

/** A day has no hours: an event from a day to a day is one of whole days, and the last day is part of it. */
export function spanOf(wish: { start: string; end?: string; minutes?: number }, zone: string): Span {
  const start = localTime(wish.start, zone);
  const end = wish.end === undefined ? undefined : localTime(wish.end, zone);
  if (isDay(start)) {
    if (wish.minutes !== undefined)
      throw new AppError('invalid', 'An event with a duration needs an hour to begin at.');
    const last = end === undefined ? wallOf(start) : wallOf(end.slice(0, 10));
    return { start, zone: null, length: positive((last - wallOf(start)) / DAY_MS + 1) };
  }
  if (end === undefined)
    return { start, zone, length: wish.minutes === undefined ? DEFAULT_SECONDS : wish.minutes * 60 };
  if (isDay(end)) throw new AppError('invalid', 'Start and end are both days, or both have an hour.');
  return { start, zone, length: positive((instantOf(wallOf(end), zone) - instantOf(wallOf(start), zone)) / 1000) };
}

/** What is to change; each of them may be missing. */
export type NewTimes = { start?: string | undefined; end?: string | undefined; minutes?: number | undefined };

/** With a new start alone, it stays as long as it was, and in its own zone. Null if no time is given. `zone`: the user's. */
export function movedSpan(before: Span, { start, end, minutes }: NewTimes, zone: string): Span | null {
  if (start === undefined && end === undefined && minutes === undefined) return null;
  const own = before.zone ?? zone;
  const begin = start === undefined ? before.start : inZone(start, zone, own);
  if (end === undefined && minutes === undefined && isDay(begin) === (before.zone === null))
    return { start: begin, zone: before.zone, length: before.length };
  const times = { start: begin, ...(end !== undefined && { end: inZone(end, zone, own) }) };
  return spanOf({ ...times, ...(minutes !== undefined && { minutes }) }, own);
}

/** The same instant on the clock of another zone; a day stays that day. */
function inZone(text: string, from: string, to: string): string {
  const local = localTime(text, from);
  return isDay(local) || from === to ? local : wallText(wallAt(instantOf(wallOf(local), from), to));
}

/** 366 days. */
const MAX_LENGTH = { days: 366, seconds: 366 * 86_400 };

export function checkSpan({ start, zone, length }: Span): void {
  checked(start);
  const most = zone === null ? MAX_LENGTH.days : MAX_LENGTH.seconds;
  if (!Number.isFinite(length) || length < 0 || length > most)
    throw new AppError('invalid', 'An event ends after it begins, and within a year.');
}

function positive(length: number): number {
  if (!(length > 0)) throw new AppError('invalid', 'The event must end after it begins.');
  return length;
}

function checked(local: string): string {
  const wall = wallOf(local);
  const year = Number.isNaN(wall) ? 0 : Number(dayText(wall).slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR)
    throw new AppError('invalid', `There is no such day, or it is not between ${FIRST_YEAR} and ${LAST_YEAR}.`);
  return local;
}
