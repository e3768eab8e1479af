/** A folder of texts as a place to search: every kind of file, what a result says of its source, and what changes meanwhile. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDocuments } from '../../../../src/engine/tools/documents.ts';
import { createLibrary } from '../../../../src/teams/research/search/library.ts';
import { createSearch } from '../../../../src/teams/research/search/search-everywhere.ts';
import { pdf } from '../../../support/pdf.ts';

const dir = mkdtempSync(join(tmpdir(), 'medfleet-library-'));
const documents = openDocuments();
afterAll(async () => {
  await documents.close();
  rmSync(dir, { recursive: true, force: true });
});
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(dir, name), content);
const search = createSearch({ local: [createLibrary(dir, documents)], outward: [], off: [] }, async () => null);
const find = async (words: string, more: { limit?: number; since?: string } = {}) => {
  const reader = { tenant: 't', user_id: 'u', about: null };
  const context = { reader, signal: new AbortController().signal, sent: () => undefined };
  return (await search({ words, limit: 10, ...more }, context)).results;
};
const titles = async (words: string, more = {}) => (await find(words, more)).map(({ title }) => title);

test('markdown, text, PDF and JSONL are found, and say where they come from', async () => {
  put(
    'a.md',
    '---\ndate: 2026-02-01\ndoi: 10.5555/a\n---\n# Sorrel for gout\nA randomised trial of sorrel. It did not help.',
  );
  put('b.txt', 'Sorrel in the kitchen. Nothing about joints.');
  put('c.pdf', pdf({ stream: Buffer.from('BT /F1 12 Tf 72 720 Td (A case report of sorrel poisoning.) Tj ET') }));
  put(
    'd.jsonl',
    [
      JSON.stringify({
        id: 'NCT01234567',
        title: 'Sorrel trial',
        summary: 'Recruits people with gout.',
        status: 'RECRUITING',
        phases: 'PHASE3',
        updated: '2025-05-05',
      }),
      'this is no JSON',
      JSON.stringify({ no: 'title' }),
      JSON.stringify({ id: 'x', title: 'Nettles', abstract: 'A systematic review of nettles.', pmid: 99 }),
    ].join('\n'),
  );
  const found = await find('sorrel');
  expect(found.map(({ title }) => title).sort()).toEqual(['Sorrel for gout', 'Sorrel trial', 'b', 'c']);
  expect(found.find(({ title }) => title === 'Sorrel for gout')).toMatchObject({
    date: '2026-02-01',
    doi: '10.5555/a',
    evidence: 'randomised trial',
    source: 'library',
    url: 'library:a.md',
  });
  expect(found.find(({ title }) => title === 'Sorrel trial')).toMatchObject({
    nct: 'NCT01234567',
    phase: 'PHASE3',
    status: 'RECRUITING',
    date: '2025-05-05',
    evidence: 'trial',
  });
  expect(found.find(({ title }) => title === 'c')).toMatchObject({
    evidence: 'case',
    snippet: expect.stringMatching(/sorrel poisoning/),
  });
  expect(await find('nettles')).toMatchObject([{ pmid: '99', evidence: 'systematic review' }]);
});

test('documents with all words come first; dates filter; no match is an empty result', async () => {
  expect((await titles('sorrel gout trial'))[0]).toMatch(/Sorrel/);
  expect(await titles('sorrel', { since: '2026' })).toEqual(['Sorrel for gout']);
  expect(await titles('zeppelin')).toEqual([]);
  expect(await titles('the of and')).toEqual([]);
  expect(await find('sorrel', { limit: 2 })).toHaveLength(2);
});

test('a file that is new, changed or gone is seen at the next search', async () => {
  put('e.md', '# Comfrey\nA cohort.');
  expect(await titles('comfrey')).toEqual(['Comfrey']);
  put('e.md', '# Comfrey again\nA bigger cohort than before.');
  utimesSync(join(dir, 'e.md'), new Date(), new Date(Date.now() + 5_000));
  expect(await titles('comfrey')).toEqual(['Comfrey again']);
  rmSync(join(dir, 'e.md'));
  expect(await titles('comfrey')).toEqual([]);
});

test('a PDF file that cannot be read is found by its name, and all others by their words', async () => {
  put('yarrow-guideline.pdf', 'not a PDF file at all');
  put('yarrow.txt', 'Yarrow in the meadow.');
  expect(await titles('yarrow')).toEqual(expect.arrayContaining(['yarrow', 'yarrow-guideline']));
});
