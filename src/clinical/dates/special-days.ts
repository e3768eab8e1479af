/** Days that people name instead of dating: "two days before Christmas", "since Thanksgiving". In the United States, where they differ. */

import { patternsOf } from '../text/patterns.ts';
import { type Found, NOON, onDay, shift } from './calendar.ts';
import { type LocalTime, weekdayOf } from './local-time.ts';

const { source } = patternsOf('dates', 'special-days');

type Day = { month: number; day: number };

const FIXED: readonly (readonly [RegExp, Day])[] = [
  [/^christmas\s+eve/i, { month: 12, day: 24 }],
  [/^(?:christmas|xmas)/i, { month: 12, day: 25 }],
  [/^boxing/i, { month: 12, day: 26 }],
  [/^new\s+year['’]?s\s+eve/i, { month: 12, day: 31 }],
  [/^new\s+year/i, { month: 1, day: 1 }],
  [/^valentine/i, { month: 2, day: 14 }],
  [/^halloween/i, { month: 10, day: 31 }],
  [/^(?:the\s+)?(?:4th|fourth)\s+of\s+july/i, { month: 7, day: 4 }],
];
/** For use inside other patterns. */
export const SPECIAL_DAY = source('SPECIAL_DAY');

/** The last one that has been, or the next to come. */
export function specialDay(name: string, here: LocalTime, forward: boolean): Found | null {
  const today = here.month * 100 + here.day;
  const inYear = (year: number) => dayOf(name, year);
  const now = inYear(here.year);
  if (!now) return null;
  const when = now.month * 100 + now.day;
  const year = here.year + (forward ? (when < today ? 1 : 0) : when > today ? -1 : 0);
  const { month, day } = inYear(year) as Day;
  return onDay(year, month, day);
}

export function daysFrom({ day }: Found, days: number): Found {
  return { day: { ...shift(day, 'day', days), hour: NOON, minute: 0 } };
}

function dayOf(name: string, year: number): Day | null {
  if (/^thanksgiving/i.test(name)) return { month: 11, day: 22 + ((4 - weekdayOf(at(year, 11, 22)) + 7) % 7) };
  if (/^easter/i.test(name)) return easter(year);
  return FIXED.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function at(year: number, month: number, day: number): LocalTime {
  return { year, month, day, hour: NOON, minute: 0 };
}

/** The Gregorian computus, in the anonymous form that Nature printed in 1876. */
function easter(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e, g] = [Math.floor(b / 4), b % 4, Math.floor((8 * b + 13) / 25)];
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return { month, day: (h + l - 7 * m + 33 * month + 19) % 32 };
}
