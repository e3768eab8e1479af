/** The ways in which people say a day, each a pattern with what it means from here. Where two match, the longer one wins. */
import { COUNT_WORDS, numberOf } from '../quantities/numbers.ts';
import { wordSet } from '../text/word-sets.ts';
import { type Found, monthOf, NOON, nearest, onDay, shift } from './calendar.ts';
import { type LocalTime, weekdayOf } from './local-time.ts';
import { daysFrom, SPECIAL_DAY, specialDay } from './special-days.ts';

export type Need = ReadonlySet<string> | RegExp;
export type Rule = {
  /** What a text must hold for this rule to be worth trying: one word of each set, figures of each shape. */
  needs: readonly Need[];
  pattern: RegExp;
  read(match: RegExpExecArray, here: LocalTime, forward: boolean): Found | null;
};

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const WEEKDAY = '(sunday|monday|tuesday|wednesday|thursday|friday|saturday)';
const COUNT = `(\\d{1,3}(?:\\.\\d)?|${COUNT_WORDS})`;
const PERIOD = '(minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|mos?|years?|yrs?)';
const YEAR = '((?:19|20)\\d{2})\\b';
const PART = '(morning|afternoon|evening|night|nite)';
const PART_HOURS: Readonly<Record<string, number>> = {
  morning: 8,
  noon: 12,
  afternoon: 15,
  evening: 19,
  night: 22,
  nite: 22,
};
/** The middle of a third of a month, and of a season. */
const THIRDS: Readonly<Record<string, number>> = { early: 5, mid: 15, late: 25, beginning: 5, middle: 15, end: 25 };
const SEASONS: Readonly<Record<string, number>> = { winter: 1, spring: 4, summer: 7, fall: 10, autumn: 10 };

const PARTS = wordSet('morning afternoon evening night nite');
const AGO = wordSet('ago back earlier');
const LAST = wordSet('last past this next');
const PERIODS = wordSet(
  'minute minutes min mins hour hours hr hrs day days week weeks wk wks month months mo mos year years yr yrs weekend',
);
const MONTHS = wordSet(
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december',
);
const FULL_WEEKDAYS = wordSet('sunday monday tuesday wednesday thursday friday saturday');
const SHORT_WEEKDAYS = wordSet('sun mon tue tues wed weds thu thur thurs fri sat');
const SEASON = wordSet('spring summer fall autumn winter');
const SPECIAL = wordSet('christmas xmas boxing new valentine valentines halloween july thanksgiving easter');
const ORDINAL = /\d(?:st|nd|rd|th)\b/i;
const FIGURES = /\d[-/.]\d|\b(?:19|20)\d\d\b/;

export const RULES: readonly Rule[] = [
  rule(
    [PARTS],
    `\\b(this|yesterday|tomorrow|last|today|tonight)\\s+${PART}\\b(?:\\s+(?:at|around|about)\\s+(\\d{1,2})(?::(\\d{2}))?\\b(?!\\s*[ap]\\.?m|[./]\\d|\\s*(?:mg|degrees|%|bpm|kg|lbs?)))?`,
    readPart,
  ),
  rule([wordSet('tonight')], `\\btonight\\b`, (_, here) => ({ day: here, hour: 20 })),
  rule([wordSet('yesterday'), wordSet('before')], `\\b(?:the\\s+)?day\\s+before\\s+yesterday\\b`, (_, here) => ({
    day: shift(here, 'day', -2),
  })),
  rule([wordSet('tomorrow'), wordSet('after')], `\\b(?:the\\s+)?day\\s+after\\s+tomorrow\\b`, (_, here) => ({
    day: shift(here, 'day', 2),
  })),
  rule([wordSet('last'), wordSet('before')], `\\b(?:the\\s+)?night\\s+before\\s+last\\b`, (_, here) => ({
    day: shift(here, 'day', -2),
    hour: 22,
  })),
  rule([wordSet('last'), wordSet('before')], `\\b(?:the\\s+)?(week|month|year)\\s+before\\s+last\\b`, (m, here) => ({
    day: shift(here, String(m[1]), -2),
  })),
  rule([wordSet('yesterday yesterdays')], `\\byesterday(?:['’]?s)?\\b`, (_, here) => ({ day: shift(here, 'day', -1) })),
  rule([wordSet('tomorrow')], `\\btomorrow\\b`, (_, here) => ({ day: shift(here, 'day', 1) })),
  rule([wordSet('today')], `\\b(?:earlier\\s+)?today\\b`, (_, here) => ({ day: here, hour: NOON, past: true })),
  rule([wordSet('now')], `\\b(?:just|right)\\s+now\\b`, (_, here) => ({
    day: here,
    hour: here.hour + here.minute / 60,
  })),
  rule(
    [AGO, PERIODS],
    `\\b(?:about\\s+|around\\s+|over\\s+)?${COUNT}\\s+${PERIOD}(\\s+and\\s+a\\s+half)?\\s+(?:ago|back|earlier)\\b`,
    ([, count, period, half], here) => moved(here, String(period), -numberOf(String(count)) - (half ? 0.5 : 0)),
  ),
  rule(
    [wordSet('in within'), PERIODS],
    `\\b(?:in|within)\\s+${COUNT}\\s+${PERIOD}(?:['’]\\s+time)?\\b`,
    ([, count, period], here) => moved(here, String(period), numberOf(String(count))),
  ),
  rule([wordSet('now'), PERIODS], `\\b${COUNT}\\s+${PERIOD}\\s+from\\s+now\\b`, ([, count, period], here) =>
    moved(here, String(period), numberOf(String(count))),
  ),
  rule([LAST, PERIODS], `\\b(last|past|this|next)\\s+(week|month|year|weekend)\\b`, ([, which, period], here) => {
    const step = direction(String(which));
    if (String(period).toLowerCase() === 'weekend') {
      const days = (6 - weekdayOf(here) + 7) % 7;
      return { day: shift(here, 'day', step < 0 ? days - 7 : step > 0 ? days + 7 : days) };
    }
    return { day: shift(here, String(period), step) };
  }),
  rule(
    [FULL_WEEKDAYS],
    `\\b(?:(last|this|next|on|this\\s+past|this\\s+coming)\\s+)?${WEEKDAY}(?:\\s+${PART})?\\b`,
    readWeekday,
  ),
  // Short names are words too ("sat", "sun", "wed"), so they need one before them that makes them days.
  rule(
    [SHORT_WEEKDAYS],
    `\\b(last|this|next|on|since)\\s+(sun|mon|tues?|weds?|thu(?:rs?)?|fri|sat)\\b\\.?(?:\\s+${PART})?`,
    readWeekday,
  ),
  // "Mon 132/84": in a list of readings.
  rule(
    [SHORT_WEEKDAYS],
    `\\b()(sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)\\b[.:]?(?=\\s*\\d{2,3}\\s?/\\s?\\d{2,3}\\b)`,
    readWeekday,
  ),
  // "Monday of last week", "last week on Tuesday": of the week from Monday to Sunday before this one.
  rule([FULL_WEEKDAYS, wordSet('week')], `\\b${WEEKDAY}\\s+(?:of\\s+)?last\\s+week\\b`, (m, here) =>
    lastWeek(here, m[1]),
  ),
  rule([FULL_WEEKDAYS, wordSet('week')], `\\blast\\s+week\\s+(?:on\\s+)?${WEEKDAY}\\b`, (m, here) =>
    lastWeek(here, m[1]),
  ),
  rule([FIGURES], `\\b(\\d{4})[-/](\\d{2})[-/](\\d{2})\\b`, ([, year, month, day]) =>
    onDay(Number(year), Number(month), Number(day)),
  ),
  rule([FIGURES], `\\b(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})\\b`, ([, first, , second, year]) => {
    const dayFirst = Number(first) > 12;
    const full = Number(year) < 100 ? 2000 + Number(year) : Number(year);
    return onDay(full, Number(dayFirst ? second : first), Number(dayFirst ? first : second));
  }),
  rule([FIGURES], `\\b(?:on|since|from)\\s+(\\d{1,2})/(\\d{1,2})(?![\\d/])`, ([, month, day], here, forward) =>
    nearest(here, Number(month), Number(day), forward),
  ),
  // "On the 5th": of this month, or of the one before if it has not come yet.
  rule(
    [ORDINAL],
    `\\b(?:on|since|from|until|by)\\s+the\\s+(\\d{1,2})(?:st|nd|rd|th)\\b(?:\\s+of\\s+(this|last|next)\\s+month)?(?!\\s+(?:of|day|floor|time|week|month|dose|grade|visit|try|attempt)\\b)`,
    readDayOfMonth,
  ),
  rule(
    [MONTHS],
    `\\b(?:on\\s+)?(?:the\\s+)?${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:%|mg|kg|/))(?:,?\\s+${YEAR})?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[1]), Number(m[2])) : nearest(here, monthOf(m[1]), Number(m[2]), forward),
  ),
  rule(
    [MONTHS],
    `\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[2]), Number(m[1])) : nearest(here, monthOf(m[2]), Number(m[1]), forward),
  ),
  rule(
    [MONTHS],
    `\\b(?:in\\s+|since\\s+)?(?:the\\s+)?(early|mid|late|beginning|middle|end)(?:\\s+of|\\s+in)?[-\\s]+${MONTH}(?:\\s+${YEAR})?`,
    (m, here, forward) => {
      const [month, day] = [monthOf(m[2]), THIRDS[String(m[1]).toLowerCase()] ?? 15];
      return m[3] ? onDay(Number(m[3]), month, day) : nearest(here, month, day, forward);
    },
  ),
  rule([MONTHS], `\\b(?:in\\s+|since\\s+)?${MONTH}\\s+(?:of\\s+)?${YEAR}`, (m) =>
    onDay(Number(m[2]), monthOf(m[1]), 1),
  ),
  rule([MONTHS], `\\b(?:(?:back\\s+)?in|since|last|next)\\s+${MONTH}(?!\\s+\\d)`, (m, here, forward) =>
    // In March, "last March" was a year ago.
    /^last/i.test(m[0]) && monthOf(m[1]) === here.month
      ? onDay(here.year - 1, here.month, 1)
      : nearest(here, monthOf(m[1]), 1, forward || /^next/i.test(m[0])),
  ),
  rule([SEASON, LAST], `\\b(?:last|this\\s+past)\\s+(spring|summer|fall|autumn|winter)\\b`, (m, here) =>
    nearest(here, SEASONS[String(m[1]).toLowerCase()] ?? 1, 1, false),
  ),
  rule([FIGURES], `\\b(?:(?:back\\s+)?in|since|from|during|until|till|early|late)\\s+${YEAR}`, (m) =>
    onDay(Number(m[1]), 1, 1),
  ),
  rule(
    [SPECIAL],
    `\\b(?:${COUNT}\\s+(days?|weeks?)|the\\s+day|the\\s+week)\\s+(before|after)\\s+${SPECIAL_DAY}\\b`,
    ([whole, count, period, side, name], here, forward) => {
      const special = specialDay(String(name), here, forward);
      const size = (count ? numberOf(String(count)) : 1) * (/week/i.test(period ?? whole) ? 7 : 1);
      return special && daysFrom(special, /^before/i.test(String(side)) ? -size : size);
    },
  ),
  rule([SPECIAL], `\\b(?:(?:on|at|since|last|over)\\s+)?${SPECIAL_DAY}\\b`, (m, here, forward) =>
    specialDay(String(m[1]), here, forward && !/^last/i.test(m[0])),
  ),
];

function readPart([, when, part, clock, minutes]: RegExpExecArray, here: LocalTime): Found {
  const word = String(when).toLowerCase();
  const name = String(part).toLowerCase();
  const days = word === 'tomorrow' ? 1 : word === 'yesterday' || word === 'last' ? -1 : 0;
  const past = name === 'morning' && days === 0;
  if (!clock || Number(clock) > 23) return { day: shift(here, 'day', days), hour: PART_HOURS[name] ?? NOON, past };
  // "Last night at 2" is early today; "at 10" was yesterday.
  const given = Number(clock);
  const small = name.startsWith('ni') && given < 6;
  const hour = given + (name !== 'morning' && !small && given < 12 ? 12 : 0) + Number(minutes ?? 0) / 60;
  return { day: shift(here, 'day', days + (small ? 1 : 0)), hour, past };
}

function readWeekday(match: RegExpExecArray, here: LocalTime, forward: boolean): Found {
  const which = (match[1] ?? '').toLowerCase();
  const ahead = which === 'next' || /coming/.test(which) || (forward && which !== 'last');
  const days = (weekdayNamed(match[2]) - weekdayOf(here) + 7) % 7;
  const hour = match[3] ? PART_HOURS[match[3].toLowerCase()] : undefined;
  const day = shift(here, 'day', ahead ? days || 7 : days === 0 && which !== 'last' ? 0 : days - 7);
  const past = !ahead && days === 0;
  return hour === undefined ? { day, past } : { day, hour, past };
}

function lastWeek(here: LocalTime, name: string | undefined): Found {
  const fromMonday = (weekday: number) => (weekday + 6) % 7;
  return { day: shift(here, 'day', fromMonday(weekdayNamed(name)) - fromMonday(weekdayOf(here)) - 7) };
}

function readDayOfMonth([, day, which]: RegExpExecArray, here: LocalTime, forward: boolean): Found | null {
  const wanted = Number(day);
  const asked = which ? direction(which) : forward ? (wanted < here.day ? 1 : 0) : wanted > here.day ? -1 : 0;
  const first = shift({ ...here, day: 1 }, 'month', asked);
  const date = new Date(Date.UTC(first.year, first.month - 1, 1));
  return onDay(date.getUTCFullYear(), date.getUTCMonth() + 1, wanted);
}

function moved(here: LocalTime, period: string, count: number): Found {
  if (!/^(?:min|hour|hr)/i.test(period)) return { day: shift(here, period, count) };
  const hours = /^min/i.test(period) ? count / 60 : count;
  return { day: here, hour: here.hour + here.minute / 60 + hours };
}

function weekdayNamed(name: string | undefined): number {
  return WEEKDAYS.indexOf(String(name).slice(0, 3).toLowerCase());
}

function direction(word: string): number {
  return /^(?:last|past)/i.test(word) ? -1 : /^next/i.test(word) ? 1 : 0;
}

function rule(needs: Rule['needs'], pattern: string, read: Rule['read']): Rule {
  return { needs, pattern: new RegExp(pattern, 'gi'), read };
}
