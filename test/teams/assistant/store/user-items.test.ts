/** What all stores of the assistant rely on: a write happens once, none is lost, and nobody sees another's items. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createUserItems, type UserItems } from '../../../../src/teams/assistant/store/user-items.ts';
import { redisLines } from '../../../support/stores.ts';
import { testStore } from '../support.ts';

const Item = z.object({ id: z.string(), count: z.number() });
type Item = z.infer<typeof Item>;

const anna = { tenant: 'local', user_id: 'anna' };
let parts: ReturnType<typeof testStore>;
let items: UserItems<Item>;
beforeAll(() => {
  parts = testStore();
  items = createUserItems(parts, 'notes', Item, ({ id }) => id);
});

const increment = (owner: typeof anna, key: string) =>
  items.change(owner, key, (all) => {
    const count = (all.find(({ id }) => id === 'a')?.count ?? 0) + 1;
    return { put: [{ id: 'a', count }], answer: count };
  });

test('twenty writers at once lose no write', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => increment(anna, `k${at}`)));
  expect([...answers].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect((await items.read(anna)).items).toEqual([{ id: 'a', count: 20 }]);
});

test('a write that runs again, also at the same time, gives its first answer and changes nothing', async () => {
  const bea = { tenant: 'local', user_id: 'bea' };
  const answers = await Promise.all([increment(bea, 'same'), increment(bea, 'same'), increment(bea, 'same')]);
  expect(answers).toEqual([1, 1, 1]);
  await increment(bea, 'other');
  expect(await increment(bea, 'same')).toBe(1);
  expect((await items.read(bea)).items).toEqual([{ id: 'a', count: 2 }]);
});

test('a write that filled the store up to its limit is not refused when it runs again', async () => {
  const owner = { tenant: 'local', user_id: 'full' };
  const fill = () =>
    items.change(owner, 'fill', (all) => {
      if (all.length > 0) throw new Error('full');
      return { put: [{ id: 'only', count: 1 }], answer: 'stored' };
    });
  expect([await fill(), await fill()]).toEqual(['stored', 'stored']);
});

test('the version changes with every write, and only then', async () => {
  const owner = { tenant: 'local', user_id: 'cleo' };
  const before = await items.read(owner);
  await increment(owner, '1');
  const first = await items.read(owner);
  await items.change(owner, '2', () => ({ answer: null }));
  expect((await items.read(owner)).version).toBe(first.version);
  await increment(owner, '3');
  expect(new Set([before.version, first.version, (await items.read(owner)).version]).size).toBe(3);
});

test('an item that cannot be understood hides no other one and is not lost', async () => {
  const owner = { tenant: 'local', user_id: 'dora' };
  await increment(owner, '1');
  const key = parts.keys.items('notes', 'local', 'dora');
  await parts.redis.hset(key, { broken: '{', old: '{"id":"old"}' });
  expect((await items.read(owner)).items).toEqual([{ id: 'a', count: 1 }]);
  await increment(owner, '2');
  expect(await parts.redis.hget(key, 'broken')).toBe('{');
});

test('tenants and users are apart, and an erasure leaves nothing of one and all of the others', async () => {
  const owners = ['t1', 't2'].flatMap((tenant) => ['u1', 'u2'].map((user_id) => ({ tenant, user_id })));
  for (const [at, owner] of owners.entries())
    await items.change(owner, 'k', () => ({ put: [{ id: 'a', count: at }], answer: null }));
  expect(await items.erase({ tenant: 't1', user_id: 'u1' })).toBe(3);
  const counts = await Promise.all(owners.map(async (owner) => (await items.read(owner)).items[0]?.count ?? null));
  expect(counts).toEqual([null, 1, 2, 3]);
  expect((await redisLines(parts.redis, parts.prefix)).filter((line) => line.includes(':t1:u1'))).toEqual([]);
});

test('answers of old writes are dropped, so that they do not grow without end', async () => {
  const owner = { tenant: 'local', user_id: 'ever' };
  const applied = parts.keys.applied('notes', 'local', 'ever');
  const at = parts.keys.applied_at('notes', 'local', 'ever');
  await parts.redis.hset(applied, { ancient: '1' });
  await parts.redis.zadd(at, 1, 'ancient');
  const many = Array.from({ length: 1_200 }, (_, place) => `k${place}`);
  await parts.redis.hset(applied, Object.fromEntries(many.map((key) => [key, '1'])));
  await parts.redis.zadd(at, ...many.flatMap((key, place) => [Date.now() - 10_000 + place, key]));
  await increment(owner, 'new');
  expect([await parts.redis.hlen(applied), await parts.redis.zcard(at)]).toEqual([1_000, 1_000]);
  expect(await parts.redis.hexists(applied, 'ancient')).toBe(0);
  expect(await parts.redis.hget(applied, 'new')).toBe('1');
  expect(await parts.redis.ttl(applied)).toBeGreaterThan(0);
});

test('an id that could reach another key is refused', async () => {
  const hostile = fc.string({ minLength: 1 }).filter((id) => !/^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(id));
  await fc.assert(
    fc.asyncProperty(hostile, async (user_id) => {
      await expect(items.read({ tenant: 'local', user_id })).rejects.toMatchObject({ code: 'invalid' });
    }),
  );
});
