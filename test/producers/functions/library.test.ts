/** /v1/library over HTTP: documents in, found again, out; by whom, and what is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { pdf } from '../../support/pdf.ts';
import { expectProblem } from '../http/expect-problem.ts';

const [CLINIC, ANNA, OTHER] = ['clinic-token-0123456789', 'anna-token-0123456789', 'other-token-0123456789'];

let fleet: Fleet;
let clinic: Api;
let anna: Api;
let other: Api;
beforeAll(async () => {
  fleet = await startFleet({ roles: [], env: { API_TOKENS: `clinic:${CLINIC},clinic/anna:${ANNA},other:${OTHER}` } });
  [clinic, anna, other] = [CLINIC, ANNA, OTHER].map((token) => apiClient(fleet.url, token)) as [Api, Api, Api];
});
afterAll(() => fleet.close());

const guide = { scope: 'guides', title: 'Asthma', type: 'markdown', text: '# Care\nInhalers come first.' };
const found = async (query: string, user_id?: string) => {
  const search = fleet.base.functionParts.library.searchAs({ tenant: 'clinic', ...(user_id && { user_id }) });
  return (await search.search({ text: query, scopes: [], match: 'keyword', limit: 5 })).hits;
};
const listed = async (api: Api, query = '') =>
  ((await api.call('GET', `/v1/library${query}`)).body.documents as { title: string }[]).map(({ title }) => title);

test('a document is added once, listed, found and removed', async () => {
  const made = await clinic.call('POST', '/v1/library', { ...guide, source: { source_type: 'book', year: 2021 } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ scope: 'guides', title: 'Asthma', chunks: 1, embedder: null, user_id: null });
  const address = `/v1/library/${made.body.document_id}`;
  expect(made.headers.get('location')).toBe(address);
  const again = await clinic.call('POST', '/v1/library', { ...guide, source: { year: 2021, source_type: 'book' } });
  expect([again.status, again.body]).toEqual([200, made.body]);
  expect((await clinic.call('GET', address)).body).toEqual(made.body);
  expect((await found('inhaler'))[0]?.source).toMatchObject({ title: 'Asthma', section: 'Care', year: 2021 });
  expect(await listed(clinic, '?scope=guides')).toEqual(['Asthma']);
  expect(await listed(clinic, '?scope=others')).toEqual([]);

  for (const method of ['GET', 'DELETE']) expectProblem(await other.call(method, address), 404, 'not_found');
  expect(await listed(other)).toEqual([]);
  expect((await clinic.call('DELETE', address)).body).toEqual({ documents: 1, chunks: 1 });
  expectProblem(await clinic.call('DELETE', address), 404, 'not_found');
  expect(await found('inhaler')).toEqual([]);
});

test('a PDF is read page by page, and code is cited by its lines', async () => {
  const stream = Buffer.from('BT /F1 24 Tf 72 700 Td (Spirometry measures airflow) Tj ET');
  const data = Buffer.from(pdf({ stream, pages: 2 })).toString('base64');
  const book = await clinic.call('POST', '/v1/library', { scope: 'mixed', title: 'Book', type: 'pdf', data });
  expect(book.status).toBe(201);
  expect((await found('spirometry'))[0]?.source).toMatchObject({ source_type: 'book', pages: '1-2' });
  const text = '\n\nexport function parseBundle(text) {\n  return JSON.parse(text);\n}\n';
  const source = { repo: 'engine', file_path: 'src/parse.ts', commit_hash: 'a1b2c3d' };
  await clinic.call('POST', '/v1/library', { scope: 'mixed', title: 'parse.ts', type: 'code', text, source });
  expect((await found('bundle'))[0]?.source).toMatchObject({ source_type: 'code', line_range: '3-5', ...source });
  expect((await clinic.call('DELETE', '/v1/library?scope=mixed')).body).toEqual({ documents: 2, chunks: 2 });
});

test('a token that is bound to a user adds and removes that user’s documents only', async () => {
  const shared = await clinic.call('POST', '/v1/library', { ...guide, title: 'Shared' });
  const own = await anna.call('POST', '/v1/library', { ...guide, title: 'Own' });
  const bobs = await clinic.call('POST', '/v1/library', { ...guide, title: 'Bob', user_id: 'bob' });
  expect(own.body.user_id).toBe('anna');
  expectProblem(await anna.call('POST', '/v1/library', { ...guide, user_id: 'bob' }), 403, 'forbidden');
  expect((await listed(anna)).sort()).toEqual(['Own', 'Shared']);
  expect((await listed(clinic, '?user_id=bob')).sort()).toEqual(['Bob', 'Shared']);
  expect((await found('inhaler', 'anna')).map(({ source }) => source.title).sort()).toEqual(['Own', 'Shared']);
  for (const { body } of [shared, bobs])
    expectProblem(await anna.call('DELETE', `/v1/library/${body.document_id}`), 404, 'not_found');
  expect((await anna.call('DELETE', '/v1/library?scope=guides')).body).toEqual({ documents: 1, chunks: 1 });
  expect((await listed(clinic)).sort()).toEqual(['Bob', 'Shared']);
});

test('erasing a person erases their documents, and those about them', async () => {
  await clinic.call('POST', '/v1/library', { ...guide, title: 'About', patient_id: 'carla' });
  await clinic.call('POST', '/v1/library', { ...guide, title: 'Of', user_id: 'carla' });
  const receipt = await clinic.call('DELETE', '/v1/patients/carla');
  expect((receipt.body.counts as { files: number }).files).toBe(2);
  expect((await listed(clinic)).filter((title) => ['About', 'Of'].includes(title))).toEqual([]);
});

test.each([
  ['no text', { text: undefined }, 422, 'invalid'],
  ['only spaces', { text: ' \n ' }, 422, 'invalid'],
  ['data where text belongs', { data: 'QUJD' }, 422, 'invalid'],
  ['a PDF that is none', { type: 'pdf', text: undefined, data: 'QUJD' }, 422, 'invalid'],
  ['data that is not base64', { type: 'pdf', text: undefined, data: '%%%' }, 422, 'invalid'],
  ['an unknown type', { type: 'html' }, 422, 'invalid'],
  ['an unknown field', { more: 1 }, 422, 'invalid'],
  ['a field that only a search sets', { source: { similarity: 1 } }, 422, 'invalid'],
  ['a scope with spaces', { scope: 'a b' }, 422, 'invalid'],
  ['half a character', { text: 'a \ud800 b' }, 422, 'invalid'],
  ['a body above the limit', { text: 'a'.repeat(9_000_000) }, 413, 'too_large'],
])('%s is refused, and nothing is kept', async (_what, fields, status, code) => {
  const before = await fleet.base.functionParts.library.searchAs({ tenant: 'clinic' }).generation();
  expectProblem(await clinic.call('POST', '/v1/library', { ...guide, ...fields }), status, code);
  expect(await fleet.base.functionParts.library.searchAs({ tenant: 'clinic' }).generation()).toBe(before);
});
