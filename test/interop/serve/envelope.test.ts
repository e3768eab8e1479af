/** The envelope as the medmentor document gives it, the same at both doors: formats, codes, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EnvelopeReply, envelope, postEnvelope } from '../../support/envelope.ts';
import { SECRET } from '../../support/served-agents.ts';
import { type Serving, startServingFleet } from '../../support/serving.ts';

const TOKENS =
  'acme:acme-token-0123456789,beta:beta-token-0123456789,acme/anna:anna-token-0123456789,acme[turns:read]:read-token-0123456789';
const ACME = 'acme-token-0123456789';

describe.each(['producer', 'serving process'] as const)('at the %s', (door) => {
  let serving: Serving;
  const lines: string[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(line) };
    serving = await startServingFleet(door, { env: { API_TOKENS: TOKENS, LOG_LEVEL: 'debug' }, logTo });
  });
  afterAll(() => serving.close());

  const post = (body: unknown, options: Parameters<typeof postEnvelope>[2] = {}) =>
    postEnvelope(serving.url, body, { token: ACME, ...options });

  function expectError(
    reply: EnvelopeReply,
    status: number,
    code: string,
    named: [unknown, unknown] = ['LedgerAgent', 'conv_abc123'],
  ) {
    const [agent_name, conversation_id] = named;
    expect([reply.status, reply.body]).toEqual([
      status,
      {
        agent_name,
        conversation_id,
        error: { code, message: expect.any(String), retryable: status === 429 || status >= 500 },
        status: 'error',
      },
    ]);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(JSON.stringify(reply.body)).not.toContain(SECRET);
    return reply.body.error?.message;
  }

  test('the document’s own request gets the document’s own response', async () => {
    const reply = await post({
      agent_name: 'LedgerAgent',
      agent_version: '1.0.0',
      conversation_id: 'conv_abc123',
      input: {
        action: 'get_progress_insights',
        user_id: 'user_123',
        parameters: { timeframe: '7d', include_recommendations: true },
      },
      context: { user_preferences: { pace: 'slow' }, conversation_history: ['hello'] },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      agent_name: 'LedgerAgent',
      conversation_id: 'conv_abc123',
      output: {
        insights: ['acme/user_123'],
        metrics: {
          timeframe: '7d',
          include_recommendations: true,
          user_preferences: { pace: 'slow' },
          conversation_history: ['hello'],
        },
      },
      status: 'success',
      execution_time_ms: expect.any(Number),
    });
  });

  test('fields that the document does not name are ignored: its own client sends its whole context, token and all', async () => {
    const context = { conversation_id: 'c', user_id: 'u', a2a_token: SECRET };
    const reply = await post(
      envelope('get_progress_insights', { include_recommendations: false }, { context, more: 1 }),
    );
    expect(reply.body.output).toEqual({ insights: ['acme/user_123'], metrics: expect.not.objectContaining(context) });
  });

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a wrong one', { Authorization: 'Bearer not-a-token-that-is-known' }],
    ['an empty one', { Authorization: 'Bearer' }],
    ['one of another scheme', { Authorization: `Digest ${ACME}` }],
  ])('a token is needed: %s', async (_, headers) => {
    const reply = await postEnvelope(serving.url, envelope('hold'), { headers });
    expect([reply.status, reply.body.error, reply.body.status]).toEqual([
      401,
      { code: 'AUTHENTICATION_ERROR', message: 'Invalid A2A token', retryable: false },
      'error',
    ]);
  });

  test('a token without the scope a2a is refused', async () => {
    const reply = await post(envelope('add_entry', { amount: 1 }), { token: 'read-token-0123456789' });
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('the tenant is that of the token, whatever the request says', async () => {
    const said = { tenant: 'acme', context: { tenant: 'acme', user_preferences: { tenant: 'acme' } } };
    const reply = await post(envelope('get_progress_insights', { include_recommendations: true }, said), {
      token: 'beta-token-0123456789',
    });
    expect(reply.body.output?.insights).toEqual(['beta/user_123']);
  });

  test('a token that is bound to a user calls for that user only', async () => {
    const ask = (user_id: string) =>
      post(envelope('get_progress_insights', { include_recommendations: true }, { user_id }), {
        token: 'anna-token-0123456789',
      });
    expect((await ask('anna')).body.output?.insights).toEqual(['acme/anna']);
    expectError(await ask('bert'), 403, 'FORBIDDEN');
  });

  test('an agent or an action that is not there is not found', async () => {
    const agent = await post({ ...envelope('hold'), agent_name: 'NobodyAgent' });
    expectError(agent, 404, 'NOT_FOUND', ['NobodyAgent', 'conv_abc123']);
    const message = expectError(await post(envelope('constructor')), 404, 'NOT_FOUND');
    expect(message).toContain('get_progress_insights');
    expectError(await post({ ...envelope('hold'), agent_version: '2.0.0' }), 404, 'NOT_FOUND');
  });

  test('a wrong parameter is named, and its value is not repeated', async () => {
    const wrong = await post(envelope('add_entry', { amount: SECRET, [`${SECRET}!`]: SECRET }));
    expect(expectError(wrong, 422, 'INVALID_REQUEST')).toContain('input.parameters.amount');
    const missing = await post({
      agent_name: 'LedgerAgent',
      conversation_id: 'conv_abc123',
      input: { action: 'hold' },
    });
    expect(expectError(missing, 422, 'INVALID_REQUEST')).toContain('input.user_id');
  });

  test('what an agent throws or answers against its own description is an internal error without its text', async () => {
    for (const action of ['fail', 'answer_wrongly', 'answer_at_length'])
      expectError(await post(envelope(action)), 500, 'INTERNAL');
  });

  describe('hostile requests get an error of the same form', () => {
    const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const text = (fields: Record<string, unknown>) => JSON.stringify({ ...envelope('hold'), ...fields });
    test.each<[string, string, number, [unknown, unknown]]>([
      ['no JSON', '{"agent_name": ', 400, [null, null]],
      ['nothing', '', 400, [null, null]],
      ['a number', '7', 422, [null, null]],
      ['null', 'null', 422, [null, null]],
      ['a list', '[]', 422, [null, null]],
      ['a key that changes prototypes', '{"__proto__":{"agent_name":"LedgerAgent"}}', 400, [null, null]],
      ['500 levels', `{"context":${deep(500)}}`, 400, [null, null]],
      ['a huge context', text({ context: { conversation_history: ['x'.repeat(400_000)] } }), 413, [null, null]],
      ['a name with control characters', text({ agent_name: 'Ledger\r\nAgent\u0000' }), 422, [null, 'conv_abc123']],
      ['a name that is long', text({ agent_name: 'A'.repeat(10_000) }), 422, [null, 'conv_abc123']],
      ['a name that every object has', text({ agent_name: 'constructor' }), 404, ['constructor', 'conv_abc123']],
      ['a conversation that is a key of Redis', text({ conversation_id: 'a:b:{c}*' }), 422, ['LedgerAgent', null]],
      ['an input that is a list', text({ input: ['hold'] }), 422, ['LedgerAgent', 'conv_abc123']],
      ['a user with a colon', text({ input: { action: 'hold', user_id: 'a:b' } }), 422, ['LedgerAgent', 'conv_abc123']],
      [
        'parameters that are none',
        text({ input: { action: 'hold', user_id: 'a', parameters: 'x' } }),
        422,
        ['LedgerAgent', 'conv_abc123'],
      ],
      ['a history that is none', text({ context: { conversation_history: 'x' } }), 422, ['LedgerAgent', 'conv_abc123']],
    ])('%s', async (_, body, status, named) => {
      expectError(await post(body), status, status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST', named);
    });

    test('another content type', async () => {
      expectError(await post('{}', { headers: { 'Content-Type': 'text/plain' } }), 415, 'INVALID_REQUEST', [
        null,
        null,
      ]);
    });

    test('another method', async () => {
      for (const path of ['/a2a', '/a2a/batch']) {
        const response = await fetch(serving.url + path, { headers: { Authorization: `Bearer ${ACME}` } });
        const reply = {
          status: response.status,
          headers: response.headers,
          body: await response.json(),
        } as EnvelopeReply;
        expectError(reply, 405, 'INVALID_REQUEST', [null, null]);
        expect(response.headers.get('allow')).toBe('POST');
      }
    });

    test('an Idempotency-Key that is too long', async () => {
      const reply = await post(envelope('add_entry', { amount: 1 }), {
        headers: { 'Idempotency-Key': 'k'.repeat(256) },
      });
      expectError(reply, 400, 'INVALID_REQUEST');
    });
  });

  test('a batch answers each request in its place, the good ones and the bad ones', async () => {
    const good = envelope('get_progress_insights', { include_recommendations: true });
    const requests = [good, { ...good, agent_name: 'NobodyAgent' }, 7, { ...good, conversation_id: 'conv_2' }];
    const { status, body } = await post({ requests }, { path: '/a2a/batch' });
    expect(status).toBe(200);
    expect(body.responses?.map((one) => [one.status, one.error?.code, one.conversation_id])).toEqual([
      ['success', undefined, 'conv_abc123'],
      ['error', 'NOT_FOUND', 'conv_abc123'],
      ['error', 'INVALID_REQUEST', null],
      ['success', undefined, 'conv_2'],
    ]);
  });

  test('each request of a batch is authorised by itself', async () => {
    const ask = (user_id: string) => envelope('get_progress_insights', { include_recommendations: true }, { user_id });
    const { body } = await post(
      { requests: [ask('anna'), ask('bert')] },
      { path: '/a2a/batch', token: 'anna-token-0123456789' },
    );
    expect(body.responses?.map((one) => one.error?.code ?? one.output?.insights)).toEqual([['acme/anna'], 'FORBIDDEN']);
  });

  test('a batch has at least one request and at most twenty', async () => {
    for (const requests of [[], Array(21).fill(envelope('hold')), 'x'])
      expectError(await post({ requests }, { path: '/a2a/batch' }), 422, 'INVALID_REQUEST', [null, null]);
  });

  test('the log has a line for each call, with its trace, and nothing of what was said', async () => {
    lines.length = 0;
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'X-Request-Id': 'req-1' };
    const context = { user_preferences: { note: SECRET }, conversation_history: [SECRET] };
    const parameters = { timeframe: SECRET, include_recommendations: true };
    const reply = await post(envelope('get_progress_insights', parameters, { context }), { headers });
    await post(envelope('fail', {}, { agent_name: SECRET }));
    await post(envelope('fail', {}));
    await post(envelope(SECRET));
    expect(reply.headers.get('x-request-id')).toBe('req-1');
    const served = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'envelope.served');
    expect(served[0]).toMatchObject({
      agent: 'LedgerAgent',
      action: 'get_progress_insights',
      code: 'OK',
      status: 200,
      trace_id: trace,
      request_id: 'req-1',
      request_bytes: expect.any(Number),
      response_bytes: expect.any(Number),
      duration_ms: expect.any(Number),
      conversation: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(served.slice(1).map(({ agent, action }) => [agent, action])).toEqual([
      ['unknown', 'unknown'],
      ['LedgerAgent', 'fail'],
      ['LedgerAgent', 'unknown'],
    ]);
    for (const text of [SECRET, 'conv_abc123', 'user_123', ACME]) expect(lines.join('')).not.toContain(text);
  });
});
