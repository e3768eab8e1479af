/**
 * When an event takes place, within a range. A series is expanded in wall-clock time of its own zone and each start then becomes an
 * instant, so that a change of the clocks moves no occurrence. Whole days are those of the reader's zone.
 */
import { AppError } from '../../../platform/errors.ts';
import type { CalendarEvent, EventDetails, Span } from './event.ts';
import { parseRule, type Rule } from './rule.ts';
import { type Day, daysOf } from './rule-days.ts';
import { DAY_MS, dayText, instantOf, wallAt, wallOf, wallText } from './zones.ts';

/** Instants; `to` is not part of it. */
export type Range = { from: number; to: number };

export type Occurrence = {
  event: CalendarEvent;
  /** The original start, which identifies it in a series. */
  original: string;
  details: EventDetails;
  start: number;
  end: number;
};

/** Two years. */
export const MAX_RANGE_DAYS = 732;
const YEAR_DAYS = 366;
/** Of one event in one range: a daily event in the longest range has 732. */
const MAX_PER_EVENT = 1_000;

export function checkRange({ from, to }: Range): void {
  if (!(to > from)) throw new AppError('invalid', 'The range must end after it begins.');
  if (to - from > MAX_RANGE_DAYS * DAY_MS)
    throw new AppError('invalid', `The range must not be longer than ${MAX_RANGE_DAYS} days.`);
}

/** In order of their starts. Cancelled ones are left out. `zone`: the reader's. */
export function occurrencesIn(events: readonly CalendarEvent[], range: Range, zone: string): Occurrence[] {
  checkRange(range);
  return events
    .flatMap((event) => ofEvent(event, range, zone))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.event.uid.localeCompare(b.event.uid));
}

export type Found = { upcoming: Occurrence[]; past: Occurrence[] };

/** Of each event the first occurrence that is not over, or else the last one; a year back, and two ahead. */
export function nextAndLast(events: readonly CalendarEvent[], now: Date, zone: string): Found {
  const at = now.getTime();
  const ahead = occurrencesIn(events, { from: at, to: at + MAX_RANGE_DAYS * DAY_MS }, zone);
  const upcoming = firstOfEach(ahead);
  const others = events.filter(({ id }) => upcoming.every(({ event }) => event.id !== id));
  const before = occurrencesIn(others, { from: at - YEAR_DAYS * DAY_MS, to: at }, zone);
  return { upcoming, past: firstOfEach(before.reverse()) };
}

function firstOfEach(occurrences: readonly Occurrence[]): Occurrence[] {
  const seen = new Set<string>();
  return occurrences.filter(({ event: { id } }) => !seen.has(id) && seen.add(id));
}

/** The instants between which a span lies. */
export function instantsOf({ start, zone: own, length }: Span, zone: string): { start: number; end: number } {
  const wall = wallOf(start);
  if (own !== null) {
    const begin = instantOf(wall, own);
    return { start: begin, end: begin + length * 1000 };
  }
  return { start: instantOf(wall, zone), end: instantOf(wall + length * DAY_MS, zone) };
}

/** Whether an occurrence of the event begins at that wall-clock time, changed or not. */
export function hasStart(event: CalendarEvent, original: string): boolean {
  if (Object.hasOwn(event.changed, original)) return true;
  const wall = wallOf(original);
  return !Number.isNaN(wall) && startsIn(event, wall, wall).includes(original);
}

function ofEvent(event: CalendarEvent, range: Range, zone: string): Occurrence[] {
  const unit = event.zone === null ? DAY_MS : 1000;
  // Zones are at most 14 hours from UTC: a day more on both sides misses none.
  const first = wallAt(range.from, event.zone ?? zone) - event.length * unit - DAY_MS;
  const last = wallAt(range.to, event.zone ?? zone) + DAY_MS;
  const plain = startsIn(event, first, last)
    .filter((start) => !Object.hasOwn(event.changed, start))
    .slice(0, MAX_PER_EVENT)
    .map((start) => ({ original: start, details: { ...event, start } as EventDetails }));
  const changed = Object.entries(event.changed).map(([original, details]) => ({ original, details }));
  return [...plain, ...changed]
    .filter(({ details }) => details.status !== 'cancelled')
    .map(({ original, details }) => ({ event, original, details, ...instantsOf(details, zone) }))
    .filter(({ start, end }) => start < range.to && (end > range.from || (end === start && start >= range.from)));
}

/** Starts by rule and RDATE, without EXDATE, between two wall-clock times, both inclusive. */
function startsIn(event: CalendarEvent, first: number, last: number): string[] {
  const begin = wallOf(event.start);
  const time = begin % DAY_MS >= 0 ? begin % DAY_MS : (begin % DAY_MS) + DAY_MS;
  const write = (wall: number) => (event.zone === null ? dayText(wall) : wallText(wall));
  const walls = new Set(event.repeat === null ? [begin] : ruleStarts(event, event.repeat, begin, time, first, last));
  for (const added of event.added) walls.add(wallOf(added));
  const except = new Set(event.except);
  return [...walls]
    .filter((wall) => wall >= first && wall <= last)
    .sort((a, b) => a - b)
    .map(write)
    .filter((start) => !except.has(start));
}

function ruleStarts(event: CalendarEvent, text: string, begin: number, time: number, first: number, last: number) {
  const rule = parseRule(text);
  const dayAt = (wall: number): Day => Math.floor(wall / DAY_MS);
  const starts: number[] = [];
  for (const day of daysOf(rule, dayAt(begin), dayAt(first), dayAt(last))) {
    const wall = day * DAY_MS + time;
    if (isAfterUntil(rule, wall, event.zone)) break;
    starts.push(wall);
    if (starts.length >= MAX_PER_EVENT) break;
  }
  return starts;
}

/** UNTIL is the last day, the last wall-clock time, or the last instant, whichever it is written as. */
function isAfterUntil({ until }: Rule, wall: number, zone: string | null): boolean {
  if (until === null) return false;
  if (until.length === 10) return dayText(wall) > until;
  if (until.endsWith('Z')) {
    if (zone === null) return dayText(wall) > until.slice(0, 10);
    return instantOf(wall, zone) > Date.parse(until);
  }
  return wall > wallOf(until);
}
