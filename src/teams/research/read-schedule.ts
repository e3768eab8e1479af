/**
 * Parses a time or a schedule as people and models write it: "weekly", "every two weeks on Tuesday at 9", "last Friday of the month",
 * "+1 week", "May 2026", or a cron pattern; one that repeats may end: "10 times", "until 1 May 2027". Repeating schedules are parsed here;
 * a single date is parsed by the rules of src/clinical/dates.
 */
import { CronExpressionParser } from 'cron-parser';
import {
  COUNT_WORDS,
  DAY_MS,
  findTimes,
  instantOf,
  localTime,
  type Moment,
  numberOf,
  shift,
  weekdayOf,
} from '../../clinical/index.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type CronSchedule,
  MAX_AHEAD_MS,
  MAX_YEARS,
  MIN_INTERVAL_MS,
  nextOfPattern,
  nextTime,
  type Schedule,
} from '../schedule.ts';

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };
/** At least as long as this. */
const LONG_UNIT_MS: Record<string, number> = { ...UNIT_MS, month: 28 * DAY_MS, year: 365 * DAY_MS };
/** Counts of more digits are out of bounds in every unit, and would not be exact. */
const MAX_DIGITS = 9;
const DAY_MINUTES = 24 * 60;
/** A date without an hour means the morning. */
const MORNING = 9;

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY = 'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?';
const AT = String.raw`(?:\s{1,3}at\s{1,3}(\d{1,2})(?::(\d{2}))?\s{0,3}(am|pm)?)?`;
const EVERY_DAY = new RegExp(`^(?:daily|every\\s+(day|weekday|morning))${AT}$`, 'i');
const DAY_LIST = `(?:${DAY})s?(?:(?:,|\\s+and)\\s*(?:${DAY})s?)*`;
const EVERY_WEEKDAY = new RegExp(`^(?:every\\s+|weekly\\s+on\\s+|on\\s+)?(${DAY_LIST})${AT}$`, 'i');
const EVERY_OTHER_WEEKDAY = new RegExp(`^(?:every|each)\\s(?:other|second)\\s(${DAY_LIST})${AT}$`, 'i');
const WEEKLY = new RegExp(`^(?:weekly|every\\s+week|once\\s+a\\s+week)${AT}$`, 'i');
const MONTHLY = new RegExp(`^(?:monthly|every\\s+month|once\\s+a\\s+month)${AT}$`, 'i');
/** Which of its weekdays in a month, as cron-parser writes it. */
const NTH: Record<string, string> = { first: '#1', second: '#2', third: '#3', fourth: '#4', last: 'L' };
const NTH_WEEKDAY = new RegExp(
  `^(?:monthly\\son\\s|on\\s)?(?:the\\s|every\\s)?(${Object.keys(NTH).join('|')})\\s(${DAY})(?:\\s(?:of|in)\\s(?:every|each|the|a)\\smonth)?${AT}$`,
  'i',
);
const EVERY = new RegExp(
  `^(?:every|each)\\s(?:(\\d{1,${MAX_DIGITS}}|other|second|${COUNT_WORDS})\\s)?(minute|hour|day|week)s?(?:\\son\\s(${DAY_LIST}))?${AT}$`,
  'i',
);
const FORTNIGHT = /^(?:fortnightly|every fortnight)\b/i;
const HOURLY = /^hourly$/i;
const FROM_NOW = new RegExp(
  `^(?:\\+|in\\s)\\s*(\\d{1,${MAX_DIGITS}}|${COUNT_WORDS})\\s*(minute|hour|day|week|month|year)s?$`,
  'i',
);
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\S+$/;
const TIMES = new RegExp(`(?:,\\s?|\\s)(?:for\\s)?(\\d{1,4}|${COUNT_WORDS})\\stimes$`, 'i');
const UNTIL = /(?:,\s?|\s)(?:until|till)\s/i;
const DATE_AT = new RegExp(`^(.*?)${AT}$`, 'i');
const AROUND_DATE = /^(?:\s|,|\b(?:on|in|at|by|the|of|this|from|around|about)\b)*$/i;
const HAS_HOUR = /\d\s?[ap]\.?m|\d:\d\d|noon|midnight/i;
const HAS_AT = /\sat\s\d/i;
/** Five words or more that could be fields: numbers, signs, and names of three letters. */
const LIKE_CRON = /^[\d*][\d*,/-]*(?: (?:[\d*?LH#,/-]|[A-Z]{3}(?=[ ,/-]|$))+){4,}$/i;
const CRON = /^[\d*,/-]+ [\d*,/-]+ [\d*?L,/-]+ [\d*,/A-Z-]+ [\d*?L#,/A-Z-]+$/i;

/** Throws `invalid` with what to write instead. The texts never repeat the words, because refusals are logged. */
export function readSchedule(words: string, moment: Moment): Schedule {
  const { text, ...end } = readEnd(words.trim().replace(/\s+/g, ' '), moment);
  const found = cron(text, moment) ?? repeating(text, moment) ?? once(text, moment);
  if (!found) {
    throw refused(
      'This is no time that can be read. Say it as "weekly", "every Monday at 8", "every two weeks on Tuesday at 9", "last Friday of the month", "every 2 days, 10 times", "+1 week", "2027-05-01", "May 2027" or as a cron pattern.',
    );
  }
  const isEnding = end.times !== undefined || end.until !== undefined;
  if (isEnding && found.kind === 'once') throw refused('Only what repeats has an end.');
  const schedule = { ...found, ...end };
  checkBounds(schedule, moment.now);
  return schedule;
}

/** The schedule without its end: "…, 10 times", "… until 1 May 2027". */
function readEnd(words: string, moment: Moment): { text: string; times?: number; until?: string } {
  const at = words.search(UNTIL);
  const end: { times?: number; until?: string } = {};
  const withoutTimes = (part: string) =>
    part.replace(TIMES, (_, count: string) => {
      end.times = numberOf(count);
      return '';
    });
  const text = withoutTimes(at < 0 ? words : words.slice(0, at));
  if (at >= 0) end.until = lastTime(withoutTimes(words.slice(at).replace(UNTIL, '')), moment).toISOString();
  if (end.times !== undefined && !(Number.isInteger(end.times) && end.times > 0))
    throw refused('It fires once, or more often.');
  return { text, ...end };
}

/** A day without an hour ends at midnight. */
function lastTime(words: string, moment: Moment): Date {
  const isInstant = ISO_INSTANT.test(words);
  const at = isInstant ? new Date(words) : onDate(words, moment);
  if (!at || Number.isNaN(at.getTime()))
    throw refused('This end is no date that can be read. Say it as "until 2027-05-01".');
  if (isInstant || HAS_HOUR.test(words) || HAS_AT.test(words)) return at;
  const { timezone } = moment;
  return instantOf({ ...localTime({ now: at, timezone }), hour: 23, minute: 59 }, timezone);
}

/** Whatever is accepted can be stored, read and fired: its first time exists and is not too far away. */
function checkBounds(schedule: Schedule, now: Date): void {
  if (schedule.kind === 'every' && schedule.ms < MIN_INTERVAL_MS)
    throw refused('Every five minutes is the most often.');
  if (schedule.kind === 'every' && !(schedule.ms <= MAX_AHEAD_MS)) throw tooFar();
  const first = nextTime(schedule, now, now);
  if (!first && schedule.kind !== 'once' && schedule.until) throw refused('It would end before its first time.');
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
  const pattern = (fields: string, time: { hour: number; minute: number }): CronSchedule => ({
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
  const [, nth = '', weekday, ...atOfNth] = NTH_WEEKDAY.exec(text) ?? [];
  if (weekday && /month/i.test(text))
    return pattern(`* * ${daysIn(weekday)}${NTH[nth.toLowerCase()]}`, clock(atOfNth) ?? morning());
  const days = EVERY_WEEKDAY.exec(text);
  if (days && /every|weekly|s\b|on /i.test(text))
    return pattern(`* * ${daysIn(days[1])}`, clock(days.slice(2)) ?? morning());
  const other = EVERY_OTHER_WEEKDAY.exec(text);
  if (other) return everyFew(pattern(`* * ${daysIn(other[1])}`, clock(other.slice(2)) ?? morning()), 2, 'week', moment);
  if (HOURLY.test(text)) return { kind: 'every', ms: UNIT_MS.hour ?? 0 };
  const every = EVERY.exec(text.replace(FORTNIGHT, 'every 2 weeks'));
  if (!every) return null;
  const [, count = '1', name = '', on, ...at] = every;
  const unit = name.toLowerCase();
  const number = /other|second/i.test(count) ? 2 : numberOf(count);
  if (!Number.isInteger(number)) return null;
  const time = clock(at);
  if (unit === 'minute' || unit === 'hour')
    return on || time ? null : { kind: 'every', ms: number * (UNIT_MS[unit] ?? 0) };
  if (number < 1) throw refused('Every five minutes is the most often.');
  if (unit === 'week' && on) return everyFew(pattern(`* * ${daysIn(on)}`, time ?? morning()), number, 'week', moment);
  if (on) return null;
  return everyFew(pattern(unit === 'week' ? `* * ${weekdayOf(now)}` : '* * *', time ?? now), number, unit, moment, now);
}

/** From that day on, or from its first time. */
function everyFew(
  schedule: CronSchedule,
  count: number,
  unit: string,
  { now, timezone }: Moment,
  day = localTime({ now: nextOfPattern(schedule.pattern, timezone, now), timezone }),
): CronSchedule {
  if (count === 1) return schedule;
  if (count * (UNIT_MS[unit] ?? 0) > MAX_AHEAD_MS) throw tooFar();
  const from = new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10);
  return { ...schedule, every: { count, unit: unit === 'week' ? 'week' : 'day', from } };
}

/** Their numbers, as a cron pattern has them. */
function daysIn(text = ''): string {
  const numbers = [...text.matchAll(new RegExp(DAY, 'gi'))].map(([name]) =>
    DAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase())),
  );
  return numbers.sort().join(',');
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
