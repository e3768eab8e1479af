/** What the A2A server keeps about a person is gone with them, and what it keeps of others stays. */
import { beforeEach, expect, test } from 'vitest';
import type { TeamModule } from '../../../src/engine/run/team-module.ts';
import type { Fleet } from '../../../src/engine/task/fleet.ts';
import { createKeys, type Keys } from '../../../src/engine/task/keys.ts';
import { type A2aKeys, a2aKeys } from '../../../src/interop/a2a/keys.ts';
import { a2aModule } from '../../../src/interop/a2a/push/module.ts';
import { createPushStore } from '../../../src/interop/a2a/push/store.ts';
import { createTaskIndex } from '../../../src/interop/a2a/task-index.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';

const redis = testRedis();

let keys: Keys;
let own: A2aKeys;
let module: TeamModule;
let delivered: string[];

beforeEach(() => {
  keys = createKeys(testPrefix());
  own = a2aKeys(keys.tag);
  delivered = [];
  const fleet = { deliver: async (_team: string, id: string) => void delivered.push(id) } as unknown as Fleet;
  module = a2aModule({ redis, keys, fleet, metrics: createMetrics(), config: loadConfig({}) });
});

async function task(id: string, patient: string, user: string): Promise<void> {
  const request = taskRequest({ id, user_id: user, subject: { kind: 'patient', id: patient } });
  await redis.hset(keys.task(id), { request: JSON.stringify(request), status: 'running', created: '1' });
  await redis.zadd(keys.subject_tasks('local', 'patient', patient), 1, id);
  await createTaskIndex(redis, own, 60).add('local', user, { id, contextId: 'c', person: patient });
  const config = { id: 'c1', url: 'https://example.com/', token: 'secret', wire_version: '1.0' };
  await createPushStore(redis, own, 60).save('local', id, config, 'all');
}

const kept = async () => (await redis.keys(`${keys.tag}:a2a:*`)).map((key) => key.slice(keys.tag.length + 1)).sort();

test('an erased person leaves no config, no secret and no place in a list', async () => {
  await task('t1', 'anna', 'doctor');
  const before = await kept();
  expect(before).toContain('a2a:push:t1:configs');
  const who = { kind: 'patient', id: 'anna' };
  await module.erase?.stop('local', who);
  await module.erase?.forget('local', who);
  expect(await kept()).toEqual([]);
});

test('the tasks of others stay as they are', async () => {
  await task('t2', 'ben', 'doctor');
  const before = await kept();
  const listed = await redis.zrange(own.user_tasks('local', 'doctor'), 0, -1);
  await task('t1', 'anna', 'doctor');
  await module.erase?.stop('local', { kind: 'patient', id: 'anna' });
  await module.erase?.forget('local', { kind: 'patient', id: 'anna' });
  expect(await kept()).toEqual(before);
  expect(await redis.zrange(own.user_tasks('local', 'doctor'), 0, -1)).toEqual(listed);
});

test('what is stored and cannot be read does not block an erasure', async () => {
  await task('t1', 'anna', 'doctor');
  await redis.hset(keys.task('t1'), 'request', '{');
  await expect(module.erase?.stop('local', { kind: 'patient', id: 'anna' })).resolves.toBeUndefined();
  expect(await redis.exists(own.configs('t1'))).toBe(0);
});

test('upkeep makes a job for a delivery that has none', async () => {
  await task('t1', 'anna', 'doctor');
  await module.sweep?.();
  expect(delivered).toEqual([]);
  await redis.xadd(keys.events('t1'), '*', 'type', 'reply', 'data', '{"text":"Rest."}');
  await module.sweep?.();
  expect(delivered).toEqual(['t1~c1']);
});
