/**
 * When: finds the times that a text speaks of and resolves them on the user's clock. A day without an hour is its noon, so
 * that it is the same day in most zones; "this morning" is never later than now.
 */

import { createMomentCache, createTextCache } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny } from '../text/word-sets.ts';
import { type Found, NOON } from './calendar.ts';
import { customsIn } from './customs.ts';
import { RULES } from './day-rules.ts';
import { instantOf, type LocalTime, localTime, type Moment } from './local-time.ts';
import type { Need, Rule } from './rule.ts';

const { pattern } = patternsOf('dates', 'dates');

export type { Moment } from './local-time.ts';
/** `iso` is one moment, to compare; `told` is no more precise than what was said: a moment, a day, a month (2026-02) or a year. */
export type TimeMatch = { start: number; end: number; text: string; iso: string; told: string; future: boolean };

const CLOCK = pattern('CLOCK', 'gi');
const HAS_CLOCK = /\d\s?[ap]\.?m|\d[:.]\d\d|noon|midnight/i;
/** "At 9.40" is an hour beside a day, and a number elsewhere. */
const DOTTED = /\d\.\d\d$/;
/** "Waking at 3am most nights" is a habit and no day. */
const HABIT_AFTER = pattern('HABIT_AFTER', 'i');
const HABIT_BEFORE =
  /\b(?:most|every|each|usually|always|often|typically)\s+(?:(?:night|day|morning|evening)s?\s+)?(?:\w+\s+){0,3}$/i;
const BETWEEN = /^(?:,?\s*(?:at|around|about|@)?\s*|\s+on\s+)$/i;

/** The extractors ask for the same text, and some of them for the coming days. */
const past = createMomentCache<readonly TimeMatch[]>();
const coming = createMomentCache<readonly TimeMatch[]>();
const said = createTextCache<readonly Said[]>();

/** Words that a rule knows, before they are resolved to dates. */
type Said = { rule: Rule; match: RegExpExecArray };

/** All times of a text in reading order. `forward`: an open date ("Monday", "May 3") is the coming one, not the last. */
export function findTimes(text: string, at: Moment, forward = false): readonly TimeMatch[] {
  return (forward ? coming : past)(text, at, () => search(text, at, forward));
}

function daysSaid(text: string): Said[] {
  const { words } = readingOf(text);
  const holds = (need: Need) => (need instanceof RegExp ? need.test(text) : hasAny(words, need));
  const said: Said[] = [];
  // Neighbours among the rules mostly need the same.
  let [last, isHeld]: [Need | null, boolean] = [null, false];
  for (const rule of RULES) {
    const [first, second] = rule.needs;
    if (first !== last) [last, isHeld] = [first, holds(first)];
    if (!isHeld || (second && !holds(second))) continue;
    for (const match of matchesOf(rule.pattern, text)) said.push({ rule, match });
  }
  return said;
}

function search(text: string, at: Moment, forward: boolean): TimeMatch[] {
  const named = said(text, () => daysSaid(text));
  const hasClock = HAS_CLOCK.test(text);
  if (named.length === 0 && !hasClock) return [];
  const here = localTime(at);
  const customs = customsIn(at.timezone);
  const days = withoutOverlaps(
    named.flatMap(({ rule, match }) => {
      const found = rule.read(match, here, forward, customs);
      return found ? [{ start: match.index, end: match.index + match[0].length, found }] : [];
    }),
  );
  const clocks = (hasClock ? matchesOf(CLOCK, text) : []).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    hour: clockHour(match),
  }));
  inToldMonth(days);
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
    const inside = days.some(({ start, end }) => start <= clock.start && clock.end <= end);
    const dotted = DOTTED.test(text.slice(clock.start, clock.end));
    if (!used.has(clock) && !inside && !dotted && !isHabit(text, clock))
      matches.push(settled(text, clock.start, clock.end, { day: here, hour: clock.hour }, at));
  }
  return matches.sort((a, b) => a.start - b.start);
}

/** "On the 2nd of February …, on the 11th …": an open day is of the month that was told before it, if it comes after that. */
function inToldMonth(days: { found: Found }[]): void {
  let told: Found | null = null;
  for (const one of days) {
    const { day } = one.found;
    if (one.found.openMonth && told && day.day >= told.day.day)
      one.found = { ...one.found, day: { ...day, year: told.day.year, month: told.day.month } };
    else if (!one.found.openMonth) told = one.found.day.hour === NOON ? one.found : null;
  }
}

function isHabit(text: string, { start, end }: { start: number; end: number }): boolean {
  return HABIT_AFTER.test(text.slice(end, end + 30)) || HABIT_BEFORE.test(text.slice(Math.max(0, start - 40), start));
}

function settled(text: string, from: number, end: number, found: Found, at: Moment): TimeMatch {
  const said = text.slice(from, end).trimStart();
  const hour = found.hour ?? NOON;
  const time = { ...found.day, hour: Math.floor(hour), minute: Math.round((hour % 1) * 60) };
  let instant = instantOf(time, at.timezone);
  if (found.past && instant > at.now) instant = at.now;
  const iso = instant.toISOString();
  // Of today the moment is kept: what was told last has to come last.
  const isPart = found.hour === undefined && (found.only || !isSameDay(found.day, localTime(at)));
  const told = isPart ? partOf(found) : iso;
  return { start: end - said.length, end, text: said, iso, told, future: instant > at.now };
}

/** As much of a date as was said. */
function partOf({ day, only }: Found): string {
  const { length } = only === 'year' ? 'yyyy' : only === 'month' ? 'yyyy-mm' : 'yyyy-mm-dd';
  return new Date(dayNumber({ ...day, ...(only && { day: 1 }) })).toISOString().slice(0, length);
}

function isSameDay(one: LocalTime, other: LocalTime): boolean {
  return dayNumber(one) === dayNumber(other);
}

/** Days that a shift has left outside of their month are those of the months beside it. */
function dayNumber({ year, month, day }: LocalTime): number {
  return Date.UTC(year, month - 1, day);
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
