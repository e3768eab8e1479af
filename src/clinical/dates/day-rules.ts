/** The ways in which people say a day from here: "last night", "three weeks ago", "on Monday". Where two match, the longer one wins. */
import { numberOf } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import { wordSet } from '../text/word-sets.ts';
import { type Found, NOON, onlyOf, shift } from './calendar.ts';
import { DATE_RULES } from './date-rules.ts';
import { type LocalTime, WEEKDAYS, weekdayOf } from './local-time.ts';
import { COUNT, direction, type Rule, rule } from './rule.ts';

const { source, words } = patternsOf('dates', 'day-rules');

const SHORT_WEEKDAY = '(?:sun|mon|tues?|weds?|thu(?:rs?)?|fri|sat)(?:[a-z]*day)?';
const WEEKDAY = '(sunday|monday|tuesday|wednesday|thursday|friday|saturday)';
const PERIOD = '(minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|fortnights?|months?|mos?|years?|yrs?)';
const PART_WORDS = 'morning|afternoon|evening|night|nite';
const PART = `(${PART_WORDS})`;
const PART_HOURS: Readonly<Record<string, number>> = {
  am: 8,
  pm: 19,
  morning: 8,
  noon: 12,
  afternoon: 15,
  evening: 19,
  night: 22,
  nite: 22,
};

const PARTS = wordSet('morning afternoon evening night nite');
const LAST_WORD = wordSet('last');
const BEFORE = wordSet('before');
const AGO = wordSet('ago back earlier');
const LAST = wordSet('last past this next');
const PERIODS = words('PERIODS');
const WEEK = wordSet('week');
/** In "2/7", "3/52" and "6/12". */
const PARTS_OF: Readonly<Record<string, string>> = { 7: 'days', 52: 'weeks', 12: 'months' };
const FULL_WEEKDAYS = wordSet(
  'sunday monday tuesday wednesday thursday friday saturday sundays mondays tuesdays wednesdays thursdays fridays saturdays',
);
const SHORT_WEEKDAYS = wordSet('sun mon tue tues wed weds thu thur thurs fri sat');

export const RULES: readonly Rule[] = [
  rule([PARTS], source('PART_OF_DAY', { PART }), readPart),
  rule([wordSet('am pm')], `\\bthis\\s+(am|pm)\\b`, ([, part], here) => ({
    day: here,
    hour: PART_HOURS[String(part).toLowerCase()] ?? NOON,
    past: true,
  })),
  rule([wordSet('tonight')], `\\btonight\\b`, (_, here) => ({ day: here, hour: 20 })),
  rule([wordSet('yesterday'), BEFORE], `\\b(?:the\\s+)?day\\s+before\\s+yesterday\\b`, (_, here) => ({
    day: shift(here, 'day', -2),
  })),
  rule([wordSet('tomorrow'), wordSet('after')], `\\b(?:the\\s+)?day\\s+after\\s+tomorrow\\b`, (_, here) => ({
    day: shift(here, 'day', 2),
  })),
  rule([LAST_WORD, BEFORE], `\\b(?:the\\s+)?night\\s+before\\s+last\\b`, (_, here) => ({
    day: shift(here, 'day', -2),
    hour: 22,
  })),
  rule([LAST_WORD, BEFORE], `\\b(?:the\\s+)?(week|month|year)\\s+before\\s+last\\b`, (m, here) => ({
    day: shift(here, String(m[1]), -2),
    ...onlyOf(String(m[1]), 2),
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
  // "3d ago", "6/52 ago": a clinician's days, weeks and months.
  rule([AGO], `\\b(\\d{1,3})(?:\\s?(d|w|mths?|y)|/(7|52|12))\\s+(?:ago|back)\\b`, ([, count, letter, part], here) =>
    moved(here, letter ?? PARTS_OF[String(part)] ?? 'days', -Number(count)),
  ),
  rule(
    [wordSet('in within'), PERIODS],
    `\\b(?:in|within)\\s+${COUNT}\\s+${PERIOD}(?:['’]\\s+time)?\\b`,
    ([, count, period], here) => moved(here, String(period), numberOf(String(count))),
  ),
  rule(
    [wordSet('now today'), PERIODS],
    `\\b${COUNT}\\s+${PERIOD}\\s+from\\s+(?:now|today)\\b`,
    ([, count, period], here) => moved(here, String(period), numberOf(String(count))),
  ),
  rule([LAST, PERIODS], `\\b(last|past|this|next)\\s+(week|month|year|weekend)\\b`, ([, which, period], here) => {
    const step = direction(String(which));
    if (String(period).toLowerCase() === 'weekend') {
      const days = (6 - weekdayOf(here) + 7) % 7;
      return { day: shift(here, 'day', step < 0 ? days - 7 : step > 0 ? days + 7 : days) };
    }
    return { day: shift(here, String(period), step), ...onlyOf(String(period), step) };
  }),
  // "Since the weekend": the last one.
  rule([wordSet('weekend')], `\\b(?:since|at|over|on|during)\\s+the\\s+weekend\\b`, (_, here) =>
    weeksBefore(here, 'sat', 0),
  ),
  // "Two Saturdays ago", "a week last Tuesday", "the Friday before last": weeks before the last one.
  rule([FULL_WEEKDAYS, AGO], `\\b${COUNT}\\s+${WEEKDAY}s?\\s+ago\\b`, (m, here) =>
    weeksBefore(here, m[2], numberOf(String(m[1])) - 1),
  ),
  rule([FULL_WEEKDAYS, WEEK], `\\ba\\s+week\\s+(?:ago\\s+)?(?:last\\s+|on\\s+)?${WEEKDAY}\\b`, (m, here, forward) =>
    /week\s+on/i.test(m[0]) && forward ? weeksBefore(here, m[1], -2) : weeksBefore(here, m[1], 1),
  ),
  rule([FULL_WEEKDAYS, BEFORE], `\\b(?:the\\s+)?${WEEKDAY}\\s+before\\s+last\\b`, (m, here) =>
    weeksBefore(here, m[1], 1),
  ),
  rule(
    [FULL_WEEKDAYS],
    `\\b(?:(last|this|next|on|this\\s+past|this\\s+coming)\\s+)?${WEEKDAY}(?:\\s+${PART})?\\b`,
    readWeekday,
  ),
  // "Saw her weds": these are no words. "Mon wed fri" are no days but how often.
  rule(
    [SHORT_WEEKDAYS],
    `(?<!\\b${SHORT_WEEKDAY}[\\s,/&-]{1,3}(?:and\\s)?)\\b()(tues?|weds|thu(?:rs?)?|fri)\\b(?![\\s,/&-]{1,3}(?:and\\s)?${SHORT_WEEKDAY}\\b)\\.?(?:\\s+${PART})?`,
    readWeekday,
  ),
  // Other short names are words too ("sat", "sun", "wed"), so they need one before them that makes them days.
  rule(
    [SHORT_WEEKDAYS],
    `\\b(last|this|next|on|since)\\s+(sun|mon|tues?|weds?|thu(?:rs?)?|fri|sat)\\b\\.?(?:\\s+${PART})?`,
    readWeekday,
  ),
  // "Mon 132/84", "Mon 7.9, Tue 8.4": in a list of readings.
  rule([SHORT_WEEKDAYS], source('WEEKDAY_BEFORE_VALUE', { PART_WORDS, DAY: SHORT_WEEKDAY }), readWeekday),
  // "149/90 Mon"
  rule(
    [SHORT_WEEKDAYS],
    `(?<=\\d{2,3}/\\d{2,3}\\s(?:on\\s)?)()(sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)\\b(?:\\s+(am|pm|${PART_WORDS})\\b)?`,
    readWeekday,
  ),
  // "Monday of last week", "last week on Tuesday": of the week from Monday to Sunday before this one.
  rule([FULL_WEEKDAYS, WEEK], `\\b${WEEKDAY}\\s+(?:of\\s+)?last\\s+week\\b`, (m, here) => lastWeek(here, m[1])),
  rule([FULL_WEEKDAYS, WEEK], `\\blast\\s+week\\s+(?:on\\s+)?${WEEKDAY}\\b`, (m, here) => lastWeek(here, m[1])),
  ...DATE_RULES,
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

/** The last such day before today, and so many weeks before it; less than none of them are weeks to come. */
function weeksBefore(here: LocalTime, name: string | undefined, weeks: number): Found {
  const days = (weekdayNamed(name) - weekdayOf(here) + 7) % 7;
  return { day: shift(here, 'day', days - 7 * (weeks + 1)) };
}

function lastWeek(here: LocalTime, name: string | undefined): Found {
  const fromMonday = (weekday: number) => (weekday + 6) % 7;
  return { day: shift(here, 'day', fromMonday(weekdayNamed(name)) - fromMonday(weekdayOf(here)) - 7) };
}

function moved(here: LocalTime, period: string, count: number): Found {
  if (!/^(?:min|hour|hr)/i.test(period)) return { day: shift(here, period, count), ...onlyOf(period, count) };
  const hours = /^min/i.test(period) ? count / 60 : count;
  return { day: here, hour: here.hour + here.minute / 60 + hours };
}

function weekdayNamed(name: string | undefined): number {
  return WEEKDAYS.indexOf(String(name).slice(0, 3).toLowerCase());
}
