/**
 * When: finds the times that a text speaks of and resolves them on the user's clock. A day without an hour is its noon, so
 * that it is the same day in most zones; "this morning" is never later than now.
 */

import { COUNT_WORDS, numberOf } from '../quantities/numbers.ts';
import { instantOf, type LocalTime, localTime, type Moment, weekdayOf } from './local-time.ts';

export type { Moment } from './local-time.ts';
export type TimeMatch = { start: number; end: number; text: string; iso: string; future: boolean };

/** What a pattern found: a day, perhaps with an hour. */
type Found = { day: LocalTime; hour?: number; past?: boolean };
type Rule = { pattern: RegExp; read(match: RegExpExecArray, here: LocalTime, forward: boolean): Found | null };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const WEEKDAY = '(sunday|monday|tuesday|wednesday|thursday|friday|saturday)';
const COUNT = `(\\d{1,3}|${COUNT_WORDS})`;
const PERIOD = '(minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?)';
const PART_HOURS: Readonly<Record<string, number>> = { morning: 8, noon: 12, afternoon: 15, evening: 19, night: 22 };
const NOON = 12;

const RULES: readonly Rule[] = [
  rule(
    `\\b(this|yesterday|tomorrow|last|today|tonight)\\s+(morning|afternoon|evening|night)\\b`,
    ([, when, part], here) => {
      const word = String(when).toLowerCase();
      const name = String(part).toLowerCase();
      const days = word === 'tomorrow' ? 1 : word === 'yesterday' || word === 'last' ? -1 : 0;
      return { day: shift(here, 'day', days), hour: PART_HOURS[name] ?? NOON, past: name === 'morning' && days === 0 };
    },
  ),
  rule(`\\btonight\\b`, (_, here) => ({ day: here, hour: 20 })),
  rule(`\\b(?:the\\s+)?day\\s+before\\s+yesterday\\b`, (_, here) => ({ day: shift(here, 'day', -2) })),
  rule(`\\b(?:the\\s+)?day\\s+after\\s+tomorrow\\b`, (_, here) => ({ day: shift(here, 'day', 2) })),
  rule(`\\byesterday\\b`, (_, here) => ({ day: shift(here, 'day', -1) })),
  rule(`\\btomorrow\\b`, (_, here) => ({ day: shift(here, 'day', 1) })),
  rule(`\\b(?:earlier\\s+)?today\\b`, (_, here) => ({ day: here, hour: NOON, past: true })),
  rule(`\\b(?:just|right)\\s+now\\b`, (_, here) => ({ day: here, hour: here.hour + here.minute / 60 })),
  rule(
    `\\b(?:about\\s+|around\\s+|over\\s+)?${COUNT}\\s+${PERIOD}\\s+(?:ago|back|earlier)\\b`,
    ([, count, period], here) => moved(here, String(period), -numberOf(String(count))),
  ),
  rule(`\\b(?:in|within)\\s+${COUNT}\\s+${PERIOD}(?:'\\s+time)?\\b`, ([, count, period], here) =>
    moved(here, String(period), numberOf(String(count))),
  ),
  rule(`\\b(last|past|this|next)\\s+(week|month|year|weekend)\\b`, ([, which, period], here) => {
    const step = direction(String(which));
    if (String(period).toLowerCase() === 'weekend') {
      const days = (6 - weekdayOf(here) + 7) % 7;
      return { day: shift(here, 'day', step < 0 ? days - 7 : step > 0 ? days + 7 : days) };
    }
    return { day: shift(here, String(period), step) };
  }),
  rule(
    `\\b(?:(last|this|next|on|this\\s+past|this\\s+coming)\\s+)?${WEEKDAY}(?:\\s+(morning|afternoon|evening|night))?\\b`,
    readWeekday,
  ),
  rule(`\\b(\\d{4})-(\\d{2})-(\\d{2})\\b`, ([, year, month, day]) => onDay(Number(year), Number(month), Number(day))),
  rule(`\\b(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4}|\\d{2})\\b`, ([, first, second, year]) => {
    const dayFirst = Number(first) > 12;
    const full = Number(year) < 100 ? 2000 + Number(year) : Number(year);
    return onDay(full, Number(dayFirst ? second : first), Number(dayFirst ? first : second));
  }),
  rule(`\\b(?:on|since|from)\\s+(\\d{1,2})/(\\d{1,2})(?![\\d/])`, ([, month, day], here, forward) =>
    nearest(here, Number(month), Number(day), forward),
  ),
  rule(
    `\\b(?:on\\s+)?(?:the\\s+)?${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:%|mg|kg|/))(?:,?\\s+((?:19|20)\\d{2})\\b)?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[1]), Number(m[2])) : nearest(here, monthOf(m[1]), Number(m[2]), forward),
  ),
  rule(
    `\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+((?:19|20)\\d{2})\\b)?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[2]), Number(m[1])) : nearest(here, monthOf(m[2]), Number(m[1]), forward),
  ),
  rule(`\\b(?:in\\s+|since\\s+)?${MONTH}\\s+(?:of\\s+)?((?:19|20)\\d{2})\\b`, (m) =>
    onDay(Number(m[2]), monthOf(m[1]), 1),
  ),
  rule(`\\b(?:(?:back\\s+)?in|since|last|early\\s+in|late\\s+in|next)\\s+${MONTH}(?!\\s+\\d)`, (m, here, forward) =>
    // In March, "last March" was a year ago.
    /^last/i.test(m[0]) && monthOf(m[1]) === here.month
      ? onDay(here.year - 1, here.month, 1)
      : nearest(here, monthOf(m[1]), 1, forward || /^next/i.test(m[0])),
  ),
  rule(`\\b(?:(?:back\\s+)?in|since|from|during|early|late)\\s+((?:19|20)\\d{2})\\b`, (m) => onDay(Number(m[1]), 1, 1)),
];

const CLOCK =
  /\b(?:at|around|about|@|by)?\s*(?:(noon|midnight)|(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\b\.?|(?<=\bat\s+)(\d{1,2}):(\d{2}))/giu;
const BETWEEN = /^(?:,?\s*(?:at|around|about|@)?\s*|\s+on\s+)$/i;

/** All times of a text in reading order. `forward`: an open date ("Monday", "May 3") is the coming one, not the last. */
export function findTimes(text: string, at: Moment, forward = false): TimeMatch[] {
  const here = localTime(at);
  const days = withoutOverlaps(
    RULES.flatMap(({ pattern, read }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const found = read(match as RegExpExecArray, here, forward);
        return found ? [{ start: match.index, end: match.index + match[0].length, found }] : [];
      }),
    ),
  );
  const clocks = [...text.matchAll(CLOCK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    hour: clockHour(match),
  }));
  const matches: TimeMatch[] = [];
  const used = new Set<object>();
  for (const day of days) {
    const clock = clocks.find((c) => !used.has(c) && touching(text, day, c));
    if (clock) used.add(clock);
    const found = clock ? { ...day.found, hour: clock.hour } : day.found;
    matches.push(
      settled(text, Math.min(day.start, clock?.start ?? day.start), Math.max(day.end, clock?.end ?? 0), found, at),
    );
  }
  for (const clock of clocks) {
    if (!used.has(clock)) matches.push(settled(text, clock.start, clock.end, { day: here, hour: clock.hour }, at));
  }
  return matches.sort((a, b) => a.start - b.start);
}

function settled(text: string, from: number, end: number, found: Found, at: Moment): TimeMatch {
  const start = from + (/^\s*/.exec(text.slice(from, end))?.[0].length ?? 0);
  const hour = found.hour ?? NOON;
  const time = { ...found.day, hour: Math.floor(hour), minute: Math.round((hour % 1) * 60) };
  let instant = instantOf(time, at.timezone);
  if (found.past && instant > at.now) instant = at.now;
  return { start, end, text: text.slice(start, end), iso: instant.toISOString(), future: instant > at.now };
}

function readWeekday(match: RegExpExecArray, here: LocalTime, forward: boolean): Found {
  const which = (match[1] ?? '').toLowerCase();
  const ahead = which === 'next' || /coming/.test(which) || (forward && which !== 'last');
  const target = WEEKDAYS.indexOf(String(match[2]).slice(0, 3).toLowerCase());
  const days = (target - weekdayOf(here) + 7) % 7;
  const hour = match[3] ? PART_HOURS[match[3].toLowerCase()] : undefined;
  const day = shift(here, 'day', ahead ? days || 7 : days === 0 && which !== 'last' ? 0 : days - 7);
  return hour === undefined ? { day } : { day, hour };
}

function moved(here: LocalTime, period: string, count: number): Found {
  if (!/^(?:min|hour|hr)/i.test(period)) return { day: shift(here, period, count) };
  const hours = /^min/i.test(period) ? count / 60 : count;
  return { day: here, hour: here.hour + here.minute / 60 + hours };
}

/** Whole periods away. Half a year is six months; a month away from the 31st is the last day of a shorter month. */
function shift(here: LocalTime, period: string, count: number): LocalTime {
  const unit = period.toLowerCase();
  if (unit.startsWith('y')) return monthsAway(here, Math.round(count * 12));
  if (unit.startsWith('m')) return monthsAway(here, Math.round(count));
  return { ...here, day: here.day + Math.round(unit.startsWith('w') ? count * 7 : count) };
}

function monthsAway(here: LocalTime, count: number): LocalTime {
  const lastDay = new Date(Date.UTC(here.year, here.month + count, 0)).getUTCDate();
  return { ...here, month: here.month + count, day: Math.min(here.day, lastDay) };
}

function onDay(year: number, month: number, day: number): Found | null {
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return exists ? { day: { year, month, day, hour: NOON, minute: 0 } } : null;
}

/** A date without its year: the last one that has been, or the next one to come. */
function nearest(here: LocalTime, month: number, day: number, forward: boolean): Found | null {
  const gone = month < here.month || (month === here.month && day < here.day);
  const ahead = month > here.month || (month === here.month && day > here.day);
  return onDay(here.year + (forward && gone ? 1 : !forward && ahead ? -1 : 0), month, day);
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(String(name).slice(0, 3).toLowerCase()) + 1;
}

function direction(word: string): number {
  return /^(?:last|past)/i.test(word) ? -1 : /^next/i.test(word) ? 1 : 0;
}

function clockHour(match: RegExpMatchArray): number {
  const [, name, twelve, minutes, half, hour, plain] = match;
  if (name) return name.toLowerCase() === 'noon' ? NOON : 0;
  if (half) return (Number(twelve) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) + Number(minutes ?? 0) / 60;
  return Number(hour) + Number(plain) / 60;
}

function touching(text: string, a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  const gap = a.end <= b.start ? text.slice(a.end, b.start) : b.end <= a.start ? text.slice(b.end, a.start) : null;
  return gap !== null && BETWEEN.test(gap);
}

function withoutOverlaps<T extends { start: number; end: number }>(found: T[]): T[] {
  const longestFirst = [...found].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: T[] = [];
  for (const one of longestFirst)
    if (kept.every((other) => one.end <= other.start || one.start >= other.end)) kept.push(one);
  return kept.sort((a, b) => a.start - b.start);
}

function rule(pattern: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(pattern, 'giu'), read };
}
