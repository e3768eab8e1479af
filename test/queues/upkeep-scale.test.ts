/** Upkeep with thousands of open turns: a turn that was forgotten must not wait behind those that are well. */
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { JOBS, payloadFor } from '../../queues/catalogue.ts';
import { startFleet } from '../support/fleet.ts';
import { startServer } from '../support/redis-servers.ts';
import { taskRequest } from '../support/task-request.ts';
import { upkeepOf } from './upkeep-parts.ts';

const OPEN = 3_000;

/** On a server of its own, so that its commands can be counted. No worker runs. */
async function idleFleet() {
  const server = await startServer();
  const fleet = await startFleet({ env: { REDIS_URL: `redis://127.0.0.1:${server.port}` }, roles: [] });
  onTestFinished(() => fleet.close());
  const parts = upkeepOf(fleet);
  const admit = (id: string) =>
    parts.admission.admit({
      request: taskRequest({ id, session_id: `session-${id}` }),
      text: 'My weight is 80 kg',
      doubleText: 'enqueue',
      idempotency: null,
    });
  return { fleet, parts, admit, redis: server.client };
}

async function commands(redis: Redis, work: () => Promise<unknown>): Promise<number> {
  const count = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
  const before = await count();
  await work();
  return (await count()) - before;
}

/** Upkeep looks at what is older than the millisecond in which it runs. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now);
}

test('behind 3,000 open turns, one run starts the one that has no job; a run with nothing to do costs the same as ever', async () => {
  const { fleet, parts, admit, redis } = await idleFleet();
  // Scripts are loaded by the first run.
  await parts.run();
  const withNone = await commands(redis, () => parts.run());

  const ids = Array.from({ length: OPEN }, (_, n) => `open-${n}`);
  await Promise.all(ids.map(admit));
  await fleet.queue('turn').addBulk(
    ids.map((id) => ({
      name: 'task',
      data: payloadFor('task', { task_id: id, team: 'health', agent: 'TusdiAI' }),
      opts: { ...JOBS.task.options, jobId: id },
    })),
  );
  await admit('orphan');
  await nextMillisecond();

  expect(await parts.run({ unstartedMs: 0, silentMs: 0 })).toEqual({ restarted: 1, failed: 0 });
  expect(await fleet.queue('turn').getJobState('orphan')).toBe('waiting-children');
  expect(await parts.run({ unstartedMs: 0, silentMs: 0 })).toEqual({ restarted: 0, failed: 0 });
  const withMany = await commands(redis, () => parts.run({ unstartedMs: 10_000, silentMs: 15_000 }));
  expect(withMany).toBe(withNone);
});

test('a whole backlog of turns without jobs is started in one run', async () => {
  const { parts, admit } = await idleFleet();
  const ids = Array.from({ length: 500 }, (_, n) => `lost-${n}`);
  await Promise.all(ids.map(admit));
  await nextMillisecond();
  expect(await parts.run({ unstartedMs: 0 })).toEqual({ restarted: 500, failed: 0 });
});
