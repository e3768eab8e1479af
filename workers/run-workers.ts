/** The life of a process's workers: registered before they take their first job, removed when their last one has ended. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Worker } from 'bullmq';
import { createJobReleaser } from '../queues/release-jobs.ts';
import type { WorkerTally } from '../queues/stats/worker-tally.ts';
import { createWorkerRegistry, type WorkerEntry } from '../queues/worker-registry.ts';
import type { Base } from '../src/base.ts';
import { AppError } from '../src/platform/errors.ts';
import { VERSION } from '../src/platform/installation.ts';
import type { Log } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import type { HostedQueue } from './job-host.ts';
import { releaseOrphans } from './orphaned-jobs.ts';
import { type Drain, watchWorkers } from './watch-workers.ts';

export async function runWorkers(
  base: Base,
  connection: RedisClient,
  hosted: HostedQueue[],
  tally: WorkerTally,
): Promise<void> {
  const { config, keys, log, closers } = base;
  const workers = hosted.map(({ worker }) => worker);
  const [first] = workers;
  if (!first) return;
  const registry = createWorkerRegistry(connection, keys);
  const releaser = createJobReleaser(connection, keys, first);
  const entry = {
    client_name: base.redis.clientName,
    roles: hosted.map(({ queue }) => queue),
    worker_ids: workers.map(({ id }) => id),
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    concurrency: Math.max(...workers.map(({ opts }) => opts.concurrency ?? 1)),
    started_at: new Date().toISOString(),
    remotes: {},
  };
  const remotes = () => circuitsIn(base.metrics);
  const counted = () => tally.take(Date.now());
  const drain = createDrain(workers, log);
  const watch = await watchWorkers({
    id: randomUUID(),
    entry,
    connection,
    registry,
    releaser,
    remotes,
    counted,
    drain,
    log,
  });
  closers.add('worker registration', () => watch.stop());
  const orphans = releaseOrphans({ connection, hosted, releaser, log });
  for (const worker of workers) worker.run().catch((error: Error) => worker.emit('error', error));
  closers.add(
    'workers',
    async () => {
      watch.retire();
      orphans.stop();
      // Running jobs may finish; a job that has not by then goes back to its queue and continues on another worker, from its journal.
      const patience = setTimeout(() => {
        const reason = new AppError('shutting_down', 'This worker is shutting down.') as unknown as string;
        for (const worker of workers) worker.cancelAllJobs(reason);
      }, config.SHUTDOWN_SECONDS * 1000);
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(patience);
    },
    (config.SHUTDOWN_SECONDS + 5) * 1000,
  );
}

/** A process is drained when the jobs that it has, and a fetch that was under way, have ended. */
function createDrain(workers: Worker[], log: Log): Drain {
  let state: WorkerEntry['drain'];
  let orders = 0;
  return {
    state: () => state,
    set(isOn) {
      if (isOn === (state !== undefined)) return;
      orders += 1;
      const order = orders;
      state = isOn ? 'draining' : undefined;
      log.warn({}, isOn ? 'worker.draining' : 'worker.resumed');
      if (!isOn) return void Promise.all(workers.map((worker) => worker.resume()));
      const paused = Promise.all(workers.map((worker) => worker.pause()));
      paused.then(
        () => {
          // It may take jobs again by now.
          if (order === orders) state = 'drained';
        },
        // It is closing.
        () => undefined,
      );
    },
  };
}

const CIRCUITS = ['closed', 'half_open', 'open'] as const;

/** An agent with several instances can be called as long as one of them can. */
async function circuitsIn({ remoteCircuit }: Metrics): Promise<WorkerEntry['remotes']> {
  const best = new Map<string, number>();
  for (const { labels, value } of (await remoteCircuit.get()).values) {
    const agent = String(labels.agent);
    best.set(agent, Math.min(best.get(agent) ?? CIRCUITS.length, value));
  }
  return Object.fromEntries([...best].map(([agent, level]) => [agent, CIRCUITS[level] ?? 'closed']));
}
