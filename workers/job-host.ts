/**
 * The one place that touches BullMQ's Worker. It parses payloads, scopes the logger, times, checks results, and translates errors
 * into what BullMQ understands; handlers know none of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DelayedError,
  type Job,
  MetricsTime,
  RateLimitError,
  UnrecoverableError,
  WaitingChildrenError,
  Worker,
} from 'bullmq';
import { JOBS, type JobKind, jobKind, KEPT, type Payload, type QueueName, type Result } from '../queues/catalogue.ts';
import type { FleetQueues } from '../queues/fleet-queues.ts';
import type { WorkerTally } from '../queues/stats/worker-tally.ts';
import { Parked } from '../src/engine/run/context.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { AppError, toAppError } from '../src/platform/errors.ts';
import { type Log, throttled } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import { processName } from '../src/platform/redis.ts';
import { refusalOf } from '../src/platform/redis-refusal.ts';
import { nextRepeat } from '../src/teams/schedule.ts';
import type { CancelBoard } from './cancel-board.ts';
import type { Suspects } from './suspects.ts';

/** Before a job goes on after a refusal: near the limit of its memory Redis accepts and refuses in turns. */
const WAIT_MS = 250;

/** What a handler is given besides its payload. */
export type JobHelpers = {
  job: Job;
  /** Starts of this job so far, this one included: more than 1 after a retry, a crash or a park. */
  attempt: number;
  /** How often the work was tried, crashes included; parks do not count. */
  tries: number;
  lastAttempt: boolean;
  /** The job could not be started before this time. Returns since when it could: it had to be added, too, and its delay to pass. */
  readySince(at: number): number;
  /** Aborts the job when the task's deadline has passed. */
  endBy(deadlineMs: number | null): void;
  signal: AbortSignal;
  log: Log;
};

export type Handler<K extends JobKind> = (payload: Payload<K>, helpers: JobHelpers) => Promise<Result<K>>;
export type Handlers = { [K in JobKind]: Handler<K> };

export type HostOptions = {
  connection: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  handlers: Handlers;
  cancels: CancelBoard;
  suspects: Suspects;
  metrics: Metrics;
  tally: Pick<WorkerTally, 'waited'>;
  log: Log;
  concurrency: number;
  lockMs: number;
};

/** `running` holds the jobs whose handlers run in this process. */
export type HostedQueue = { queue: QueueName; worker: Worker; running: ReadonlySet<Job> };

/** The worker takes no job before it is told to run: the process is registered first. */
export function hostQueue(queueName: QueueName, options: HostOptions): HostedQueue {
  const running = new Set<Job>();
  // All work of a job follows BullMQ's own signal; BullMQ's types allow only strings as reasons.
  const cancel = (id: string, reason: AppError) => worker.cancelJob(id, reason as unknown as string);
  const worker = new Worker(
    queueName,
    // Three plain parameters: BullMQ passes the signal only to such a function.
    async (job, token, signal) => {
      running.add(job);
      try {
        return await processJob(queueName, job, token ?? '', signal ?? new AbortController().signal, cancel, options);
      } finally {
        running.delete(job);
      }
    },
    {
      connection: options.connection,
      prefix: options.keys.bull,
      // Who has a job, as the board and CLIENT LIST show it.
      name: processName(queueName),
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      // Renewed often, so that the event loop may be blocked for most of the lock's duration: 25 s of the default 30 s.
      lockRenewTime: Math.ceil(options.lockMs / 6),
      // The last resort: a dead process that is not detected (watch-workers.ts) costs at most lock + 2 checks, 40 s by default.
      stalledInterval: Math.ceil(options.lockMs / 6),
      // BullMQ respects a pause of the queue (rateLimit) only in workers that have a limiter; this one limits nothing itself.
      limiter: { max: Number.MAX_SAFE_INTEGER, duration: 1_000 },
      // Counted over a job's whole life and independent of `attempts`; runs are journaled, so a stall costs little. What ends its
      // process is found by suspects.ts.
      maxStalledCount: 50,
      ...KEPT,
      // For Bull Board's charts, jobs per minute, and for the samples of the fleet.
      metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
      settings: { repeatStrategy: nextRepeat },
      autorun: false,
    },
  );
  const report = throttled((error, times) =>
    options.log.warn({ err: error, queue: queueName, times, reason: refusalOf(error) }, 'worker.error'),
  );
  worker.on('error', (error) => report(refusalOf(error) ?? error.name, error));
  worker.on('lockRenewalFailed', (ids: string[]) => {
    for (const id of ids) cancel(id, new AppError('lock_lost', 'Another worker has taken this job over.'));
  });
  return { queue: queueName, worker, running };
}

async function processJob(
  queueName: QueueName,
  job: Job,
  token: string,
  signal: AbortSignal,
  cancel: (id: string, reason: AppError) => void,
  options: HostOptions,
): Promise<unknown> {
  const kind = jobKind(queueName, job.data);
  const payload = JOBS[kind].payload.safeParse(job.data);
  if (!payload.success)
    throw new UnrecoverableError(
      `bad_payload: ${payload.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );

  const { task_id: taskId, run_id: runId } = payload.data as { task_id?: string; run_id?: string };
  // One child logger per job: creating one costs more than writing a line.
  const log = options.log.child({ queue: queueName, job_id: job.id, task_id: taskId, run_id: runId });
  const journal = taskId && runId ? options.keys.journal(taskId, runId) : undefined;
  const began = performance.now();
  const watched = options.cancels.watch(taskId, (reason) => cancel(String(job.id), reason), JOBS[kind].timeoutMs);
  let readyAt = job.timestamp + (job.opts.delay ?? 0);
  const readySince = (at: number) => {
    readyAt = Math.max(readyAt, at);
    return readyAt;
  };
  let outcome = 'completed';
  try {
    for (let attempt = job.attemptsStarted; ; attempt += 1) {
      try {
        const handler = options.handlers[kind] as Handler<JobKind>;
        const lastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
        const tries = job.attemptsMade + job.stalledCounter + 1;
        const helpers = { job, attempt, tries, lastAttempt, readySince, endBy: watched.endBy, signal, log };
        const result = await options.suspects.run(job, journal, () =>
          handler(payload.data as Payload<JobKind>, helpers),
        );
        return JOBS[kind].result.parse(result);
      } catch (thrown) {
        if (thrown instanceof Parked) {
          // False: the children have already finished, so the job goes on at once.
          if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
        } else if (!signal.aborted && toAppError(thrown).policy.retry === 'wait') {
          // The job keeps its place and goes on from its journal. This write waits until Redis accepts it.
          log.warn({ err: toAppError(thrown) }, 'job.waiting');
          await sleep(WAIT_MS);
          await options.connection.set(options.keys.write_probe(), '', 'EX', 60);
        } else throw thrown;
      }
    }
  } catch (thrown) {
    const reason = signal.aborted ? signal.reason : thrown;
    outcome = thrown instanceof WaitingChildrenError ? 'parked' : toAppError(reason).code;
    throw await translate(reason, queueName, job, token, log, options);
  } finally {
    watched.release();
    // Of later attempts it is not known since when they could have been made.
    if (job.attemptsStarted === 1) options.tally.waited(queueName, (job.processedOn ?? readyAt) - readyAt);
    options.metrics.jobSeconds.observe({ queue: queueName, outcome }, (performance.now() - began) / 1000);
  }
}

/** The error that makes BullMQ follow the policy of the code. */
async function translate(
  thrown: unknown,
  queueName: QueueName,
  job: Job,
  token: string,
  log: Log,
  options: HostOptions,
): Promise<Error> {
  if (thrown instanceof WaitingChildrenError) return thrown;
  const error = toAppError(thrown);
  log[error.policy.level]({ err: error, code: error.code, attempt: job.attemptsStarted }, 'job.failed');
  if (error.code === 'shutting_down') {
    await job.moveToDelayed(Date.now(), token);
    return new DelayedError();
  }
  if (error.policy.retry === 'pause') {
    await options.queues.queue(queueName).rateLimit(error.retryAfterMs ?? 10_000);
    return new RateLimitError();
  }
  // Only our own, safe text reaches the job's failedReason.
  const reason = `${error.code}: ${error.message}`;
  return error.policy.retry === 'never' ? new UnrecoverableError(reason) : new Error(reason);
}
