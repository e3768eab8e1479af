/**
 * Parses a time or a schedule as people and models write it: "weekly", "every Monday at 8", "+1 week", "May 2026", or a cron pattern.
 * Repeating schedules are parsed here; a single date is left to a date parser.
 */
import * as chrono from 'chrono-node';
import { CronExpressionParser } from 'cron-parser';
import { instantOf, localTime, type Moment, weekdayOf } from '../../clinical/dates/local-time.ts';
import { AppError } from '../../platform/errors.ts';
import type { Schedule } from './trigger.ts';

const UNIT_MS: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
/** Research needs no shorter interval, and a typing error must not create a flood of jobs. */
const MIN_INTERVAL_MS = 5 * 60_000;
/** A date without an hour means the morning. */
const MORNING = 9;

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY = 'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?';
const AT = String.raw`(?:\s+at\s+(\d{1,2})(?::(\d{2}))?\s*(am|pm)?)?`;
const EVERY_DAY = new RegExp(`^(?:daily|every\\s+(day|weekday|morning))${AT}$`, 'i');
const EVERY_WEEKDAY = new RegExp(
  `^(?:every\\s+|weekly\\s+on\\s+|on\\s+)?((?:${DAY})s?(?:(?:,|\\s+and)\\s*(?:${DAY})s?)*)${AT}$`,
  'i',
);
const WEEKLY = new RegExp(`^(?:weekly|every\\s+week|once\\s+a\\s+week)${AT}$`, 'i');
const MONTHLY = new RegExp(`^(?:monthly|every\\s+month|once\\s+a\\s+month)${AT}$`, 'i');
const EVERY = /^(?:every|each)\s+(?:(\d+)\s+)?(minute|hour|day|week)s?$/i;
const HOURLY = /^hourly$/i;
const FROM_NOW = /^\+\s*(\d+)\s*(minute|hour|day|week|month|year)s?$/i;
const CRON = /^(?:\S+\s+){4,5}\S+$/;

export function readSchedule(words: string, moment: Moment): Schedule {
  const text = words.trim().replace(/\s+/g, ' ');
  const found = cron(text, moment) ?? repeating(text, moment) ?? once(text, moment);
  if (!found) {
    throw refused(
      `"${text.slice(0, 60)}" is no time that can be read. Say it as "weekly", "every Monday at 8", "every 2 days", "+1 week", "2026-05-01", "May 2026" or as a cron pattern.`,
    );
  }
  if (found.kind === 'every' && found.ms < MIN_INTERVAL_MS) throw refused('Every five minutes is the most often.');
  return found;
}

/** The next time after `after`; null when there is none. */
export function nextTime(schedule: Schedule, after: Date, since: Date): Date | null {
  if (schedule.kind === 'once') return new Date(schedule.at) > after ? new Date(schedule.at) : null;
  if (schedule.kind === 'every') {
    const rounds = Math.floor((after.getTime() - since.getTime()) / schedule.ms) + 1;
    return new Date(since.getTime() + rounds * schedule.ms);
  }
  return CronExpressionParser.parse(schedule.pattern, { currentDate: after, tz: schedule.timezone }).next().toDate();
}

function cron(text: string, { timezone }: Moment): Schedule | null {
  if (!CRON.test(text) || !/^[\d*]/.test(text)) return null;
  try {
    const parsed = CronExpressionParser.parse(text, { tz: timezone });
    const [first, second] = [parsed.next().getTime(), parsed.next().getTime()];
    if (second - first < MIN_INTERVAL_MS) throw refused('Every five minutes is the most often.');
    return { kind: 'cron', pattern: text, timezone };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw refused(`"${text}" is no cron pattern: five fields for minute, hour, day, month and weekday.`);
  }
}

function repeating(text: string, moment: Moment): Schedule | null {
  const now = localTime(moment);
  const pattern = (fields: string, time: { hour: number; minute: number }): Schedule => ({
    kind: 'cron',
    pattern: `${time.minute} ${time.hour} ${fields}`,
    timezone: moment.timezone,
  });
  const daily = EVERY_DAY.exec(text);
  if (daily)
    return pattern(daily[1]?.toLowerCase() === 'weekday' ? '* * 1-5' : '* * *', clock(daily.slice(2)) ?? morning());
  const weekly = WEEKLY.exec(text);
  if (weekly) return pattern(`* * ${weekdayOf(now)}`, clock(weekly.slice(1)) ?? now);
  const monthly = MONTHLY.exec(text);
  // Every month has a 28th.
  if (monthly) return pattern(`${Math.min(now.day, 28)} * *`, clock(monthly.slice(1)) ?? now);
  const days = EVERY_WEEKDAY.exec(text);
  if (days && /every|weekly|s\b|on /i.test(text)) {
    const numbers = [...String(days[1]).matchAll(new RegExp(DAY, 'gi'))].map(([name]) =>
      DAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase())),
    );
    return pattern(`* * ${numbers.sort().join(',')}`, clock(days.slice(2)) ?? morning());
  }
  if (HOURLY.test(text)) return { kind: 'every', ms: UNIT_MS.hour ?? 0 };
  const every = EVERY.exec(text);
  if (every) return { kind: 'every', ms: Number(every[1] ?? 1) * (UNIT_MS[String(every[2]).toLowerCase()] ?? 0) };
  return null;
}

function once(text: string, moment: Moment): Schedule | null {
  if (/^(?:every|each)\b/i.test(text)) return null;
  const plus = FROM_NOW.exec(text);
  const wanted = plus ? `in ${plus[1]} ${plus[2]}s` : text;
  const offset =
    (instantOf(localTime(moment), 'UTC').getTime() - Math.floor(moment.now.getTime() / 60_000) * 60_000) / 60_000;
  const [found] = chrono.parse(wanted, { instant: moment.now, timezone: offset }, { forwardDate: true });
  // A few words around a date are fine ("on 1 May"); a sentence with a date somewhere in it is not a time.
  if (!found || found.text.length * 2 < wanted.length) return null;
  const at =
    found.start.isCertain('hour') || plus || /\bin\b/i.test(found.text) ? found.date() : inTheMorning(found, moment);
  if (at.getTime() <= moment.now.getTime()) throw refused(`"${text}" is in the past.`);
  return { kind: 'once', at: at.toISOString() };
}

function inTheMorning({ start }: chrono.ParsedResult, { timezone }: Moment): Date {
  const [year = 0, month = 1, day = 1] = (['year', 'month', 'day'] as const).map(
    (part) => start.get(part) ?? undefined,
  );
  return instantOf({ year, month, day, hour: MORNING, minute: 0 }, timezone);
}

function clock([hour, minute, half]: (string | undefined)[]): { hour: number; minute: number } | null {
  if (hour === undefined) return null;
  const of12 = Number(hour) % 12;
  const h = half === undefined ? Number(hour) : half.toLowerCase() === 'pm' ? of12 + 12 : of12;
  if (h > 23 || Number(minute ?? 0) > 59) throw refused(`There is no ${hour}${minute ? `:${minute}` : ''} o'clock.`);
  return { hour: h, minute: Number(minute ?? 0) };
}

function morning() {
  return { hour: MORNING, minute: 0 };
}

function refused(message: string): AppError {
  return new AppError('invalid', message);
}
