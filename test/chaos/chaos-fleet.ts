/** A fleet to be killed: its own Redis, a scripted model, producers and workers as processes, and a client that finds a living producer. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createKeys, type Keys } from '../../src/engine/task/keys.ts';
import { type Api, apiClient } from '../support/api.ts';
import { type DurableRedis, startDurableRedis } from '../support/durable-redis-server.ts';
import { type Code, type FleetProcess, startProducerProcess, startWorkerProcess } from '../support/processes.ts';
import { type ChaosModel, startChaosModel } from './chaos-model.ts';

export type Dispatch = 'job' | 'inline';

type Options = {
  /** A directory for everything that it writes. */
  dir: string;
  code: Code;
  seed: number;
  dispatch?: Dispatch;
  workers?: number;
  producers?: number;
  delayMs?: [least: number, most: number];
  faults?: boolean;
  env?: Record<string, string>;
};

type More = { preload?: string; args?: string[]; env?: Record<string, string> };

type Producer = FleetProcess & { url: string };

export type ChaosFleet = {
  redis: Redis;
  server: DurableRedis;
  keys: Keys;
  model: ChaosModel;
  env: Record<string, string>;
  workers: FleetProcess[];
  producers: Producer[];
  /** When a worker was killed, by the key that its model calls carry. */
  deaths: Map<string, number>;
  /** Asks a producer that lives; asks another one when the connection breaks. A POST needs an Idempotency-Key for that. */
  call: Api['call'];
  /** SIGKILL for the one that has lived longest; returns when that was. */
  kill(role: 'worker' | 'producer'): Promise<number>;
  /** Starts one more; resolves when it is ready. */
  start(role: 'worker' | 'producer', options?: More): Promise<void>;
  close(): Promise<void>;
};

const CONNECTION_TRIES = 400;

export async function openChaosFleet(options: Options): Promise<ChaosFleet> {
  const { dir, code, seed, dispatch = 'job', delayMs = [50, 250], faults = false } = options;
  const redisDir = join(dir, 'redis');
  mkdirSync(redisDir, { recursive: true });
  // Never rewritten: what a run has written is read from the file afterwards.
  const server = await startDurableRedis(redisDir, '--auto-aof-rewrite-percentage', '0');
  const redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  const model = await startChaosModel({ seed, delayMs, faults });
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    SEARCH_PUBLIC: 'false',
    DATA_DIR: join(dir, 'data'),
    REDIS_URL: server.url,
    REDIS_PREFIX: 'chaos',
    AGENTS_DIR: agentsAs(dispatch, join(dir, 'agents')),
    MODELS_FILE: join(dir, 'agents/models.yml'),
    GEMINI_API_KEY: 'chaos',
    GEMINI_BASE_URL: model.url,
    ...options.env,
  };
  const workers: FleetProcess[] = [];
  const producers: Producer[] = [];
  const deaths = new Map<string, number>();
  const names = new Map<FleetProcess, string>();
  let turn = 0;
  let started = 0;

  const fleet: ChaosFleet = {
    redis,
    server,
    keys: createKeys('chaos'),
    model,
    env,
    workers,
    producers,
    deaths,
    async call(...request) {
      for (let tries = 0; ; tries += 1) {
        const producer = producers[turn++ % producers.length];
        try {
          if (!producer) throw new Error('no producer lives');
          return await apiClient(producer.url).call(...request);
        } catch (error) {
          if (tries >= CONNECTION_TRIES) throw error;
          await sleep(50);
        }
      }
    },
    async kill(role) {
      const victim = (role === 'worker' ? workers : producers).shift();
      const at = Date.now();
      if (victim) deaths.set(names.get(victim) ?? '', at);
      await victim?.kill('SIGKILL');
      return at;
    },
    async start(role, more = {}) {
      const { env: changes, ...rest } = more;
      const process = { code, ...rest };
      started += 1;
      const name = `${role}-${started}`;
      const settings = { ...env, GEMINI_API_KEY: name, ...changes };
      if (role === 'worker') {
        const worker = await startWorkerProcess(settings, process);
        names.set(worker, name);
        workers.push(worker);
      } else producers.push(await startProducerProcess(settings, process));
    },
    async close() {
      await Promise.all([...workers, ...producers].map((one) => one.kill('SIGKILL')));
      redis.disconnect();
      await server.stop('SIGKILL');
      await model.close();
    },
  };
  // One first: it makes the tables of the record.
  await fleet.start('producer');
  await Promise.all([
    ...Array.from({ length: (options.producers ?? 1) - 1 }, () => fleet.start('producer')),
    ...Array.from({ length: options.workers ?? 1 }, () => fleet.start('worker')),
  ]);
  return fleet;
}

/** The shipped agents, all of the health team as jobs or all inline. */
export function agentsAs(dispatch: Dispatch, dir: string): string {
  cpSync('agents', dir, { recursive: true });
  for (const name of readdirSync(join(dir, 'health')).filter((one) => one !== 'team.yml')) {
    const file = join(dir, 'health', name, 'config.yml');
    const text = readFileSync(file, 'utf8').replace(/^dispatch:.*\n/m, '');
    writeFileSync(file, text.replace(/^worker: /m, `dispatch: ${dispatch}\nworker: `));
  }
  return dir;
}
