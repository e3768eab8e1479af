/** Artifacts when something goes wrong or happens at once: replays, crashes, several writers, and erasure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANNA, BOB, bytes, openArtifacts, SUMMARY } from './open-artifacts.ts';

const crash = () => Promise.reject(new Error('the process has died'));

describe('a replay', () => {
  test('with the same key gives the same version, also when the content differs now', async () => {
    const { store, another } = await openArtifacts();
    const save = (from: typeof store, text: string, key: string) =>
      from.save(ANNA, { ...SUMMARY, data: bytes(text), key });
    expect(await save(store, 'one', 'task-1')).toMatchObject({ version: 1, created: true });
    expect(await save(store, 'two', 'task-2')).toMatchObject({ version: 2, created: true });
    expect(await save(another(), 'another draft', 'task-1')).toMatchObject({ version: 1, created: false });
    expect((await store.get(ANNA, SUMMARY, 1)).data).toEqual(bytes('one'));
    expect((await store.get(ANNA, SUMMARY)).versions).toEqual([2, 1]);
  });

  test('a save that added nothing is known by its key too', async () => {
    const { store } = await openArtifacts();
    const save = (text: string, key: string) => store.save(ANNA, { ...SUMMARY, data: bytes(text), key });
    await save('one', 'a');
    expect(await save('one', 'b')).toMatchObject({ version: 1, created: false });
    await save('two', 'c');
    expect(await save('one', 'b')).toMatchObject({ version: 1, created: false });
  });

  test('a key counts for one user and one artifact', async () => {
    const { store } = await openArtifacts();
    const key = 'k';
    await store.save(ANNA, { ...SUMMARY, data: bytes('one'), key });
    expect(await store.save(BOB, { ...SUMMARY, data: bytes('two'), key })).toMatchObject({ version: 2, created: true });
    const other = await store.save(ANNA, { ...SUMMARY, name: 'other', data: bytes('two'), key });
    expect(other).toMatchObject({ version: 1, created: true });
  });

  test('of a version that was deleted meanwhile is a new version', async () => {
    const { store } = await openArtifacts();
    const save = (text: string, key: string) => store.save(ANNA, { ...SUMMARY, data: bytes(text), key });
    await save('one', 'a');
    await save('two', 'b');
    await store.remove(ANNA, SUMMARY, 1);
    expect(await save('one', 'a')).toMatchObject({ version: 3, created: true });
  });

  test('keys are forgotten after a week', async () => {
    const { store, redis, keys, keysLeft } = await openArtifacts();
    await redis.zadd(keys.saves('t', 'anna'), 1, 'expired');
    await store.save(ANNA, { ...SUMMARY, data: bytes('one'), key: 'a' });
    const [digest, ...more] = await redis.zrange(keys.saves('t', 'anna'), 0, -1);
    expect([digest, more]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []]);
    expect(await keysLeft()).toContain(`functions:saved:t:anna:${digest}`);
    for (const key of [keys.saves('t', 'anna'), keys.saved('t', 'anna', digest ?? '')]) {
      expect(await redis.ttl(key)).toBeGreaterThan(6 * 86_400);
      expect(await redis.ttl(key)).toBeLessThanOrEqual(7 * 86_400);
    }
  });
});

describe('a crash', () => {
  test.each([
    ['before the bytes are written', false],
    ['after they are written', true],
  ])('%s leaves no version, and what it has written is deleted later', async (_when, written) => {
    const { store, another, objects, objectNames, redis, keys } = await openArtifacts();
    const create: typeof objects.create = async (key, data) => {
      if (written) await objects.create(key, data);
      return crash();
    };
    const data = bytes('one');
    await expect(another({ create }).save(ANNA, { ...SUMMARY, data, key: 'a' })).rejects.toThrow('died');
    await expect(store.get(ANNA, SUMMARY)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.save(ANNA, { ...SUMMARY, data, key: 'a' })).toMatchObject({ version: 1, created: true });
    expect(await objectNames()).toHaveLength(written ? 2 : 1);

    // An hour later.
    const [waiting = ''] = await redis.zrange(keys.unused('t'), 0, -1);
    await redis.zadd(keys.unused('t'), 1, waiting);
    await store.save(ANNA, { ...SUMMARY, data: bytes('two') });
    expect(await objectNames()).toHaveLength(2);
    expect(await redis.exists(keys.unused('t'))).toBe(0);
    expect((await store.get(ANNA, SUMMARY, 1)).data).toEqual(data);
  });

  test('while deleted content is removed leaves nothing that the next save does not remove', async () => {
    const { store, another, objectNames } = await openArtifacts();
    await store.save(ANNA, { ...SUMMARY, data: bytes('one') });
    await expect(another({ remove: crash }).remove(ANNA, SUMMARY)).rejects.toThrow('died');
    await expect(store.get(ANNA, SUMMARY)).rejects.toMatchObject({ code: 'not_found' });
    expect(await objectNames()).toHaveLength(1);
    // The same content is stored anew, under another name.
    await store.save(ANNA, { ...SUMMARY, data: bytes('one') });
    expect(await objectNames()).toHaveLength(1);
    expect((await store.get(ANNA, SUMMARY)).data).toEqual(bytes('one'));
  });

  test('bytes that took too long to store are not used: they may have been removed meanwhile', async () => {
    const { another, objects, redis, keys } = await openArtifacts();
    const create: typeof objects.create = async (key, data) => {
      const [entry = ''] = await redis.zrange(keys.unused('t'), 0, -1);
      await redis.zadd(keys.unused('t'), 1, entry);
      return objects.create(key, data);
    };
    const save = another({ create }).save(ANNA, { ...SUMMARY, data: bytes('one') });
    await expect(save).rejects.toMatchObject({ code: 'workspace_unavailable' });
  });
});

describe('at once', () => {
  test('many writers get a version each, with their own content', async () => {
    const { store, another } = await openArtifacts();
    const stores = [another(), another(), another()];
    const saved = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const data = bytes(`content ${at}`);
        return { data, ...(await stores[at % 3]?.save(at % 2 ? ANNA : BOB, { ...SUMMARY, data })) };
      }),
    );
    const numbers = saved.map(({ version = 0 }) => version).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    for (const { version, data } of saved)
      expect((await store.get({ tenant: 't' }, SUMMARY, version)).data).toEqual(data);
  });

  test('the same content from many is one version of each user, and one stored object', async () => {
    const { store, another, objectNames } = await openArtifacts();
    const stores = [another(), another()];
    const data = bytes('the same');
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (stores[at % 2] ?? store).save(at % 4 < 2 ? ANNA : BOB, { ...SUMMARY, data }),
      ),
    );
    expect(new Set(saved.map(({ version }) => version))).toEqual(new Set([1, 2]));
    expect(saved.filter(({ created }) => created)).toHaveLength(2);
    await store.save(ANNA, { ...SUMMARY, data: bytes('next') });
    expect(await objectNames()).toHaveLength(2);
    expect((await store.get(BOB, SUMMARY)).data).toEqual(data);
  });

  test('a quota is not exceeded', async () => {
    const { store, another, objectNames } = await openArtifacts({ tenantBytes: 50 });
    const saves = Array.from({ length: 12 }, (_, at) =>
      another().save(ANNA, { ...SUMMARY, name: `a${at}`, data: Buffer.alloc(10, at) }),
    );
    const outcomes = await Promise.allSettled(saves);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array(7).fill('artifacts_full'));
    await store.remove(ANNA, { ...SUMMARY, name: 'none' });
    expect(await objectNames()).toHaveLength(5);
  });
});

describe('erasing a person', () => {
  test('deletes what is theirs as a user and about them as a patient, and leaves the rest', async () => {
    const { store, keysLeft, objectNames } = await openArtifacts();
    const save = (owner: typeof ANNA & { patient_id?: string }, text: string) =>
      store.save(owner, { ...SUMMARY, data: bytes(text), key: text });
    await save({ tenant: 't', user_id: 'zoe' }, 'her own');
    await save({ tenant: 't', user_id: 'dr', patient_id: 'zoe' }, 'about her');
    await save({ tenant: 't', user_id: 'dr', patient_id: 'bob' }, 'about another');
    await save({ tenant: 'other', user_id: 'zoe' }, 'of a namesake');
    expect(await store.erase('t', { kind: 'patient', id: 'zoe' })).toEqual({ keys: 4, files: 2 });
    expect((await store.get({ tenant: 't' }, SUMMARY)).versions).toEqual([3]);
    expect((await store.get({ tenant: 'other', user_id: 'zoe' }, SUMMARY)).data).toEqual(bytes('of a namesake'));
    expect((await keysLeft()).filter((key) => key.includes(':zoe') && !key.includes(':other:'))).toEqual([]);
    expect(await store.erase('t', { kind: 'patient', id: 'zoe' })).toEqual({ keys: 0, files: 0 });
    await store.erase('t', { kind: 'user', id: 'dr' });
    await store.erase('other', { kind: 'user', id: 'zoe' });
    expect(await keysLeft()).toEqual([]);
    expect([...(await objectNames()), ...(await objectNames('other'))]).toEqual([]);
  });

  test('content that others have too stays with them', async () => {
    const { store } = await openArtifacts();
    for (const owner of [ANNA, BOB]) await store.save(owner, { ...SUMMARY, data: bytes('the same') });
    expect(await store.erase('t', { kind: 'user', id: 'anna' })).toMatchObject({ files: 0 });
    expect((await store.get(BOB, SUMMARY)).data).toEqual(bytes('the same'));
  });

  test('includes what a crash has left, and refuses what is being saved', async () => {
    const { store, another, objects, objectNames, keysLeft } = await openArtifacts();
    const create: typeof objects.create = async (key, data) => {
      await objects.create(key, data);
      await store.erase('t', { kind: 'patient', id: 'p1' });
      return true;
    };
    const save = another({ create }).save({ ...ANNA, patient_id: 'p1' }, { ...SUMMARY, data: bytes('one') });
    await expect(save).rejects.toMatchObject({ code: 'workspace_unavailable' });
    expect([await objectNames(), await keysLeft()]).toEqual([[], []]);
  });

  test('goes through more than one batch', async () => {
    const { store, keysLeft } = await openArtifacts();
    const save = (at: number) =>
      store.save(ANNA, { ...SUMMARY, name: `a${at}`, data: bytes(String(at % 3)), key: String(at) });
    await Promise.all(Array.from({ length: 230 }, (_, at) => save(at)));
    await store.erase('t', { kind: 'user', id: 'anna' });
    expect(await keysLeft()).toEqual([]);
  });
});

test('whatever is saved and deleted, what is stored and what is counted is what the versions have', async () => {
  const owner = fc.constantFrom(ANNA, BOB, { ...BOB, patient_id: 'p1' });
  const name = fc.constantFrom('a', 'b');
  const change = fc.oneof(
    fc.record({ does: fc.constant('save' as const), owner, name, text: fc.constantFrom('x', 'yy', 'zzz', '') }),
    fc.record({ does: fc.constant('remove' as const), owner, name }),
    fc.record({ does: fc.constant('erase' as const), who: fc.constantFrom('anna', 'p1') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const { store, redis, keys, keysLeft, objectNames } = await openArtifacts();
      for (const one of changes) {
        if (one.does === 'save') await store.save(one.owner, { ...SUMMARY, name: one.name, data: bytes(one.text) });
        else if (one.does === 'remove') await store.remove(one.owner, { ...SUMMARY, name: one.name });
        else await store.erase('t', { kind: 'patient', id: one.who });
      }
      const texts: string[] = [];
      for (const { namespace, name } of (await store.list({ tenant: 't' }, {})).artifacts) {
        const { versions } = await store.get({ tenant: 't' }, { namespace, name });
        for (const version of versions)
          texts.push((await store.get({ tenant: 't' }, { namespace, name }, version)).data.toString());
      }
      const different = [...new Set(texts)];
      expect(await objectNames()).toHaveLength(different.length);
      const used = await redis.hmget(keys.usage('t'), 'versions', 'bytes');
      expect(used.map(Number)).toEqual([texts.length, different.join('').length]);
      for (const id of ['anna', 'bob']) await store.erase('t', { kind: 'user', id });
      expect(await keysLeft()).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
