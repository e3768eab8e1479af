/**
 * `npm run bench -- extractors`: what a second and a third extractor process bring to a loaded fleet without a model. One process has all
 * other roles; each round has new messages, a private Redis and one, two or three extractor processes. Shown: turns a second, and the
 * share of the extractors' jobs that each process got.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { QUEUE_NAMES } from '../../queues/catalogue.ts';
import { openFleet } from '../../queues/open-fleet.ts';
import { openBase } from '../../src/base.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { waitForRedis } from '../../src/platform/redis.ts';
import { MESSAGES } from '../../test/bench/clinical-messages.ts';
import { compileFleet } from '../../test/support/compile-fleet.ts';
import { type Code, startWorkerProcess } from '../../test/support/processes.ts';

/** At once, four times over; four jobs each: fewer than finished jobs are kept. */
const WAVES = 4;
const TURNS = 24;
/** To compare: `WORKER_CONCURRENCY=50 npm run bench -- extractors`. */
const SAID = { WORKER_CONCURRENCY: process.env.WORKER_CONCURRENCY ?? '' };
const POLL_MS = 50;
const LIMIT_MS = 120_000;

const dir = mkdtempSync(join(tmpdir(), 'medfleet-extractors-'));
try {
  const code = await compileFleet(dir);
  for (const processes of [1, 2, 3]) console.log(await round(code, processes));
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function round(code: Code, processes: number): Promise<string> {
  const closers = createClosers();
  try {
    const dataDir = join(dir, String(processes));
    const server = await startEmbeddedRedis({ dataDir });
    closers.add('redis', () => server.close());
    const env = { NODE_ENV: 'test', REDIS_URL: server.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...SAID };
    const log = pino({ level: 'silent' });
    const base = await openBase(loadConfig(env), log, closers);
    const redis = base.redis.connect('producer') as Redis;
    await waitForRedis(redis, 10_000);
    const { submitTask, queues } = openFleet(base, redis, { maxOpenTasks: 10 * TURNS });
    const others = QUEUE_NAMES.filter((role) => role !== 'extractor').join(',');
    const roles = [others, ...Array.from({ length: processes }, () => 'extractor')];
    const workers = await Promise.all(roles.map((list) => startWorkerProcess(env, { code, args: ['--roles', list] })));
    for (const worker of workers) closers.add('worker', () => worker.kill());

    const send = async (count: number) => {
      const began = performance.now();
      const texts = Array.from({ length: count }, (_, turn) => `${MESSAGES[turn % MESSAGES.length]} Case ${uuidv7()}.`);
      await Promise.all(texts.map((text) => submitTask(turnOf(text))));
      while ((await redis.zcard(base.keys.open())) > 0) {
        if (performance.now() - began > LIMIT_MS) throw new Error('the turns did not end in time');
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return (performance.now() - began) / 1000;
    };
    // The first turns of a process load its code and its vocabulary.
    await send(20 * processes);
    const known = new Set((await queues.queue('extractor').getCompleted()).map(({ id }) => id));
    let seconds = 0;
    for (let wave = 0; wave < WAVES; wave += 1) seconds += await send(TURNS);
    const jobs = (await queues.queue('extractor').getCompleted()).filter(({ id }) => !known.has(id));
    const shares = new Map<string, number>();
    for (const { processedBy = 'unknown' } of jobs) shares.set(processedBy, (shares.get(processedBy) ?? 0) + 1);
    const list = [...shares.values()].sort((a, b) => b - a).join(', ');
    const each = ((WAVES * TURNS) / seconds).toFixed(1);
    return `${processes} extractor process${processes > 1 ? 'es' : ''}: ${each} turns/s; jobs of each: ${list}, of ${jobs.length}`;
  } finally {
    await closers.close();
  }
}

function turnOf(text: string) {
  const patient = uuidv7();
  const subject = { kind: 'patient', id: patient };
  const who = { tenant: 'bench', user_id: patient, subject, session_id: uuidv7() };
  return { text, request: { id: uuidv7(), kind: 'turn', ...who, team: 'health', agent: 'TusdiAI' } };
}
