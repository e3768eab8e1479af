/** The jobs of a turn, in whichever queues they are: how each stands, why it failed and which worker had it. Nothing of what was said. */
import type { Job } from 'bullmq';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import { findJobs } from '../../queues/remove-jobs.ts';
import { isLogLine } from '../../src/engine/run/log-lines.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { HIDDEN, safeReason } from '../../src/platform/safe-reason.ts';
import type { JobDetails, JobView, TurnJobs } from './jobs.schemas.ts';

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues };

/** Only an id or a name is shown of a payload. */
const PLAIN = /^[\w.:-]{1,200}$/;
/** A job has a line for each step; the first and the last say most, and Bull Board has all. */
const MAX_LINES = 200;

export async function jobsOfTurn(parts: Parts, turnId: string): Promise<TurnJobs> {
  const { redis, keys, queues } = parts;
  const [fields, status] = await Promise.all([redis.hkeys(keys.task(turnId)), redis.hget(keys.task(turnId), 'status')]);
  const begun = fields.flatMap((field) => (field.startsWith('job:') ? [field.slice('job:'.length)] : []));
  const found = new Map(
    (await findJobs(parts, turnId, begun)).map(([queue, id]) => [queues.jobKey(queue, id), { queue, id }]),
  );
  // Those that have not begun are known to the job that waits for them.
  for (const key of found.keys())
    for (const child of await redis.smembers(`${key}:dependencies`)) {
      const [queue = '', id = ''] = child.slice(keys.bull.length + 1).split(/:(.*)/s);
      if (isQueue(queue)) found.set(child, { queue, id });
    }
  if (found.size === 0 && status === null)
    throw new AppError('not_found', 'There is no turn of this id, and no job of one.');
  const jobs = await Promise.all([...found.values()].map(({ queue, id }) => queues.queue(queue).getJob(id)));
  const views = await Promise.all(jobs.map((job) => (job ? jobView(job) : null)));
  return { turn_id: turnId, status, jobs: views.filter((view) => view !== null).sort(byTime) };
}

export async function jobDetails({ queues }: Pick<Parts, 'queues'>, queue: QueueName, id: string): Promise<JobDetails> {
  const job = await queues.queue(queue).getJob(id);
  if (!job) throw new AppError('not_found', 'There is no such job any more.');
  const [view, { logs }] = await Promise.all([jobView(job), queues.queue(queue).getJobLogs(id, 0, MAX_LINES - 1)]);
  return { ...view, log: logs.map((line) => (isLogLine(line) ? line : HIDDEN)) };
}

/** What stands in a payload: agent, turn and run. */
export function idsIn({ data }: Job): { agent?: string; task_id?: string; run_id?: string } {
  const ids = Object.entries((data ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => ['agent', 'task_id', 'run_id'].includes(name) && typeof value === 'string' && PLAIN.test(value),
  );
  return Object.fromEntries(ids);
}

async function jobView(job: Job): Promise<JobView> {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    queue: job.queueName,
    id: String(job.id),
    name: job.name,
    ...idsIn(job),
    state: await job.getState(),
    attempts: job.attemptsMade,
    attempts_allowed: job.opts.attempts ?? 1,
    reason: job.failedReason ? String(safeReason(job.failedReason)) : null,
    worker: job.processedBy ?? null,
    added_at: new Date(job.timestamp).toISOString(),
    started_at: time(job.processedOn),
    ended_at: time(job.finishedOn),
  };
}

function byTime(a: JobView, b: JobView): number {
  return a.added_at.localeCompare(b.added_at) || a.id.localeCompare(b.id);
}

function isQueue(name: string): name is QueueName {
  return (QUEUE_NAMES as string[]).includes(name);
}
