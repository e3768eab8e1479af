/**
 * The days of a recurrence rule, period by period, as RFC 5545 (3.3.10) says: a day that does not exist (30 February) is left out. The
 * work is bounded by the range that is asked for, and by COUNT. ical.js has an iterator of its own; for some rules it gives wrong days
 * and for some it never returns (docs/decisions/038-a-calendar-is-icalendar.md).
 */
import type { Rule } from './rule.ts';

/** A day as its number since 1970-01-01. */
export type Day = number;

const WEEK = 7;
/** A rule with COUNT is followed from its start, for a hundred years at most. */
const MAX_COUNTED_DAYS = 36_525;

/** Days from `start` on, in order, within the range; `start` itself always is one. COUNT counts from `start`. */
export function* daysOf(rule: Rule, start: Day, from: Day, to: Day): Generator<Day> {
  const origin = partsOf(start);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  if (start >= from && start <= to) yield start;
  left -= 1;
  const first = rule.count === null ? Math.max(0, periodsBefore(rule, start, from) - 1) : 0;
  for (let period = first; left > 0; period += 1) {
    const { begin, candidates } = periodAt(rule, start, origin, period * rule.interval);
    if (begin > to || (rule.count !== null && begin > start + MAX_COUNTED_DAYS)) return;
    const days = candidates.filter((day) => fits(rule, day, origin));
    for (const day of atPositions(days, rule.bySetPos)) {
      if (day <= start) continue;
      if (day > to || left <= 0) return;
      left -= 1;
      if (day >= from) yield day;
    }
  }
}

export function dayOf(year: number, month: number, day: number): Day {
  return Date.UTC(year, month, day) / 86_400_000;
}

type Parts = { year: number; month: number; date: number; weekday: number };

function partsOf(day: Day): Parts {
  const at = new Date(day * 86_400_000);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay() };
}

/** At most this many periods of the rule end before the day. */
function periodsBefore({ freq, interval }: Rule, start: Day, from: Day): number {
  const days = Math.max(0, from - start);
  const longest = { DAILY: 1, WEEKLY: WEEK, MONTHLY: 31, YEARLY: 366 }[freq];
  return Math.floor(days / (longest * interval));
}

/** `offset`: how many days, weeks, months or years after that of the start. */
function periodAt(rule: Rule, start: Day, { year, month, weekday }: Parts, offset: number) {
  if (rule.freq === 'DAILY') return run(start + offset, 1);
  if (rule.freq === 'WEEKLY') return run(start - sinceWeekStart(weekday, rule) + offset * WEEK, WEEK);
  if (rule.freq === 'MONTHLY') return between(dayOf(year, month + offset, 1), dayOf(year, month + offset + 1, 1));
  const first = dayOf(year + offset, 0, 1);
  const next = dayOf(year + offset + 1, 0, 1);
  // The weeks of a year begin before it or end after it.
  return rule.byWeekNo.length > 0
    ? between(weekOne(year + offset, rule), weekOne(year + offset + 1, rule))
    : between(first, next);
}

/** `origin`: the start, whose weekday and date count where the rule names none. */
function fits(rule: Rule, day: Day, origin: Parts): boolean {
  const at = partsOf(day);
  return (
    fitsMonth(rule, at, origin) &&
    fitsWeek(rule, day, at) &&
    fitsYearDay(rule, day, at) &&
    fitsMonthDay(rule, day, at, origin) &&
    fitsWeekday(rule, day, at, origin)
  );
}

function fitsMonth(rule: Rule, { month }: Parts, origin: Parts): boolean {
  if (rule.byMonth.length > 0) return rule.byMonth.includes(month + 1);
  // A year without any other part: the date of the start.
  return !isPlainYear(rule) || month === origin.month;
}

function fitsWeek(rule: Rule, day: Day, { year }: Parts): boolean {
  if (rule.byWeekNo.length === 0) return true;
  const weekYear = day >= weekOne(year + 1, rule) ? year + 1 : day < weekOne(year, rule) ? year - 1 : year;
  const begin = weekOne(weekYear, rule);
  const weeks = (weekOne(weekYear + 1, rule) - begin) / WEEK;
  const number = Math.floor((day - begin) / WEEK) + 1;
  return rule.byWeekNo.some((wanted) => (wanted > 0 ? wanted : weeks + 1 + wanted) === number);
}

function fitsYearDay({ byYearDay }: Rule, day: Day, { year }: Parts): boolean {
  return byYearDay.length === 0 || hasPlace(byYearDay, day, dayOf(year, 0, 1), dayOf(year + 1, 0, 1));
}

function fitsMonthDay(rule: Rule, day: Day, { year, month, date }: Parts, origin: Parts): boolean {
  if (rule.byMonthDay.length > 0)
    return hasPlace(rule.byMonthDay, day, dayOf(year, month, 1), dayOf(year, month + 1, 1));
  const isFree = rule.freq === 'DAILY' || rule.freq === 'WEEKLY' || rule.byDay.length > 0;
  if (isFree || rule.byYearDay.length > 0 || rule.byWeekNo.length > 0) return true;
  return date === origin.date;
}

function fitsWeekday(rule: Rule, day: Day, at: Parts, origin: Parts): boolean {
  if (rule.byDay.length === 0) {
    const sameWeekday = rule.freq === 'WEEKLY' || rule.byWeekNo.length > 0;
    return !sameWeekday || at.weekday === origin.weekday;
  }
  const named = rule.byDay.filter(({ weekday }) => weekday === at.weekday);
  if (named.length === 0 || named.some(({ nth }) => nth === 0)) return named.length > 0;
  const inMonth = rule.freq === 'MONTHLY' || rule.byMonth.length > 0;
  const begin = inMonth ? dayOf(at.year, at.month, 1) : dayOf(at.year, 0, 1);
  const end = inMonth ? dayOf(at.year, at.month + 1, 1) : dayOf(at.year + 1, 0, 1);
  return named.some(({ nth }) =>
    nth > 0 ? Math.floor((day - begin) / WEEK) + 1 === nth : Math.floor((end - 1 - day) / WEEK) + 1 === -nth,
  );
}

function isPlainYear({ freq, byDay, byMonthDay, byYearDay, byWeekNo }: Rule): boolean {
  return freq === 'YEARLY' && [byDay, byMonthDay, byYearDay, byWeekNo].every((part) => part.length === 0);
}

/** Whether the day is one of these places of its month or year, counted from 1, or from -1 at its end. */
function hasPlace(places: readonly number[], day: Day, begin: Day, end: Day): boolean {
  return places.some((place) => (place > 0 ? begin + place - 1 : end + place) === day);
}

function atPositions(days: Day[], positions: readonly number[]): Day[] {
  if (positions.length === 0) return days;
  return days.filter((_, at) => positions.some((place) => (place > 0 ? place - 1 : days.length + place) === at));
}

/** The first day of a year's first week: that which has four days or more of the year. */
function weekOne(year: number, rule: Rule): Day {
  const fourth = dayOf(year, 0, 4);
  return fourth - sinceWeekStart(partsOf(fourth).weekday, rule);
}

function sinceWeekStart(weekday: number, { weekStart }: Rule): number {
  return (weekday - weekStart + WEEK) % WEEK;
}

function run(begin: Day, length: number): { begin: Day; candidates: Day[] } {
  return { begin, candidates: Array.from({ length }, (_, at) => begin + at) };
}

function between(begin: Day, end: Day): { begin: Day; candidates: Day[] } {
  return run(begin, end - begin);
}
