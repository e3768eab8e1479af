/**
 * When planned work is due: what is stored of a schedule, and the one function that computes its times. Both the row of a trigger and
 * BullMQ's job scheduler (queues/planned-jobs.ts) follow it.
 */
import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { DAY_MS, instantOf, localTime } from '../clinical/index.ts';

/** Research needs no shorter interval, and a typing error must not create a flood of jobs. */
export const MIN_INTERVAL_MS = 5 * 60_000;
/** A time that is further away is a typing error, and may not be representable. Long enough for the next 29 February. */
export const MAX_YEARS = 5;
const MAX_DAYS = MAX_YEARS * 366;
export const MAX_AHEAD_MS = MAX_DAYS * DAY_MS;
/** Missed times are counted up to this; a trigger of every five minutes has as many in eight hours. */
export const MOST_COUNTED = 100;

const Bounds = {
  times: z.number().int().positive().optional().describe('How often it fires, at most'),
  until: z.iso.datetime().optional().describe('The last time at which it may fire'),
};

/** By a cron pattern in a zone, every so often, or once. */
export const Schedule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cron'),
    pattern: z.string(),
    timezone: z.string(),
    every: z
      .object({ count: z.number().int().min(2).max(MAX_DAYS), unit: z.enum(['day', 'week']), from: z.iso.date() })
      .optional()
      .describe('Only every so many days or weeks of the pattern, counted from a day'),
    ...Bounds,
  }),
  z.object({ kind: z.literal('every'), ms: z.number().int().positive(), ...Bounds }),
  z.object({ kind: z.literal('once'), at: z.string() }),
]);
export type Schedule = z.infer<typeof Schedule>;
export type CronSchedule = Extract<Schedule, { kind: 'cron' }>;

/** The next time after `after`; null when there is none. How often it has fired is not known here: `times` bounds nothing. */
export function nextTime(schedule: Schedule, after: Date, since: Date): Date | null {
  if (schedule.kind === 'once') return new Date(schedule.at) > after ? new Date(schedule.at) : null;
  const next = schedule.kind === 'every' ? nextOfInterval(schedule.ms, after, since) : nextOfCron(schedule, after);
  return next && schedule.until && next > new Date(schedule.until) ? null : next;
}

/** The time after the one that was due at `due`. When the clocks change, two times of a pattern can be closer than they look. */
export function timeAfter(schedule: Schedule, due: Date, now: Date): Date | null {
  const earliest = Math.max(now.getTime(), due.getTime() + MIN_INTERVAL_MS - 1);
  return schedule.kind === 'once' ? null : nextTime(schedule, new Date(earliest), due);
}

/** What BullMQ passes to its repeat strategy of a job scheduler of ours: `startDate` is the time that the row has named. */
type Repeat = { schedule?: unknown; startDate?: Date | string | number; pattern?: string; tz?: string };

/**
 * BullMQ's repeat strategy: the time that the row has named, then the times after it, computed as for the row. Gives nothing where none
 * can be computed: a worker would not run the job if it threw.
 */
export function nextRepeat(
  millis: number,
  { schedule, startDate = 0, pattern = '', tz = 'UTC' }: Repeat,
): number | undefined {
  const due = new Date(startDate);
  if (due.getTime() > millis) return due.getTime();
  try {
    const known = Schedule.safeParse(schedule).data ?? { kind: 'cron', pattern, timezone: tz };
    return timeAfter(known, due, new Date(millis))?.getTime();
  } catch {
    return undefined;
  }
}

/** How many times a firing at `now` stands for: the one that was due at `due`, and those that have passed since; `MOST_COUNTED` at most. */
export function timesDue(schedule: Schedule, due: Date, now: Date): number {
  let times = 0;
  for (let at: Date | null = due; at && at <= now && times < MOST_COUNTED; at = timeAfter(schedule, at, at)) times += 1;
  return Math.max(times, 1);
}

function nextOfInterval(ms: number, after: Date, since: Date): Date {
  const rounds = Math.floor((after.getTime() - since.getTime()) / ms) + 1;
  return new Date(since.getTime() + rounds * ms);
}

function nextOfCron({ pattern, timezone, every }: CronSchedule, after: Date): Date | null {
  let at = nextOfPattern(pattern, timezone, after);
  if (!every) return at;
  const span = every.unit === 'week' ? 7 : 1;
  const period = every.count * span;
  const first = Date.parse(every.from) / DAY_MS;
  while (at.getTime() - after.getTime() <= MAX_AHEAD_MS) {
    const day = dayNumber(localTime({ now: at, timezone }));
    const into = (((day - first) % period) + period) % period;
    if (day >= first && into < span) return at;
    const start = new Date((day - into + period) * DAY_MS);
    const midnight = { year: start.getUTCFullYear(), month: start.getUTCMonth() + 1, day: start.getUTCDate() };
    at = nextOfPattern(
      pattern,
      timezone,
      new Date(instantOf({ ...midnight, hour: 0, minute: 0 }, timezone).getTime() - 1),
    );
  }
  return null;
}

function dayNumber({ year, month, day }: ReturnType<typeof localTime>): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

export function nextOfPattern(pattern: string, tz: string, after: Date): Date {
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
