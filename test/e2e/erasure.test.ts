/** After an erasure nothing of the person is left, in any store; and nobody else has lost anything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { filesHolding, redisLines } from '../support/stores.ts';

const MARK = 'Zyqophane';

const everything = async (redis: Redis, prefix: string) => (await redisLines(redis, prefix)).join('\n');

test('a planted marker is in no store any more, the receipt counts what was deleted, and another patient is untouched', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-erasure-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const fleet = await startFleet({ env: { DATA_DIR: dataDir } });
  onTestFinished(() => fleet.close());
  const prefix = fleet.base.config.REDIS_PREFIX;
  const redis = testRedis();
  const say = (text: string, patient_id: string) =>
    fleet.say(text, { patient_id, session_id: `session-of-${patient_id}` }, { 'Idempotency-Key': text });

  await say(`I see Dr. ${MARK} and I am allergic to peanuts. My weight is 81 kg`, 'zoe');
  await say(`Dr. ${MARK} says my HbA1c of 6.1% is fine. Is it?`, 'zoe');
  await say('I take lisinopril 10 mg daily', 'bob');
  expect(await everything(redis, prefix)).toContain(MARK);
  expect(filesHolding(dataDir, MARK)).not.toEqual([]);

  const { status, body } = await fleet.call('DELETE', '/v1/patients/zoe');
  expect([status, body.patient_id]).toEqual([200, 'zoe']);
  expect(body.counts).toMatchObject({ turns: 2, sessions: 1, jobs: expect.any(Number), nodes: expect.any(Number) });
  expect((body.counts as { jobs: number }).jobs).toBeGreaterThanOrEqual(12);

  const left = await everything(redis, prefix);
  expect(left).not.toContain(MARK);
  expect(left).not.toContain('zoe');
  expect(filesHolding(dataDir, MARK)).toEqual([]);
  expect((await fleet.call('GET', '/v1/patients/zoe/record')).body.counts).toMatchObject({
    observations: 0,
    allergies: 0,
  });
  expect((await fleet.call('GET', '/v1/sessions/session-of-zoe')).status).toBe(404);
  expect((await fleet.call('GET', '/v1/patients/bob/record')).body.counts).toMatchObject({ medications: 1 });
  expect((await fleet.call('DELETE', '/v1/patients/nobody')).body.counts).toMatchObject({ turns: 0, nodes: 0 });
});

test('a turn under way is cancelled and files nothing afterwards', async () => {
  const fleet = await startFleet();
  onTestFinished(() => fleet.close());
  const sent = await Promise.all(
    Array.from({ length: 5 }, () =>
      fleet.call('POST', '/v1/turns', { text: 'My weight is 81 kg', patient_id: 'eve', session_id: 's' }),
    ),
  );
  const { body } = await fleet.call('DELETE', '/v1/patients/eve');
  expect((body.counts as { turns: number }).turns).toBe(5);
  for (const { body: turn } of sent) expect((await fleet.call('GET', `/v1/turns/${turn.turn_id}`)).status).toBe(404);
  expect((await fleet.call('GET', '/v1/patients/eve/record')).body.counts).toMatchObject({ observations: 0 });
});
