/** A whole fleet in the test's own process: real Redis, real graph, real HTTP, real workers. Closes by itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { mountDashboard } from '../../dashboard/mount.ts';
import { startProducer } from '../../producers/start-producer.ts';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import type { QueueName } from '../../queues/catalogue.ts';
import { createFleetQueues, type FleetQueues } from '../../queues/fleet-queues.ts';
import { type Base, openBase } from '../../src/base.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { type OpenReading, openReading } from '../../src/teams/reading.ts';
import type { TeamFactory } from '../../src/teams/team-parts.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { type Api, apiClient } from './api.ts';
import { testPrefix } from './redis.ts';

export type Fleet = Api & {
  url: string;
  base: Base;
  queue: FleetQueues['queue'];
  queues: FleetQueues;
  close(): Promise<void>;
};

type Options = {
  env?: Record<string, string>;
  roles?: readonly QueueName[];
  teamFactories?: readonly TeamFactory[];
  /** Receives the lines of the log. */
  logTo?: { write(line: string): void };
  reading?: OpenReading;
  /** With the board and the console. */
  dashboard?: boolean;
};

export async function startFleet(options: Options = {}): Promise<Fleet> {
  const {
    env = {},
    roles = ROLES,
    teamFactories = TEAMS,
    logTo,
    reading = sharedReading(),
    dashboard = false,
  } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-fleet-'));
  // Another process on a prefix has a record of its own, unless the test says where the first one's is.
  const accepted = env.REDIS_PREFIX && !env.DATA_DIR ? { ACCEPT_STORES: 'true' } : {};
  const config = loadConfig({ ...fleetEnv(dataDir), ...accepted, ...env });
  const log = createLog(config.LOG_LEVEL, logTo);
  const closers = createClosers(log);
  closers.add('data', () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const base = await openBase(config, log, closers, { teamFactories, reading });
    if (roles.length > 0) await startWorkers(base, roles);
    const queues = createFleetQueues(base.redis.connect('worker'), base.keys);
    closers.add('test queues', () => queues.close());
    const { url } = await startProducer(base, dashboard ? mountDashboard(config) : undefined);
    return {
      ...apiClient(url),
      url,
      base,
      queue: queues.queue,
      queues,
      async close() {
        const failures = await closers.close();
        if (failures.length > 0)
          throw new Error(`the fleet did not close: ${failures.map(({ name }) => name).join(', ')}`);
      },
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** One thread for all fleets of a test file: to load the vocabulary takes longer than most tests. It ends with the process. */
let shared: OpenReading | undefined;

function sharedReading(): OpenReading {
  shared ??= openReading();
  return { ...shared, close: async () => undefined };
}

/** Settings for a test's fleet, in this process or in others. */
export function fleetEnv(dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    REDIS_URL: inject('redisUrl'),
    REDIS_PREFIX: testPrefix(),
    DATA_DIR: dataDir,
    PORT: '0',
    SEARCH_PUBLIC: 'false',
    // Scripts count the calls of the agents.
    MODEL_PROBE: 'off',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    // Longer than any test: a worker must not lose its jobs on a busy machine. A test that kills one sets less.
    WORKER_LOCK_SECONDS: '300',
    SHUTDOWN_SECONDS: '60',
  };
}

export function factOf(turn: TurnView, name: string) {
  return turn.facts.find((fact) => fact.name === name);
}
