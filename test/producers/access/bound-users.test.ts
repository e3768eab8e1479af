/** A token that is bound to a user: it acts as that user, and neither as nor on behalf of another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const ANNA = 'anna-token-0123456789';
const BOB = 'bob-token-0123456789';
const CLINIC = 'clinic-token-0123456789';

let fleet: Fleet;
let anna: Api;
let bob: Api;
let clinic: Api;
beforeAll(async () => {
  const env = { API_TOKENS: `clinic/anna:${ANNA},clinic/bob@example.org:${BOB},clinic:${CLINIC}` };
  fleet = await startFleet({ env });
  [anna, bob, clinic] = [ANNA, BOB, CLINIC].map((token) => apiClient(fleet.url, token)) as [Api, Api, Api];
});
afterAll(() => fleet.close());

const message = { text: 'How is my heart?', patient_id: 'p1' };
const agent = { session_id: 's-agent', name: 'Statins', description: 'Follows statins', message: 'Begin' };

/** Who is recorded as the speaker of a turn. */
async function speaker(turnId: unknown): Promise<string> {
  const { redis, keys } = fleet.base;
  const request = await redis.connect('worker').hget(keys.task(String(turnId)), 'request');
  return JSON.parse(request ?? '{}').user_id;
}

test('a message is from the bound user, named or not; from another it is refused', async () => {
  const unnamed = await anna.call('POST', '/v1/turns', message);
  const named = await anna.call('POST', '/v1/turns', { ...message, user_id: 'anna' });
  expect([unnamed.status, named.status]).toEqual([202, 202]);
  for (const { body } of [unnamed, named]) expect(await speaker(body.turn_id)).toBe('anna');

  for (const user_id of ['bob@example.org', 'p1', '', null, ['anna'], { anna: 1 }])
    expectProblem(await anna.call('POST', '/v1/turns', { ...message, user_id }), 403, 'forbidden');
  // The tenant's own token speaks for whom it says.
  const spoken = await clinic.call('POST', '/v1/turns', { ...message, user_id: 'bob@example.org' });
  expect(await speaker(spoken.body.turn_id)).toBe('bob@example.org');
});

test('a body that is no object is still told so', async () => {
  for (const body of ['[]', '7', 'null', '"anna"'])
    expectProblem(await anna.call('POST', '/v1/turns', body), 422, 'invalid');
});

test('turns and sessions of another user of the tenant are not there', async () => {
  const { turn_id } = await anna.say('How is my heart?', { patient_id: 'p2', session_id: 's2' });
  const turn = `/v1/turns/${turn_id}`;
  for (const api of [anna, clinic])
    for (const path of [turn, '/v1/sessions/s2']) expect((await api.call('GET', path)).status).toBe(200);
  for (const [method, path] of [
    ['GET', turn],
    ['GET', `${turn}/events`],
    ['DELETE', turn],
    ['GET', '/v1/sessions/s2'],
    ['GET', '/v1/sessions/s2/events'],
  ] as const)
    expectProblem(await bob.call(method, path), 404, 'not_found');
  // Sending into it would make it readable.
  const intrusion = await bob.call('POST', '/v1/turns', { ...message, patient_id: 'p2', session_id: 's2' });
  expectProblem(intrusion, 409, 'conflict');
  const listed = async (api: Api) => {
    const lists = await Promise.all(
      ['patient_id=p2', 'session_id=s2'].map((query) => api.call('GET', `/v1/turns?${query}`)),
    );
    return lists.map((list) => (list.body.turns as { turn_id: string }[]).map(({ turn_id }) => turn_id));
  };
  expect(await listed(anna)).toEqual([[turn_id], [turn_id]]);
  expect(await listed(clinic)).toEqual([[turn_id], [turn_id]]);
  expect(await listed(bob)).toEqual([[], []]);
});

test('the same Idempotency-Key of another user is another message', async () => {
  const key = { 'Idempotency-Key': 'same' };
  const send = (api: Api, fields = {}) =>
    api.call('POST', '/v1/turns', { text: 'Hello', patient_id: 'p3', ...fields }, key);
  const hers = await send(anna);
  const his = await send(bob);
  expect([hers.status, his.status]).toEqual([202, 202]);
  expect(his.body.turn_id).not.toBe(hers.body.turn_id);
  const again = await send(anna);
  expect([again.status, again.body.turn_id]).toEqual([200, hers.body.turn_id]);
  expectProblem(await send(anna, { text: 'Good bye' }), 409, 'idempotency_conflict');
});

test('research agents, their triggers and files belong to the bound user', async () => {
  const made = await anna.call('POST', '/v1/agents', agent, { 'Idempotency-Key': 'k1' });
  expect([made.status, made.body.user_id]).toEqual([201, 'anna']);
  expectProblem(await anna.call('POST', '/v1/agents', { ...agent, user_id: 'bob@example.org' }), 403, 'forbidden');
  // The same Idempotency-Key of two users is two keys.
  const again = await anna.call('POST', '/v1/agents', agent, { 'Idempotency-Key': 'k1' });
  expect(again.body.id).toBe(made.body.id);
  const theirs = await bob.call('POST', '/v1/agents', { ...agent, session_id: 's-bob' }, { 'Idempotency-Key': 'k1' });
  expect([theirs.status, theirs.body.user_id]).toEqual([201, 'bob@example.org']);
  expect(theirs.body.id).not.toBe(made.body.id);

  for (const list of ['agents', 'inbox', 'triggers', 'approvals']) {
    expect((await anna.call('GET', `/v1/${list}`)).status).toBe(200);
    expect((await anna.call('GET', `/v1/${list}?user_id=anna`)).status).toBe(200);
    expectProblem(await bob.call('GET', `/v1/${list}?user_id=anna`), 403, 'forbidden');
    expectProblem(await bob.call('GET', `/v1/${list}?user_id=bob@example.org&user_id=anna`), 403, 'forbidden');
    // Without a bound user, somebody must be named.
    expectProblem(await clinic.call('GET', `/v1/${list}`), 422, 'invalid');
  }
  expect((await anna.call('GET', '/v1/agents')).body.agents).toHaveLength(1);
  const roster = (await bob.call('GET', '/v1/agents')).body.agents as { id: string }[];
  expect(roster.map(({ id }) => id)).toEqual([theirs.body.id]);

  const path = `/v1/agents/${made.body.id}`;
  const plan = { agent_id: made.body.id, schedule: 'weekly', instruction: 'Look again' };
  const planned = await anna.call('POST', '/v1/triggers', plan);
  expect(planned.status).toBe(201);
  const trigger = `/v1/triggers/${planned.body.id}`;
  for (const [method, at, body] of [
    ['GET', path],
    ['POST', `${path}/messages`, { text: 'Stop' }],
    ['GET', `${path}/files`],
    ['GET', `${path}/files/notes.md`],
    ['POST', '/v1/triggers', plan],
    ['GET', trigger],
    ['PATCH', trigger, { instruction: 'Look elsewhere' }],
    ['DELETE', trigger],
  ] as [string, string, unknown?][])
    expectProblem(await bob.call(method, at, body), 404, 'not_found');
  expect((await anna.call('GET', trigger)).body).toMatchObject({ instruction: 'Look again', status: 'pending' });
  expect((await clinic.call('GET', path)).status).toBe(200);
});

test('an agent cannot report to a session of somebody else', async () => {
  await anna.say('How is my heart?', { patient_id: 'anna', session_id: 's-hers' });
  const foreign = { ...agent, session_id: 's-hers' };
  expectProblem(await bob.call('POST', '/v1/agents', foreign), 409, 'conflict');
  expectProblem(await clinic.call('POST', '/v1/agents', { ...foreign, user_id: 'p7' }), 409, 'conflict');
  const { agents } = (await clinic.call('GET', '/v1/agents?user_id=p7')).body;
  expect(agents).toEqual([]);
  expect((await anna.call('POST', '/v1/agents', foreign)).status).toBe(201);
});

test('an erasure by a bound user is of that user, or of those whom a list names', async () => {
  expectProblem(await anna.call('DELETE', '/v1/patients/bob@example.org'), 403, 'forbidden');
  const wish = { name: 'ward', scopes: ['record:erase'], subject: 'nurse' };
  const keyFor = async (more: object) => {
    const made = await clinic.call('POST', '/v1/keys', { ...wish, ...more });
    return apiClient(fleet.url, String(made.body.secret));
  };
  expectProblem(await (await keyFor({})).call('DELETE', '/v1/patients/p8'), 403, 'forbidden');
  expect((await (await keyFor({ patients: ['p8', 'nurse'] })).call('DELETE', '/v1/patients/p8')).status).toBe(200);
  expect((await bob.call('DELETE', '/v1/patients/bob@example.org')).status).toBe(200);
});
