/** Artifacts on a real Redis and a real folder: versions, content, who finds what, and how much there may be. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspaceName } from '../../../src/engine/workspace/plain-name.ts';
import { ANNA, BOB, bytes, openArtifacts, SUMMARY } from './open-artifacts.ts';

describe('a version', () => {
  test('has the fields and the names of the document, and exactly the bytes that were saved', async () => {
    const { store, keysLeft } = await openArtifacts();
    const data = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
    const saved = await store.save(
      { ...ANNA, patient_id: 'p1' },
      { namespace: 'code-generation', name: 'merged', mime_type: 'application/zip', data, metadata: { source: 'S4' } },
    );
    const names = {
      qualified_name: 'code-generation/merged_v1',
      cache_key: 'app:artifact:code-generation/merged_v1',
    };
    expect(saved).toEqual({ version: 1, created: true, ...names });
    const found = await store.get(ANNA, { namespace: 'code-generation', name: 'merged' });
    expect(found.data.equals(data)).toBe(true);
    expect(found).toEqual({
      namespace: 'code-generation',
      name: 'merged',
      version: 1,
      versions: [1],
      mime_type: 'application/zip',
      bytes: 512,
      data,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      metadata: { source: 'S4', checksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      user_id: 'anna',
      patient_id: 'p1',
      ...names,
    });
    expect(await keysLeft()).toContain(`functions:version:t:${names.cache_key}`);
  });

  test('may be empty', async () => {
    const { store } = await openArtifacts();
    await store.save(ANNA, { ...SUMMARY, data: Buffer.alloc(0) });
    expect((await store.get(ANNA, SUMMARY)).data).toHaveLength(0);
  });

  test('is counted up, and every one stays readable', async () => {
    const { store } = await openArtifacts();
    for (const text of ['one', 'two', 'three']) await store.save(ANNA, { ...SUMMARY, data: bytes(text) });
    expect(await store.get(ANNA, SUMMARY)).toMatchObject({ version: 3, versions: [3, 2, 1], data: bytes('three') });
    expect(await store.get(ANNA, SUMMARY, 1)).toMatchObject({ version: 1, versions: [3, 2, 1], data: bytes('one') });
    for (const version of [0, 4])
      await expect(store.get(ANNA, SUMMARY, version)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.get(ANNA, { ...SUMMARY, name: 'other' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not made anew for what the latest holds already; going back to an earlier content is a change', async () => {
    const { store } = await openArtifacts();
    const save = (text: string, more = {}) => store.save(ANNA, { ...SUMMARY, data: bytes(text), ...more });
    expect(await save('A')).toMatchObject({ version: 1, created: true });
    expect(await save('A', { metadata: { source: 'again' } })).toMatchObject({ version: 1, created: false });
    expect(await save('B')).toMatchObject({ version: 2, created: true });
    expect(await save('A')).toMatchObject({ version: 3, created: true });
    expect(await save('A', { mime_type: 'text/markdown' })).toMatchObject({ version: 4, created: true });
    expect(await store.get(ANNA, SUMMARY, 3)).toMatchObject({ data: bytes('A'), mime_type: 'text/plain' });
  });

  test('keeps its number: that of a deleted one is not given again while others are there', async () => {
    const { store } = await openArtifacts();
    for (const text of ['one', 'two']) await store.save(ANNA, { ...SUMMARY, data: bytes(text) });
    expect(await store.remove(ANNA, SUMMARY, 2)).toBe(1);
    expect(await store.remove(ANNA, SUMMARY, 2)).toBe(0);
    expect(await store.save(ANNA, { ...SUMMARY, data: bytes('three') })).toMatchObject({ version: 3 });
    expect((await store.get(ANNA, SUMMARY)).versions).toEqual([3, 1]);
  });

  test('whose stored bytes were changed is not given out', async () => {
    const { store, dir, objectNames } = await openArtifacts();
    await store.save(ANNA, { ...SUMMARY, data: bytes('true') });
    const [name = ''] = await objectNames();
    await writeFile(join(dir, workspaceName('t', 'artifacts'), 'files', name), 'forged');
    await expect(store.get(ANNA, SUMMARY)).rejects.toMatchObject({ code: 'workspace_damaged' });
  });
});

describe('the same content', () => {
  test('is stored once for a tenant, and deleted with the last version that has it', async () => {
    const { store, objectNames, keysLeft } = await openArtifacts();
    const data = bytes('the same');
    await store.save(ANNA, { ...SUMMARY, data });
    await store.save(BOB, { ...SUMMARY, data });
    await store.save(ANNA, { ...SUMMARY, name: 'copy', data });
    await store.save({ ...ANNA, tenant: 'other' }, { ...SUMMARY, data });
    expect([await objectNames(), await objectNames('other')].map((names) => names.length)).toEqual([1, 1]);
    await store.remove(ANNA, SUMMARY);
    await store.remove(BOB, SUMMARY);
    expect((await store.get(ANNA, { ...SUMMARY, name: 'copy' })).data).toEqual(data);
    await store.remove(ANNA, { ...SUMMARY, name: 'copy' });
    expect([await objectNames(), await objectNames('other')].map((names) => names.length)).toEqual([0, 1]);
    expect((await store.get({ tenant: 'other' }, SUMMARY)).data).toEqual(data);
    await store.remove({ tenant: 'other' }, SUMMARY);
    expect(await keysLeft()).toEqual([]);
  });

  test('of another user or about another patient is a version of its own', async () => {
    const { store } = await openArtifacts();
    const data = bytes('the same');
    const numbers = [];
    for (const owner of [ANNA, BOB, { ...BOB, patient_id: 'p1' }, { ...BOB, patient_id: 'p2' }])
      numbers.push((await store.save(owner, { ...SUMMARY, data })).version);
    expect(numbers).toEqual([1, 2, 3, 4]);
  });
});

describe('who asks', () => {
  test('a user finds only their own versions; the tenant finds all', async () => {
    const { store } = await openArtifacts();
    await store.save(ANNA, { ...SUMMARY, data: bytes('hers') });
    await store.save(BOB, { ...SUMMARY, data: bytes('his') });
    await store.save(BOB, { namespace: 'notes', name: 'bob', mime_type: 'text/plain', data: bytes('his') });
    expect(await store.get(ANNA, SUMMARY)).toMatchObject({ version: 1, versions: [1], data: bytes('hers') });
    expect(await store.get(BOB, SUMMARY)).toMatchObject({ version: 2, versions: [2] });
    expect(await store.get({ tenant: 't' }, SUMMARY)).toMatchObject({ version: 2, versions: [2, 1] });
    await expect(store.get(ANNA, SUMMARY, 2)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.get(ANNA, { namespace: 'notes', name: 'bob' })).rejects.toMatchObject({ code: 'not_found' });
    const listed = async (asker: { tenant: string; user_id?: string }) =>
      (await store.list(asker, {})).artifacts.map(({ qualified_name, versions }) => [qualified_name, versions]);
    expect(await listed(ANNA)).toEqual([['chapter-summarization/stage_3:summary_v1', 1]]);
    expect(await listed({ tenant: 't' })).toEqual([
      ['chapter-summarization/stage_3:summary_v2', 2],
      ['notes/bob_v1', 1],
    ]);
    expect(await store.remove(ANNA, SUMMARY, 2)).toBe(0);
    expect(await store.remove(ANNA, SUMMARY)).toBe(1);
    expect((await store.get(BOB, SUMMARY)).data).toEqual(bytes('his'));
    expect(await listed(ANNA)).toEqual([]);
  });

  test('another tenant finds nothing, whatever its users are called', async () => {
    const { store } = await openArtifacts();
    await store.save(ANNA, { ...SUMMARY, data: bytes('hers') });
    for (const asker of [{ tenant: 'other' }, { tenant: 'other', user_id: 'anna' }]) {
      await expect(store.get(asker, SUMMARY)).rejects.toMatchObject({ code: 'not_found' });
      expect((await store.list(asker, {})).artifacts).toEqual([]);
      expect(await store.remove(asker, SUMMARY)).toBe(0);
    }
  });
});

describe('the list', () => {
  test('goes page by page through a namespace and what is below it, each artifact once', async () => {
    const { store } = await openArtifacts();
    const data = bytes('x');
    const names = Array.from({ length: 120 }, (_, at) => `a${String(at).padStart(3, '0')}`);
    const more = { mime_type: 'text/plain', data };
    await Promise.all(names.map((name) => store.save(ANNA, { namespace: 'code/run', name, ...more })));
    for (const namespace of ['cod', 'code-2', 'code0', 'coder/run'])
      await store.save(ANNA, { namespace, name: 'elsewhere', ...more });
    const paths: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const page = await store.list(ANNA, { namespace: 'code', ...(cursor && { cursor }) });
      paths.push(...page.artifacts.map(({ namespace, name }) => `${namespace}/${name}`));
      cursor = page.next_cursor;
    }
    expect(pages).toBe(3);
    expect(paths).toEqual(names.map((name) => `code/run/${name}`));
    expect((await store.list(ANNA, { namespace: 'code-2' })).artifacts).toHaveLength(1);
    expect((await store.list(ANNA, { namespace: 'none' })).artifacts).toEqual([]);
  });

  test('refuses a cursor of another list', async () => {
    const { store } = await openArtifacts();
    for (const cursor of ['other/a', 'code', 'code/\n'])
      await expect(store.list(ANNA, { namespace: 'code', cursor })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('how much there may be', () => {
  test('one artifact has a limit', async () => {
    const { store, keysLeft } = await openArtifacts({ artifactBytes: 10 });
    const save = (size: number) => store.save(ANNA, { ...SUMMARY, data: Buffer.alloc(size) });
    await expect(save(11)).rejects.toMatchObject({ code: 'too_large' });
    expect(await keysLeft()).toEqual([]);
    expect(await save(10)).toMatchObject({ version: 1 });
  });

  test('a tenant has a limit of bytes; the same content counts once, and deleting makes room', async () => {
    const { store, objectNames } = await openArtifacts({ tenantBytes: 10 });
    const save = (name: string, text: string, tenant = 't') =>
      store.save({ ...ANNA, tenant }, { ...SUMMARY, name, data: bytes(text) });
    await save('a', '123456');
    await save('b', '123456');
    await expect(save('c', '12345')).rejects.toMatchObject({
      code: 'artifacts_full',
      message: 'The artifacts of a tenant may have 10 bytes together.',
    });
    await save('c', '1234');
    await save('a', '12345', 'other');
    await store.remove(ANNA, { ...SUMMARY, name: 'a' });
    await expect(save('d', '1')).rejects.toMatchObject({ code: 'artifacts_full' });
    await store.remove(ANNA, { ...SUMMARY, name: 'b' });
    await save('d', '654321');
    expect(await objectNames()).toHaveLength(2);
  });

  test('a tenant has a limit of versions', async () => {
    const { store } = await openArtifacts({ tenantVersions: 2 });
    const save = (text: string) => store.save(ANNA, { ...SUMMARY, data: bytes(text) });
    await save('1');
    await save('2');
    await expect(save('3')).rejects.toMatchObject({ code: 'artifacts_full', message: expect.stringMatching(/2 vers/) });
    expect(await save('2')).toMatchObject({ version: 2, created: false });
  });
});
