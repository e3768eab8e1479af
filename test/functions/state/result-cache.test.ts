/** The cache of results on a real Redis: whose results are found, for how long, and that nothing of a person is left. */
import { expect, test } from 'vitest';
import { CACHE_LIMITS, createResultCache } from '../../../src/functions/state/redis-result-cache.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

const ANNA = { tenant: 't', user_id: 'anna' };
const NAME = 'summarize_content';

function open(limits = CACHE_LIMITS) {
  const redis = testRedis();
  const tag = hashTag(testPrefix());
  const cache = createResultCache(redis, tag, limits);
  return { redis, tag, cache, left: async () => (await redis.keys(`${tag}*`)).sort() };
}

test('a result is found again under the document’s key, for a day', async () => {
  const { redis, cache, left } = open();
  expect(await cache.get(ANNA, NAME, 'abc')).toBeNull();
  const value = { summary: 'Größe “2” \u0000 ok', footnotes: [] };
  await cache.put(ANNA, NAME, 'abc', value);
  expect(await cache.get(ANNA, NAME, 'abc')).toEqual(value);
  const found = (await left()).filter((key) => key.endsWith(':user:summarize_content:abc'));
  expect(found).toHaveLength(1);
  for (const key of await left()) expect(await redis.ttl(key)).toBeGreaterThan(86_000);
  for (const key of await left()) expect(await redis.ttl(key)).toBeLessThanOrEqual(86_400);
});

test('nobody finds the result of another tenant, user, patient, function or content', async () => {
  const { cache } = open();
  await cache.put({ ...ANNA, patient_id: 'p1' }, NAME, 'abc', 1);
  for (const owner of [
    { tenant: 'other', user_id: 'anna', patient_id: 'p1' },
    { tenant: 't', user_id: 'bob', patient_id: 'p1' },
    { tenant: 't', user_id: 'anna', patient_id: 'p2' },
    ANNA,
  ])
    expect(await cache.get(owner, NAME, 'abc')).toBeNull();
  expect(await cache.get({ ...ANNA, patient_id: 'p1' }, 'generate_code', 'abc')).toBeNull();
  expect(await cache.get({ ...ANNA, patient_id: 'p1' }, NAME, 'abd')).toBeNull();
  expect(await cache.get({ ...ANNA, patient_id: 'p1' }, NAME, 'abc')).toBe(1);
});

test('a value that is too large is not cached, and what cannot be read back is a miss', async () => {
  const { redis, cache, left } = open({ valueBytes: 10, entries: 5 });
  await cache.put(ANNA, NAME, 'long', 'ääääää');
  await cache.put(ANNA, NAME, 'none', undefined);
  expect(await left()).toEqual([]);
  await cache.put(ANNA, NAME, 'short', 'ääää');
  expect(await cache.get(ANNA, NAME, 'short')).toBe('ääää');
  const key = (await left()).find((key) => key.endsWith('short')) ?? '';
  await redis.set(key, '{');
  expect(await cache.get(ANNA, NAME, 'short')).toBeNull();
});

test('beyond the number of entries the oldest leave', async () => {
  const { redis, cache, left } = open({ valueBytes: 100, entries: 3 });
  for (const hash of ['a', 'b', 'c', 'd', 'e']) await cache.put(ANNA, NAME, hash, hash);
  await cache.put({ tenant: 't', user_id: 'bob' }, NAME, 'a', 'his');
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((hash) => cache.get(ANNA, NAME, hash)))).toEqual([
    null,
    null,
    'c',
    'd',
    'e',
  ]);
  const index = (await left()).find((key) => key.endsWith('results:t:user:anna')) ?? '';
  expect(await redis.zcard(index)).toBe(3);
});

test('the index loses what has expired', async () => {
  const { redis, tag, cache } = open();
  const index = `${tag}:functions:results:t:user:anna`;
  await redis.zadd(index, Date.now() - 1, 'anna - user:summarize_content:expired');
  await cache.put(ANNA, NAME, 'a', 1);
  expect(await redis.zrange(index, 0, -1)).toEqual(['anna - user:summarize_content:a']);
});

test('erasing a person removes their results as a user and as a patient, and nobody else’s', async () => {
  const { redis, cache, left } = open();
  await cache.put({ tenant: 't', user_id: 'zoe' }, NAME, '1', 1);
  await cache.put({ tenant: 't', user_id: 'dr', patient_id: 'zoe' }, NAME, '2', 2);
  await cache.put({ tenant: 't', user_id: 'dr', patient_id: 'bob' }, NAME, '3', 3);
  await cache.put({ tenant: 'other', user_id: 'zoe' }, NAME, '4', 4);
  expect(await cache.erase('t', { kind: 'patient', id: 'zoe' })).toEqual({ keys: 2 });
  expect((await left()).filter((key) => key.includes(':result:')).map((key) => key.slice(-1))).toEqual(['4', '3']);
  expect((await left()).filter((key) => key.includes('zoe'))).toEqual([
    expect.stringContaining(':result:other:zoe:'),
    expect.stringContaining(':results:other:user:zoe'),
  ]);
  // Nor does the index of the user who asked about them name them.
  const index = (await left()).find((key) => key.endsWith('results:t:user:dr')) ?? '';
  expect(await redis.zrange(index, 0, -1)).toEqual(['dr bob user:summarize_content:3']);
  await cache.erase('t', { kind: 'user', id: 'dr' });
  await cache.erase('other', { kind: 'user', id: 'zoe' });
  expect(await left()).toEqual([]);
});

test('more results than one batch are all erased', async () => {
  const { cache, left } = open();
  await Promise.all(Array.from({ length: 250 }, (_, at) => cache.put(ANNA, NAME, String(at), at)));
  expect(await cache.erase('t', { kind: 'user', id: 'anna' })).toEqual({ keys: 250 });
  expect(await left()).toEqual([]);
});
