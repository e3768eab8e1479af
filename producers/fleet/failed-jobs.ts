/** Jobs that were given up, of all queues or one: the latest first, in pages, and how one is tried again. */
import type { Job } from 'bullmq';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { safeReason } from '../../src/platform/safe-reason.ts';
import type { FailedJob, FailedPage } from './fleet.schemas.ts';

const PAGE = 50;
/** Jobs of one millisecond are told apart by their ids, so some more than a page are looked at. */
const LOOK = 4 * PAGE;

/** Jobs that one request tries again, and how many of them at a time. */
export const RETRY_BATCH = 200;
const RETRY_TOGETHER = 20;

/** Only an id or a name is shown of a payload. */
const PLAIN = /^[\w.:-]{1,200}$/;

type Place = { at: number; queue: QueueName; id: string };

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues };

export async function listFailed(parts: Parts, queue: QueueName | undefined, cursor?: string): Promise<FailedPage> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const found = await Promise.all((queue ? [queue] : QUEUE_NAMES).map((name) => placesIn(parts, name, after)));
  const places = found.flat().sort(laterFirst);
  const rest = after ? places.filter((place) => laterFirst(after, place) < 0) : places;
  const page = rest.slice(0, PAGE);
  const jobs = await Promise.all(page.map((place) => parts.queues.queue(place.queue).getJob(place.id)));
  const last = page.at(-1);
  return {
    // A job may be removed meanwhile.
    jobs: jobs.flatMap((job, index) => (job ? [jobView(job, page[index] as Place)] : [])),
    next_cursor: rest.length > PAGE && last ? `${last.at}/${last.queue}/${last.id}` : null,
  };
}

export async function retryFailed({ queues }: Pick<Parts, 'queues'>, queue: QueueName, id: string): Promise<void> {
  const job = await queues.queue(queue).getJob(id);
  if (!job) throw new AppError('not_found', 'There is no such job. Failed jobs are kept for 7 days.');
  if (!(await tryAgain(job))) throw new AppError('conflict', 'This job has not failed, so it cannot be tried again.');
}

/** The oldest ones that failed before a time, in ms: a job that fails again meanwhile is not taken twice. */
export async function retryAllFailed({ redis, keys, queues }: Parts, queue: QueueName, before: number) {
  const key = `${keys.bull}:${queue}:failed`;
  const ids = await redis.zrangebyscore(key, '-inf', before, 'LIMIT', 0, RETRY_BATCH);
  let retried = 0;
  for (let at = 0; at < ids.length; at += RETRY_TOGETHER) {
    const some = ids.slice(at, at + RETRY_TOGETHER).map(async (id) => {
      const job = await queues.queue(queue).getJob(id);
      return job !== undefined && tryAgain(job);
    });
    retried += (await Promise.all(some)).filter(Boolean).length;
  }
  return { retried, left: await redis.zcount(key, '-inf', before) };
}

/** The job goes on from its journal, with all its attempts; a turn that has ended stays as it is. False if it has not failed. */
async function tryAgain(job: Job): Promise<boolean> {
  if (!(await job.isFailed())) return false;
  try {
    await job.retry('failed', { resetAttemptsMade: true });
    return true;
  } catch (error) {
    // Somebody else may have been faster.
    if (await job.isFailed()) throw error;
    return false;
  }
}

async function placesIn({ redis, keys }: Parts, queue: QueueName, after: Place | null): Promise<Place[]> {
  const key = `${keys.bull}:${queue}:failed`;
  const flat = await redis.zrevrangebyscore(key, after ? after.at : '+inf', '-inf', 'WITHSCORES', 'LIMIT', 0, LOOK);
  const places: Place[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) places.push({ at: Number(flat[i + 1]), queue, id: String(flat[i]) });
  return places;
}

function laterFirst(a: Place, b: Place): number {
  return b.at - a.at || compare(a.queue, b.queue) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function parseCursor(cursor: string): Place {
  const [, at, queue, id] = /^(\d{1,15})\/([a-z]+)\/(.+)$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || !(QUEUE_NAMES as string[]).includes(queue ?? ''))
    throw new AppError('invalid', 'The cursor does not belong to this list.', {
      errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
    });
  return { at: Number(at), queue: queue as QueueName, id };
}

function jobView(job: Job, { at, queue, id }: Place): FailedJob {
  const { agent, task_id: taskId } = (job.data ?? {}) as { agent?: unknown; task_id?: unknown };
  return {
    queue,
    id,
    name: job.name,
    ...(isPlain(agent) && { agent }),
    ...(isPlain(taskId) && { task_id: taskId }),
    failed_at: new Date(job.finishedOn ?? at).toISOString(),
    attempts: job.attemptsMade,
    reason: String(safeReason(job.failedReason) ?? ''),
  };
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && PLAIN.test(value);
}
