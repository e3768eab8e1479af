/** Days by their date, whole or in part: "3/4/2021", "the 5th", "March 3", "in 2019", "last summer", "two days before Christmas". */
import { numberOf } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import { MONTH_NAME } from '../text/time-words.ts';
import { wordSet } from '../text/word-sets.ts';
import { type Found, monthOf, nearest, onDay, only, shift } from './calendar.ts';
import type { Customs } from './customs.ts';
import { type LocalTime, WEEKDAYS, weekdayOf } from './local-time.ts';
import { COUNT, direction, type Rule, rule } from './rule.ts';
import { daysFrom, SPECIAL_DAY, specialDay } from './special-days.ts';

const { source, words } = patternsOf('dates', 'date-rules');

const MONTH = String.raw`(${MONTH_NAME})\b\.?`;
/** No day or year of a month follows: "in March 390 in July". */
const NO_DAY = '(?!\\s+(?:(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?\\b(?!\\.\\d)|(?:19|20)\\d\\d\\b))';
const YEAR = '((?:19|20)\\d{2})\\b';
/** The middle of a third of a month, and of a season in the north. */
const THIRDS: Readonly<Record<string, number>> = {
  early: 5,
  mid: 15,
  late: 25,
  beginning: 5,
  start: 5,
  middle: 15,
  end: 25,
};
const SEASONS: Readonly<Record<string, number>> = { winter: 1, spring: 4, summer: 7, fall: 10, autumn: 10 };

/** A year by its distance from this one. */
const OTHER_YEAR = '(the\\s+year\\s+before\\s+last|(?:the\\s+)?(?:last|this|next)\\s+year)\\b';
const YEAR_WORD = wordSet('year');

const MONTHS = words('MONTHS');
const SEASON = wordSet('spring summer fall autumn winter');
const SPECIAL = wordSet('christmas xmas boxing new valentine valentines halloween july thanksgiving easter');
const ENDS = wordSet('beginning start middle end');
const PERIODS = wordSet('month year');
const ORDINAL = /\d(?:st|nd|rd|th)\b/i;
const FIGURES = /\d[-/.]\d{1,2}[-/.]\d/;
const TWO_FIGURES = /\d\/\d/;
const YEARS = /\b(?:19|20)\d\d\b/;

export const DATE_RULES: readonly Rule[] = [
  rule([FIGURES], `\\b(\\d{4})[-/](\\d{2})[-/](\\d{2})\\b`, ([, year, month, day]) =>
    onDay(Number(year), Number(month), Number(day)),
  ),
  rule(
    [FIGURES],
    `\\b(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})\\b`,
    ([, first, , second, year], _here, _forward, customs) => {
      const [month, day] = inOrder(Number(first), Number(second), customs);
      return onDay(Number(year) < 100 ? 2000 + Number(year) : Number(year), month, day);
    },
  ),
  rule(
    [TWO_FIGURES],
    `\\b(?:on|since|from)\\s+(\\d{1,2})/(\\d{1,2})(?![\\d/])`,
    ([, first, second], here, forward, customs) =>
      nearest(here, ...inOrder(Number(first), Number(second), customs), forward),
  ),
  // "CBC 3/14:", "Tue 17/3": before a colon, or after the day of the week. A pain of 7/10 is not one.
  rule([TWO_FIGURES], source('BARE_DATE'), ([, first, second], here, forward, customs) =>
    nearest(here, ...inOrder(Number(first), Number(second), customs), forward),
  ),
  rule([TWO_FIGURES], `(?<![\\d/])(0?[1-9]|1[0-2])/${YEAR}(?!/)`, ([, month, year]) =>
    only('month', onDay(Number(year), Number(month), 1)),
  ),
  // "On the 5th": of this month, or of the one before if it has not come yet.
  rule([ORDINAL], source('DAY_OF_MONTH'), readDayOfMonth),
  rule(
    [MONTHS],
    `\\b(?:on\\s+)?(?:the\\s+)?${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:%|mg|kg|/)|\\.\\d)(?:,?\\s+${YEAR})?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[1]), Number(m[2])) : nearest(here, monthOf(m[1]), Number(m[2]), forward),
  ),
  rule(
    [MONTHS],
    `(?<!\\d[.,])\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?`,
    (m, here, forward) =>
      m[3] ? onDay(Number(m[3]), monthOf(m[2]), Number(m[1])) : nearest(here, monthOf(m[2]), Number(m[1]), forward),
  ),
  // "The first Tuesday in May"
  rule(
    [MONTHS, wordSet('first second third fourth last')],
    `\\b(first|second|third|fourth|last)\\s+(sun|mon|tues|wednes|thurs|fri|satur)day\\s+(?:in|of)\\s+${MONTH}(?:\\s+${YEAR})?`,
    (m, here, forward) => nthWeekday(m, here, forward),
  ),
  // "12-Jan-2026", as laboratories print it.
  rule([MONTHS, YEARS], `\\b(\\d{1,2})-${MONTH}-${YEAR}`, (m) => onDay(Number(m[3]), monthOf(m[2]), Number(m[1]))),
  rule(
    [MONTHS],
    `\\b(?:in\\s+|since\\s+)?(?:the\\s+)?(early|mid|late|beginning|start|middle|end)(?:\\s+of|\\s+in)?[-\\s]+${MONTH}(?:\\s+${YEAR})?`,
    (m, here, forward) => {
      const [month, day] = [monthOf(m[2]), THIRDS[String(m[1]).toLowerCase()] ?? 15];
      return only('month', m[3] ? onDay(Number(m[3]), month, day) : nearest(here, month, day, forward));
    },
  ),
  rule([MONTHS], `\\b(?:in\\s+|since\\s+)?${MONTH}\\s+(?:of\\s+)?(?:${YEAR}|['’](\\d{2})\\b)`, (m) =>
    only('month', onDay(m[2] ? Number(m[2]) : 2000 + Number(m[3]), monthOf(m[1]), 1)),
  ),
  // "August last year", "12 March of last year", "last year in May", "in June the year before last".
  rule(
    [MONTHS, YEAR_WORD],
    `\\b(?:in\\s+|since\\s+|on\\s+)?(?:the\\s+)?(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?${MONTH}(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?)?(?<!(?:[a-z]{5}|june|july|may)\\.)\\s+(?:(?:of|in)\\s+)?${OTHER_YEAR}`,
    (m, here) => ofOtherYear(here, m[2], m[1] ?? m[3], m[4]),
  ),
  rule(
    [MONTHS, YEAR_WORD],
    `\\b${OTHER_YEAR},?\\s+(?:(?:back\\s+)?in|around|about)\\s+${MONTH}(?!\\s+\\d)`,
    (m, here) => ofOtherYear(here, m[2], undefined, m[1]),
  ),
  rule([MONTHS], `\\b(?:(?:back\\s+)?in|since|last|next)\\s+${MONTH}${NO_DAY}`, (m, here, forward) =>
    // In March, "last March" was a year ago.
    only(
      'month',
      /^last/i.test(m[0]) && monthOf(m[1]) === here.month
        ? onDay(here.year - 1, here.month, 1)
        : nearest(here, monthOf(m[1]), 1, forward || /^next/i.test(m[0])),
    ),
  ),
  // "Jan 2.1, Feb 2.8", "480 March 390 July": in a row of readings.
  rule(
    [MONTHS],
    `\\b${MONTH}(?=[:\\s]{1,2}\\d{1,2}\\.\\d{1,2}(?!\\d|\\.\\d))|(?<=(?:\\d\\.\\d{1,2}|\\d{3})\\s)${MONTH}(?=\\s*(?:$|[,;)]|\\d))${NO_DAY}`,
    (m, here, forward) => only('month', nearest(here, monthOf(m[1] ?? m[2]), 1, forward)),
  ),
  // "May results: LDL 2.7"
  rule(
    [MONTHS],
    `\\b${MONTH}(?=['’]?s?\\s+(?:results?|bloods?|labs?|readings?|tests?|values?|ones?)\\b)`,
    (m, here, forward) => only('month', nearest(here, monthOf(m[1]), 1, forward)),
  ),
  rule(
    [ENDS, PERIODS],
    `\\b(beginning|start|middle|end)\\s+of\\s+(the|this|last)\\s+(month|year)\\b`,
    ([, part, which, period], here) => startOrEnd(here, String(part), direction(String(which)), String(period)),
  ),
  // "Since the fall" may be since one fell.
  rule([SEASON], source('PAST_SEASON', { YEAR }), (m, here, _forward, customs) =>
    only('year', nearest(here, seasonOf(m[1] ?? m[2] ?? m[3], customs), 1, false)),
  ),
  rule([SEASON, YEARS], `\\b(spring|summer|fall|autumn|winter)\\s+(?:of\\s+)?${YEAR}`, (m, _here, _forward, customs) =>
    only('year', onDay(Number(m[2]), seasonOf(m[1], customs), 1)),
  ),
  rule([/['’]\d\d\b/], `\\b(?:(?:back\\s+)?in|since)\\s+['’](\\d{2})\\b`, (m, here) => {
    const year = 2000 + Number(m[1]);
    return only('year', onDay(year > here.year ? year - 100 : year, 1, 1));
  }),
  rule([YEARS], `\\b(?:(?:back\\s+)?in|since|from|during|until|till|early|late)\\s+${YEAR}`, (m) =>
    only('year', onDay(Number(m[1]), 1, 1)),
  ),
  // "MI 2012, CABG (2016)": after a name and before a mark, a year is one. In a row of results it is left to the results.
  rule(
    [YEARS],
    `\\b${YEAR}(?<=(?:[a-z]{2}[),]?\\s|\\s\\(|\\d{4},\\s)\\d{4})(?=\\)|\\s*(?:$|[.,;:](?!\\d)|\\n|\\((?!\\d)|\\+\\s|(?:and|with|for|after|but|then|plus|clear|normal)\\b|w/))`,
    (m, here) =>
      Number(m[1]) <= here.year && Number(m[1]) > here.year - 100 ? only('year', onDay(Number(m[1]), 1, 1)) : null,
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
  rule(
    [SPECIAL],
    `\\b(?:(?:on|at|since|last|over)\\s+)?${SPECIAL_DAY}\\b(?:,?\\s+(?:of\\s+|in\\s+)?${YEAR})?`,
    (m, here, forward) =>
      m[2]
        ? specialDay(String(m[1]), { ...here, year: Number(m[2]), month: 12, day: 31 }, false)
        : specialDay(String(m[1]), here, forward && !/^last/i.test(m[0])),
  ),
];

/** Month and day of two figures; one above twelve tells which is which. */
function inOrder(first: number, second: number, { dayFirst }: Customs): [month: number, day: number] {
  return first > 12 || (dayFirst && second <= 12) ? [second, first] : [first, second];
}

function seasonOf(name: string | undefined, { southern }: Customs): number {
  const month = SEASONS[String(name).toLowerCase()] ?? 1;
  return southern ? ((month + 5) % 12) + 1 : month;
}

function nthWeekday([, which, name, month, year]: RegExpExecArray, here: LocalTime, forward: boolean): Found | null {
  const there = year ? onDay(Number(year), monthOf(month), 1) : nearest(here, monthOf(month), 1, forward);
  if (!there) return null;
  const first = 1 + ((WEEKDAYS.indexOf(String(name).slice(0, 3).toLowerCase()) - weekdayOf(there.day) + 7) % 7);
  const weeks = ['first', 'second', 'third', 'fourth'].indexOf(String(which).toLowerCase());
  const day = weeks >= 0 ? first + 7 * weeks : first + 28;
  return onDay(there.day.year, there.day.month, day) ?? onDay(there.day.year, there.day.month, day - 7);
}

function ofOtherYear(here: LocalTime, name = '', day: string | undefined, year = ''): Found | null {
  const away = /before/i.test(year) ? -2 : direction(year.replace(/^the\s+/i, ''));
  const found = onDay(here.year + away, monthOf(name), Number(day ?? 1));
  return day === undefined ? only('month', found) : found;
}

/** "The beginning of the year", "the end of last month". */
function startOrEnd(here: LocalTime, part: string, which: number, period: string): Found | null {
  const day = THIRDS[part.toLowerCase()] ?? 15;
  if (/^y/i.test(period)) return only('month', onDay(here.year + which, day < 10 ? 1 : day > 20 ? 12 : 7, 1));
  return { day: { ...shift({ ...here, day: 1 }, 'month', which), day }, only: 'month' };
}

function readDayOfMonth([, day, which]: RegExpExecArray, here: LocalTime, forward: boolean): Found | null {
  const wanted = Number(day);
  const asked = which ? direction(which) : forward ? (wanted < here.day ? 1 : 0) : wanted > here.day ? -1 : 0;
  const first = shift({ ...here, day: 1 }, 'month', asked);
  const date = new Date(Date.UTC(first.year, first.month - 1, 1));
  const found = onDay(date.getUTCFullYear(), date.getUTCMonth() + 1, wanted);
  return found && (which || forward ? found : { ...found, openMonth: true });
}
