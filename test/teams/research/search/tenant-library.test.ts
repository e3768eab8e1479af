/** The tenant's own documents as a place that research searches: what is found, by whom, and about whom. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocuments } from '../../../../src/engine/tools/documents.ts';
import { createLibrary } from '../../../../src/functions/library/create-library.ts';
import { NewDocument } from '../../../../src/functions/library/document.ts';
import { openEmbeddedStore } from '../../../../src/functions/library/embedded/embedded-store.ts';
import type { SearchQuery } from '../../../../src/teams/research/search/search.ts';
import { createSearch } from '../../../../src/teams/research/search/search-everywhere.ts';
import { createTenantLibrary } from '../../../../src/teams/research/search/tenant-library.ts';

const dir = mkdtempSync(join(tmpdir(), 'medfleet-tenant-library-'));
const documents = openDocuments();
const library = createLibrary({ store: openEmbeddedStore({ dir }), documents, embedder: null });
const search = createSearch({ local: [createTenantLibrary(library)], outward: [], off: [] }, async () => null);

const TEXT = 'A randomised trial of sorrel in 90 people with gout. Results: Sorrel shortened attacks by two days.';
const add = (title: string, more: object = {}, tenant = 'clinic') =>
  library.add(tenant, NewDocument.parse({ scope: 'gout', title, type: 'text', text: TEXT, ...more }));

beforeAll(async () => {
  await add('Shared', { source: { doi: '10.5555/a', date: '2026-02-01' } });
  await add('Of Anna', { user_id: 'anna', source: { year: 2019 } });
  await add('About Ben', { patient_id: 'ben' });
  await add('Of others', {}, 'elsewhere');
  const filler = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} is about the garden and its paths.`);
  const text = [`${TEXT}\n`, ...filler, 'Long after that, sorrel is named again beside gout.'].join('\n\n');
  await add('Long', { scope: 'long', type: 'markdown', text });
});
afterAll(async () => {
  await library.close();
  await documents.close();
  rmSync(dir, { recursive: true, force: true });
});

const find = async (user_id: string, patient: string | null = null, more: Partial<SearchQuery> = {}) => {
  const reader = { tenant: 'clinic', user_id, about: patient === null ? null : { kind: 'patient', id: patient } };
  const context = { reader, signal: new AbortController().signal, sent: () => undefined };
  return (await search({ words: 'sorrel gout', limit: 25, ...more }, context)).results;
};
const titles = async (...given: Parameters<typeof find>) => (await find(...given)).map(({ title }) => title).sort();

test('an agent finds what its user can see, and nothing of another user or tenant', async () => {
  expect(await titles('anna')).toEqual(['Long', 'Of Anna', 'Shared']);
  expect(await titles('carl')).toEqual(['Long', 'Shared']);
});

test('a document about a patient is found only in research for that patient', async () => {
  expect(await titles('carl', 'ben')).toEqual(['About Ben', 'Long', 'Shared']);
  expect(await titles('carl', 'dora')).toEqual(['Long', 'Shared']);
});

test('a result has what is needed to cite and grade it, and is quoted by its result', async () => {
  const shared = (await find('carl')).find(({ title }) => title === 'Shared');
  expect(shared).toMatchObject({
    source: 'library',
    doi: '10.5555/a',
    date: '2026-02-01',
    evidence: 'randomised trial',
    finding: true,
    snippet: 'Sorrel shortened attacks by two days.',
  });
});

test('several passages of one document are one result', async () => {
  const long = (await find('carl')).filter(({ title }) => title === 'Long');
  expect(long).toMatchObject([{ snippet: expect.stringContaining('shortened attacks') }]);
});

test('what every result must name is searched for by its synonyms; what is too old is left out', async () => {
  const groups = [
    ['dock', 'sorrel'],
    ['gouty arthritis', 'gout'],
  ];
  expect(await titles('anna', null, { words: 'dock', groups })).toEqual(['Long', 'Of Anna', 'Shared']);
  expect(await titles('anna', null, { since: '2020' })).toEqual(['Shared']);
});
