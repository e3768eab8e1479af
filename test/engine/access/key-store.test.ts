/** The store of keys: what is kept of a secret, which secret opens what, and what is left when a key or a person goes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyWish } from '../../../src/engine/access/api-key.ts';
import { keyIdOf, matchingDigest, newKeyId, newSecret } from '../../../src/engine/access/key-secret.ts';
import { createKeyStore } from '../../../src/engine/access/key-store.ts';
import { accessKeys } from '../../../src/engine/access/redis-keys.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

const DAY = 86_400_000;
const WISH: KeyWish = {
  tenant: 'acme',
  name: 'clinic app',
  subject: null,
  scopes: ['turns:read', 'turns:write'],
  people: null,
  actions: null,
  per_minute: null,
  expires_at: null,
};

function openStore(keysPerTenant = 100) {
  const redis = testRedis();
  const tag = hashTag(testPrefix());
  const clock = { now: Date.now() };
  const store = createKeyStore({ redis, tag, keysPerTenant, now: () => clock.now });
  const everything = async () => {
    const names = await redis.keys(`${tag.replace(/[{}]/g, '?')}*`);
    const stored = await Promise.all(names.map(async (name) => [name, await redis.dump(name)]));
    return JSON.stringify([names, stored.map(([, dump]) => dump)]);
  };
  return { redis, store, clock, keys: accessKeys(tag), everything };
}

const refusal = async (found: Promise<unknown>) => {
  const error = await found.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'unauthenticated' });
  return (error as Error).message;
};

test('a secret opens its key, and nothing of it but the digest is stored', async () => {
  const { store, everything, redis, keys } = openStore();
  const { key, secret } = await store.create({ ...WISH, people: ['p1'], actions: ['A/b'], per_minute: 7 }, 'cli');
  expect(secret).toMatch(/^mf_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
  expect(await store.authenticate(secret)).toEqual({
    tenant: 'acme',
    subject: null,
    scopes: new Set(['turns:read', 'turns:write']),
    people: new Set(['p1']),
    actions: new Set(['A/b']),
    key: key.id,
    perMinute: 7,
    expiresAt: null,
    credential: `key:${key.id}`,
  });
  const random = secret.split('_').slice(2).join('_');
  expect(await everything()).not.toContain(random);
  expect(Object.keys(await redis.hgetall(keys.api_key(key.id)))).toContain(`secret:${sha256(secret)}`);
  expect(JSON.stringify(await store.list('acme'))).not.toMatch(new RegExp(`${random}|${sha256(secret)}`));
});

test('no other token opens it, whatever is changed in the secret', async () => {
  const { store } = openStore();
  const { secret } = await store.create(WISH, 'cli');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(secret.length - 1),
      fc.constantFrom(...'abcXYZ019_-:\u0000 é'),
      fc.constantFrom('replace', 'insert', 'cut'),
      async (at, char, how) => {
        const rest = how === 'insert' ? secret.slice(at) : secret.slice(at + 1);
        const changed = secret.slice(0, at) + (how === 'cut' ? '' : char) + rest;
        fc.pre(changed !== secret);
        expect(await store.authenticate(changed)).toBeUndefined();
      },
    ),
  );
});

test('what looks a little like a secret makes no lookup', () => {
  const id = newKeyId();
  for (const token of [
    '',
    'mf_',
    `mf_${id}`,
    `mf_${id}_`,
    `mf_${id}:x_${'a'.repeat(43)}`,
    `mf_${id.slice(1)}:_${'a'.repeat(43)}`,
    `mf_*_${'a'.repeat(43)}`,
    `MF_${id}_${'a'.repeat(43)}`,
    `mf_${id}_${'a'.repeat(44)}`,
    `mf_${id}_${'a'.repeat(10_000)}`,
    `${newSecret(id)}\n`,
    ` ${newSecret(id)}`,
  ])
    expect([token, keyIdOf(token)]).toEqual([token, undefined]);
  expect(keyIdOf(newSecret(id))).toBe(id);
});

test('a digest is compared with every stored one, of whatever length', () => {
  const token = newSecret(newKeyId());
  expect(matchingDigest(token, ['', 'ab', sha256('x'), sha256(token)])).toBe(sha256(token));
  expect(matchingDigest(token, ['', sha256(token).slice(1), sha256(token).toUpperCase()])).toBeUndefined();
});

test('revoked and expired are told apart, and a wrong secret is told neither', async () => {
  const { store, clock } = openStore();
  const revoked = await store.create(WISH, 'cli');
  const expiring = await store.create({ ...WISH, expires_at: clock.now + 1000 }, 'cli');
  await store.revoke('acme', revoked.key.id);
  clock.now += 1000;
  expect(await refusal(store.authenticate(revoked.secret))).toBe('This key was revoked.');
  expect(await refusal(store.authenticate(expiring.secret))).toBe('This key has expired.');
  for (const { key } of [revoked, expiring]) expect(await store.authenticate(newSecret(key.id))).toBeUndefined();
  await expect(store.revoke('acme', revoked.key.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await store.list('acme')).map(({ id }) => id)).toEqual([expiring.key.id]);
});

test('a rotation keeps the earlier secret until its overlap ends, and never longer than an earlier rotation said', async () => {
  const { store, clock } = openStore();
  const { key, secret: first } = await store.create(WISH, 'cli');
  const { secret: second } = await store.rotate('acme', key.id, 10_000);
  const third = await store.rotate('acme', key.id, 20_000);
  expect(third.key.secrets).toBe(3);
  for (const secret of [first, second, third.secret]) expect(await store.authenticate(secret)).toBeDefined();
  clock.now += 10_000;
  expect(await refusal(store.authenticate(first))).toContain('rotated');
  expect(await store.authenticate(second)).toBeDefined();
  clock.now += 10_000;
  expect(await refusal(store.authenticate(second))).toContain('rotated');
  expect(await store.authenticate(third.secret)).toBeDefined();
  const { secret: last } = await store.rotate('acme', key.id, 0);
  expect(await store.authenticate(third.secret)).toBeUndefined();
  expect(await store.authenticate(last)).toBeDefined();
});

test('more rotations within one overlap than a key has room for are refused, but never one that ends the others', async () => {
  const { store } = openStore();
  const { key } = await store.create(WISH, 'cli');
  for (let i = 0; i < 4; i += 1) await store.rotate('acme', key.id, DAY);
  await expect(store.rotate('acme', key.id, DAY)).rejects.toMatchObject({ code: 'conflict' });
  expect((await store.rotate('acme', key.id, 0)).key.secrets).toBe(1);
});

test('a key of another tenant is neither found, rotated nor revoked; an id that is none reaches no key', async () => {
  const { store, redis, keys } = openStore();
  const { key, secret } = await store.create(WISH, 'cli');
  for (const id of [key.id, `${key.id}:x`, '*', '', '../x', `${key.id}\n`])
    for (const ask of [store.find, store.revoke, (tenant: string, one: string) => store.rotate(tenant, one, 0)])
      await expect(ask('beta', id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await store.list('beta')).toEqual([]);
  expect(await store.authenticate(secret)).toBeDefined();
  expect(await redis.exists(keys.api_key(`${key.id}:x`))).toBe(0);
});

test('a tenant has at most so many keys; one that was revoked makes room at once', async () => {
  const { store } = openStore(2);
  const made = await Promise.allSettled(Array.from({ length: 5 }, () => store.create(WISH, 'cli')));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(store.create(WISH, 'cli')).rejects.toMatchObject({ code: 'limit_reached' });
  await store.create({ ...WISH, tenant: 'beta' }, 'cli');
  const [first] = await store.list('acme');
  await store.revoke('acme', first?.id ?? '');
  await store.create(WISH, 'cli');
});

test('what is kept of a key that is over goes by itself', async () => {
  const { store, clock, redis, keys } = openStore();
  const revoked = await store.create(WISH, 'cli');
  await store.revoke('acme', revoked.key.id);
  expect(await redis.pttl(keys.api_key(revoked.key.id))).toBeGreaterThan(0);
  const expiring = await store.create({ ...WISH, expires_at: clock.now + DAY }, 'cli');
  expect(await redis.pttl(keys.api_key(expiring.key.id))).toBeGreaterThan(DAY);
  await store.rotate('acme', expiring.key.id, 1000);
  expect(await redis.pttl(keys.api_key(expiring.key.id))).toBeGreaterThan(DAY);
  clock.now += 32 * DAY;
  await store.create(WISH, 'cli');
  expect(await redis.zscore(keys.api_keys('acme'), expiring.key.id)).toBeNull();
});

test('the last use is noted at most once a minute, and does not bring a revoked key back', async () => {
  const { store, clock, redis, keys } = openStore();
  const { key, secret } = await store.create(WISH, 'cli');
  const used = async () => (await store.find('acme', key.id)).last_used_at;
  const first = clock.now;
  await store.authenticate(secret);
  await expect.poll(used).toBe(first);
  clock.now += 59_000;
  await store.authenticate(secret);
  clock.now += 1_000;
  await store.authenticate(secret);
  await expect.poll(used).toBe(first + 60_000);
  clock.now += 60_000;
  await Promise.all([store.authenticate(secret), store.revoke('acme', key.id)]);
  expect(Object.keys(await redis.hgetall(keys.api_key(key.id)))).not.toContain('key');
});

test('erasing a person revokes the keys that act as them and takes them out of all others', async () => {
  const { store, everything } = openStore();
  const bound = await store.create({ ...WISH, subject: 'quill' }, 'cli');
  const listed = await store.create({ ...WISH, people: ['p1', 'quill'] }, 'cli');
  const only = await store.create({ ...WISH, name: 'For quill', people: ['quill'] }, 'cli');
  const revoked = await store.create({ ...WISH, people: ['quill'] }, 'cli');
  await store.revoke('acme', revoked.key.id);
  const other = await store.create({ ...WISH, tenant: 'beta', people: ['quill'] }, 'cli');
  expect(await store.forget('acme', 'quill')).toBe(3);
  expect(await refusal(store.authenticate(bound.secret))).toBe('This key was revoked.');
  expect((await store.authenticate(listed.secret))?.people).toEqual(new Set(['p1']));
  expect(await refusal(store.authenticate(only.secret))).toBe('This key was revoked.');
  expect((await store.authenticate(other.secret))?.people).toEqual(new Set(['quill']));
  await store.revoke('beta', other.key.id);
  expect(await everything()).not.toContain('quill');
});
