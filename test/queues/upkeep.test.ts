/** A lane whose holder died must not stay blocked: the next message of that person would never be answered. */
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { scheduleUpkeep } from '../../queues/upkeep.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { taskRequest } from '../support/task-request.ts';
import { upkeepOf } from './upkeep-parts.ts';

let fleet: Fleet;
afterEach(() => fleet?.close());

test('a turn that was admitted by a producer which then died is started', async () => {
  fleet = await startFleet({ roles: ['turn', 'triage', 'extractor', 'consultant'] });
  const parts = upkeepOf(fleet);
  await parts.admission.admit({
    request: taskRequest({ id: 'orphan-1' }),
    text: 'My weight is 80 kg',
    doubleText: 'enqueue',
    idempotency: null,
  });
  expect(await parts.run({ unstartedMs: 60_000 })).toEqual({ restarted: 0, failed: 0 });
  expect(await parts.run()).toEqual({ restarted: 1, failed: 0 });
  await expect.poll(async () => (await fleet.turn('orphan-1')).status).toBe('completed');
});

test('a turn whose job was given up ends as failed with the fallback reply, and the next one starts', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = upkeepOf(fleet);
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
  expect(await parts.run()).toEqual({ restarted: 0, failed: 1 });
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
  const parts = upkeepOf(fleet);
  const admit = (id: string, deadline_ms: number) =>
    parts.admission.admit({
      request: taskRequest({ id, session_id: null, deadline_ms }),
      text: 'When was my last visit?',
      doubleText: 'enqueue',
      idempotency: null,
    });
  await admit('late', Date.now() - 1);
  await admit('in-time', Date.now() + 600_000);
  expect(await parts.run({ unstartedMs: 60_000 })).toEqual({ restarted: 0, failed: 1 });
  expect(await fleet.turn('late')).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(await fleet.turn('in-time')).toMatchObject({ status: 'queued' });
});

test('a turn in which nothing has begun for too long ends as failed; one that is at work does not, however old it is', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = upkeepOf(fleet);
  const { keys } = fleet.base;
  const redis = testRedis();
  const yesterday = Date.now() - 86_400_000;
  for (const id of ['silent', 'at-work', 'behind']) {
    const session_id = id === 'behind' ? 'silent' : id;
    const request = taskRequest({ id, session_id, lane: `session:${session_id}` });
    await parts.admission.admit({ request, text: 'My weight is 80 kg', doubleText: 'enqueue', idempotency: null });
  }
  for (const id of ['silent', 'at-work']) {
    await redis.hset(keys.task(id), 'created', yesterday, 'job:task', `${yesterday}-1-x/0`);
    await redis.zadd(keys.open(), yesterday, id);
  }
  await redis.hset(keys.task('at-work'), 'job:TusdiAI.TriageAgent', `${Date.now()}-2-x/0`);
  expect(await parts.run({ unstartedMs: 60_000, idleMs: 3_600_000 })).toEqual({ restarted: 0, failed: 1 });
  const turn = await fleet.turn('silent');
  expect(turn).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(turn.reply).not.toBeNull();
  expect((await fleet.turn('at-work')).status).toBe('queued');
  // The lane goes on.
  expect(await fleet.queue('turn').getJobState('behind')).toBe('waiting-children');
});

test('the time in which a turn must give a sign of life does not pass while an operator has paused a queue', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = upkeepOf(fleet);
  const { keys } = fleet.base;
  const yesterday = Date.now() - 86_400_000;
  const request = taskRequest({ id: 'silent' });
  await parts.admission.admit({ request, text: 'My weight is 80 kg', doubleText: 'enqueue', idempotency: null });
  await testRedis().hset(keys.task('silent'), 'created', yesterday);
  await testRedis().zadd(keys.open(), yesterday, 'silent');
  const later = () => parts.run({ unstartedMs: 60_000, idleMs: 3_600_000 });
  await fleet.queue('triage').pause();
  expect(await later()).toEqual({ restarted: 0, failed: 0 });
  // Its jobs may stand behind many others.
  await fleet.queue('triage').resume();
  expect(await later()).toEqual({ restarted: 0, failed: 0 });
  await testRedis().hset(keys.fleet_paused(), '', yesterday);
  expect(await later()).toEqual({ restarted: 0, failed: 1 });
});

test('a task whose team is gone ends as failed, and the others are handled all the same', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = upkeepOf(fleet);
  for (const [id, team] of [
    ['of-no-team', 'removed'],
    ['orphan', 'health'],
  ] as const) {
    const request = taskRequest({ id, team, session_id: id });
    await parts.admission.admit({ request, text: 'My weight is 80 kg', doubleText: 'enqueue', idempotency: null });
  }
  expect(await parts.run()).toEqual({ restarted: 1, failed: 1 });
  expect(await fleet.turn('of-no-team')).toMatchObject({ status: 'failed', error: { code: 'config' } });
  expect(await fleet.queue('turn').getJobState('orphan')).toBe('waiting-children');
});

function linesOf() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) };
}

test('one task that fails does not keep upkeep from the others; an outage of Redis ends the run without a line for each', async () => {
  fleet = await startFleet({ roles: [] });
  const { log, lines } = linesOf();
  let error = new Error('This one is odd.');
  const tried: string[] = [];
  const startTask = async ({ id }: { id: string }) => {
    tried.push(id);
    if (id === 'odd') throw error;
  };
  const parts = upkeepOf(fleet, { log, startTask });
  for (const id of ['odd', 'plain']) {
    const request = taskRequest({ id, session_id: id });
    await parts.admission.admit({ request, text: 'My weight is 80 kg', doubleText: 'enqueue', idempotency: null });
  }
  expect(await parts.run()).toEqual({ restarted: 1, failed: 0 });
  expect(tried.sort()).toEqual(['odd', 'plain']);
  const failures = () => lines.filter((line) => line.includes('task.upkeep_failed'));
  expect(failures()).toHaveLength(1);
  error = new Error('Connection is closed.');
  await expect(parts.run()).rejects.toMatchObject({ code: 'redis_unavailable' });
  expect(failures()).toHaveLength(1);
});

test('a turn that ends well is nothing to report', async () => {
  const { log, lines } = linesOf();
  fleet = await startFleet({ roles: ['turn', 'triage', 'extractor', 'consultant'] });
  const parts = upkeepOf(fleet, { log });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  await expect
    .poll(async () => {
      await parts.run({ unstartedMs: 60_000 });
      return (await fleet.turn(String(sent.body.turn_id))).status;
    })
    .toBe('completed');
  expect(await parts.run({ unstartedMs: 60_000 })).toEqual({ restarted: 0, failed: 0 });
  expect(lines).toEqual([]);
});

test('a task that is broken again after every repair ends as failed', async () => {
  fleet = await startFleet({ roles: [] });
  const parts = upkeepOf(fleet);
  const sent = await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  const runs: unknown[] = [];
  for (let run = 0; run < 6; run += 1) {
    await testRedis().del(`${fleet.base.keys.bull}:turn:${id}:dependencies`);
    runs.push(await parts.run());
  }
  expect(runs).toEqual([...Array(5).fill({ restarted: 1, failed: 0 }), { restarted: 0, failed: 1 }]);
  expect(await fleet.turn(id)).toMatchObject({ status: 'failed', error: { code: 'internal' } });
  expect(await fleet.queue('turn').getJobState(id)).toBe('unknown');
});

test('finished jobs of upkeep itself are not kept for ever: there is one every 5 s', async () => {
  fleet = await startFleet({ roles: [] });
  await scheduleUpkeep(fleet.queues);
  const scheduled = await fleet.queue('upkeep').getJobScheduler('upkeep');
  expect(scheduled?.template?.opts).toMatchObject({ removeOnComplete: { count: 50 } });
});
