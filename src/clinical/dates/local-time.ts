/** Calendar arithmetic on the user's own clock: a day, a month, an hour there, as an instant everywhere. */
import { memoized } from '../text/cache.ts';

export type Moment = { now: Date; timezone: string };

/** A wall-clock time. Months count from 1; days and months may overflow, as in Date.UTC. */
export type LocalTime = { year: number; month: number; day: number; hour: number; minute: number };

const MINUTE_MS = 60_000;
const KEPT_TIMES = 2_000;
export const KEPT_ZONES = 200;

export function localTime({ now, timezone }: Moment): LocalTime {
  return minuteIn(`${Math.floor(now.getTime() / MINUTE_MS)} ${timezone}`);
}

/** A minute since 1970 and a zone. To format a time is expensive, and the times of a message are the same few minutes again and again. */
const minuteIn = memoized((key): LocalTime => {
  const space = key.indexOf(' ');
  const parts: Record<string, string> = {};
  const minute = new Date(Number(key.slice(0, space)) * MINUTE_MS);
  for (const { type, value } of formatFor(key.slice(space + 1)).formatToParts(minute)) parts[type] = value;
  return {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour) % 24,
    minute: Number(parts.minute),
  };
}, KEPT_TIMES);

/** The instant at which that clock shows this time; across a change of the clocks, the nearest one. */
export function instantOf(time: LocalTime, timezone: string): Date {
  const wanted = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute);
  let guess = wanted;
  // Twice: the first correction may cross a change of the clocks.
  for (let round = 0; round < 2; round += 1) {
    const shown = localTime({ now: new Date(guess), timezone });
    guess += wanted - Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute);
  }
  return new Date(guess);
}

/** In the order of their numbers. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: LocalTime): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** An unknown zone counts as UTC: a wrong zone in an old job must not lose the facts. */
const formatFor = memoized((timezone): Intl.DateTimeFormat => {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone: timezone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone: 'UTC' });
  }
}, KEPT_ZONES);
