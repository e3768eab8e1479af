/**
 * Parses a time or a schedule as people and models write it: "weekly", "every Monday at 8", "+1 week", "May 2026", or a cron pattern.
 * Repeating schedules are parsed here; a single date is parsed by the rules of src/clinical/dates.
 */
import { CronExpressionParser } from 'cron-parser';
import {
  COUNT_WORDS,
  findTimes,
  instantOf,
  localTime,
  type Moment,
  numberOf,
  shift,
  weekdayOf,
} from '../../clinical/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Schedule } from './trigger.ts';

const DAY_MS = 86_400_000;
const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };
/** At least as long as this. */
const LONG_UNIT_MS: Record<string, number> = { ...UNIT_MS, month: 28 * DAY_MS, year: 365 * DAY_MS };
/** Research needs no shorter interval, and a typing error must not create a flood of jobs. */
const MIN_INTERVAL_MS = 5 * 60_000;
/** A time that is further away is a typing error, and may not be representable. Long enough for the next 29 February. */
const MAX_YEARS = 5;
const MAX_AHEAD_MS = MAX_YEARS * 366 * DAY_MS;
/** Counts of more digits are out of bounds in every unit, and would not be exact. */
const MAX_DIGITS = 9;
const DAY_MINUTES = 24 * 60;
/** A date without an hour means the morning. */
const MORNING = 9;

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY = 'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?';
const AT = String.raw`(?:\s{1,3}at\s{1,3}(\d{1,2})(?::(\d{2}))?\s{0,3}(am|pm)?)?`;
const EVERY_DAY = new RegExp(`^(?:daily|every\\s+(day|weekday|morning))${AT}$`, 'i');
const EVERY_WEEKDAY = new RegExp(
  `^(?:every\\s+|weekly\\s+on\\s+|on\\s+)?((?:${DAY})s?(?:(?:,|\\s+and)\\s*(?:${DAY})s?)*)${AT}$`,
  'i',
);
const WEEKLY = new RegExp(`^(?:weekly|every\\s+week|once\\s+a\\s+week)${AT}$`, 'i');
const MONTHLY = new RegExp(`^(?:monthly|every\\s+month|once\\s+a\\s+month)${AT}$`, 'i');
const EVERY = new RegExp(`^(?:every|each)\\s+(?:(\\d{1,${MAX_DIGITS}})\\s+)?(minute|hour|day|week)s?$`, 'i');
const HOURLY = /^hourly$/i;
const FROM_NOW = new RegExp(
  `^(?:\\+|in\\s)\\s*(\\d{1,${MAX_DIGITS}}|${COUNT_WORDS})\\s*(minute|hour|day|week|month|year)s?$`,
  'i',
);
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\S+$/;
const DATE_AT = new RegExp(`^(.*?)${AT}$`, 'i');
const AROUND_DATE = /^(?:\s|,|\b(?:on|in|at|by|the|of|this|from|around|about)\b)*$/i;
const HAS_HOUR = /\d\s?[ap]\.?m|\d:\d\d|noon|midnight/i;
/** Five words or more that could be fields: numbers, signs, and names of three letters. */
const LIKE_CRON = /^[\d*][\d*,/-]*(?: (?:[\d*?LH#,/-]|[A-Z]{3}(?=[ ,/-]|$))+){4,}$/i;
const CRON = /^[\d*,/-]+ [\d*,/-]+ [\d*?L,/-]+ [\d*,/A-Z-]+ [\d*?L#,/A-Z-]+$/i;

/** Throws `invalid` with what to write instead. The texts never repeat the words, because refusals are logged. */
export function readSchedule(words: string, moment: Moment): Schedule {
  const text = words.trim().replace(/\s+/g, ' ');
  const found = cron(text, moment) ?? repeating(text, moment) ?? once(text, moment);
  if (!found) {
    throw refused(
      'This is no time that can be read. Say it as "weekly", "every Monday at 8", "every 2 days", "+1 week", "2027-05-01", "May 2027" or as a cron pattern.',
    );
  }
  checkBounds(found, moment.now);
  return found;
}

/** The next time after `after`; null when there is none. Two times of a repeating schedule are never closer than the shortest interval. */
export function nextTime(schedule: Schedule, after: Date, since: Date): Date | null {
  if (schedule.kind === 'once') return new Date(schedule.at) > after ? new Date(schedule.at) : null;
  if (schedule.kind === 'every') {
    const rounds = Math.floor((after.getTime() - since.getTime()) / schedule.ms) + 1;
    return new Date(since.getTime() + rounds * schedule.ms);
  }
  return nextOfPattern(schedule.pattern, schedule.timezone, after);
}

function nextOfPattern(pattern: string, tz: string, after: Date): Date {
  // The end bounds the search: a day that never comes would otherwise be looked for in thousands of years.
  const endDate = new Date(after.getTime() + MAX_AHEAD_MS);
  try {
    return CronExpressionParser.parse(pattern, { currentDate: after, endDate, tz }).next().toDate();
  } catch (thrown) {
    if (!/loop limit/.test(String(thrown))) throw thrown;
    return nextOnClock(pattern, tz, after, endDate);
  }
}

/** The parser cannot step over a change of the clocks by half an hour (Lord Howe): then by the times that the clock shows. */
function nextOnClock(pattern: string, timezone: string, after: Date, endDate: Date): Date {
  const { year, month, day, hour, minute } = localTime({ now: after, timezone });
  const currentDate = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const shown = CronExpressionParser.parse(pattern, { currentDate, endDate, tz: 'UTC' });
  for (;;) {
    const at = instantOf(localTime({ now: shown.next().toDate(), timezone: 'UTC' }), timezone);
    // The clock shows some times twice.
    if (at > after) return at;
  }
}

/** The time after the one that was due at `due`. When the clocks change, two times of a pattern can be closer than they look. */
export function timeAfter(schedule: Schedule, due: Date, now: Date): Date | null {
  const earliest = Math.max(now.getTime(), due.getTime() + MIN_INTERVAL_MS - 1);
  return schedule.kind === 'once' ? null : nextTime(schedule, new Date(earliest), due);
}

/** Whatever is accepted can be stored, read and fired: its first time exists and is not too far away. */
function checkBounds(schedule: Schedule, now: Date): void {
  if (schedule.kind === 'every' && schedule.ms < MIN_INTERVAL_MS)
    throw refused('Every five minutes is the most often.');
  if (schedule.kind === 'every' && !(schedule.ms <= MAX_AHEAD_MS)) throw tooFar();
  const first = nextTime(schedule, now, now);
  if (!first || !(first.getTime() - now.getTime() <= MAX_AHEAD_MS)) throw tooFar();
}

function cron(text: string, { timezone, now }: Moment): Schedule | null {
  if (!LIKE_CRON.test(text)) return null;
  const wrong = () => refused('A cron pattern has five fields: minute, hour, day, month and weekday.');
  if (!CRON.test(text)) throw wrong();
  let gap: number;
  try {
    const parsed = CronExpressionParser.parse(text, { currentDate: now, tz: timezone });
    gap = smallestGap(numbers(parsed.fields.hour.values), numbers(parsed.fields.minute.values));
    // Throws where there is no such day.
    nextOfPattern(text, timezone, now);
  } catch {
    throw wrong();
  }
  if (gap * 60_000 < MIN_INTERVAL_MS) throw refused('Every five minutes is the most often.');
  return { kind: 'cron', pattern: text, timezone };
}

/** In minutes, between any two times of a day and the days around it; as if the pattern applied to every day. */
function smallestGap(hours: number[], minutes: number[]): number {
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute)).sort((a, b) => a - b);
  const next = [...times.slice(1), (times[0] ?? 0) + DAY_MINUTES];
  return Math.min(...times.map((time, index) => (next[index] ?? 0) - time));
}

function numbers(values: readonly (number | string)[]): number[] {
  return values.map(Number);
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
  const at = ISO_INSTANT.test(text) ? new Date(text) : (fromNow(text, moment) ?? onDate(text, moment));
  if (!at || Number.isNaN(at.getTime())) return null;
  if (at.getTime() <= moment.now.getTime()) throw refused('This time is in the past.');
  return { kind: 'once', at: at.toISOString() };
}

function fromNow(text: string, moment: Moment): Date | null {
  const [, count, unit = ''] = FROM_NOW.exec(text) ?? [];
  if (!count) return null;
  const name = unit.toLowerCase();
  if (numberOf(count) * (LONG_UNIT_MS[name] ?? 0) > MAX_AHEAD_MS) throw tooFar();
  if (name === 'minute' || name === 'hour')
    return new Date(moment.now.getTime() + numberOf(count) * (UNIT_MS[name] ?? 0));
  return instantOf(shift(localTime(moment), name, numberOf(count)), moment.timezone);
}

function onDate(text: string, moment: Moment): Date | null {
  // "2027-05-01 14:30"
  const [, date = '', ...hour] = DATE_AT.exec(text.replace(/(?<!\bat) (?=\d{1,2}:\d{2}$)/i, ' at ')) ?? [];
  // A month alone is read as "in May".
  const [found] = [date, `in ${date}`].flatMap((words) => findTimes(words, moment, true));
  // "On 1 May" is a time; a sentence with a date somewhere in it is not.
  if (!found || !AROUND_DATE.test(date.replace(found.text.replace(/^in /, ''), ''))) return null;
  const day = localTime({ now: new Date(found.iso), timezone: moment.timezone });
  const time = clock(hour) ?? (HAS_HOUR.test(date) ? day : morning());
  return instantOf({ ...day, hour: time.hour, minute: time.minute }, moment.timezone);
}

function clock([hour, minute, half]: (string | undefined)[]): { hour: number; minute: number } | null {
  if (hour === undefined) return null;
  const of12 = Number(hour) % 12;
  const h = half === undefined ? Number(hour) : half.toLowerCase() === 'pm' ? of12 + 12 : of12;
  if (h > 23 || Number(minute ?? 0) > 59) throw refused('There is no such hour.');
  return { hour: h, minute: Number(minute ?? 0) };
}

function morning() {
  return { hour: MORNING, minute: 0 };
}

function tooFar(): AppError {
  return refused(`The next time must be less than ${MAX_YEARS} years away.`);
}

function refused(message: string): AppError {
  return new AppError('invalid', message);
}
