/** The fleet as it is now: what each part says, put together. */
import type { Queue } from 'bullmq';
import { aboutOf } from '../../queues/catalogue.ts';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import type { Pause, Pauses } from '../../queues/pauses.ts';
import { readModelReport, readModelUse } from '../../queues/stats/model-use.ts';
import type { FleetSample, Samples } from '../../queues/stats/samples.ts';
import type { BucketCounts } from '../../queues/stats/wait-buckets.ts';
import type { LiveWorker, WorkerRegistry } from '../../queues/worker-registry.ts';
import type { Teams } from '../../src/engine/agents/team.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import type { Config } from '../../src/platform/config.ts';
import { VERSION } from '../../src/platform/installation.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import type { PatientRecord } from '../../src/record/index.ts';
import type { FleetView, QueueView } from './fleet.schemas.ts';
import { queueFigures, RATE_MS } from './queue-figures.ts';

export type FleetParts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  registry: Pick<WorkerRegistry, 'live'>;
  pauses: Pauses;
  samples: Samples;
  record: Pick<PatientRecord, 'ping'>;
  teams: () => Teams;
  config: Pick<Config, 'NEO4J_URI' | 'MODEL_PROVIDER'>;
};

/** A record that takes longer does not answer. */
const PING_MS = 2_000;

/** The best state comes first: a worker that has not noticed an outage yet says nothing against one that has. */
const WORST_LAST = ['closed', 'half_open', 'open'] as const;

export async function fleetView(parts: FleetParts): Promise<FleetView> {
  const { redis, keys, samples, registry, config } = parts;
  const now = Date.now();
  const [workers, { paused }, recent, fresh, open, unfinished, models, report, info, recordOk] = await Promise.all([
    registry.live(),
    parts.pauses.look(),
    samples.since(now - RATE_MS),
    samples.freshWaits(),
    redis.zcard(keys.open()),
    redis.zcard(keys.unfinished()),
    readModelUse(redis, keys, now),
    readModelReport(redis, keys),
    redisInfo(redis),
    answers(parts.record),
  ]);
  const queues = await Promise.all(
    parts.queues.all().map((queue) => {
      const pause = paused.find((one) => one.queue === queue.name);
      return queueView(queue, pause, workers, recent, fresh.get(queue.name) ?? new Map());
    }),
  );
  return {
    version: VERSION,
    at: new Date(now).toISOString(),
    queues,
    workers: workers.map(({ id, host, pid, roles, isDraining, drain, version, concurrency, started_at, seenAt }) => {
      const state = isDraining ? (drain ?? 'draining') : 'serving';
      const seen_at = new Date(seenAt).toISOString();
      return { id, host, pid, roles, state, version, concurrency, started_at, seen_at };
    }),
    tasks: { open, unfinished },
    models,
    ...report,
    remotes: remotesOf(parts.teams(), workers),
    redis: info,
    record: { kind: config.NEO4J_URI ? 'neo4j' : 'embedded', ok: recordOk },
    model_provider: config.MODEL_PROVIDER,
  };
}

async function queueView(
  queue: Queue,
  pause: Pause | undefined,
  workers: readonly LiveWorker[],
  recent: readonly FleetSample[],
  waits: BucketCounts,
): Promise<QueueView> {
  const [counts, pauseMs, completed, failed] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed', 'waiting-children'),
    // Every job that is taken counts for the limiter, which limits nothing itself; a pause sets it to its largest number.
    queue.getRateLimitTtl(Number.MAX_SAFE_INTEGER),
    queue.getMetrics('completed', 0, 0),
    queue.getMetrics('failed', 0, 0),
  ]);
  const of = (state: string) => counts[state] ?? 0;
  const waiting = of('wait') + of('prioritized');
  const [completedEver, failedEver] = [completed.meta.count, failed.meta.count];
  return {
    name: queue.name,
    about: aboutOf(queue.name),
    waiting,
    active: of('active'),
    delayed: of('delayed'),
    failed: of('failed'),
    waiting_children: of('waiting-children'),
    paused: pause !== undefined || pauseMs > 0,
    paused_by_hand: pause ? { since: pause.since, by: pause.by } : null,
    workers: workers.filter(({ roles }) => roles.includes(queue.name)).length,
    ...queueFigures(queue.name, recent, { at: Date.now(), waiting, completedEver, failedEver, waits }),
  };
}

/** Agents that nobody has called yet have a closed circuit. */
function remotesOf(teams: Teams, workers: readonly LiveWorker[]): FleetView['remotes'] {
  const agents = [...teams.values()].flatMap((team) => [...team.agents.values()]);
  const names = new Set(agents.flatMap(({ name, remote }) => (remote ? [name] : [])));
  return [...names].map((name) => {
    const levels = workers.map(({ remotes }) => WORST_LAST.indexOf(remotes[name] ?? 'closed'));
    return { name, state: WORST_LAST[Math.max(0, ...levels)] ?? 'closed' };
  });
}

async function redisInfo(redis: RedisClient): Promise<FleetView['redis']> {
  const info = (await Promise.all(['memory', 'clients', 'server'].map((section) => redis.info(section)))).join('\n');
  const text = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    used_memory_bytes: Number(text('used_memory')),
    max_memory_bytes: Number(text('maxmemory')) || null,
    connected_clients: Number(text('connected_clients')),
    version: text('redis_version'),
  };
}

async function answers(record: Pick<PatientRecord, 'ping'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answered = record.ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
