/** The teams as agents of the envelope: a call is a turn. And a whole fleet's own calls to the agents that it serves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { postEnvelope } from '../../support/envelope.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

const CLINIC = 'clinic-token-0123456789';

let fleet: Fleet;
beforeAll(async () => {
  const env = { API_TOKENS: `clinic:${CLINIC},clinic[a2a]:only-a2a-0123456789,clinic/anna:anna-token-0123456789` };
  fleet = await startFleet({ env });
});
afterAll(() => fleet.close());

const said = (parameters: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  agent_name: 'TusdiAI',
  conversation_id: 'conv_1',
  input: { action: 'send_message', user_id: 'anna', parameters },
  ...more,
});
const post = (body: unknown, options: Parameters<typeof postEnvelope>[2] = {}) =>
  postEnvelope(fleet.url, body, { token: CLINIC, ...options });
const message = { text: 'My weight is 80 kg', patient_id: 'p1' };

test('a message to a team’s first agent is a turn, and its reply is the output', async () => {
  const { status, body } = await post(said(message));
  expect([status, body.status, body.agent_name, body.conversation_id]).toEqual([200, 'success', 'TusdiAI', 'conv_1']);
  expect(body.output).toMatchObject({ session_id: 'conv_1', status: 'completed', reply: expect.any(String) });
  const turn = await apiClient(fleet.url, CLINIC).turn(String(body.output?.turn_id));
  expect(turn).toMatchObject({ user_id: 'anna', patient_id: 'p1', session_id: 'conv_1', reply: body.output?.reply });
});

test('the same Idempotency-Key is the same turn, and with another message a conflict', async () => {
  const send = (text: string) => post(said({ ...message, text }), { headers: { 'Idempotency-Key': 'once' } });
  const [first, second] = await Promise.all([send('My weight is 81 kg'), send('My weight is 81 kg')]);
  expect(first?.body.output?.turn_id).toBe(second?.body.output?.turn_id);
  const other = await send('My weight is 82 kg');
  expect([other.status, other.body.error?.code]).toEqual([409, 'CONFLICT']);
});

test('a conversation of another user is not continued', async () => {
  await post(said(message, { conversation_id: 'conv_of_anna' }));
  const input = { action: 'send_message', user_id: 'bert', parameters: message };
  const reply = await post(said(message, { conversation_id: 'conv_of_anna', input }));
  expect(reply.body.status).toBe('error');
});

describe('what is refused', () => {
  test.each<[string, Record<string, unknown>, number, string]>([
    ['no text', { patient_id: 'p1' }, 422, 'input.parameters.text'],
    ['an empty text', { ...message, text: ' ' }, 422, 'input.parameters.text'],
    ['no patient, for a team that answers about one', { text: 'hello' }, 422, 'patient_id'],
    ['a field that there is not', { ...message, user_id: 'bert' }, 422, 'user_id'],
  ])('%s', async (_, parameters, status, named) => {
    // A conversation that has begun knows its patient.
    const reply = await post(said(parameters, { conversation_id: 'refused' }));
    expect([reply.status, reply.body.error?.code]).toEqual([status, 'INVALID_REQUEST']);
    expect(reply.body.error?.message).toContain(named);
  });

  test('a conversation that belongs to a research agent', async () => {
    const reply = await post(said(message, { conversation_id: 'agent-1' }));
    expect([reply.status, reply.body.error?.code]).toEqual([422, 'INVALID_REQUEST']);
  });

  test('a token that may call agents and send no messages', async () => {
    const reply = await post(said(message), { token: 'only-a2a-0123456789' });
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FORBIDDEN']);
    expect(reply.body.error?.message).toContain('turns:write');
  });

  test('another user than the token’s, and another patient than the key’s', async () => {
    const input = { action: 'send_message', user_id: 'bert', parameters: message };
    expect((await post(said(message, { input }), { token: 'anna-token-0123456789' })).status).toBe(403);
    const fields = { name: 'k', scopes: ['a2a', 'turns:write'], patients: ['anna', 'p1'] };
    const { secret } = (await apiClient(fleet.url, CLINIC).call('POST', '/v1/keys', fields)).body;
    expect((await post(said(message), { token: String(secret) })).status).toBe(200);
    const wrong = await post(said({ ...message, patient_id: 'p2' }), { token: String(secret) });
    expect([wrong.status, wrong.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('an agent that is not a team’s first one', async () => {
    expect((await post(said(message, { agent_name: 'TriageAgent' }))).body.error?.code).toBe('NOT_FOUND');
  });
});

test('a turn that takes longer than the call may is a timeout that says where its result will be', async () => {
  const slow = await startFleet({ roles: [], env: { A2A_TIMEOUT_SECONDS: '1' } });
  const callAgain = () => postEnvelope(slow.url, said(message), { headers: { 'Idempotency-Key': 'slow' } });
  try {
    const first = await callAgain();
    expect([first.status, first.body.error?.code, first.body.error?.retryable]).toEqual([504, 'TIMEOUT', true]);
    // On a busy machine a call may end before its turn was taken; the same call again takes it.
    await expect.poll(async () => (await callAgain()).headers.get('location')).toMatch(/^\/v1\/turns\//);
    const location = (await callAgain()).headers.get('location') ?? '';
    expect((await slow.call('GET', location)).body).toMatchObject({ status: 'queued', user_id: 'anna' });
    expect((await callAgain()).headers.get('location')).toBe(location);
  } finally {
    await slow.close();
  }
});
