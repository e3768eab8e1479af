/** GET /v1/artifacts: what a client reads, what a browser may do with it, and who finds what. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewArtifact } from '../../../src/functions/state/artifact.ts';
import { type ArtifactStore, createArtifactStore } from '../../../src/functions/state/artifacts.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const ANNA = 'anna-token-0123456789';
const BOB = 'bob-token-0123456789';
const CLINIC = 'clinic-token-0123456789';
const OTHER = 'other-token-0123456789';
const TURNS = 'turns-token-0123456789';

let fleet: Fleet;
let artifacts: ArtifactStore;
let [anna, bob, clinic, other, turns]: Api[] = [];
const api = (one: Api | undefined) => one as Api;

beforeAll(async () => {
  const tokens = [`clinic/anna:${ANNA}`, `clinic/bob:${BOB}`, `clinic:${CLINIC}`, `other:${OTHER}`];
  fleet = await startFleet({ roles: [], env: { API_TOKENS: [...tokens, `clinic[turns:read]:${TURNS}`].join(',') } });
  const { base } = fleet;
  artifacts = createArtifactStore(base.redis.connect('worker'), base.keys.tag, base.functionParts.artifactObjects);
  [anna, bob, clinic, other, turns] = [ANNA, BOB, CLINIC, OTHER, TURNS].map((token) => apiClient(fleet.url, token));
});
afterAll(() => fleet.close());

const save = (user_id: string, artifact: Omit<NewArtifact, 'data'> & { data: Buffer | string }) =>
  artifacts.save({ tenant: 'clinic', user_id }, { ...artifact, data: Buffer.from(artifact.data) });

const raw = (path: string) =>
  fetch(`${fleet.url}/v1/artifacts/${path}`, { headers: { Authorization: `Bearer ${CLINIC}` } });

test('an artifact is found by its namespace with slashes and its name, in its latest or in any version', async () => {
  const place = { namespace: 'code-generation/run-1', name: 'stage_4:merged', mime_type: 'text/plain' };
  await save('anna', { ...place, data: 'first', metadata: { source: 'synthesize_outputs' } });
  await save('anna', { ...place, data: 'second' });
  const path = '/v1/artifacts/code-generation/run-1/stage_4:merged';
  const latest = await api(anna).call('GET', path);
  expect([latest.status, latest.body]).toEqual([
    200,
    {
      ...place,
      version: 2,
      versions: [2, 1],
      bytes: 6,
      created_at: expect.any(String),
      metadata: { checksum: expect.stringMatching(/^sha256:/) },
      user_id: 'anna',
      patient_id: null,
      qualified_name: 'code-generation/run-1/stage_4:merged_v2',
      cache_key: 'app:artifact:code-generation/run-1/stage_4:merged_v2',
      encoding: 'utf-8',
      data: 'second',
    },
  ]);
  const first = await api(anna).call('GET', `${path}?version=1`);
  expect(first.body).toMatchObject({ version: 1, data: 'first', metadata: { source: 'synthesize_outputs' } });
  const encoded = await api(anna).call('GET', '/v1/artifacts/code-generation%2Frun-1/stage_4%3Amerged');
  expect(encoded.body).toMatchObject({ version: 2 });
  expectProblem(await api(anna).call('GET', `${path}?version=3`), 404, 'not_found');
  for (const version of ['0', '-1', '1.5', 'x'])
    expectProblem(await api(anna).call('GET', `${path}?version=${version}`), 422, 'invalid');
});

test('what is not text is given in base64, and nothing is lost', async () => {
  const data = Buffer.from([0xff, 0xfe, 0x00, 0x41]);
  for (const mime_type of ['application/zip', 'text/plain']) {
    await save('anna', { namespace: 'blobs', name: 'blob', mime_type, data });
    const { body } = await api(anna).call('GET', '/v1/artifacts/blobs/blob');
    expect(body).toMatchObject({ mime_type, encoding: 'base64', data: data.toString('base64') });
  }
  await save('anna', { namespace: 'blobs', name: 'marked', mime_type: 'text/plain', data: '\ufeffä' });
  expect((await api(anna).call('GET', '/v1/artifacts/blobs/marked')).body.data).toBe('\ufeffä');
});

test.each([
  ['application/json', 'application/json; charset=utf-8', 'inline'],
  ['text/markdown', 'text/markdown; charset=utf-8', 'inline'],
  ['image/png', 'image/png', 'inline'],
  ['text/html', 'application/octet-stream', 'attachment'],
  ['image/svg+xml', 'application/octet-stream', 'attachment'],
  ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
  ['text/javascript', 'application/octet-stream', 'attachment'],
  ['application/pdf', 'application/octet-stream', 'attachment'],
  ['application/zip', 'application/octet-stream', 'attachment'],
])('the bytes alone: a browser gets %s as %s, %s', async (mime_type, type, disposition) => {
  const data = Buffer.from(`<script>alert("${mime_type}")</script>\u0000\u00ff`, 'latin1');
  const { version } = await save('anna', { namespace: 'raw', name: 'step:out', mime_type, data });
  const response = await raw('raw/step:out?raw=true');
  expect(Buffer.from(await response.arrayBuffer()).equals(data)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': `${disposition}; filename="step_out_v${version}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('an artifact of another user or tenant is not there, for a token that is bound and for any that is not theirs', async () => {
  const place = { namespace: 'shared', name: 'note', mime_type: 'text/plain' };
  await save('anna', { ...place, data: 'hers' });
  await save('bob', { ...place, data: 'his' });
  const path = '/v1/artifacts/shared/note';
  const seen = async (who: Api | undefined, query = '') => (await api(who).call('GET', `${path}${query}`)).body;
  expect(await seen(anna)).toMatchObject({ data: 'hers', versions: [1] });
  expect(await seen(bob)).toMatchObject({ data: 'his', versions: [2] });
  expect(await seen(clinic)).toMatchObject({ data: 'his', versions: [2, 1] });
  expect(await seen(clinic, '?user_id=anna')).toMatchObject({ data: 'hers', versions: [1] });
  expectProblem(await api(anna).call('GET', `${path}?version=2`), 404, 'not_found');
  expectProblem(await api(anna).call('GET', `${path}?version=2&raw=true`), 404, 'not_found');
  expectProblem(await api(anna).call('GET', `${path}?user_id=bob`), 403, 'forbidden');
  expectProblem(await api(other).call('GET', path), 404, 'not_found');
  expectProblem(await api(turns).call('GET', path), 403, 'forbidden');
});

test('the list shows names and no content, by namespace, page by page, and only what the token may see', async () => {
  const more = { namespace: 'listed/run', mime_type: 'text/plain', data: 'x' };
  const names = Array.from({ length: 51 }, (_, at) => `n${String(at).padStart(2, '0')}`);
  await Promise.all(names.map((name) => save('anna', { ...more, name })));
  await save('bob', { ...more, name: 'his' });
  type Page = { artifacts: Record<string, unknown>[]; next_cursor: string | null };
  const page = async (who: Api | undefined, query: string) =>
    (await api(who).call('GET', `/v1/artifacts?${query}`)).body as Page;
  const first = await page(anna, 'namespace=listed');
  const second = await page(anna, `namespace=listed&cursor=${encodeURIComponent(String(first.next_cursor))}`);
  expect([...first.artifacts, ...second.artifacts].map(({ name }) => name)).toEqual(names);
  expect(second.next_cursor).toBeNull();
  expect(first.artifacts[0]).toMatchObject({ qualified_name: 'listed/run/n00_v1', versions: 1, bytes: 1 });
  expect(first.artifacts[0]).not.toHaveProperty('data');
  expect((await page(bob, 'namespace=listed')).artifacts).toHaveLength(1);
  expect((await page(clinic, 'namespace=listed')).artifacts[0]).toMatchObject({ name: 'his' });
  expect((await page(other, '')).artifacts).toEqual([]);
  expectProblem(await api(anna).call('GET', '/v1/artifacts?namespace=listed&cursor=x'), 422, 'invalid');
  expectProblem(await api(anna).call('GET', '/v1/artifacts?user_id=bob'), 403, 'forbidden');
});

test.each(['x', 'a//b', 'a/%2e%2e/b', 'a/b%20c', 'a/%00', `a/${'x'.repeat(301)}`])(
  'the path %j is refused as a name',
  async (path) => {
    expectProblem(await api(anna).call('GET', `/v1/artifacts/${path}`), 422, 'invalid');
  },
);
