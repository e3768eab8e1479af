/** cross_reference on a real library: what it cites is what was found, whatever a model says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { tokensOf } from '../../src/engine/models/estimate.ts';
import { openDocuments } from '../../src/engine/tools/documents.ts';
import type { Helpers } from '../../src/functions/agent-function.ts';
import { CrossReferenceInput, CrossReferenceOutput, crossReference } from '../../src/functions/cross-reference.ts';
import { createLibrary } from '../../src/functions/library/create-library.ts';
import { openEmbeddedStore } from '../../src/functions/library/embedded/embedded-store.ts';
import type { Library, SearchResult } from '../../src/functions/library/library.ts';

const documents = openDocuments();
let dir: string;
let library: Library;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'library-'));
  library = createLibrary({ store: openEmbeddedStore({ dir }), documents, embedder: null });
  const base = {
    scope: 'books',
    type: 'text',
    source: { source_type: 'book', author: 'Fowler, Martin', year: 2002 },
  } as const;
  await library.add('t', {
    ...base,
    title: 'Patterns',
    text: 'x\fThe Repository pattern provides a collection of objects.',
  });
  const long = 'A repository hides how objects are stored, and gives them back as a collection. '.repeat(14);
  for (let n = 0; n < 12; n += 1) await library.add('t', { ...base, title: `Book ${n}`, text: `${n} ${long}` });
});
afterAll(async () => {
  await Promise.all([library.close(), documents.close()]);
  await rm(dir, { recursive: true });
});

async function found(input: z.infer<typeof CrossReferenceInput>): Promise<SearchResult> {
  const helpers = { library: library.searchAs({ tenant: 't' }), signal: new AbortController().signal };
  return (await crossReference.prepare?.(input, helpers as Helpers)) as SearchResult;
}
const finished = (ranking: string[], input: unknown, prepared: SearchResult) =>
  CrossReferenceOutput.parse(crossReference.finish({ ranking }, input, prepared, []));

test('by the rule, the order is that of the search, and each reference is cited with its place', async () => {
  const input = CrossReferenceInput.parse({ query_artifact: 'Repository pattern implementation', top_k: 3 });
  const prepared = await found(input);
  const draft = crossReference.rule?.(input, prepared, []) as { ranking: string[] };
  const output = finished(draft.ranking, input, prepared);
  expect(output.references.map(({ id }) => id)).toEqual(prepared.hits.map(({ chunk_id }) => chunk_id));
  expect(output.references).toHaveLength(3);
  expect(output.citations[0]).toMatchObject({
    id: output.references[0]?.id,
    marker: '[^1]',
    source: 'library',
    source_type: 'book',
    title: 'Patterns',
    author: 'Fowler, Martin',
    year: 2002,
    pages: '1-2',
    chunk: expect.stringContaining('Repository pattern'),
    similarity: output.similarity_scores[0],
  });
  expect(output.citations.map(({ marker }) => marker)).toEqual(['[^1]', '[^2]', '[^3]']);
  expect(output.compressed_context).toMatch(/^\[\^1\] x The Repository pattern/);
  expect([output.method, output.notes]).toEqual(['keyword', [expect.stringContaining('No embedding model')]]);
});

test('a model orders what was found: it can add nothing, and lose nothing', async () => {
  const input = CrossReferenceInput.parse({ query_artifact: 'repository objects', top_k: 4, match_type: 'keyword' });
  const prepared = await found(input);
  const ids = prepared.hits.map(({ chunk_id }) => chunk_id);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const output = finished([third, 'invented', third, first], input, prepared);
  expect(output.references.map(({ id }) => id)).toEqual([third, first, second, fourth]);
  expect(output.similarity_scores).toEqual(
    [third, first, second, fourth].map(
      (id) => prepared.hits.find(({ chunk_id }) => chunk_id === id)?.source.similarity,
    ),
  );
  const prompt = crossReference.prompt(input, prepared);
  for (const id of ids) expect(prompt).toContain(id);
});

test('the context stays within its share of the output budget', async () => {
  const input = CrossReferenceInput.parse({ query_artifact: 'repository collection objects', top_k: 50 });
  const prepared = await found(input);
  expect(tokensOf(Buffer.byteLength(prepared.hits.map(({ text }) => text).join('')))).toBeGreaterThan(2_048);
  const { compressed_context } = finished([], input, prepared);
  expect(tokensOf(Buffer.byteLength(compressed_context))).toBeLessThanOrEqual(2_048);
  expect(tokensOf(Buffer.byteLength(compressed_context))).toBeGreaterThan(1_800);
  expect(compressed_context).toMatch(/ …$/);
});

test('nothing found is an empty answer', async () => {
  const input = CrossReferenceInput.parse({ query_artifact: 'zygote', search_scope: ['books'] });
  expect(finished([], input, await found(input))).toMatchObject({
    references: [],
    similarity_scores: [],
    compressed_context: '',
    citations: [],
  });
});
