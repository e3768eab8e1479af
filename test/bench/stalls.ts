/**
 * `npm run bench -- stalls`: messages that are made to be slow to read, sent to a producer and a worker process. Measured meanwhile: the
 * longest delay of each event loop, which renews locks and answers health checks, and how long /healthz takes. On an idle machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { HOSTILE } from '../clinical/hostile-texts.ts';
import { apiClient } from '../support/api.ts';

/** The targets, in milliseconds. */
const LOOP_MS = 50;
const HEALTH_MS = 100;
/** The longest text that is accepted. */
const LENGTH = 20_000;
const MESSAGES = [
  'values after denials',
  'a name, tabs, a value',
  'a name, no-break spaces, a value',
  'one very long sentence',
  'brackets in brackets',
  'numbers',
  'denials',
  'mixed scripts',
  'emoji',
  'one long word',
];
/** How often /healthz is asked, and how often the turns are: their answers are long, and to write them is not what is measured. */
const EVERY_MS = 20;
const ASK_MS = 500;
const LIMIT_MS = 300_000;
const IDLE_MS = 3_000;

type Delay = { longestMs: number; p99Ms: number };

const children: ChildProcess[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-stalls-'));
const redis = await startEmbeddedRedis({ dataDir });
try {
  await measure();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await redis.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const metricsPort = await freePort();
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: join(dataDir, 'fleet'),
    REDIS_URL: redis.url,
    REDIS_PREFIX: 'stalls',
  };
  const producer = await start('producers/main.ts', env, /http:\S+/);
  const worker = await start('workers/main.ts', { ...env, METRICS_PORT: String(metricsPort) }, /medfleet worker/);
  const api = apiClient(producer.printed);
  const send = async (text: string, n: number) =>
    String((await api.call('POST', '/v1/turns', { text, patient_id: `p${n}`, session_id: `s${n}` })).body.turn_id);
  const ended = async (ids: string[]) => {
    const began = performance.now();
    for (;;) {
      const turns = await Promise.all(ids.map(api.turn));
      if (turns.every(({ status }) => !['queued', 'running'].includes(status))) return turns;
      if (performance.now() - began > LIMIT_MS) throw new Error('the turns do not end');
      await sleep(ASK_MS);
    }
  };
  // The first turns of a process take long: code is loaded and compiled.
  for (let round = 0; round < 5; round += 1)
    await ended([await send('I have had a headache since Monday, 120/80.', round)]);

  reset(producer.child, worker.child);
  await sleep(IDLE_MS);
  const idle = { producer: await delayOf(producer.child), worker: await delayOf(worker.child) };
  console.log(
    `Without any message, ${IDLE_MS / 1000} s: longest delay of the producer's event loop ${idle.producer.longestMs.toFixed(1)} ms, ` +
      `of the worker's ${idle.worker.longestMs.toFixed(1)} ms`,
  );
  reset(producer.child, worker.child);
  const health = { producer: watchHealth(producer.printed), worker: watchHealth(`http://127.0.0.1:${metricsPort}`) };
  const began = performance.now();
  const ids = await Promise.all(MESSAGES.map((name, n) => send(HOSTILE[name]?.(LENGTH) ?? name, 100 + n)));
  const turns = await ended(ids);
  const seconds = (performance.now() - began) / 1000;
  const delays = { producer: await delayOf(producer.child), worker: await delayOf(worker.child) };
  const statuses = new Set(turns.map(({ status }) => status));
  const count = (status: string) => turns.filter((turn) => turn.status === status).length;
  console.log(`${MESSAGES.length} messages of ${LENGTH} characters, read in ${seconds.toFixed(1)} s: `);
  console.log([...statuses].map((status) => `${count(status)} ${status}`).join(', '));
  for (const role of ['producer', 'worker'] as const) {
    const { longestMs, p99Ms } = delays[role];
    verdict(`${role}: longest delay of the event loop`, longestMs, LOOP_MS, `p99 ${p99Ms.toFixed(1)} ms`);
    const times = await health[role].stop();
    verdict(`${role}: slowest of ${times.length} requests for /healthz`, Math.max(...times), HEALTH_MS);
  }
  const [load = 0] = loadavg();
  if (load > 2)
    console.log(`The load is ${load.toFixed(1)}: other processes hold the CPU, and all times are longer for it.`);
}

function watchHealth(url: string) {
  const times: number[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      times.push(performance.now() - began);
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return times;
    },
  };
}

function reset(...processes: ChildProcess[]): void {
  for (const child of processes) child.send('reset');
}

async function delayOf(child: ChildProcess): Promise<Delay> {
  const answer = once(child, 'message');
  child.send('report');
  const [delay] = await answer;
  return delay as Delay;
}

function verdict(what: string, ms: number, target: number, more = ''): void {
  const met = ms < target;
  console.log(`${met ? 'met' : 'MISSED'}: ${what} ${ms.toFixed(1)} ms, target under ${target} ms ${more}`);
  if (!met) process.exitCode = 1;
}

async function start(entry: string, env: Record<string, string>, sign: RegExp) {
  const child = spawn(process.execPath, ['--import', './test/bench/loop-delay.mjs', '--import', 'tsx', entry], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const found = sign.exec(printed)?.[0];
    if (found) return { child, printed: found };
  }
  throw new Error(`${entry} did not start`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
