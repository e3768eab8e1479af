/** For operators: liveness, readiness and metrics. */
import { z } from 'zod';
import { QUEUE_NAMES } from '../../queues/catalogue.ts';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import type { Pause, Pauses } from '../../queues/pauses.ts';
import { readModelReport } from '../../queues/stats/model-use.ts';
import { createWorkerRegistry, type LiveWorker } from '../../queues/worker-registry.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import type { WorkspaceStore } from '../../src/engine/workspace/workspace.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import type { Metrics } from '../../src/platform/metrics.ts';
import { redisRisks } from '../../src/platform/redis.ts';
import { refusalOf } from '../../src/platform/redis-refusal.ts';
import type { PatientRecord } from '../../src/record/index.ts';
import { ModelReport } from '../fleet/fleet.schemas.ts';
import { isRedisOutage, PROBLEM_TYPE, Problem, problemOf } from './problem.ts';
import { defineRoute, type Route } from './route.ts';
import { named } from './schema-docs.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  pauses: Pauses;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  metrics: Metrics;
  isStopping: () => boolean;
};

/** What a job waits for or is in, in BullMQ's words; `prioritized` is the background work that waits. */
const STATES = ['wait', 'prioritized', 'active', 'delayed', 'failed', 'waiting-children'] as const;
const CHECK_MS = 2_000;
/** How long the outcome of a test write counts: readiness may be asked for by many. */
const PROBE_MS = 1_000;
/** A request to a bucket costs money. */
const STORAGE_PROBE_MS = 10_000;

const Health = named('Health', z.object({ status: z.literal('ok') }), { examples: [{ status: 'ok' }] });
const Checks = z.record(z.string(), z.string()).describe('ok, or what is wrong, by part');
const Warnings = z
  .array(z.string())
  .optional()
  .describe('How Redis may lose data, and the fix of each; queues paused by hand; storage that cannot be reached');
const Ready = named(
  'Ready',
  z.object({ status: z.literal('ready'), checks: Checks, warnings: Warnings, models: ModelReport }),
  {
    examples: [{ status: 'ready', checks: { redis: 'ok', graph: 'ok', workers: 'ok' } }],
  },
);
const NotReady = named('NotReady', Problem.extend({ checks: Checks }));

export function operationRoutes({
  redis,
  keys,
  queues,
  pauses,
  record,
  workspaces,
  metrics,
  isStopping,
}: Parts): Route[] {
  const workers = createWorkerRegistry(redis, keys);
  // A Redis that is out of memory or read-only still answers a ping.
  const risksAfterWrite = atMostEvery(PROBE_MS, async () => {
    await redis.set(keys.write_probe(), '', 'EX', 60);
    return redisRisks(await redis.info().catch(() => ''));
  });
  const storage = atMostEvery(STORAGE_PROBE_MS, () => workspaces.ping().then(ok, (thrown: Error) => thrown.message));
  return [
    defineRoute({
      method: 'get',
      path: '/healthz',
      operation: 'getHealth',
      scope: 'open',
      summary: 'The process is up',
      tag: 'Operations',
      replies: { 200: { description: 'Up', schema: Health } },
      handle: async () => ({ status: 200, body: { status: 'ok' } }),
    }),
    defineRoute({
      method: 'get',
      path: '/readyz',
      operation: 'getReadiness',
      scope: 'open',
      summary: 'Redis and the graph answer, and every role has a live worker',
      tag: 'Operations',
      replies: {
        200: { description: 'Ready', schema: Ready },
        503: { description: 'Not ready, and which part is not', schema: NotReady, type: PROBLEM_TYPE },
      },
      async handle({ response }) {
        const risks = risksAfterWrite();
        const [queueStore, graph, roles, files] = await Promise.all([
          check(risks.then(ok)),
          check(record.ping().then(ok)),
          check(workers.live().then(checkRoles)),
          check(storage()),
        ]);
        const checks = { redis: queueStore, graph, workers: roles, ...(isStopping() && { process: 'shutting down' }) };
        const ready = Object.values(checks).every((state) => state === 'ok');
        if (ready) {
          const warnings = [
            ...(await risks).map(({ detail, fix }) => `redis ${detail}; ${fix}`),
            ...(await pauses.look()).paused.map(pauseWarning),
            ...(files === 'ok' ? [] : [`workspaces: ${files} Research agents and artifacts wait for it.`]),
          ];
          const { model_report: models } = await readModelReport(redis, keys).catch(() => ({
            model_report: undefined,
          }));
          const told = { ...(warnings.length > 0 && { warnings }), ...(models && { models }) };
          return { status: 200, body: { status: 'ready', checks, ...told } };
        }
        const problem = problemOf(notReady(checks), response);
        return {
          status: 503,
          body: { ...problem, checks },
          headers: { 'Retry-After': '2', 'Content-Type': PROBLEM_TYPE },
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/metrics',
      operation: 'getMetrics',
      scope: 'admin',
      summary: 'Prometheus metrics',
      tag: 'Operations',
      replies: { 200: { description: 'Metrics', type: 'text/plain' } },
      async handle({ response }) {
        // Without Redis the metrics of this process are still served, without those of the queues, which would be stale.
        await measureQueues().catch((error: unknown) => {
          if (!isRedisOutage(error)) throw error;
          metrics.jobs.reset();
          metrics.pausedQueues.reset();
          metrics.openTurns.remove();
          metrics.unfinishedTasks.remove();
        });
        response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
        return undefined;
      },
    }),
  ];

  async function measureQueues(): Promise<void> {
    metrics.openTurns.set(await redis.zcard(keys.open()));
    metrics.unfinishedTasks.set(await redis.zcard(keys.unfinished()));
    const { paused } = await pauses.look();
    for (const name of QUEUE_NAMES)
      metrics.pausedQueues.set({ queue: name }, Number(paused.some(({ queue }) => queue === name)));
    await Promise.all(
      QUEUE_NAMES.map(async (name) => {
        const counts = await queues.queue(name).getJobCounts(...STATES);
        for (const [state, count] of Object.entries(counts)) metrics.jobs.set({ queue: name, state }, count);
      }),
    );
  }
}

function notReady(checks: { redis: string; graph: string; workers: string }): AppError {
  if (checks.redis !== 'ok') return new AppError('redis_unavailable', `Redis: ${checks.redis}.`);
  if (checks.graph !== 'ok') return new AppError('record_unavailable', 'The graph does not answer.');
  if (checks.workers !== 'ok') return new AppError('workers_missing', `There is ${checks.workers}.`);
  return new AppError('shutting_down', 'This process is shutting down.');
}

function pauseWarning({ queue, since, by }: Pause): string {
  const who = by === null ? '' : ` by ${by}`;
  return `the queue ${queue} is paused since ${since}${who}; its jobs wait until medfleet queues resume ${queue}`;
}

/** Whoever asks in the meantime is given the last outcome. */
function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!last || now - at >= ms) {
      last = ask();
      at = now;
    }
    return last;
  };
}

function ok(): string {
  return 'ok';
}

function checkRoles(live: readonly LiveWorker[]): string {
  const missing = QUEUE_NAMES.filter((role) => !live.some(({ roles }) => roles.includes(role)));
  return missing.length > 0 ? `no live worker for ${missing.join(', ')}` : 'ok';
}

async function check(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), CHECK_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    return refusal ? `refuses writes (${refusal})` : 'no answer';
  } finally {
    clearTimeout(timer);
  }
}
