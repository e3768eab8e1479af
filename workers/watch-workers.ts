/**
 * Registers this process, and releases the jobs of dead processes within about two seconds after their death. Every worker process
 * watches; the registry lets one at a time scan, so the cost does not grow with the fleet.
 *
 * A scan reads CLIENT LIST. Where that is refused, or does not show all connections by name (a cluster, a proxy), no death is
 * detected: jobs of a dead process continue when their locks have expired.
 */
import { Cluster } from 'ioredis';
import { QUEUE_NAMES } from '../queues/catalogue.ts';
import { connectionNames } from '../queues/connection-names.ts';
import { type JobReleaser, NOBODY } from '../queues/release-jobs.ts';
import type { TallyWrites } from '../queues/stats/worker-tally.ts';
import type { Scan, WorkerEntry, WorkerRegistry } from '../queues/worker-registry.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';

const WRITE_EVERY_MS = 1_000;
/** After a start of Redis, or a reconnect of this process, others may have lost their connections too: they get this long to reconnect. */
const RECONNECT_MS = 3_000;

type Parts = {
  id: string;
  entry: WorkerEntry;
  connection: RedisClient;
  registry: WorkerRegistry;
  releaser: JobReleaser;
  /** What changes in the entry: read each time that it is written. */
  remotes?(): Promise<WorkerEntry['remotes']>;
  drain?: Drain;
  /** What was counted since the last time; it is written with the entry. */
  counted?(): TallyWrites | null;
  log: Log;
};

export type Drain = {
  /** Takes no more jobs, or takes jobs again. The same again changes nothing. */
  set(isOn: boolean): void;
  state(): WorkerEntry['drain'];
};

export type WorkerWatch = {
  /** From now on this process serves no role. The jobs it has are still its own. */
  retire(): void;
  stop(): Promise<void>;
};

/** Resolves when this process is registered. */
export async function watchWorkers(parts: Parts): Promise<WorkerWatch> {
  const { id, connection, registry, log } = parts;
  let { entry } = parts;
  const { roles } = entry;
  let retired = false;
  let watching = true;
  let connectedAt = performance.now();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const onReady = () => {
    connectedAt = performance.now();
  };
  const stopWatching = (reason: string) => {
    watching = false;
    log.warn({ reason, consequence: 'jobs of a dead worker go on when their locks expire' }, 'workers.unwatched');
  };
  const runScan = async (scan: Scan): Promise<void> => {
    const names = await connectionNames(connection);
    if (!names) return stopWatching('Redis refuses CLIENT LIST');
    if (!names.has(entry.client_name)) return stopWatching('CLIENT LIST does not show this process');
    if (performance.now() - connectedAt < RECONNECT_MS) return registry.discard(scan);
    const absent = [...scan.entries.keys()].filter((one) => !names.has(scan.entries.get(one)?.client_name ?? ''));
    const dead = await registry.judge(scan, absent);
    for (const one of dead) await releaseJobsOf(one, scan.entries.get(one), parts);
  };
  const round = async (): Promise<void> => {
    try {
      const remotes = (await parts.remotes?.()) ?? {};
      const drain = parts.drain?.state();
      entry = { ...entry, remotes, drain, roles: retired || drain ? [] : roles };
      const written = await registry.write(id, entry, watching, parts.counted?.());
      parts.drain?.set(written.isDraining);
      if (written.scan) await runScan(written.scan);
    } catch (thrown) {
      // An outage is reported by the connection.
      const error = asRedisOutage(thrown);
      if (!(error instanceof AppError)) log.error({ err: error }, 'workers.watch_failed');
    }
    if (!stopped) timer = setTimeout(next, WRITE_EVERY_MS);
  };
  let current = Promise.resolve();
  const next = () => {
    current = round();
  };

  if (connection instanceof Cluster) stopWatching('a cluster lists the connections of one node at a time');
  else connectedAt -= await redisUptimeMs(connection);
  connection.on('ready', onReady);
  await registry.write(id, entry, false);
  next();
  return {
    retire() {
      retired = true;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      connection.off('ready', onReady);
      // Without Redis the entry cannot be removed; another process will detect that this one is gone.
      if (connection.status !== 'ready') return;
      await current;
      await registry.remove(id);
    },
  };
}

async function releaseJobsOf(id: string, entry: WorkerEntry | undefined, { registry, releaser, log }: Parts) {
  if (!entry) return;
  // An expired lock cannot be renewed: its holder has lost the job already.
  const holders = [...entry.worker_ids, NOBODY];
  let jobs = 0;
  for (const queue of QUEUE_NAMES)
    jobs += await releaser.release(queue, holders, await releaser.heldBy(queue, holders));
  await registry.remove(id);
  log.warn({ worker: id, roles: entry.roles, jobs }, 'worker.died');
}

async function redisUptimeMs(connection: RedisClient): Promise<number> {
  const info = await connection.info('server');
  return Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? 0) * 1000;
}
