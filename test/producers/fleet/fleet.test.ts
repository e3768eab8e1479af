/** /v1/fleet: an operator sees what the queues, workers and models do, and can try a job again that was given up. */
import { expect, onTestFinished, test } from 'vitest';
import type { FleetHistory, FleetView } from '../../../producers/fleet/fleet.schemas.ts';
import type { FailedPage } from '../../../producers/fleet/jobs.schemas.ts';
import { QUEUE_NAMES, QUEUES } from '../../../queues/catalogue.ts';
import { createSamples } from '../../../queues/stats/samples.ts';
import { VERSION } from '../../../src/platform/installation.ts';
import { group, llm, startDemo } from '../../engine/run/demo.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';

type Caller = Pick<Fleet, 'call'>;

const fleetOf = async ({ call }: Caller) => (await call('GET', '/v1/fleet')).body as unknown as FleetView;
const failedOf = async ({ call }: Caller, query = '') =>
  (await call('GET', `/v1/fleet/failed${query}`)).body as unknown as FailedPage;
const queueIn = ({ queues }: FleetView, name: string) => queues.find((queue) => queue.name === name);

async function start(options: Parameters<typeof startFleet>[0] = {}): Promise<Fleet> {
  const fleet = await startFleet(options);
  onTestFinished(() => fleet.close());
  return fleet;
}

/** Takes a sample now, however young the last one is. */
async function sampleNow({ base }: Pick<Fleet, 'base'>): Promise<void> {
  await testRedis().del(base.keys.fleet_sampled());
  expect(await createSamples(testRedis(), base.keys).take()).toBe(true);
}

test('the fleet shows its queues, its worker with what it can do, its stores, and what rules have answered', async () => {
  const fleet = await start();
  await fleet.say('My weight is 80 kg');
  const view = await fleetOf(fleet);
  expect(view).toMatchObject({
    version: VERSION,
    model_provider: 'offline',
    record: { kind: 'embedded', ok: true },
    tasks: { open: 0 },
  });
  expect(view.queues.map(({ name, about }) => [name, about])).toEqual(
    QUEUE_NAMES.map((name) => [name, QUEUES[name].about]),
  );
  expect(view.workers).toEqual([
    expect.objectContaining({
      pid: process.pid,
      roles: QUEUE_NAMES,
      version: VERSION,
      concurrency: expect.any(Number),
    }),
  ]);
  expect(view.redis.used_memory_bytes).toBeGreaterThan(0);
  expect(view.redis.version).toMatch(/^\d+\.\d+/);
  expect(queueIn(view, 'triage')).toMatchObject({ waiting: 0, failed: 0, paused: false, workers: 1, drain_seconds: 0 });
  // Counted by the worker, and written with its next entry.
  await expect
    .poll(async () => (await fleetOf(fleet)).models)
    .toEqual([expect.objectContaining({ name: 'offline', provider: 'offline', state: 'closed', cost_usd: 0 })]);
  await expect.poll(async () => queueIn(await fleetOf(fleet), 'triage')?.wait_p50_ms).toEqual(expect.any(Number));
});

test('jobs that nobody takes show as waiting, with no worker and no end in sight', async () => {
  const fleet = await start({ roles: ['triage'] });
  await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  await expect.poll(async () => queueIn(await fleetOf(fleet), 'triage')?.active).toBe(0);
  const view = await fleetOf(fleet);
  expect(queueIn(view, 'extractor')).toMatchObject({ waiting: 4, workers: 0, drain_seconds: null });
  expect(queueIn(view, 'turn')).toMatchObject({ waiting: 0, waiting_children: 1 });
  expect(view.tasks.open).toBe(1);
});

test('the history has what waited and what was completed between two samples, and how long jobs waited', async () => {
  const fleet = await start();
  await sampleNow(fleet);
  await fleet.say('My weight is 80 kg');
  const samples = createSamples(testRedis(), fleet.base.keys);
  await expect.poll(async () => (await samples.freshWaits()).get('extractor')?.size).toBeGreaterThan(0);
  await sampleNow(fleet);
  const { body } = await fleet.call('GET', '/v1/fleet/history?minutes=10');
  const { step_seconds, queues } = body as unknown as FleetHistory;
  expect(step_seconds).toBe(15);
  const points = queues.extractor ?? [];
  expect(points.reduce((sum, { completed }) => sum + completed, 0)).toBe(4);
  expect(points.at(-1)?.wait_p50_ms).toEqual(expect.any(Number));
  expect(points.every(({ failed }) => failed === 0)).toBe(true);
  expect((await fleet.call('GET', '/v1/fleet/history?minutes=1441')).status).toBe(422);
});

test('many processes that ask for samples get one every 15 seconds, and a day of them at most', async () => {
  const fleet = await start({ roles: [] });
  const { keys } = fleet.base;
  const redis = testRedis();
  const samples = createSamples(redis, keys);
  await redis.del(keys.fleet_sampled());
  const taken = await Promise.all(Array.from({ length: 20 }, () => samples.take()));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await redis.pttl(keys.fleet_sampled())).toBeGreaterThan(5_000);
  for (let made = 0; made < 6_200; made += 100)
    await Promise.all(
      Array.from({ length: 100 }, () => redis.xadd(keys.fleet_samples(), '*', 'queues', '{}', 'waits', '[]')),
    );
  await sampleNow(fleet);
  expect(await redis.xlen(keys.fleet_samples())).toBeLessThan(6_000);
});

test('a model that fails is shown as open, and what its calls have cost', async () => {
  let works = true;
  const demo = await startDemo({
    agents: { Root: group('parallel', ['Solo']), Solo: llm() },
    scripts: { Solo: () => (works ? undefined : { error: { status: 400 } }) },
  });
  await demo.tell('Hello');
  const modelOf = async () => (await fleetOf(demo)).models[0];
  await expect.poll(modelOf).toMatchObject({ state: 'closed', calls: 1, input_tokens: 100, output_tokens: 10 });
  expect((await modelOf())?.cost_usd).toBeGreaterThan(0);
  works = false;
  for (let times = 0; times < 5; times += 1) await demo.tell('Hello');
  await expect.poll(modelOf).toMatchObject({ name: 'gemini-2.5-flash', state: 'open', calls: 6 });
  works = true;
  await demo.tell('Hello');
  await expect.poll(modelOf).toMatchObject({ state: 'closed', calls: 7 });
});

test('a job that was given up is listed without its text, page after page, and runs when it is tried again', async () => {
  const fleet = await start();
  const queue = fleet.queue('delivery');
  // No handler knows the name: such a job fails at once.
  for (let index = 0; index < 60; index += 1)
    await queue.add('unknown', { agent: 'Aunt Ottilie’s words', task_id: `t-${index}` }, { jobId: `job-${index}` });
  await expect.poll(() => queue.getFailedCount()).toBe(60);
  const first = await failedOf(fleet, '?queue=delivery');
  const second = await failedOf(fleet, `?queue=delivery&cursor=${encodeURIComponent(String(first.next_cursor))}`);
  expect([first.jobs.length, second.jobs.length, second.next_cursor]).toEqual([50, 10, null]);
  const ids = [...first.jobs, ...second.jobs].map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
  expect(JSON.stringify(first)).not.toContain('Ottilie');
  expect(first.jobs[0]).toMatchObject({ queue: 'delivery', name: 'unknown', attempts: 1, task_id: expect.any(String) });
  expect(first.jobs[0]?.reason).toMatch(/^bad_payload: /);
  expect((await failedOf(fleet)).jobs).toEqual(first.jobs);
  expect((await failedOf(fleet, '?queue=turn')).jobs).toEqual([]);
  expect((await fleet.call('GET', '/v1/fleet/failed?cursor=nonsense')).status).toBe(422);

  await queue.pause();
  const again = await fleet.call('POST', '/v1/fleet/failed/delivery/job-7/retry');
  const note = expect.stringContaining('not kept any more');
  expect([again.status, again.body]).toEqual([202, { queue: 'delivery', id: 'job-7', status: 'waiting', note }]);
  expect(await queue.getFailedCount()).toBe(59);
  expect(queueIn(await fleetOf(fleet), 'delivery')).toMatchObject({ paused: true });
  expect((await fleet.call('POST', '/v1/fleet/failed/delivery/job-7/retry')).status).toBe(409);
  expect((await fleet.call('POST', '/v1/fleet/failed/delivery/nobody/retry')).status).toBe(404);
  await queue.resume();
  await expect.poll(() => queue.getFailedCount()).toBe(60);
});

test('all failed jobs of a queue are tried again by a few calls, and those that fail once more are not taken twice', async () => {
  const fleet = await start();
  const queue = fleet.queue('delivery');
  await queue.addBulk(
    Array.from({ length: 210 }, (_, index) => ({ name: 'unknown', data: { task_id: `t-${index}` } })),
  );
  await expect.poll(() => queue.getFailedCount()).toBe(210);
  const retry = (query = '') => fleet.call('POST', `/v1/fleet/queues/delivery/failed/retry${query}`);
  const first = await retry();
  expect([first.status, first.body]).toEqual([
    202,
    { queue: 'delivery', retried: 200, left: 10, before: expect.any(String) },
  ]);
  // They fail again at once.
  await expect.poll(() => queue.getFailedCount()).toBe(210);
  const second = await retry(`?before=${first.body.before}`);
  expect(second.body).toMatchObject({ retried: 10, left: 0, before: first.body.before });
  await expect.poll(() => queue.getFailedCount()).toBe(210);
  expect((await retry(`?before=${first.body.before}`)).body).toMatchObject({ retried: 0, left: 0 });
  expect((await retry('?before=yesterday')).status).toBe(422);
  expect((await fleet.call('POST', '/v1/fleet/queues/nothing/failed/retry')).status).toBe(422);
});
