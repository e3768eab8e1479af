/** Jobs that were given up, of all queues or one: the latest first, in pages, and how one is tried again. */
import type { Job } from 'bullmq';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { ENDED_STATUSES } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { safeReason } from '../../src/platform/safe-reason.ts';
import type { FailedJob, FailedPage } from './jobs.schemas.ts';
import { idsIn } from './turn-jobs.ts';

const PAGE = 50;
/** Jobs of one millisecond are told apart by their ids, so some more than a page are looked at. */
const LOOK = 4 * PAGE;

/** Jobs that one request tries again, and how many of them at a time. */
export const RETRY_BATCH = 200;
const RETRY_TOGETHER = 20;

type Place = { at: number; queue: QueueName; id: string };

export type FailedParts = { redis: RedisClient; keys: Keys; queues: FleetQueues };

export async function listFailed(
  parts: FailedParts,
  queue: QueueName | undefined,
  cursor?: string,
): Promise<FailedPage> {
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

/** Returns why it will change nothing, where that is known. */
export async function retryFailed(parts: FailedParts, queue: QueueName, id: string): Promise<string | undefined> {
  const job = await parts.queues.queue(queue).getJob(id);
  if (!job) throw new AppError('not_found', 'There is no such job. Failed jobs are kept for 7 days.');
  const note = await retryNote(parts, job);
  if (!(await tryAgain(job))) throw new AppError('conflict', 'This job has not failed, so it cannot be tried again.');
  return note;
}

/** Throws if nobody would take in what the job does: it would cost model calls for nothing. A job of a turn that has ended costs nothing. */
export async function retryNote(
  { redis, keys }: Pick<FailedParts, 'redis' | 'keys'>,
  job: Job,
): Promise<string | undefined> {
  const { task_id: taskId } = idsIn(job);
  const { agents } = (job.data ?? {}) as { agents?: unknown };
  // What is tried again after a turn's end names several agents.
  if (taskId === undefined || agents !== undefined) return undefined;
  const status = await redis.hget(keys.task(taskId), 'status');
  if (status === null) return 'Its turn is not kept any more: the job ends at once and changes nothing.';
  if (ENDED_STATUSES.has(status)) return `Its turn has ended (${status}): the job ends at once and changes nothing.`;
  const { queueKey, id } = job.parent ?? {};
  if (id === undefined || (await redis.zscore(`${queueKey}:waiting-children`, id)) !== null) return undefined;
  throw new AppError('conflict', 'Nothing waits for this job any more, so trying it again would change nothing.');
}

/** The oldest ones that failed before a time, in ms: a job that fails again meanwhile is not taken twice. */
export async function retryAllFailed({ redis, keys, queues }: FailedParts, queue: QueueName, before: number) {
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

/** The job goes on from its journal, with all its attempts. False if it has not failed. */
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

async function placesIn({ redis, keys }: FailedParts, queue: QueueName, after: Place | null): Promise<Place[]> {
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
  const { agent, task_id } = idsIn(job);
  return {
    queue,
    id,
    name: job.name,
    ...(agent !== undefined && { agent }),
    ...(task_id !== undefined && { task_id }),
    failed_at: new Date(job.finishedOn ?? at).toISOString(),
    attempts: job.attemptsMade,
    reason: String(safeReason(job.failedReason) ?? ''),
  };
}
