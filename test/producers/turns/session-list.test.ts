/** The list of conversations: which there are, of whom, and who may see them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionItem } from '../../../producers/turns/sessions.schemas.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const TENANT = 'whole-tenant-0123456789';
const OTHER = 'other-tenant-0123456789';
const BOUND = 'bound-to-drew-0123456789';

let fleet: Fleet;
let acme: ReturnType<typeof apiClient>;
beforeAll(async () => {
  fleet = await startFleet({ env: { API_TOKENS: `acme:${TENANT},other:${OTHER},acme/drew:${BOUND}` } });
  acme = apiClient(fleet.url, TENANT);
});
afterAll(() => fleet.close());

type Page = { sessions: SessionItem[]; next_cursor: string | null };
const list = async (query: string, token = TENANT) =>
  (await apiClient(fleet.url, token).call('GET', `/v1/sessions?${query}`)).body as unknown as Page;
const idsOf = ({ sessions }: Page) => sessions.map(({ session_id }) => session_id);
const everyPage = async (query: string) => {
  const first = await list(query);
  const second = first.next_cursor === null ? null : await list(`${query}&cursor=${first.next_cursor}`);
  return [first, second].flatMap((page) => page?.sessions.map(({ status }) => status) ?? []);
};

test('a conversation is found again by its first message, and the one that was used last comes first', async () => {
  const long = `My weight is 80 kg, ${'and I would like to know more about it '.repeat(20)}`;
  await acme.say(long, { patient_id: 'ada', session_id: 'first' });
  await acme.say('What is  a\nstatin? 👩‍👩‍👧', { patient_id: 'ada', session_id: 'second' });
  await acme.say('And now 79 kg', { patient_id: 'ada', session_id: 'first' });
  const page = await list('patient_id=ada');
  expect(page).toMatchObject({
    sessions: [
      { session_id: 'first', patient_id: 'ada', user_id: 'ada', team: 'health', turns: 2, status: 'completed' },
      { session_id: 'second', title: 'What is a statin? 👩‍👩‍👧', turns: 1 },
    ],
    next_cursor: null,
  });
  const [first] = page.sessions;
  expect(first?.title).toMatch(/^My weight is 80 kg, and .*…$/);
  expect(first?.title.length).toBeLessThanOrEqual(80);
  expect(Date.parse(first?.updated_at ?? '')).toBeGreaterThan(Date.parse(first?.created_at ?? ''));
});

test('a user finds what they wrote, with a patient and without, and can ask for one team', async () => {
  await acme.say('Her weight is 61 kg', { patient_id: 'bea', user_id: 'nurse', session_id: 'about-bea' });
  await acme.say('add milk to my list', {
    patient_id: undefined,
    user_id: 'nurse',
    team: 'assistant',
    session_id: 'own',
  });
  expect(idsOf(await list('user_id=nurse'))).toEqual(['own', 'about-bea']);
  expect(idsOf(await list('user_id=nurse&team=assistant'))).toEqual(['own']);
  expect(idsOf(await list('patient_id=bea&user_id=nurse'))).toEqual(['about-bea']);
  expect(idsOf(await list('patient_id=bea&user_id=bea'))).toEqual([]);
});

test('another tenant, a token of another user and a key for other patients see none of them', async () => {
  await acme.say('My weight is 80 kg', { patient_id: 'cleo', session_id: 'cleos' });
  expect(idsOf(await list('patient_id=cleo', OTHER))).toEqual([]);
  expect(idsOf(await list('patient_id=cleo', BOUND))).toEqual([]);
  const made = await acme.call('POST', '/v1/keys', { name: 'app', scopes: ['turns:read'], patients: ['cleo', 'dora'] });
  const key = apiClient(fleet.url, String(made.body.secret));
  expectProblem(await key.call('GET', '/v1/sessions?patient_id=ada'), 403, 'forbidden');
  expect(idsOf((await key.call('GET', '/v1/sessions?patient_id=cleo')).body as unknown as Page)).toEqual(['cleos']);
});

test('a key for two people sees what one of them wrote about the other', async () => {
  await acme.say('His weight is 80 kg', { patient_id: 'emil', user_id: 'carer', session_id: 'by-carer' });
  const made = await acme.call('POST', '/v1/keys', {
    name: 'app',
    scopes: ['turns:read'],
    patients: ['emil', 'carer'],
  });
  const { body } = await apiClient(fleet.url, String(made.body.secret)).call('GET', '/v1/sessions?patient_id=emil');
  expect(idsOf(body as unknown as Page)).toEqual(['by-carer']);
});

test('a long list comes in pages, each session once, even if one becomes active between two pages', async () => {
  const names = Array.from({ length: 55 }, (_, at) => `page-${String(at).padStart(2, '0')}`);
  for (const session_id of names)
    await acme.call('POST', '/v1/turns', { text: 'add milk', team: 'assistant', user_id: 'flo', session_id });
  await expect
    .poll(async () => (await everyPage('user_id=flo')).filter((status) => status === 'completed'))
    .toHaveLength(55);
  const first = await list('user_id=flo');
  expect(first.sessions).toHaveLength(50);
  const last = first.sessions.at(-1)?.session_id ?? '';
  await acme.say('add eggs', { patient_id: undefined, team: 'assistant', user_id: 'flo', session_id: last });
  const second = await list(`user_id=flo&cursor=${first.next_cursor}`);
  expect(second.next_cursor).toBeNull();
  expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(names);
});

test('sessions of one millisecond are listed once, even if the last one of a page becomes active', async () => {
  const redis = fleet.base.redis.connect('worker');
  const index = fleet.base.keys.subject_sessions('acme', 'user', 'flo');
  const names = await redis.zrange(index, 0, -1);
  await redis.zadd(index, 'XX', ...names.flatMap((name) => [1_000, name]));
  const first = await list('user_id=flo');
  await redis.zadd(index, 'XX', 2_000, first.sessions.at(-1)?.session_id ?? '');
  const second = await list(`user_id=flo&cursor=${first.next_cursor}`);
  expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(names.toSorted());
});

test('a list of nobody and a made-up cursor say what to do', async () => {
  const nobody = expectProblem(await acme.call('GET', '/v1/sessions'), 422, 'invalid');
  expect(nobody.errors).toEqual([{ path: 'patient_id', message: expect.stringContaining('patient_id or a user_id') }]);
  expectProblem(await acme.call('GET', '/v1/sessions?user_id=flo&cursor=x'), 422, 'invalid');
});

test('an erased person is in no list any more, not even in that of the user who wrote about them', async () => {
  await acme.say('Her weight is 61 kg', { patient_id: 'gina', user_id: 'doc', session_id: 'ginas' });
  const about = { patient_id: 'gina', user_id: 'doc', team: 'research', session_id: 'mixed' };
  await acme.say('What is new about asthma?', about);
  expect(idsOf(await list('user_id=doc'))).toEqual(['mixed', 'ginas']);
  expect((await acme.call('DELETE', '/v1/patients/gina')).status).toBe(200);
  expect(idsOf(await list('patient_id=gina'))).toEqual([]);
  expect((await list('user_id=doc')).sessions).toMatchObject([{ session_id: 'mixed', title: '', turns: 0 }]);
});
