/**
 * `npm run bench -- memory`: what a turn keeps in Redis, by key: while it waits in its session's lane, while its jobs wait in the queues,
 * and after it has ended. All turns but the waiting ones are of sessions and patients of their own, so nothing is shared between them. A
 * private Redis with the fleet's own settings.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { removeFlows } from '../../queues/kept-flows.ts';
import { openFleet } from '../../queues/open-fleet.ts';
import { openBase } from '../../src/base.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { waitForRedis } from '../../src/platform/redis.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { INSTANT_MODEL, MESSAGE } from './instant-model.ts';
import { redisStats } from './redis-stats.ts';

/** More than the jobs are kept of, so that what is kept for each further turn shows. */
const TURNS = 2_000;
const POLL_MS = 200;
/** Less than this for each turn is not a turn's own. */
const SHOWN_BYTES = 10;

type Usage = Map<string, number>;

const closers = createClosers();
const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
closers.add('data', () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const server = await startEmbeddedRedis({ dataDir });
  closers.add('redis', () => server.close());
  const config = loadConfig({ NODE_ENV: 'test', REDIS_URL: server.url, DATA_DIR: dataDir, PORT: '0' });
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination('/dev/null'));
  const base = { ...(await openBase(config, log, closers)), model: INSTANT_MODEL };
  const redis = base.redis.connect('producer') as Redis;
  await waitForRedis(redis, 10_000);
  const { submitTask } = openFleet(base, redis, { maxOpenTasks: TURNS });

  const agent = base.teams().get('health')?.root ?? '';
  const empty = (await redisStats(redis)).memory;
  const report = async (state: string) =>
    print(state, (await redisStats(redis)).memory - empty, await usage(redis, base.keys.tag));

  const [patient, session] = [uuidv7(), uuidv7()];
  for (let turn = 0; turn < TURNS; turn += 1) await submitTask(turnOf(agent, patient, session));
  await report('waiting in a lane');
  for await (const batch of redis.scanStream({ match: `${base.keys.tag}:*`, count: 1000 }))
    await Promise.all((batch as string[]).filter((key) => !key.endsWith(':meta')).map((key) => redis.del(key)));

  for (let turn = 0; turn < TURNS; turn += 1) await submitTask(turnOf(agent, uuidv7(), uuidv7()));
  await report('its jobs waiting in the queues');
  await startWorkers(base, ROLES);
  while ((await redis.zcard(base.keys.open())) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  // As upkeep does every 5 s.
  await removeFlows(redis, base.keys);
  await report('ended');
} finally {
  await closers.close();
}

function turnOf(agent: string, patient: string, session: string) {
  return {
    text: MESSAGE,
    request: {
      id: uuidv7(),
      kind: 'turn',
      tenant: 'bench',
      user_id: patient,
      subject: { kind: 'patient', id: patient },
      session_id: session,
      team: 'health',
      agent,
    },
  };
}

/** Bytes by kind of key: ids are left out of the names. */
async function usage(redis: Redis, tag: string): Promise<Usage> {
  const found: Usage = new Map();
  for await (const batch of redis.scanStream({ match: `${tag}:*`, count: 1000 })) {
    const names = batch as string[];
    const sizes = await Promise.all(names.map((name) => redis.memory('USAGE', name, 'SAMPLES', 0)));
    for (const [index, name] of names.entries()) {
      const kind = name.slice(tag.length + 1).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*');
      found.set(kind, (found.get(kind) ?? 0) + Number(sizes[index]));
    }
  }
  return found;
}

function print(state: string, bytes: number, keys: Usage): void {
  const kb = (sum: number) => (sum / TURNS / 1024).toFixed(2).padStart(8);
  const total = [...keys.values()].reduce((sum, size) => sum + size, 0);
  console.log(`\n${state}: KB a turn, over ${TURNS} turns`);
  for (const [kind, size] of [...keys].sort((a, b) => b[1] - a[1]))
    if (size / TURNS >= SHOWN_BYTES) console.log(`${kb(size)}  ${kind}`);
  console.log(`${kb(total)}  all keys\n${kb(bytes)}  used_memory`);
}
