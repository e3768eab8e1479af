/** A repeating trigger is a job scheduler that the board shows; what is stored decides, and the queue follows it. */
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import { sessionLane } from '../../../queues/session-lane.ts';
import type { Fleet as FleetPort } from '../../../src/engine/task/fleet.ts';
import { redisNow } from '../../../src/platform/redis-clock.ts';
import { createResearchDesk, type FleetResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import { type ResearchKeys, researchKeys } from '../../../src/teams/research/keys.ts';
import type { ResearchAgent } from '../../../src/teams/research/research-agent.ts';
import type { Trigger } from '../../../src/teams/research/trigger.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { makeDue } from '../../support/make-due.ts';
import { testRedis } from '../../support/redis.ts';

const DAY_MS = 86_400_000;
const ASKER = { tenant: 'local' };
const INSTRUCTION = 'Look for wrens.';
/** Half a day away, and at the same time of each day: none of its times comes while a test runs. */
const DAILY = `every day at ${(new Date().getUTCHours() + 12) % 24}`;

let fleet: Fleet;
let redis: Redis;
let keys: ResearchKeys;
let port: FleetPort;
let desk: FleetResearchDesk;
let agent: ResearchAgent;
let made = 0;
beforeAll(async () => {
  fleet = await startFleet({ roles: [], dashboard: true });
  redis = testRedis();
  const { workspaces, config, keys: fleetKeys } = fleet.base;
  keys = researchKeys(fleetKeys.tag);
  port = openFleet(fleet.base, redis, { maxOpenTasks: 1_000 }).fleet;
  desk = createResearchDesk({ redis, tag: keys.tag, fleet: port, workspaces, settings: config });
  agent = await create('dr-wren');
});
afterAll(() => fleet.close());
afterEach(async () => {
  for (const { id, status } of await desk.triggers(agent))
    if (status === 'pending') await desk.changeTrigger(ASKER, id, { status: 'cancelled' });
  expect(await schedulers()).toEqual([]);
});

const create = (user_id: string) =>
  desk.create(
    { tenant: 'local', user_id, session_id: `s-${user_id}` },
    { name: 'Wrens', description: 'Follows wrens.' },
    user_id,
  );
function plan(schedule: string, timezone = 'UTC', of = agent): Promise<Trigger> {
  made += 1;
  return desk.createTrigger(of, { schedule, instruction: INSTRUCTION }, timezone, `trigger-${made}`);
}
const read = ({ id }: Trigger) => desk.trigger(ASKER, id);
const queue = () => fleet.queue('trigger');
const schedulerOf = ({ id }: Trigger) => `research-${id}`;
async function schedulers() {
  const all = await queue().getJobSchedulers();
  return all.flatMap(({ key, next }) => (key.startsWith('research-') ? [[key, next]] : [])).sort();
}
const agreeing = async (...triggers: Trigger[]) => {
  const now = await Promise.all(triggers.map(read));
  return now.map((trigger) => [schedulerOf(trigger), Date.parse(String(trigger.fire_at))]).sort();
};
const letters = async (of = agent) => {
  const lane = fleet.base.keys.lane('local', sessionLane(`agent-${of.id}`));
  const ids = await redis.lrange(lane, 0, -1);
  return Promise.all(ids.map(async (id) => String(await redis.hget(fleet.base.keys.task(id), 'text'))));
};

test('the board lists each repeating trigger with its next time, its agent and its count, and no word of it', async () => {
  const schedule = 'every two weeks on Tuesday at 9, 3 times, until 1 May 2090';
  const trigger = await plan(schedule, 'Europe/Berlin');
  const hours = await plan('every 6 hours');
  await makeDue(redis, keys.tag, [trigger.id]);
  expect(await desk.fire(trigger.id)).toBe('fired');
  const { body } = await fleet.call('GET', '/dashboard/queues/api/job-schedulers?queueName=trigger');
  const shown = (body.schedulers as Record<string, unknown>[]).filter(({ id }) => String(id).startsWith('research-'));
  const now = await read(trigger);
  const from = now.when?.kind === 'cron' ? now.when.every?.from : '';
  expect(shown.find(({ id }) => id === schedulerOf(trigger))).toMatchObject({
    queueName: 'trigger',
    name: agent.id,
    pattern: `0 9 * * 2 every 2 weeks from ${from}`,
    tz: 'Europe/Berlin',
    limit: 3,
    endDate: Date.parse(String(now.when?.kind === 'cron' && now.when.until)),
    next: Date.parse(String(now.fire_at)),
    iterationCount: 1,
    template: { data: { team: 'research', id: trigger.id, agent: agent.id, fired: 1 } },
  });
  expect(shown.find(({ id }) => id === schedulerOf(hours))).toMatchObject({
    pattern: 'every 360 minutes',
    next: Date.parse(String(hours.fire_at)),
    iterationCount: 0,
  });
  expect(shown).toHaveLength(2);
  const text = JSON.stringify(body);
  for (const words of [schedule, INSTRUCTION, 'wren', 'Wrens', 'two weeks']) expect(text).not.toContain(words);
});

test('a single time is a delayed job and no scheduler', async () => {
  const trigger = await plan('+1 week');
  expect(await schedulers()).toEqual([]);
  expect((await queue().getDelayed()).map(({ data }) => data.id)).toEqual([trigger.id]);
});

test('the scheduler follows when a trigger is changed, paused, resumed, cancelled, or its agent retires', async () => {
  const trigger = await plan('the first Monday of every month at 8', 'America/New_York');
  const change = (body: Parameters<typeof desk.changeTrigger>[2]) => desk.changeTrigger(ASKER, trigger.id, body);
  expect(await schedulers()).toEqual(await agreeing(trigger));
  await change({ schedule: 'last Friday of the month' });
  expect(await schedulers()).toEqual(await agreeing(trigger));
  expect(await queue().getJobScheduler(schedulerOf(trigger))).toMatchObject({ pattern: '0 9 * * 5L' });
  await change({ paused: true });
  expect([await schedulers(), await queue().getDelayedCount()]).toEqual([[], 0]);
  await change({ paused: false });
  expect(await schedulers()).toEqual(await agreeing(trigger));
  await change({ schedule: '+1 week' });
  expect(await schedulers()).toEqual([]);
  await change({ schedule: 'daily' });
  await change({ status: 'cancelled' });
  expect([await schedulers(), await queue().getDelayedCount()]).toEqual([[], 0]);
  const other = await create('dr-owl');
  await plan('daily', 'UTC', other);
  await plan('+1 week', 'UTC', other);
  await desk.changeAgent(ASKER, other.id, { status: 'retired' });
  expect([await schedulers(), await queue().getDelayedCount()]).toEqual([[], 0]);
});

test('an erasure leaves neither scheduler nor job, also of a trigger that cannot be read', async () => {
  const other = await create('dr-kite');
  const [trigger, damaged] = [await plan('weekly', 'UTC', other), await plan('every 2 days', 'UTC', other)];
  await redis.hset(keys.trigger(damaged.id), 'about', '{');
  expect(await schedulers()).toHaveLength(2);
  await queue().promoteJobs();
  expect((await fleet.call('DELETE', '/v1/patients/dr-kite')).status).toBe(200);
  expect(await schedulers()).toEqual([]);
  expect(await queue().getJobs(['waiting', 'delayed'])).toEqual([]);
  expect(await redis.exists(keys.trigger(trigger.id), keys.trigger(damaged.id))).toBe(0);
});

test('upkeep gives a trigger its scheduler, removes one that has no trigger, and makes a lost job again', async () => {
  const [without, moved, lost, single, paused, gone] = await Promise.all(
    ['weekly', 'daily', 'every 3 days', '+1 week', 'monthly', 'every Friday'].map((schedule) => plan(schedule)),
  );
  if (!without || !moved || !lost || !single || !paused || !gone) throw new Error('not all were made');
  const planned = await agreeing(without, moved, lost);
  await queue().removeJobScheduler(schedulerOf(without));
  // What an operator could do on the board: another schedule for the same scheduler.
  await queue().upsertJobScheduler(schedulerOf(moved), { pattern: '0 0 1 1 *', tz: 'UTC' }, { name: 'fire', data: {} });
  const at = Date.parse(String(lost.fire_at));
  await redis.del(`${fleet.base.keys.bull}:trigger:repeat:${schedulerOf(lost)}:${at}`);
  await redis.zrem(`${fleet.base.keys.bull}:trigger:delayed`, `repeat:${schedulerOf(lost)}:${at}`);
  const [job] = (await queue().getDelayed()).filter(({ data }) => data.id === single.id);
  await job?.remove();
  // A process that died between what is stored and its job.
  await redis.hset(keys.trigger(paused.id), 'paused', '1');
  await redis.hdel(keys.trigger(paused.id), 'due');
  await redis.zrem(keys.due(), paused.id, gone.id);
  await redis.del(keys.trigger(gone.id));

  await desk.restoreTriggers();
  expect(await schedulers()).toEqual(planned);
  const delayed = await queue().getDelayed();
  expect(delayed.map(({ data }) => data.id).sort()).toEqual([without.id, moved.id, lost.id, single.id].sort());
  await desk.restoreTriggers();
  expect((await queue().getDelayed()).map(({ id, timestamp }) => [id, timestamp])).toEqual(
    delayed.map(({ id, timestamp }) => [id, timestamp]),
  );
});

test('a step of upkeep looks at a page of the triggers, in as few commands as ever, however many there are', async () => {
  const triggers = await Promise.all(Array.from({ length: 150 }, () => plan('weekly')));
  const count = async () => (await schedulers()).length;
  for (const trigger of triggers) await queue().removeJobScheduler(schedulerOf(trigger));
  await desk.restoreTriggers();
  expect(await count()).toBeGreaterThan(50);
  expect(await count()).toBeLessThan(150);
  for (let steps = 0; (await count()) < 150; steps += 1) {
    expect(steps).toBeLessThan(5);
    await desk.restoreTriggers();
  }
  const sent = vi.spyOn(redis, 'sendCommand');
  await desk.restoreTriggers();
  const commands = sent.mock.calls.length;
  sent.mockRestore();
  expect(commands).toBeGreaterThan(5);
  expect(commands).toBeLessThanOrEqual(10);
  await Promise.all(triggers.map(({ id }) => desk.stopTrigger(id)));
});

test('times that were missed are one run, which says how many it stands for, and counts once', async () => {
  const other = await create('dr-tern');
  const trigger = await plan(DAILY, 'UTC', other);
  const now = await redisNow(redis);
  const due = Date.parse(String(trigger.fire_at)) - 4 * DAY_MS;
  await makeDue(redis, keys.tag, [trigger.id], due);
  const missed = (await letters(other)).length;
  expect(missed).toBe(0);
  expect(await desk.fire(trigger.id)).toBe('fired');
  expect(await desk.fire(trigger.id)).toBe('skipped');
  const since = new Date(due).toISOString().slice(0, 10);
  expect(await letters(other)).toEqual([
    `A trigger of yours (${DAILY}) has fired, once for 4 times since ${since}: ${INSTRUCTION}`,
  ]);
  const after = await read(trigger);
  expect(after).toMatchObject({ fired: 1, stands_for: 4, fire_at: trigger.fire_at });
  expect(Date.parse(String(after.last_fired_at))).toBeGreaterThanOrEqual(now.getTime());
  expect(await schedulers()).toEqual(await agreeing(trigger));
  await desk.stopTrigger(trigger.id);
});

test('a firing that is tried again plans and counts as its first attempt, so that no time is lost in between', async () => {
  const other = await create('dr-crane');
  const trigger = await plan(DAILY, 'UTC', other);
  const due = Date.parse(String(trigger.fire_at)) - 3 * DAY_MS;
  await makeDue(redis, keys.tag, [trigger.id], due);
  // The first attempt began a minute after it was due, posted its message and died.
  await redis.hset(keys.trigger(trigger.id), 'begun', `${due} ${due + 60_000}`);
  expect(await desk.fire(trigger.id)).toBe('fired');
  expect(await read(trigger)).toMatchObject({ stands_for: 1, fire_at: new Date(due + DAY_MS).toISOString() });
  expect(await desk.fire(trigger.id)).toBe('fired');
  expect(await read(trigger)).toMatchObject({ fired: 2, stands_for: 2, fire_at: trigger.fire_at });
  await desk.stopTrigger(trigger.id);
});

test('a trigger ends when it has fired as often as its schedule says, counted from when the schedule was set', async () => {
  const trigger = await plan('weekly, 2 times');
  const fire = async () => {
    await makeDue(redis, keys.tag, [trigger.id]);
    return desk.fire(trigger.id);
  };
  await fire();
  await desk.changeTrigger(ASKER, trigger.id, { schedule: 'daily, 2 times' });
  await fire();
  expect(await read(trigger)).toMatchObject({ status: 'pending', fired: 2 });
  await fire();
  expect(await read(trigger)).toMatchObject({ status: 'completed', fired: 3, fire_at: null });
  expect(await schedulers()).toEqual([]);
});

// The last one: upkeep runs from here on.
test('a worker fires when it is due, BullMQ plans the next time, and what a paused queue has missed is one run', async () => {
  const [own, others] = [await create('dr-heron'), await create('dr-stork')];
  const onTime = await plan('every other Monday', 'Europe/Berlin', own);
  const missed = await plan(DAILY, 'UTC', others);
  await queue().pause();
  await startWorkers(fleet.base, ['trigger']);
  const due = (await redisNow(redis)).getTime() + 300;
  await makeDue(redis, keys.tag, [onTime.id], due);
  const repeats = { schedule: onTime.when as object, agent: own.id, fired: 0, most: null };
  await port.schedule('research', { id: onTime.id, at: new Date(due), delayMs: 300, repeats });
  await makeDue(redis, keys.tag, [missed.id], Date.parse(String(missed.fire_at)) - 3 * DAY_MS);
  await desk.restoreTriggers();
  await desk.restoreTriggers();
  await queue().resume();
  await expect.poll(async () => (await read(onTime)).fired).toBe(1);
  await expect.poll(async () => (await read(missed)).fired).toBe(1);
  await expect.poll(schedulers).toEqual(expect.arrayContaining(await agreeing(onTime, missed)));
  const [fired, one] = [await read(onTime), await read(missed)];
  expect(Date.parse(String(fired.last_fired_at))).toBeGreaterThanOrEqual(due);
  expect(fired.fire_at).toBe(onTime.fire_at);
  expect(one).toMatchObject({ stands_for: 3, fire_at: missed.fire_at });
  expect([await letters(own), await letters(others)]).toMatchObject([
    [`A trigger of yours (every other Monday) has fired: ${INSTRUCTION}`],
    [expect.stringMatching(/has fired, once for 3 times since .*: Look for wrens\.$/)],
  ]);
  for (const { id } of [onTime, missed]) await desk.stopTrigger(id);
});
