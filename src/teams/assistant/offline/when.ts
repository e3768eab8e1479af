/**
 * Which day and time a sentence speaks of, on the user's clock, by chrono-node. It always looks forward: a weekday is the next one that is
 * not over, today included; an hour that has passed is tomorrow's. Without am or pm, 1 to 6 are in the afternoon.
 */
import type { ParsedComponents } from 'chrono-node';
import * as chrono from 'chrono-node/en';
import { wallAt } from '../calendar/zones.ts';
import type { Moment } from './date-words.ts';

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

export type When = {
  /** 2026-11-20. */
  date: string;
  /** 09:00, where an hour is said. */
  time: string | null;
  end: { date: string; time: string | null } | null;
  part: DayPart | null;
  /** Whether a day is said, and not only an hour. */
  hasDay: boolean;
  /** The sentence without it. */
  rest: string;
};

const MAX_CHARS = 500;
const PARTS: readonly (readonly [DayPart, RegExp])[] = [
  ['morning', /\bmorning\b/i],
  ['afternoon', /\bafternoon\b/i],
  ['evening', /\bevening\b/i],
  ['night', /\b(?:night|tonight)\b/i],
];
const BARE_HOUR =
  /\b(at|from|to|until|till|-) ([1-6])(:[0-5]\d)?(?! ?(?:[ap]\.?m\b|o'clock in the morning|[:.\d/]|th\b|st\b|nd\b|rd\b|[a-z]))/gi;
const DURATION =
  /\bfor (?:(?:an|a|one|\d{1,3}|half an) (?:hours?|minutes?|mins?|h))(?: and (?:a half|\d{1,2} minutes))?\b/gi;

export function readWhen(sentence: string, { now, timezone }: Moment): When | null {
  const text = afternoonHours(sentence.slice(0, MAX_CHARS));
  // The user's wall clock as if it were UTC: what comes back is wall-clock time, whatever zone this machine is in.
  const reference = { instant: new Date(wallAt(now.getTime(), timezone)), timezone: 0 };
  // "For two hours" is a length, and not a time two hours from now.
  const found = chrono.parse(
    text.replace(DURATION, (said) => ' '.repeat(said.length)),
    reference,
    { forwardDate: true },
  );
  const [first, second] = found;
  if (!first) return null;
  const range = second && /\b(?:between|from)\b/i.test(text.slice(0, first.index)) ? second : undefined;
  const end = first.end ?? range?.start;
  const said = range ? text.slice(first.index, range.index + range.text.length) : first.text;
  return {
    ...timeOf(first.start),
    end: end ? timeOf(end) : null,
    part: PARTS.find(([, words]) => words.test(said))?.[0] ?? null,
    hasDay:
      ['day', 'weekday', 'month'].some((unit) => first.start.isCertain(unit as 'day')) || /tonight|this/i.test(said),
    rest: `${text.slice(0, first.index)} ${text.slice(first.index + said.length)}`.replace(/ {2,}/g, ' ').trim(),
  };
}

function timeOf(found: ParsedComponents): { date: string; time: string | null } {
  const two = (unit: 'month' | 'day' | 'hour' | 'minute') => String(found.get(unit) ?? 0).padStart(2, '0');
  const date = `${String(found.get('year')).padStart(4, '0')}-${two('month')}-${two('day')}`;
  return { date, time: found.isCertain('hour') ? `${two('hour')}:${two('minute')}` : null };
}

function afternoonHours(text: string): string {
  if (/\b(?:morning|night)\b|\d ?[ap]\.?m\b/i.test(text)) return text;
  return text.replace(
    BARE_HOUR,
    (_all, before: string, hour: string, minutes = '') => `${before} ${hour}${minutes} pm`,
  );
}
