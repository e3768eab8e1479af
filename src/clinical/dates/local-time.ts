/** Calendar arithmetic on the user's own clock: a day, a month, an hour there, as an instant everywhere. */

export type Moment = { now: Date; timezone: string };

/** A wall-clock time. Months count from 1; days and months may overflow, as in Date.UTC. */
export type LocalTime = { year: number; month: number; day: number; hour: number; minute: number };

const formats = new Map<string, Intl.DateTimeFormat>();
/** Asking the clock of a zone costs more than all the rest; the times of a message are the same few minutes again and again. */
const shown = new Map<string, LocalTime>();
const REMEMBERED = 2000;

export function localTime({ now, timezone }: Moment): LocalTime {
  const key = `${Math.floor(now.getTime() / 60_000)} ${timezone}`;
  const known = shown.get(key);
  if (known) return known;
  const time = readClock(now, timezone);
  if (shown.size >= REMEMBERED) shown.clear();
  shown.set(key, time);
  return time;
}

function readClock(now: Date, timezone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatFor(timezone).formatToParts(now)) parts[type] = value;
  return {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour) % 24,
    minute: Number(parts.minute),
  };
}

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

/** An unknown zone counts as UTC: a wrong zone in an old job must not cost the facts. */
function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    try {
      format = new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone: timezone });
    } catch {
      format = new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone: 'UTC' });
    }
    formats.set(timezone, format);
  }
  return format;
}
