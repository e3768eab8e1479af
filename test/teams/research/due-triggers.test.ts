/** A trigger that was acknowledged fires: when it is due by Redis's clock, not before, and once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import { sessionLane } from '../../../queues/session-lane.ts';
import type { Fleet as FleetPort } from '../../../src/engine/task/fleet.ts';
import { createResearchDesk, type FleetResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import type { ResearchAgent } from '../../../src/teams/research/research-agent.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';
import { shiftClock } from '../../support/shifted-clock.ts';

let fleet: Fleet;
let redis: Redis;
let port: FleetPort;
let agent: ResearchAgent;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
  redis = testRedis();
  port = openFleet(fleet.base, redis, { maxOpenTasks: 1_000 }).fleet;
  const conversation = { tenant: 'local', user_id: 'dr-wren', session_id: 's' };
  agent = await deskOver(port).create(conversation, { name: 'Wrens', description: 'Follows wrens.' }, 'agent');
});
afterAll(() => fleet.close());

function deskOver(over: FleetPort): FleetResearchDesk {
  const { keys, workspaces, config } = fleet.base;
  return createResearchDesk({ redis, tag: keys.tag, fleet: over, workspaces, settings: config });
}

async function redisNow(): Promise<number> {
  const [seconds, micros] = (await redis.time()) as unknown as [string, string];
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

/** An instant that is still to come when the schedule is read, on a slow machine too. */
async function soon(desk: FleetResearchDesk, key: string, ms = 50) {
  for (let ahead = ms; ; ahead *= 2) {
    const at = new Date((await redisNow()) + ahead).toISOString();
    try {
      return await desk.createTrigger(agent, { schedule: at, instruction: `Look: ${key}` }, 'UTC', key);
    } catch (thrown) {
      if (!/past/.test(String(thrown))) throw thrown;
    }
  }
}

async function letters(): Promise<string[]> {
  const { keys } = fleet.base;
  const ids = await redis.lrange(keys.lane('local', sessionLane(`agent-${agent.id}`)), 0, -1);
  return Promise.all(ids.map(async (id) => (await redis.hget(keys.task(id), 'text')) ?? ''));
}
const timesSent = async (key: string) => (await letters()).filter((text) => text.endsWith(`Look: ${key}`)).length;

test('a firing that comes the moment a trigger is scheduled finds the trigger', async () => {
  const outcomes: string[] = [];
  // The job is worked on before `schedule` has returned to the one who made the trigger.
  const desk = deskOver({
    ...port,
    async schedule(_team, { id }) {
      while ((await timesSent('at-once')) === 0) {
        outcomes.push(await desk.fire(id));
        if (outcomes.length > 200) return;
        await sleep(10);
      }
    },
  });
  const { id } = await soon(desk, 'at-once');
  expect(await timesSent('at-once')).toBe(1);
  expect(outcomes.at(-1)).toBe('fired');
  expect(await desk.trigger({ tenant: 'local' }, id)).toMatchObject({ status: 'completed', fired: 1 });
});

test('a trigger that was stored, but whose job was never added, is fired by the sweep, once', async () => {
  const broken = deskOver({
    ...port,
    schedule: async () => {
      throw new Error('the process dies here');
    },
  });
  await expect(soon(broken, 'swept')).rejects.toThrow('dies here');
  await startWorkers(fleet.base, ['trigger']);
  await expect.poll(() => timesSent('swept')).toBe(1);
  const [trigger] = await broken.triggers(agent, agent.id);
  await expect
    .poll(async () => (await broken.trigger({ tenant: 'local' }, String(trigger?.id))).status)
    .toBe('completed');
  expect(await timesSent('swept')).toBe(1);
});

test('a worker whose clock is two minutes ahead fires a trigger when it is due, and not before', async () => {
  const ahead = await startFleet({ roles: [], env: { REDIS_PREFIX: fleet.base.config.REDIS_PREFIX } });
  try {
    const trigger = await soon(deskOver(port), 'on-time', 4_000);
    const due = Date.parse(String(trigger.fire_at));
    shiftClock(120_000);
    await startWorkers(ahead.base, ['trigger']);
    await expect.poll(() => timesSent('on-time'), { interval: 20 }).toBe(1);
    expect(await redisNow()).toBeGreaterThanOrEqual(due);
    expect(await timesSent('on-time')).toBe(1);
  } finally {
    await ahead.close();
  }
});

test('a producer whose clock is two minutes ahead plans by the clock of Redis', async () => {
  shiftClock(120_000);
  const before = await redisNow();
  const plan = { schedule: 'in 1 hour', instruction: 'Look later.' };
  const { fire_at } = await deskOver(port).createTrigger(agent, plan, 'UTC', 'in-an-hour');
  const due = Date.parse(String(fire_at)) - 3_600_000;
  expect(due).toBeGreaterThanOrEqual(before);
  expect(due).toBeLessThanOrEqual(await redisNow());
});
