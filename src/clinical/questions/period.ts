/**
 * The stretch of time that a question is about: "in the last 3 months", "between March and May", "since 2024", "this week". Days,
 * months and years begin and end on the user's own clock; what comes out are instants, as the record keeps them.
 */
import { monthOf, shift } from '../dates/calendar.ts';
import { instantOf, type LocalTime, localTime, type Moment, weekdayOf } from '../dates/local-time.ts';
import { COUNT_WORDS, numberOf } from '../quantities/numbers.ts';
import { MONTH_NAME } from '../text/time-words.ts';
import { capital } from './rows.ts';

export type Period = {
  /** Not before this instant. */
  from?: string;
  /** Before this instant. */
  before?: string;
  /** As the answer says it: "in the last 3 months". */
  words: string;
  /** Where the words stand in the question, so that nobody reads "may" or "last" in them again. */
  start: number;
  end: number;
};

/** Whole days, months or years on the user's calendar: from the first, up to but without the second. */
type Span = { from: LocalTime; before: LocalTime };
type Rule = { pattern: RegExp; read(match: RegExpExecArray, here: LocalTime): Partial<Span> | null };

const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9 };
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNT = `\\d{1,3}|${COUNT_WORDS}`;
const UNIT = 'days?|weeks?|months?|years?';
const YEAR = '(?:19|20)\\d{2}';
const MONTH = String.raw`${MONTH_NAME}\.?`;
const ANY_MONTH = new RegExp(`\\b${MONTH}`, 'gi');
/** One date of any grain: a day, a month, a year. */
const DATE = [
  `\\d{4}-\\d{2}-\\d{2}`,
  `\\d{1,2}[./]\\d{1,2}[./]${YEAR}`,
  `(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?`,
  `${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+${YEAR})?`,
  `${MONTH}(?:\\s+(?:of\\s+)?${YEAR})?`,
  YEAR,
  'yesterday|today|tomorrow|now',
  `(?:last|this)\\s+(?:week|month|year|${WEEKDAYS.join('|')})`,
  WEEKDAYS.join('|'),
  `(?:${COUNT})\\s+(?:${UNIT})\\s+ago`,
].join('|');

const RULES: readonly Rule[] = [
  rule(
    `\\b(?:between|from)\\s+(${DATE})\\s+(?:and|to|until|till|through|-|–)\\s+(${DATE})\\b`,
    ([, first = '', second = ''], here) => fromTo(first, second, here),
  ),
  rule(
    `\\b(?:in|over|during|within|for)?\\s*(?:the\\s+)?(?:last|past|previous)\\s+(${COUNT})\\s+(${UNIT})\\b`,
    ([, count = '', unit = ''], here) => ({
      from: shift(dayOf(here), unit, -numberOf(count)),
    }),
  ),
  rule(
    `\\b(?:in|over|during|within)\\s+the\\s+(?:last|past)\\s+(week|month|year)\\b|\\bthe\\s+past\\s+(week|month|year)\\b`,
    ([, one, other], here) => ({
      from: shift(dayOf(here), one ?? other ?? '', -1),
    }),
  ),
  rule(
    `\\b(?:in|within|over)\\s+the\\s+(?:next|coming)\\s+(?:(${COUNT})\\s+)?(${UNIT})\\b`,
    ([, count = 'one', unit = ''], here) => ({
      from: dayOf(here),
      before: shift(dayOf(here), unit, numberOf(count)),
    }),
  ),
  rule(`\\b(last|this|next)\\s+(week|month|year)\\b`, ([, which = '', unit = ''], here) => calendar(which, unit, here)),
  rule(`\\b(?:so\\s+far\\s+)?(?:this\\s+year|year\\s+to\\s+date)\\b`, (_, here) => ({ from: yearOf(here.year).from })),
  rule(`\\b(?:ever\\s+)?since\\s+(?:last\\s+)?(${DATE})\\b`, ([, date = ''], here) => ({
    from: spanOf(date, here)?.from,
  })),
  rule(`\\bafter\\s+(${DATE})\\b`, ([, date = ''], here) => ({ from: spanOf(date, here)?.before })),
  rule(`\\b(?:before|until|till|up\\s+to)\\s+(${DATE})\\b`, ([, date = ''], here) => ({
    before: spanOf(date, here)?.from,
  })),
  rule(`\\b(?:recent(?:ly)?|lately|these\\s+days)\\b`, (_, here) => ({ from: shift(dayOf(here), 'month', -3) })),
  rule(
    `\\b(?:(?:in|during)\\s+(?:the\\s+)?)?(?:last\\s+|this\\s+)?(spring|summer|autumn|fall)(?:\\s+(?:of\\s+)?(${YEAR}))?\\b`,
    ([, name = '', year], here) => {
      const month = SEASONS[name.toLowerCase()] ?? 1;
      const of = year ? Number(year) : month > here.month ? here.year - 1 : here.year;
      return { from: firstOf(of, month), before: firstOf(of, month + 3) };
    },
  ),
  rule(`\\b(?:in|during|of|for|on|from|last)\\s+(${DATE})\\b`, ([whole = '', date = ''], here) =>
    spanOf(date, here, /^last/i.test(whole)),
  ),
  rule(`\\b(yesterday|today|tomorrow|\\d{4}-\\d{2}-\\d{2})\\b`, ([, date = ''], here) => spanOf(date, here)),
];

/** As it is said after what it is of: "no visits in the last three months". */
function saidAfter(words: string): string {
  if (/^recent$/i.test(words)) return 'in the last three months';
  return /^last.*\d/i.test(words) ? `in the ${words}` : words;
}

/** The first stretch of time in the text; null if it names none. */
export function readPeriod(text: string, moment: Moment): Period | null {
  const here = localTime(moment);
  for (const { pattern, read } of RULES) {
    const match = pattern.exec(text);
    const span = match && read(match, here);
    if (!match || !span || (!span.from && !span.before)) continue;
    const words = match[0].trim().replace(/\s+/g, ' ').replace(ANY_MONTH, capital);
    const start = match.index + (match[0].length - match[0].trimStart().length);
    return {
      ...(span.from && { from: instantOf(span.from, moment.timezone).toISOString() }),
      ...(span.before && { before: instantOf(span.before, moment.timezone).toISOString() }),
      words: saidAfter(words),
      start,
      end: match.index + match[0].trimEnd().length,
    };
  }
  return null;
}

function fromTo(first: string, second: string, here: LocalTime): Span | null {
  const until = spanOf(second, here);
  if (!until) return null;
  // "Between March and May 2025": the year of the second is that of the first; "December and February" turns a year.
  const year = new RegExp(`${YEAR}$`).exec(second)?.[0];
  const named = new RegExp(YEAR).test(first) || !year ? first : `${first} ${year}`;
  let start = spanOf(named, here)?.from ?? null;
  if (start && !isBefore(start, until.before)) start = { ...start, year: start.year - 1 };
  return start && { from: start, before: until.before };
}

function spanOf(written: string, here: LocalTime, last = false): Span | null {
  const date = written
    .trim()
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/[.,]/g, (sign, at: number) => (/\d/.test(written[at - 1] ?? '') && sign === '.' ? sign : ' '));
  const relative = relativeSpan(date, here);
  if (relative) return relative;
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})([./])(\d{1,2})[./](\d{4})$/.exec(date);
  if (dotted) {
    const [first, second] = [Number(dotted[1]), Number(dotted[3])];
    // 3/4 is American, 3.4. is not; a number over twelve is a day in any case.
    const dayFirst = dotted[2] === '.' ? second <= 12 : first > 12;
    return dayFirst ? dayFrom(Number(dotted[4]), second, first) : dayFrom(Number(dotted[4]), first, second);
  }
  if (new RegExp(`^${YEAR}$`).test(date)) return yearOf(Number(date));
  const month = monthIn(date);
  if (!month) return null;
  const year = new RegExp(`\\b(${YEAR})\\b`).exec(date)?.[1];
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(date.replace(new RegExp(`\\b${YEAR}\\b`), ''))?.[1];
  const gone = month < here.month || (month === here.month && !last && (!day || Number(day) <= here.day));
  const of = year ? Number(year) : gone ? here.year : here.year - 1;
  return day ? dayFrom(of, month, Number(day)) : { from: firstOf(of, month), before: firstOf(of, month + 1) };
}

function relativeSpan(date: string, here: LocalTime): Span | null {
  const today = dayOf(here);
  const oneDay = (from: LocalTime): Span => ({ from, before: shift(from, 'day', 1) });
  if (date === 'today' || date === 'now') return oneDay(today);
  if (date === 'yesterday') return oneDay(shift(today, 'day', -1));
  if (date === 'tomorrow') return oneDay(shift(today, 'day', 1));
  const ago = /^(.+?)\s+(day|week|month|year)s?\s+ago$/.exec(date);
  if (ago) return oneDay(shift(today, ago[2] ?? '', -numberOf(ago[1] ?? '')));
  const period = /^(last|this)\s+(week|month|year)$/.exec(date);
  if (period) return calendar(period[1] ?? '', period[2] ?? '', here);
  const weekday = WEEKDAYS.indexOf(date.replace(/^(?:last|this)\s+/, ''));
  if (weekday < 0) return null;
  const back = (weekdayOf(here) - weekday + 7) % 7;
  return oneDay(shift(today, 'day', -(back === 0 && date.startsWith('last') ? 7 : back)));
}

/** A calendar week begins on Monday. */
function calendar(which: string, unit: string, here: LocalTime): Span {
  const step = /^last/i.test(which) ? -1 : /^next/i.test(which) ? 1 : 0;
  const name = unit.toLowerCase();
  if (name === 'year') return yearOf(here.year + step);
  if (name === 'month')
    return { from: firstOf(here.year, here.month + step), before: firstOf(here.year, here.month + step + 1) };
  const monday = shift(dayOf(here), 'day', -((weekdayOf(here) + 6) % 7) + 7 * step);
  return { from: monday, before: shift(monday, 'week', 1) };
}

function monthIn(date: string): number {
  const name = new RegExp(`\\b(${MONTH})`, 'i').exec(date)?.[1];
  return name ? monthOf(name) : 0;
}

function dayFrom(year: number, month: number, day: number): Span | null {
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const from = { ...firstOf(year, month), day };
  return { from, before: { ...from, day: day + 1 } };
}

function yearOf(year: number): Span {
  return { from: firstOf(year, 1), before: firstOf(year + 1, 1) };
}

function firstOf(year: number, month: number): LocalTime {
  return { year, month, day: 1, hour: 0, minute: 0 };
}

function dayOf(here: LocalTime): LocalTime {
  return { ...here, hour: 0, minute: 0 };
}

function isBefore(one: LocalTime, other: LocalTime): boolean {
  return Date.UTC(one.year, one.month - 1, one.day) < Date.UTC(other.year, other.month - 1, other.day);
}

function rule(pattern: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(pattern, 'i'), read };
}
