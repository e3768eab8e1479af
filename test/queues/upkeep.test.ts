/** A gate whose holder died without a word must not stay shut: the next message of that person would wait for ever. */
import { afterEach, expect, test } from 'vitest';
import { createGate, type Gate } from '../../queues/gate/gate.ts';
import { createStartTurn } from '../../queues/start-turn.ts';
import { upkeep } from '../../queues/upkeep.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';

let fleet: Fleet;
afterEach(() => fleet?.close());

async function partsOf(fleet: Fleet) {
  const redis = testRedis();
  const { keys, teams, log } = fleet.base;
  const gate: Gate = createGate(redis, keys, { maxOpenTurns: 100, ratePerMinute: 0, retentionSeconds: 600 });
  const startTurn = createStartTurn(fleet.queues, teams);
  return {
    queues: fleet.queues,
    gate,
    teams,
    startTurn,
    chaseDeliveries: async () => 0,
    textOf: async (id: string) => (await redis.hget(keys.turn(id), 'text')) ?? '',
    log,
  };
}

function request(turnId: string) {
  const people = { tenant: 'local', session_id: 's1', patient_id: 'p1', user_id: 'p1', team: 'health' };
  return {
    ...people,
    turn_id: turnId,
    user_location: null,
    topic: null,
    origin: { kind: 'user' } as const,
    created_at: new Date().toISOString(),
  };
}

test('a turn that was admitted by a producer which then died is started', async () => {
  fleet = await startFleet({ roles: ['turn', 'triage', 'extractor', 'consultant'] });
  const parts = await partsOf(fleet);
  await parts.gate.admit({
    request: request('orphan-1'),
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
  await fleet.queue('turn').add('turn', {}, { jobId: firstId });
  const worker = await failNext(fleet, firstId);
  expect(await upkeep(parts, -1)).toEqual({ restarted: 0, failed: 1 });
  const turn = await fleet.turn(firstId);
  expect(turn).toMatchObject({ status: 'failed', error: { code: 'internal' } });
  expect(turn.reply).toMatch(/emergency number/);
  expect(turn.red_flags.map(({ family }) => family)).toContain('chest_pain');
  expect(await fleet.queue('turn').getJobState(secondId)).toBe('waiting-children');
  await worker.close();
});

/** Fails a job as a worker that crashes again and again does in the end. */
async function failNext(fleet: Fleet, jobId: string) {
  const { Worker } = await import('bullmq');
  const worker = new Worker('turn', null, { connection: testRedis(), prefix: fleet.base.keys.bull });
  const job = await worker.getNextJob('token');
  expect(job?.id).toBe(jobId);
  await job?.moveToFailed(new Error('job stalled more than allowable limit'), 'token');
  return worker;
}
