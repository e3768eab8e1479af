/** Tokens of agents: exchanged while calls are running, revoked, expired, for other actions and for other people. At both doors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type EnvelopeReply, envelope, postEnvelope } from '../../support/envelope.ts';
import { testRedis } from '../../support/redis.ts';
import { ledgerKeys } from '../../support/served-agents.ts';
import { type Serving, startServingFleet } from '../../support/serving.ts';

const ADMIN = 'acme-token-0123456789';
const INVALID = { code: 'AUTHENTICATION_ERROR', message: 'Invalid A2A token', retryable: false };

type Key = { id: string; secret: string };

describe.each(['producer', 'serving process'] as const)('stored keys at the %s', (door) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await startServingFleet(door, { env: { API_TOKENS: `acme:${ADMIN}` } });
  });
  afterAll(() => serving.close());

  const api = () => apiClient(serving.fleet.url, ADMIN);
  async function makeKey(fields: Record<string, unknown> = {}): Promise<Key> {
    const made = await api().call('POST', '/v1/keys', { name: 'agent', scopes: ['a2a'], ...fields });
    expect(made.status).toBe(201);
    return made.body as Key;
  }
  const insights = (more = {}) => envelope('get_progress_insights', { include_recommendations: true }, more);
  const call = (token: string, body: unknown = insights()): Promise<EnvelopeReply> =>
    postEnvelope(serving.url, body, { token });

  test('a token is exchanged while calls are running, and no call fails', async () => {
    const key = await makeKey();
    let secret = key.secret;
    let stop = false;
    const statuses: number[] = [];
    // Four callers that take the new token as soon as it is there, as processes that are restarted one by one.
    const callers = Array.from({ length: 4 }, async () => {
      while (!stop) statuses.push((await call(secret)).status);
    });
    const answered = (count: number) => expect.poll(() => statuses.length).toBeGreaterThan(count);
    for (const _ of [1, 2, 3]) {
      await answered(statuses.length + 20);
      const rotated = await api().call('POST', `/v1/keys/${key.id}/rotate`, { overlap_seconds: 3600 });
      expect(rotated.status).toBe(200);
      await answered(statuses.length + 20);
      secret = String(rotated.body.secret);
    }
    await answered(statuses.length + 20);
    stop = true;
    await Promise.all(callers);
    expect(statuses.length).toBeGreaterThan(120);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('after a rotation without overlap only the new token is valid', async () => {
    const key = await makeKey();
    expect((await call(key.secret)).status).toBe(200);
    const rotated = await api().call('POST', `/v1/keys/${key.id}/rotate`, { overlap_seconds: 0 });
    expect((await call(String(rotated.body.secret))).status).toBe(200);
    const old = await call(key.secret);
    expect([old.status, old.body.error]).toEqual([401, INVALID]);
  });

  test('a revoked token is refused from the next call on', async () => {
    const { id, secret } = await makeKey();
    expect((await call(secret)).status).toBe(200);
    expect((await api().call('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    const refused = await call(secret);
    expect([refused.status, refused.body.error]).toEqual([401, INVALID]);
  });

  test('an expired token is refused', async () => {
    const { secret } = await makeKey({ expires_at: new Date(Date.now() + 3_000).toISOString() });
    await expect.poll(async () => (await call(secret)).status).toBe(401);
    expect((await call(secret)).body.error).toEqual(INVALID);
  });

  test('a token for one action opens no other, and one for an agent opens all of its actions', async () => {
    const one = await makeKey({ actions: ['LedgerAgent/get_progress_insights'] });
    const all = await makeKey({ actions: ['LedgerAgent'] });
    const other = await makeKey({ actions: ['OtherAgent', 'LedgerAgent/hold'] });
    const add = envelope('add_entry', { amount: 1 });
    const statuses = async (key: Key) => [(await call(key.secret)).status, (await call(key.secret, add)).status];
    expect(await statuses(one)).toEqual([200, 403]);
    expect(await statuses(all)).toEqual([200, 200]);
    expect(await statuses(other)).toEqual([403, 403]);
    const { error, agent_name, conversation_id } = (await call(other.secret)).body;
    expect([error?.code, error?.retryable, agent_name, conversation_id]).toEqual([
      'FORBIDDEN',
      false,
      'LedgerAgent',
      'conv_abc123',
    ]);
  });

  test('what is refused is not done', async () => {
    const redis = testRedis();
    const { runs } = ledgerKeys(serving.fleet.base.keys.tag);
    const before = await redis.llen(runs);
    const { secret } = await makeKey({ actions: ['LedgerAgent/hold'], patients: ['user_123'] });
    await call(secret, envelope('add_entry', { amount: 1 }));
    await call(secret, envelope('hold', {}, { user_id: 'user_456' }));
    expect(await redis.llen(runs)).toBe(before);
  });

  test('a token for some people calls for these people only', async () => {
    const { secret } = await makeKey({ patients: ['user_123', 'user_456'] });
    expect((await call(secret)).status).toBe(200);
    expect((await call(secret, insights({ user_id: 'user_456' }))).status).toBe(200);
    const wrong = await call(secret, insights({ user_id: 'user_789', context: { user_id: 'user_123' } }));
    expect([wrong.status, wrong.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('a token has a rate of its own, in which a batch counts as its calls', async () => {
    const { secret } = await makeKey({ requests_per_minute: 5 });
    const batch = await postEnvelope(
      serving.url,
      { requests: Array(4).fill(insights()) },
      { path: '/a2a/batch', token: secret },
    );
    expect(batch.status).toBe(200);
    expect((await call(secret)).status).toBe(200);
    const over = await call(secret);
    expect([over.status, over.body.error?.code, over.body.error?.retryable]).toEqual([429, 'RATE_LIMITED', true]);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await call((await makeKey()).secret)).status).toBe(200);
  });
});

describe('A2A_TOKEN of a serving process', () => {
  const [OLD, NEW] = ['old-a2a-token-0123', 'new-a2a-token-0123'];
  const ask = envelope('get_progress_insights', { include_recommendations: true });

  async function answers(env: Record<string, string>, tokens: string[]): Promise<unknown[]> {
    const serving = await startServingFleet('serving process', { env });
    try {
      const replies = await Promise.all(tokens.map((token) => postEnvelope(serving.url, ask, { token })));
      return replies.map(({ status, body }) => (status === 200 ? body.output?.insights : status));
    } finally {
      await serving.close();
    }
  }

  test('speaks for one tenant, and both are valid while one is exchanged for the other', async () => {
    const env = { A2A_TOKEN: `${OLD},${NEW}`, A2A_TENANT: 'acme' };
    expect(await answers(env, [OLD, NEW, `${OLD}@beta`, 'x'])).toEqual([
      ['acme/user_123'],
      ['acme/user_123'],
      401,
      401,
    ]);
  });

  test('names the tenant where the fleet has several', async () => {
    const env = { A2A_TOKEN: NEW, A2A_TENANT: '*' };
    const tokens = [`${NEW}@acme`, `${NEW}@beta`, NEW, `${NEW}@`, `${NEW}@a:b`, `${OLD}@acme`];
    expect(await answers(env, tokens)).toEqual([['acme/user_123'], ['beta/user_123'], 401, 401, 401, 401]);
  });

  test('opens no producer', async () => {
    const serving = await startServingFleet('producer', { env: { A2A_TOKEN: NEW, API_TOKENS: `acme:${ADMIN}` } });
    try {
      expect((await postEnvelope(serving.url, ask, { token: NEW })).status).toBe(401);
    } finally {
      await serving.close();
    }
  });

  test('does not let a producer listen to other machines, which it would not protect', async () => {
    const env = { A2A_TOKEN: NEW, HOST: '0.0.0.0' };
    await expect(startServingFleet('producer', { env })).rejects.toThrow('API_TOKENS: needed because HOST=0.0.0.0');
  });

  test('without any, only this machine is served', async () => {
    const serving = await startServingFleet('serving process');
    try {
      expect((await postEnvelope(serving.url, ask)).body.output?.insights).toEqual(['local/user_123']);
      expect((await postEnvelope(serving.url, ask, { token: 'wrong' })).status).toBe(401);
      const headers = { 'X-Forwarded-For': '127.0.0.1' };
      expect((await postEnvelope(serving.url, ask, { headers })).status).toBe(403);
    } finally {
      await serving.close();
    }
  });
});
