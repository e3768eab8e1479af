/** An Idempotency-Key belongs to one user and to one body: it leads to nobody else's agent, and to no other request's answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
});
afterAll(() => fleet.close());

const agent = (user_id: string, more: object = {}) => ({
  user_id,
  session_id: `s-${user_id}`,
  name: 'Wren Research',
  description: 'Follows wrens.',
  message: 'Begin.',
  ...more,
});
const send = (path: string, body: object, key: string) => fleet.call('POST', path, body, { 'Idempotency-Key': key });
const roster = async (user: string) =>
  (await fleet.call('GET', `/v1/agents?user_id=${user}`)).body.agents as { id: string; user_id: string }[];

test('the same key of two users makes two agents, and erasing one user leaves the other’s agent and files', async () => {
  const mine = await send('/v1/agents', agent('anna'), 'k');
  const theirs = await send('/v1/agents', agent('bob'), 'k');
  expect([mine.status, theirs.status, theirs.body.user_id]).toEqual([201, 201, 'bob']);
  expect(theirs.body.id).not.toBe(mine.body.id);
  expect((await roster('bob')).map(({ id }) => id)).toEqual([theirs.body.id]);
  const files = fleet.base.workspaces.open('local', `agent:${String(mine.body.id)}`);
  await files.write('notes/a.md', 'hers', { by: 'test' });
  await fleet.call('DELETE', '/v1/patients/bob');
  expect(await roster('anna')).toHaveLength(1);
  expect((await files.read('notes/a.md')).content).toBe('hers');
});

test('the same key with another body is a conflict; with the same body it is the same answer', async () => {
  const first = await send('/v1/agents', agent('cleo'), 'one');
  expect((await send('/v1/agents', agent('cleo'), 'one')).body.id).toBe(first.body.id);
  expectProblem(await send('/v1/agents', agent('cleo', { name: 'Owl Research' }), 'one'), 409, 'idempotency_conflict');
  expect(await roster('cleo')).toHaveLength(1);

  const plan = { agent_id: first.body.id, schedule: 'weekly', instruction: 'Look again.' };
  const trigger = await send('/v1/triggers', plan, 'two');
  expect((await send('/v1/triggers', plan, 'two')).body.id).toBe(trigger.body.id);
  expectProblem(await send('/v1/triggers', { ...plan, schedule: 'daily' }, 'two'), 409, 'idempotency_conflict');

  const messages = `/v1/agents/${first.body.id}/messages`;
  const posted = await send(messages, { text: 'Are you there?' }, 'three');
  expect((await send(messages, { text: 'Are you there?' }, 'three')).body.turn_id).toBe(posted.body.turn_id);
  expectProblem(await send(messages, { text: 'Hello?' }, 'three'), 409, 'idempotency_conflict');
});

test('a key that was used at one address is another key at another address', async () => {
  const made = await send('/v1/agents', agent('dora'), 'same');
  const posted = await send(`/v1/agents/${made.body.id}/messages`, { text: 'A second message' }, 'same');
  expect(posted.status).toBe(202);
  const { turns } = (await fleet.call('GET', `/v1/turns?session_id=agent-${made.body.id}`)).body;
  expect(turns).toHaveLength(2);
});

test('a refused request does not use up its key', async () => {
  const made = await send('/v1/agents', agent('eve'), 'first');
  const plan = { agent_id: made.body.id, instruction: 'Look again.' };
  expectProblem(await send('/v1/triggers', { ...plan, schedule: 'when pigs fly' }, 'plan'), 422, 'invalid');
  expect((await send('/v1/triggers', { ...plan, schedule: 'weekly' }, 'plan')).status).toBe(201);
});
