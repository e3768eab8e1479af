/** What every engine of the library must do. Each engine's test file runs this suite on itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocuments } from '../../../src/engine/tools/documents.ts';
import { createLibrary } from '../../../src/functions/library/create-library.ts';
import { NewDocument } from '../../../src/functions/library/document.ts';
import type { Embedder } from '../../../src/functions/library/embedder.ts';
import type { Library, MatchType } from '../../../src/functions/library/library.ts';
import { createOpenAiEmbedder } from '../../../src/functions/library/openai-embedder.ts';
import type { LibraryStore } from '../../../src/functions/library/store.ts';
import { DIMENSIONS, startScriptedEmbeddings } from '../../support/scripted-embeddings.ts';

const MEANINGS = [['cardiac', 'heart', 'myocardial']];
const HEART = 'A myocardial infarction is treated with aspirin and by opening the vessel.';
const KNEE = 'The knee is examined for swelling, warmth and instability of its ligaments.';

export function libraryContract(name: string, openStore: (dimensions: number | null) => Promise<LibraryStore>): void {
  describe(`${name}: the library`, () => {
    const documents = openDocuments();
    let status: number | undefined;
    let server: Awaited<ReturnType<typeof startScriptedEmbeddings>>;
    let plain: Library;
    let semantic: Library;
    beforeAll(async () => {
      server = await startScriptedEmbeddings({ meanings: MEANINGS, failing: () => status });
      plain = createLibrary({
        store: await openStore(null),
        documents,
        embedder: null,
        limits: { documents: 4, chunks: 30 },
      });
      semantic = createLibrary({ store: await openStore(DIMENSIONS), documents, embedder: embedderAt(server.url) });
    });
    afterAll(async () => {
      await Promise.all([plain.close(), semantic.close(), server.close(), documents.close()]);
    });

    const text = (title: string, body: string, fields: Partial<NewDocument> = {}): NewDocument =>
      NewDocument.parse({ scope: 'guides', title, type: 'text', text: body, ...fields });
    const search = (library: Library, tenant: string, query: string, match: MatchType = 'keyword', user_id?: string) =>
      library.searchAs({ tenant, ...(user_id && { user_id }) }).search({ text: query, scopes: [], match, limit: 10 });
    const titles = async (found: ReturnType<typeof search>) => (await found).hits.map(({ source }) => source.title);

    test('a document is found by its words, in any form, and cited with its place', async () => {
      const tenant = randomUUID();
      const { document } = await plain.add(
        tenant,
        text('Heart', HEART, { source: { source_type: 'book', author: 'Doe, Jane', year: 2020 } }),
      );
      await plain.add(tenant, text('Knee', KNEE));
      const { hits, method, notes } = await search(plain, tenant, 'How are infarctions treated?');
      expect([method, notes, hits.length]).toEqual(['keyword', [], 1]);
      expect(hits[0]).toEqual({
        document_id: document.document_id,
        chunk_id: `${document.document_id}.1`,
        scope: 'guides',
        text: HEART,
        source: { source_type: 'book', title: 'Heart', author: 'Doe, Jane', year: 2020, chunk: HEART, similarity: 1 },
      });
    });

    test('a chunk that has more of the query comes first, and its similarity is greater', async () => {
      const tenant = randomUUID();
      await plain.add(tenant, text('A', 'aspirin and its dose'));
      await plain.add(tenant, text('B', 'aspirin after a stroke'));
      await plain.add(tenant, text('C', 'stroke units'));
      const { hits } = await search(plain, tenant, 'aspirin stroke');
      expect(hits[0]?.source).toMatchObject({ title: 'B', similarity: 1 });
      for (const { source } of hits.slice(1)) expect(source.similarity).toBeLessThan(1);
      expect(hits).toHaveLength(3);
    });

    test('the same document again is the same; another title, scope or user makes another', async () => {
      const tenant = randomUUID();
      const first = await plain.add(tenant, text('Heart', HEART));
      const generation = await plain.searchAs({ tenant }).generation();
      const again = await plain.add(tenant, text('Heart', HEART));
      expect([first.added, again.added, again.document]).toEqual([true, false, first.document]);
      expect(await plain.searchAs({ tenant }).generation()).toBe(generation);
      for (const fields of [{ scope: 'other' }, { user_id: 'anna' }, { title: 'Other' }])
        expect((await plain.add(tenant, text('Heart', HEART, fields))).added).toBe(true);
      expect((await plain.list({ tenant })).documents).toHaveLength(4);
      expect(await plain.searchAs({ tenant }).generation()).not.toBe(generation);
    });

    test('another tenant sees, finds and removes nothing', async () => {
      const [tenant, other] = [randomUUID(), randomUUID()];
      const { document } = await plain.add(tenant, text('Heart', HEART));
      expect((await search(plain, other, HEART)).hits).toEqual([]);
      expect((await plain.list({ tenant: other })).documents).toEqual([]);
      expect(await plain.find({ tenant: other }, document.document_id)).toBeNull();
      expect(await plain.remove({ tenant: other }, { id: document.document_id })).toEqual({ documents: 0, chunks: 0 });
      expect(await titles(search(plain, tenant, HEART))).toEqual(['Heart']);
    });

    test('a user sees the tenant’s documents and their own, and removes their own only', async () => {
      const tenant = randomUUID();
      const shared = await plain.add(tenant, text('Shared', HEART));
      const annas = await plain.add(tenant, text('Anna', HEART, { user_id: 'anna' }));
      expect((await titles(search(plain, tenant, HEART, 'keyword', 'anna'))).sort()).toEqual(['Anna', 'Shared']);
      expect(await titles(search(plain, tenant, HEART, 'keyword', 'bob'))).toEqual(['Shared']);
      expect((await plain.list({ tenant, user_id: 'bob' })).documents.map(({ title }) => title)).toEqual(['Shared']);
      expect(await plain.find({ tenant, user_id: 'bob' }, annas.document.document_id)).toBeNull();
      for (const { document } of [shared, annas])
        expect((await plain.remove({ tenant, user_id: 'bob' }, { id: document.document_id })).documents).toBe(0);
      expect((await plain.remove({ tenant, user_id: 'anna' }, { scope: 'guides' })).documents).toBe(1);
      expect(await titles(search(plain, tenant, HEART))).toEqual(['Shared']);
    });

    test('only the scopes that are asked for are searched', async () => {
      const tenant = randomUUID();
      for (const scope of ['a', 'b/c', 'd']) await plain.add(tenant, text(scope, HEART, { scope }));
      const asked = (scopes: string[]) =>
        plain.searchAs({ tenant }).search({ text: HEART, scopes, match: 'keyword', limit: 10 });
      expect((await asked(['a', 'b/c'])).hits.map(({ scope }) => scope).sort()).toEqual(['a', 'b/c']);
      expect((await asked(['e'])).hits).toEqual([]);
      expect((await plain.list({ tenant }, { scope: 'd' })).documents.map(({ title }) => title)).toEqual(['d']);
    });

    test('what was removed or erased is not found any more', async () => {
      const tenant = randomUUID();
      const { document } = await plain.add(tenant, text('Heart', HEART));
      await plain.add(tenant, text('Of Anna', KNEE, { user_id: 'anna' }));
      await plain.add(tenant, text('About Anna', KNEE, { patient_id: 'anna' }));
      await plain.add(tenant, text('About Bob', KNEE, { patient_id: 'bob' }));
      expect(await plain.remove({ tenant }, { id: document.document_id })).toEqual({ documents: 1, chunks: 1 });
      expect((await search(plain, tenant, HEART)).hits).toEqual([]);
      expect(await plain.erase(tenant, { kind: 'patient', id: 'anna' })).toEqual({ documents: 2, chunks: 2 });
      expect(await titles(search(plain, tenant, KNEE))).toEqual(['About Bob']);
      expect(await plain.erase(tenant, { kind: 'patient', id: 'anna' })).toEqual({ documents: 0, chunks: 0 });
    });

    test('a tenant that has reached its limit is told so, and may go on after removing something', async () => {
      const tenant = randomUUID();
      for (const title of ['1', '2', '3', '4']) await plain.add(tenant, text(title, HEART));
      await expect(plain.add(tenant, text('5', HEART))).rejects.toMatchObject({ code: 'limit_reached' });
      await plain.remove({ tenant }, { scope: 'guides' });
      const long = Array.from({ length: 40 }, (_, n) => `${n} ${'word '.repeat(230)}`).join('\n\n');
      await expect(plain.add(tenant, text('long', long))).rejects.toMatchObject({ code: 'limit_reached' });
      expect((await plain.add(tenant, text('5', HEART))).added).toBe(true);
    });

    test('a list is given in pages, each document once', async () => {
      const tenant = randomUUID();
      for (let n = 0; n < 105; n += 1) await semantic.add(tenant, text(`n${n}`, 'short'));
      const first = await semantic.list({ tenant });
      expect(first.documents).toHaveLength(100);
      const second = await semantic.list({ tenant }, { cursor: first.next_cursor ?? '' });
      expect([second.documents.length, second.next_cursor]).toEqual([5, null]);
      expect([...first.documents, ...second.documents].map(({ title }) => title)).toEqual(
        Array.from({ length: 105 }, (_, n) => `n${n}`),
      );
      await expect(semantic.list({ tenant }, { cursor: 'none' })).rejects.toMatchObject({ code: 'invalid' });
    });

    test('what means the same is found without its words, where a model makes vectors', async () => {
      const tenant = randomUUID();
      await semantic.add(tenant, text('First', HEART));
      await semantic.add(tenant, text('Second', KNEE));
      const meant = await search(semantic, tenant, 'cardiac', 'semantic');
      expect([meant.method, meant.notes, meant.hits[0]?.source.title]).toEqual(['semantic', [], 'First']);
      expect(meant.hits[0]?.source.similarity).toBeGreaterThan(meant.hits[1]?.source.similarity ?? 1);
      expect((await search(semantic, tenant, 'cardiac', 'keyword')).hits).toEqual([]);
      const both = await search(semantic, tenant, 'cardiac ligaments', 'hybrid');
      expect(both.method).toBe('hybrid');
      expect(both.hits.map(({ source }) => source.title).sort()).toEqual(['First', 'Second']);
    });

    test('vectors of another tenant, user or scope are not compared', async () => {
      const [tenant, other] = [randomUUID(), randomUUID()];
      await semantic.add(other, text('Other', HEART));
      await semantic.add(tenant, text('Anna', HEART, { user_id: 'anna' }));
      await semantic.add(tenant, text('Shared', KNEE, { scope: 'knees' }));
      expect(await titles(search(semantic, tenant, 'cardiac', 'semantic', 'bob'))).toEqual(['Shared']);
      expect(await titles(search(semantic, tenant, 'cardiac', 'semantic', 'anna'))).toEqual(['Anna', 'Shared']);
      const scoped = semantic
        .searchAs({ tenant })
        .search({ text: 'cardiac', scopes: ['knees'], match: 'semantic', limit: 5 });
      expect(await titles(scoped)).toEqual(['Shared']);
    });

    test('without a model, or while it does not answer, the search is by words and says so', async () => {
      const tenant = randomUUID();
      await plain.add(tenant, text('Heart', HEART));
      for (const match of ['semantic', 'hybrid'] as const) {
        const { method, notes, hits } = await search(plain, tenant, 'myocardial', match);
        expect([method, hits.length, notes]).toEqual(['keyword', 1, [expect.stringContaining('No embedding model')]]);
      }
      const mixed = await search(semantic, tenant, 'cardiac myocardial', 'hybrid');
      expect([mixed.hits.length, mixed.notes]).toEqual([
        1,
        [expect.stringContaining('1 of 1 passages have no vector')],
      ]);
      status = 503;
      const down = await search(semantic, tenant, 'myocardial', 'semantic');
      expect([down.method, down.hits.length, down.notes]).toEqual([
        'keyword',
        1,
        [expect.stringContaining('model_unavailable')],
      ]);
      await expect(semantic.add(tenant, text('Knee', KNEE))).rejects.toMatchObject({ code: 'model_unavailable' });
      status = undefined;
    });

    test('nothing in a query is syntax of the index', async () => {
      const tenant = randomUUID();
      await plain.add(tenant, text('Heart', HEART));
      const hostile = [
        '"',
        '* OR *',
        'body:aspirin)',
        'keys : "t1" OR aspirin',
        'NEAR(aspirin',
        '\\',
        "';--",
        'a AND',
        '^aspirin',
        '{body}',
        '+',
        '',
      ];
      for (const query of hostile) {
        const { hits } = await search(plain, tenant, query);
        expect(hits.length, query).toBe(query.includes('aspirin') ? 1 : 0);
        expect((await search(plain, randomUUID(), query)).hits).toEqual([]);
      }
      expect((await search(plain, tenant, `${'x '.repeat(50_000)} aspirin aspirin`)).hits).toHaveLength(1);
    });
  });
}

function embedderAt(url: string): Embedder {
  const server = {
    name: 'scripted',
    baseUrl: `${url}/v1`,
    settings: { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  };
  return createOpenAiEmbedder({ server, model: 'test-embedding', dimensions: DIMENSIONS, silenceMs: 30_000 });
}
