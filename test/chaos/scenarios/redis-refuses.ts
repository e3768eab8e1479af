/**
 * Durability 6: Redis answers and accepts no writes, once because its memory is full, once because it is read-only. It is an outage: 503
 * with Retry-After, not ready, a short log, and no open turn is harmed.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { send } from '../turns.ts';
import { inParallel, until } from '../wait.ts';

const TURNS = 30;
const OUTAGE_MS = 8_000;
/** Of one worker in the whole outage: each of its queues may say that it began and that it is over. */
const MOST_LINES = 200;

type Refusal = { name: string; begin(redis: Redis): Promise<unknown>; end(redis: Redis): Promise<unknown> };

const REFUSALS: Refusal[] = [
  {
    name: 'out of memory',
    begin: (redis) => redis.config('SET', 'maxmemory', '1mb'),
    end: (redis) => redis.config('SET', 'maxmemory', '0'),
  },
  {
    name: 'read-only',
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
  },
];

export async function redisRefuses(setting: Setting): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const refusal of REFUSALS) findings.push(...(await refuse(setting, refusal)));
  return findings;
}

async function refuse({ dir, code, seed }: Setting, { name, begin, end }: Refusal): Promise<Finding[]> {
  const scenario = `redis-refuses: ${name}`;
  const fleet = await openChaosFleet({
    dir: join(dir, name),
    code,
    seed,
    env: { LOG_LEVEL: 'info', WORKER_CONCURRENCY: '200' },
  });
  try {
    let holding = true;
    fleet.model.intercept(async () => {
      await until(() => !holding, { stalledMs: 120_000 });
      return undefined;
    });
    const numbers = Array.from({ length: TURNS }, (_, session) => session);
    const sent = await inParallel(numbers, TURNS, (session) => send(fleet, session, 0));
    if (!(await until(() => fleet.model.calls.length >= TURNS * 5))) throw new Error('not all turns have begun');
    const lines = () => fleet.workers[0]?.output().split('\n').length ?? 0;
    const before = lines();
    await begin(fleet.redis);
    // The model answers now: every run has something to write.
    holding = false;
    await sleep(OUTAGE_MS / 2);
    const refused = await fleet.call('POST', '/v1/turns', { text: 'Hello', patient_id: 'p0' });
    const ready = await fleet.call('GET', '/readyz');
    await sleep(OUTAGE_MS / 2);
    const logged = lines() - before;
    await end(fleet.redis);

    let open = TURNS;
    const statuses = () => inParallel(sent, 10, async ({ id }) => fleet.redis.hget(fleet.keys.task(id), 'status'));
    const ended = async () => {
      open = (await statuses()).filter((status) => status === 'running' || status === 'queued').length;
      return open === 0;
    };
    await until(ended, { progress: () => open, stalledMs: 90_000, everyMs: 500 });
    const harmed = (await statuses()).filter((status) => status !== 'completed');
    return [
      equal(scenario, `turns not completed, of ${TURNS}`, harmed.length, 0, [...new Set(harmed)].join(', ')),
      equal(scenario, 'POST /v1/turns answers', refused.status, 503),
      equal(scenario, 'answers without Retry-After', refused.headers.has('retry-after') ? 0 : 1, 0),
      equal(scenario, '/readyz answers', ready.status, 503),
      figure(scenario, 'log lines of one worker', `${logged} in ${OUTAGE_MS / 1000} s`),
      equal(scenario, `more than ${MOST_LINES} log lines`, logged > MOST_LINES ? 1 : 0, 0),
    ];
  } finally {
    await end(fleet.redis).catch(() => undefined);
    await fleet.close();
  }
}
