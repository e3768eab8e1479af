/** A lane whose holder died must not stay blocked: the next message of that person would never be answered. */
import { afterEach, expect, test } from 'vitest';
import { openFleet } from '../../queues/open-fleet.ts';
import { upkeep } from '../../queues/upkeep.ts';
import { readTask } from '../../src/engine/task/read-task.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { taskRequest } from '../support/task-request.ts';

let fleet: Fleet;
afterEach(() => fleet?.close());

async function partsOf(fleet: Fleet) {
  const redis = testRedis();
  const { keys, teams, log } = fleet.base;
  const open = openFleet(fleet.base, redis, { maxOpenTasks: 100 });
  return { ...open, teams, taskOf: (id: string) => readTask(redis, keys, id), sweep: async () => undefined, log };
}

test('a turn that was admitted by a producer which then died is started', async () => {
  fleet = await startFleet({ roles: ['turn', 'triage', 'extractor', 'consultant'] });
  const parts = await partsOf(fleet);
  await parts.admission.admit({
    request: taskRequest({ id: 'orphan-1' }),
    text: 'My weight is 80 kg',
    doubleText: 'enqueue',
    idempotency: null,
  });
  expect(await upkeep(parts, 60_000)).toEqual({ restarted: 0, failed: 0 });
  expect(await upkeep(parts, -1)).toEqual({ restarted: 1, failed: 0 });
  await expect.poll(async () => (await fleet.turn('orphan-1')).status).toBe('completed');
});

test('a turn whose job was given up ends as failed with the fallback reply, and the next one starts', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = await partsOf(fleet);
  const first = await fleet.call('POST', '/v1/turns', {
    text: 'I have crushing chest pain',
    patient_id: 'p1',
    session_id: 's1',
  });
  const second = await fleet.call('POST', '/v1/turns', {
    text: 'My weight is 80 kg',
    patient_id: 'p1',
    session_id: 's1',
  });
  const [firstId, secondId] = [String(first.body.turn_id), String(second.body.turn_id)];
  await fleet.queue('turn').remove(firstId, { removeChildren: true });
  await fleet.queue('turn').add('task', {}, { jobId: firstId });
  const worker = await failNext(fleet, firstId);
  expect(await upkeep(parts, -1)).toEqual({ restarted: 0, failed: 1 });
  const turn = await fleet.turn(firstId);
  expect(turn).toMatchObject({ status: 'failed', error: { code: 'internal' } });
  expect(turn.reply).toMatch(/emergency number/);
  expect(turn.red_flags.map(({ family }) => family)).toContain('chest_pain');
  expect(await fleet.queue('turn').getJobState(secondId)).toBe('waiting-children');
  await worker.close();
});

/** Fails a job as BullMQ does after too many crashes of its workers. */
async function failNext(fleet: Fleet, jobId: string) {
  const { Worker } = await import('bullmq');
  const worker = new Worker('turn', null, { connection: testRedis(), prefix: fleet.base.keys.bull });
  const job = await worker.getNextJob('token');
  expect(job?.id).toBe(jobId);
  await job?.moveToFailed(new Error('job stalled more than allowable limit'), 'token');
  return worker;
}

test('a task that is not done by its deadline ends as failed', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = await partsOf(fleet);
  const admit = (id: string, deadline_ms: number) =>
    parts.admission.admit({
      request: taskRequest({ id, session_id: null, deadline_ms }),
      text: 'When was my last visit?',
      doubleText: 'enqueue',
      idempotency: null,
    });
  await admit('late', Date.now() - 1);
  await admit('in-time', Date.now() + 600_000);
  expect(await upkeep(parts, 60_000)).toEqual({ restarted: 0, failed: 1 });
  expect(await fleet.turn('late')).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(await fleet.turn('in-time')).toMatchObject({ status: 'queued' });
});
