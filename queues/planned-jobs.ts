/**
 * What teams have planned, on BullMQ: a job scheduler for what repeats, a delayed job for a single time; Bull Board shows both. When
 * something is due is the team's to know: a job that comes at another time does nothing.
 */
import type { Job } from 'bullmq';
import type { Fleet, Planned, Repeats } from '../src/engine/task/fleet.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import type { Schedule } from '../src/teams/schedule.ts';
import { JOBS, payloadFor } from './catalogue.ts';
import type { FleetQueues } from './fleet-queues.ts';

/** Of what repeats in the queue, for one step of upkeep. */
const PAGE = 100;

/** ARGV: ids of schedulers, each with its time in ms. Gives those whose next job is not there, or is for another time. */
const findUnplanned = defineScript(
  'find_unplanned',
  {},
  `
local repeats, found = tag .. ':bull:trigger:repeat', {}
for at = 1, #ARGV, 2 do
  local id, due = ARGV[at], ARGV[at + 1]
  if redis.call('ZSCORE', repeats, id) ~= due or redis.call('EXISTS', repeats .. ':' .. id .. ':' .. due) == 0 then
    found[#found + 1] = id
  end
end
return found
`,
);

type PlannedJobs = Pick<Fleet, 'schedule' | 'unschedule' | 'repeating' | 'unplanned'>;

export function plannedJobs(redis: RedisClient, keys: Keys, queues: FleetQueues): PlannedJobs {
  const queue = queues.queue('trigger');

  /** Moves the scheduler to that time, whatever it would have done next. A job of that time that waits or runs needs none. */
  async function repeat(team: string, { id, at }: Planned, { schedule, agent, fired, most }: Repeats): Promise<void> {
    const [scheduler, jobId] = [schedulerId(team, id), iterationId(team, id, at)];
    const state = await queue.getJobState(jobId);
    if (isUnderWay(state)) return;
    if (state === 'completed' || state === 'failed') {
      // A job that came too early has taken the id. It cannot be removed while it counts as the scheduler's next.
      await queue.removeJobScheduler(scheduler);
      await queue.remove(jobId);
    }
    const data = payloadFor('fire', { team, id, agent, fired });
    const options = repeatOptions(schedule as Schedule, at, most);
    await queue.upsertJobScheduler(
      scheduler,
      { ...options, count: fired },
      { name: agent, data, opts: JOBS.fire.options },
    );
  }

  return {
    async schedule(team, planned) {
      const { id, at, delayMs, repeats } = planned;
      // BullMQ plans nothing for a time that has passed by this process's clock.
      if (repeats && delayMs > 0 && at.getTime() > Date.now()) return repeat(team, planned, repeats);
      if (delayMs === 0 && (await hasStarted(iterationId(team, id, at)))) return;
      const jobId = fireId(team, id, at);
      const state = await queue.getJobState(jobId);
      if (state === 'delayed' && delayMs === 0) return promote(await queue.getJob(jobId));
      if (state === 'completed' || state === 'failed') await queue.remove(jobId);
      else if (state !== 'unknown') return;
      const [data, timestamp] = [payloadFor('fire', { team, id }), at.getTime() - delayMs];
      await queue.add('fire', data, { ...JOBS.fire.options, delay: delayMs, timestamp, jobId });
    },

    async unschedule(team, id, at) {
      await queue.removeJobScheduler(schedulerId(team, id));
      if (at) for (const jobId of [iterationId(team, id, at), fireId(team, id, at)]) await queue.remove(jobId);
    },

    async repeating(team, cursor) {
      const key = `${keys.bull}:trigger:repeat`;
      const [next, page] = await redis.zscan(key, cursor, 'MATCH', schedulerId(team, '*'), 'COUNT', PAGE);
      const idAt = (at: number) => String(page[at]).slice(schedulerId(team, '').length);
      const found = page.flatMap((_, at) => (at % 2 === 0 ? [{ id: idAt(at), at: Number(page[at + 1]) }] : []));
      return { cursor: next, found };
    },

    async unplanned(team, due) {
      if (due.length === 0) return [];
      const args = due.flatMap(({ id, at }) => [schedulerId(team, id), at]);
      const found = (await callScript(redis, findUnplanned, keys.tag, args)) as string[];
      return found.map((id) => id.slice(schedulerId(team, '').length));
    },
  };

  /** A delayed job is started by the clock of whichever worker looks; that clock may be behind. */
  async function hasStarted(jobId: string): Promise<boolean> {
    const state = await queue.getJobState(jobId);
    if (state === 'delayed') await promote(await queue.getJob(jobId));
    return state === 'delayed' || isUnderWay(state);
  }
}

/** What the board shows, and the schedule itself, for the repeat strategy. */
function repeatOptions(schedule: Schedule, at: Date, most: number | null) {
  const until = schedule.kind === 'once' ? undefined : schedule.until;
  return {
    schedule,
    pattern: wordsOf(schedule),
    startDate: at,
    ...(schedule.kind === 'cron' ? { tz: schedule.timezone } : {}),
    ...(most === null ? {} : { limit: most }),
    // BullMQ refuses an end that has passed by this process's clock.
    ...(until === undefined ? {} : { endDate: Math.max(Date.parse(until), Date.now() + 60_000) }),
  };
}

function wordsOf(schedule: Schedule): string {
  if (schedule.kind === 'once') return schedule.at;
  if (schedule.kind === 'every') return `every ${schedule.ms / 60_000} minutes`;
  const { pattern, every } = schedule;
  return every ? `${pattern} every ${every.count} ${every.unit}s from ${every.from}` : pattern;
}

function isUnderWay(state: string): boolean {
  return state === 'waiting' || state === 'active' || state === 'prioritized';
}

function schedulerId(team: string, id: string): string {
  return `${team}-${id}`;
}

/** How BullMQ names the job of a scheduler for a time. */
function iterationId(team: string, id: string, at: Date): string {
  return `repeat:${schedulerId(team, id)}:${at.getTime()}`;
}

/** The time is part of the id: each time at which something is due has a job of its own. */
function fireId(team: string, id: string, at: Date): string {
  return `${team}-${id}-${at.getTime()}`;
}

/** A worker may have started it meanwhile. */
async function promote(job: Job | undefined): Promise<void> {
  try {
    await job?.promote();
  } catch (thrown) {
    if (await job?.isDelayed()) throw thrown;
  }
}
