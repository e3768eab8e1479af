/** What Redis accepts of a run: the writes of who began it last, each once and in order, until the task has ended. */
import { beforeEach, expect, test } from 'vitest';
import { createAdmission } from '../../../queues/admission/admission.ts';
import { type Claim, createRunStore } from '../../../src/engine/run/run-store.ts';
import { eventWrite } from '../../../src/engine/run/writes.ts';
import { createKeys, type Keys } from '../../../src/engine/task/keys.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';

let keys: Keys;
let store: ReturnType<typeof createRunStore>;
beforeEach(async () => {
  keys = createKeys(testPrefix());
  store = createRunStore(testRedis(), keys);
  const admission = createAdmission(testRedis(), keys, { maxOpenTasks: 10, retentionSeconds: 60 });
  const request = taskRequest({ id: 't1', team: 'demo', agent: 'Solo' });
  await admission.admit({ request, text: 'Hello', doubleText: 'enqueue', idempotency: null });
});

async function begin(): Promise<Claim> {
  const opened = await store.open('t1', { run: 'Solo', history: 0, results: false });
  if (!opened) throw new Error('the task has ended');
  return opened.claim;
}

const say = (claim: Claim, number: number, text: string) =>
  store.write(claim, () => ({ number, writes: [eventWrite({ kind: 'delta', data: { agent: 'Solo', text } })] }));

async function said(): Promise<string[]> {
  const events = await testRedis().xrange(keys.events('t1'), '-', '+');
  return events.filter(([, fields]) => fields[1] === 'delta').map(([, fields]) => JSON.parse(String(fields[3])).text);
}

test('a worker whose run another one has begun anew writes nothing any more', async () => {
  const first = await begin();
  await say(first, 1, 'one');
  const second = await begin();
  await expect(say(first, 2, 'late')).rejects.toMatchObject({ code: 'lock_lost' });
  await say(second, 1, 'two');
  expect(await said()).toEqual(['one', 'two']);
});

test('a write that the connection sends a second time is applied once', async () => {
  const claim = await begin();
  await say(claim, 1, 'one');
  await say(claim, 1, 'one');
  await say(claim, 2, 'two');
  expect(await said()).toEqual(['one', 'two']);
});

test('a write whose forerunner was refused is not applied', async () => {
  const claim = await begin();
  await expect(say(claim, 2, 'two')).rejects.toMatchObject({ code: 'redis_unavailable' });
  expect(await said()).toEqual([]);
});
