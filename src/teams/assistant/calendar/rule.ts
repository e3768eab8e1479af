/**
 * Recurrence rules (RRULE) that a calendar of days needs: daily, weekly, monthly and yearly with their BY parts. Faster ones (FREQ=SECONDLY
 * and the like, BYHOUR) are refused: no meeting needs them, and one line of them means millions of occurrences.
 */
import ICAL from 'ical.js';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../platform/errors.ts';

export type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number | null;
  /** As written: a day, a wall-clock time, or an instant that ends with Z. Inclusive. */
  until: string | null;
  /** Weekdays from 0, Sunday; `nth`: which one of its month or year, 0: each. */
  byDay: { nth: number; weekday: number }[];
  byMonth: number[];
  byMonthDay: number[];
  byYearDay: number[];
  byWeekNo: number[];
  bySetPos: number[];
  weekStart: number;
};

export const MAX_RULE_CHARS = 500;
const MAX_INTERVAL = 1_000;
const MAX_VALUES = 366;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const BY_DAY = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/;
const FREQUENCIES: ReadonlySet<string> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
/** The largest value of each part; below zero they count from the end. */
const LARGEST = { BYMONTH: 12, BYMONTHDAY: 31, BYYEARDAY: 366, BYWEEKNO: 53, BYSETPOS: 366 };

/** The rules of a calendar are the same few again and again. */
const parsed = new LRUCache<string, Rule>({ max: 1_000 });

/** Throws `invalid` for what is no rule, and for rules that are not supported. */
export function parseRule(text: string): Rule {
  const known = parsed.get(text);
  if (known) return known;
  const rule = ruleOf(read(text));
  parsed.set(text, rule);
  return rule;
}

function ruleOf(recur: ICAL.Recur): Rule {
  const parts = recur.parts as Record<string, readonly (string | number)[] | undefined>;
  if (!FREQUENCIES.has(recur.freq)) throw refused('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY');
  for (const part of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) if (parts[part]) throw refused(`${part} is not supported`);
  const freq = recur.freq as Rule['freq'];
  const interval = recur.interval || 1;
  if (interval > MAX_INTERVAL) throw refused(`INTERVAL is at most ${MAX_INTERVAL}`);
  const numbers = (name: keyof typeof LARGEST) => valuesOf(parts, name);
  const byDay = (parts.BYDAY ?? []).map((value) => weekdayOf(String(value), freq));
  if (byDay.length > MAX_VALUES) throw refused('BYDAY has too many values');
  return {
    freq,
    interval,
    count: recur.count || null,
    until: recur.until ? recur.until.toString() : null,
    byDay,
    byMonth: numbers('BYMONTH'),
    byMonthDay: numbers('BYMONTHDAY'),
    byYearDay: numbers('BYYEARDAY'),
    byWeekNo: numbers('BYWEEKNO'),
    bySetPos: numbers('BYSETPOS'),
    weekStart: recur.wkst - 1,
  };
}

function read(text: string) {
  if (text.length > MAX_RULE_CHARS) throw refused(`it has more than ${MAX_RULE_CHARS} characters`);
  try {
    return ICAL.Recur.fromString(text.replace(/^RRULE:/i, ''));
  } catch {
    throw refused('it cannot be read');
  }
}

function valuesOf(parts: Record<string, readonly (string | number)[] | undefined>, name: keyof typeof LARGEST) {
  const values = (parts[name] ?? []).map(Number);
  const largest = LARGEST[name];
  const isRight = (value: number) => Number.isInteger(value) && value !== 0 && Math.abs(value) <= largest;
  if (values.length > MAX_VALUES || !values.every(isRight)) throw refused(`${name} is out of range`);
  return values;
}

function weekdayOf(text: string, freq: Rule['freq']) {
  const [, nth = '0', name = ''] = BY_DAY.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(name);
  if (weekday < 0 || Math.abs(Number(nth)) > 53) throw refused('BYDAY is out of range');
  if (Number(nth) !== 0 && (freq === 'DAILY' || freq === 'WEEKLY'))
    throw refused('BYDAY with a number needs MONTHLY or YEARLY');
  return { nth: Number(nth), weekday };
}

/** Without the rule: it came from outside. */
function refused(why: string): AppError {
  return new AppError('invalid', `The recurrence rule is refused: ${why}.`);
}
