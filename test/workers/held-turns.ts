/**
 * A fleet of processes whose jobs wait in a model call until the test releases them: which worker has them, and how often did they
 * run?
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished } from 'vitest';
import type { QueueName } from '../../queues/catalogue.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { demoFiles, group, llm, startDemoModel } from '../engine/run/demo.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { type FleetProcess, startWorkerProcess } from '../support/processes.ts';

/** Its id in the registry. */
export type Registered = { id: string; clientName: string };
export type WorkerProcess = FleetProcess & Registered;

/**
 * Minutes: a job that continues elsewhere within a test was released because its worker's death was detected, not because its lock
 * expired.
 */
const LOCK_SECONDS = '600';

export async function holdTurns(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-held-'));
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const model = await startDemoModel({
    Solo: async () => {
      await held;
      return { text: 'Done.' };
    },
  });
  const env: Record<string, string> = {
    ...fleetEnv(dataDir),
    AGENTS_DIR: await demoFiles({ agents: { Root: group('parallel', ['Solo']), Solo: llm() } }),
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: model.url,
    WORKER_LOCK_SECONDS: LOCK_SECONDS,
    ...settings,
  };
  const fleet = await startFleet({ env, roles: [] });
  const redis = new Redis(String(env.REDIS_URL), { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const keys = createKeys(String(env.REDIS_PREFIX));
  const processes: FleetProcess[] = [];
  onTestFinished(async () => {
    letGo();
    await Promise.all(processes.map((one) => one.kill()));
    redis.disconnect();
    await fleet.close();
    await model.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const registered = () => redis.hkeys(keys.workers());
  const writtenAt = async (worker: Registered) => Number(await redis.zscore(keys.workers_written(), worker.id));
  const connectionsOf = async (worker: Registered) =>
    String(await redis.client('LIST'))
      .split('\n')
      .filter((line) => line.includes(` name=${worker.clientName} `))
      .map((line) => Number(/^id=(\d+)/.exec(line)?.[1]));

  async function start<T>(starts: () => Promise<T>): Promise<T & Registered> {
    const before = await registered();
    const started = await starts();
    const [id = ''] = (await registered()).filter((one) => !before.includes(one));
    const entry = JSON.parse(String(await redis.hget(keys.workers(), id))) as { client_name: string };
    return { ...started, id, clientName: entry.client_name };
  }

  return {
    fleet,
    model,
    redis,
    keys,
    letGo,
    registered,
    writtenAt,
    connectionsOf,
    startWorker: (more: Record<string, string> = {}, ...args: string[]): Promise<WorkerProcess> =>
      start(async () => {
        const started = await startWorkerProcess({ ...env, ...more }, { args });
        processes.push(started);
        return started;
      }),
    /** In the test's own process. */
    startHere: (roles: readonly QueueName[] = ROLES): Promise<Registered> =>
      start(async () => {
        await startWorkers(fleet.base, roles);
        return {};
      }),
    /** Turns whose model calls are under way; resolves when all are. */
    async begin(count: number): Promise<string[]> {
      const asked = model.asked('Solo');
      const sent = await Promise.all(
        Array.from({ length: count }, (_, n) =>
          fleet.call('POST', '/v1/turns', {
            text: 'Hello',
            team: 'demo',
            patient_id: 'p1',
            session_id: `s${asked + n}`,
          }),
        ),
      );
      await expect.poll(() => model.asked('Solo')).toBe(asked + count);
      return sent.map(({ body }) => String(body.turn_id));
    },
    /** Lets the model answer: each turn is completed, with one reply and one end. */
    async finish(turnIds: string[]): Promise<void> {
      letGo();
      for (const id of turnIds) {
        await expect.poll(async () => (await fleet.turn(id)).status).toBe('completed');
        const kinds = (await fleet.events(id)).map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind === 'reply' || kind === 'done')).toEqual(['reply', 'done']);
      }
    },
    /** Until `watcher` has written its entry this long after `since` (a time of Redis); it scans every second. */
    async watchedFor(watcher: Registered, since: number, ms = 5_000): Promise<void> {
      await expect.poll(async () => (await writtenAt(watcher)) - since).toBeGreaterThan(ms);
    },
    async cutOff(worker: WorkerProcess): Promise<void> {
      for (const id of await connectionsOf(worker)) await redis.client('KILL', 'ID', id);
    },
    async now(): Promise<number> {
      return Number((await redis.time())[0]) * 1000;
    },
  };
}
