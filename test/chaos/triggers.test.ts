/**
 * Many triggers that are due at the same time, three workers, one of them killed meanwhile: each fires exactly once. TRIGGERS sets
 * how many; the test suite takes a thousand, by hand it has been run with ten thousand. And ten kinds of schedule in two zones, with a
 * worker whose clock jumps and a Redis that is killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openFleet } from '../../queues/open-fleet.ts';
import { sessionLane } from '../../queues/session-lane.ts';
import type { Fleet } from '../../src/engine/task/fleet.ts';
import { redisNow } from '../../src/platform/redis-clock.ts';
import { createResearchDesk } from '../../src/teams/research/fleet-desk.ts';
import type { Trigger } from '../../src/teams/research/trigger.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { makeDue } from '../support/make-due.ts';
import { startWorkerProcess } from '../support/processes.ts';
import { testRedis } from '../support/redis.ts';

const TRIGGERS = Number(process.env.TRIGGERS ?? 1_000);
const AGENTS = 20;
const AT_ONCE = 50;
/** To plan one takes less. */
const PLANNING_MS = 10;
/** Half a day or more away in all zones of these tests: none of their own times comes while one runs. */
const HOUR = (new Date().getUTCHours() + 12) % 24;
const DAILY = `every day at ${HOUR}`;

test(`${TRIGGERS} triggers fire exactly once, though a worker is killed`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-triggers-'));
  const env = { ...fleetEnv(dataDir), WORKER_LOCK_SECONDS: '2' };
  const fleet = await startFleet({ env, roles: [] });
  const { base } = fleet;
  const redis = testRedis();
  const { fleet: port } = openFleet(base, redis, { maxOpenTasks: 1 });
  const settings = { ...base.config, TRIGGERS_PER_AGENT: TRIGGERS, TRIGGERS_PER_TENANT: TRIGGERS };
  const desk = createResearchDesk({ redis, tag: base.keys.tag, fleet: port, workspaces: base.workspaces, settings });
  const conversation = { tenant: 'local', user_id: 'dr-wren', session_id: 's' };
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, n) =>
      desk.create(conversation, { name: `Agent ${n}`, description: 'Follows wrens.' }, `agent-${n}`),
    ),
  );

  const schedule = new Date(Date.now() + 24 * 3_600_000).toISOString();
  for (let from = 0; from < TRIGGERS; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, TRIGGERS - from) }, (_, index) => {
        const n = from + index;
        const agent = agents[n % AGENTS];
        if (!agent) throw new Error('no agent');
        // Half of them repeat.
        const plan = { schedule: n % 2 === 0 ? schedule : DAILY, instruction: `Look at number ${n}` };
        return desk.createTrigger(agent, plan, 'UTC', `trigger-${n}`);
      }),
    );
  }

  const workers = await Promise.all(
    Array.from({ length: 3 }, () => startWorkerProcess(env, { args: ['--roles', 'trigger', '--concurrency', '10'] })),
  );
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await fleet.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const open = () => redis.zcard(base.keys.open());
  // All triggers are due at once, when all of them are planned.
  await makeAllDue(port, redis, base.keys.tag, await desk.triggers(conversation), TRIGGERS * PLANNING_MS);
  await expect.poll(open).toBeGreaterThan(TRIGGERS / 20);
  await workers[0]?.kill();
  const killedAt = await open();
  await expect.poll(open, { interval: 200 }).toBe(TRIGGERS);
  // The jobs of the killed worker are recorded when another worker has run them.
  const unfinished = async () =>
    (await desk.triggers(conversation)).filter(
      ({ schedule: words, status, fired: times }) => times !== 1 || (words !== DAILY && status !== 'completed'),
    );
  await expect.poll(unfinished, { interval: 500 }).toEqual([]);
  const lanes = await Promise.all(
    agents.map(({ id }) => redis.lrange(base.keys.lane('local', sessionLane(`agent-${id}`)), 0, -1)),
  );
  const letters = await Promise.all(lanes.flat().map((turnId) => redis.hget(base.keys.task(turnId), 'text')));
  expect(new Set(letters).size).toBe(TRIGGERS);
  expect(letters).toHaveLength(TRIGGERS);
  process.stdout.write(`triggers: ${TRIGGERS} fired, one worker killed after ${killedAt}; each exactly once\n`);
}, 480_000);

const ZONES = ['Europe/Berlin', 'America/New_York'];
const KINDS = [
  `weekly at ${HOUR}`,
  `every two weeks on Tuesday at ${HOUR}`,
  `every other Monday at ${HOUR}`,
  `the first Monday of every month at ${HOUR}`,
  `last Friday of the month at ${HOUR}, 10 times`,
  `0 ${HOUR} * * *`,
  `every 3 days at ${HOUR} until 2090-01-01`,
  'every 6 hours',
  `monthly at ${HOUR}`,
  '+1 week',
];
const DUE_MS = 3_000;
const JUMPING = fileURLToPath(new URL('./clock-jumping.mjs', import.meta.url));

test('ten kinds of schedule in two zones, a clock that jumps, Redis killed: each fires once, none early, none is lost', async () => {
  const server = await durableRedis();
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-triggers-'));
  const env = { ...fleetEnv(dataDir), REDIS_URL: server.url, WORKER_LOCK_SECONDS: '2' };
  const redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  const fleet = await startFleet({ env, roles: [] });
  const { config, keys, workspaces } = fleet.base;
  const { fleet: port } = openFleet(fleet.base, redis, { maxOpenTasks: 1_000 });
  const desk = createResearchDesk({ redis, tag: keys.tag, fleet: port, workspaces, settings: config });
  const conversation = { tenant: 'local', user_id: 'dr-wren', session_id: 's' };
  const agent = await desk.create(conversation, { name: 'Wrens', description: 'Follows wrens.' }, 'agent');
  const made = await Promise.all(
    ZONES.flatMap((zone) =>
      KINDS.map((schedule) => desk.createTrigger(agent, { schedule, instruction: schedule }, zone, schedule + zone)),
    ),
  );
  const workers = await Promise.all(
    [undefined, JUMPING].map((preload) =>
      startWorkerProcess(env, { args: ['--roles', 'trigger'], ...(preload ? { preload } : {}) }),
    ),
  );
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    redis.disconnect();
    await fleet.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const due = await makeAllDue(port, redis, keys.tag, made, DUE_MS);
  const planned = async () => new Map((await desk.triggers(conversation)).map((trigger) => [trigger.id, trigger]));
  const fired = async () => [...(await planned()).values()].filter((trigger) => trigger.fired > 0);
  await expect.poll(async () => (await fired()).length, { interval: 20 }).toBeGreaterThan(0);
  await server.stop('SIGKILL');
  server.start();
  await expect.poll(async () => (await fired()).length, { interval: 200 }).toBe(made.length);
  // BullMQ's form of each agrees with what is stored, at the latest when upkeep has compared them.
  const repeating = async () => {
    const all = await fleet.queue('trigger').getJobSchedulers();
    return all.filter(({ key }) => key.startsWith('research-')).map(({ key, next }) => `${key} ${next}`);
  };
  const stored = async () =>
    [...(await planned()).values()].flatMap(({ id, fire_at }) =>
      fire_at ? [`research-${id} ${Date.parse(fire_at)}`] : [],
    );
  await expect.poll(async () => (await repeating()).sort(), { interval: 500 }).toEqual((await stored()).sort());
  for (const [id, trigger] of await planned()) {
    const before = made.find((one) => one.id === id);
    expect([trigger.schedule, trigger.fired, trigger.stands_for]).toEqual([before?.schedule, 1, 1]);
    expect(Date.parse(String(trigger.last_fired_at))).toBeGreaterThanOrEqual(due);
    // An interval counts from the time at which it was due; the others keep to their calendar.
    const next = { every: new Date(due + 6 * 3_600_000).toISOString(), once: null, cron: before?.fire_at };
    expect(trigger.fire_at).toBe(next[before?.when?.kind ?? 'once']);
  }
  const lane = await redis.lrange(keys.lane('local', sessionLane(`agent-${agent.id}`)), 0, -1);
  expect(lane).toHaveLength(made.length);
}, 480_000);

/** As if this were the next time of each; returns when that is. */
async function makeAllDue(port: Fleet, redis: Redis, tag: string, triggers: Trigger[], inMs: number): Promise<number> {
  const due = (await redisNow(redis)).getTime() + inMs;
  await makeDue(
    redis,
    tag,
    triggers.map(({ id }) => id),
    due,
  );
  for (let from = 0; from < triggers.length; from += AT_ONCE) {
    const delayMs = Math.max(0, due - (await redisNow(redis)).getTime());
    await Promise.all(
      triggers.slice(from, from + AT_ONCE).map(({ id, when, agent_id: agent }) => {
        const repeats = when && when.kind !== 'once' ? { schedule: when, agent, fired: 0, most: null } : null;
        return port.schedule('research', { id, at: new Date(due), delayMs, repeats });
      }),
    );
  }
  return due;
}
