/** /mcp and requests that no good client sends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { mcpClient } from '../../support/mcp-client.ts';

const TOKEN = 'token-0123456789abc';
const ACCEPT = { Accept: 'application/json, text/event-stream' };

let fleet: Fleet;
let open: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [], env: { API_TOKENS: `acme:${TOKEN}` } });
  open = await startFleet({ roles: [], env: { RATE_LIMIT_PER_MINUTE: '5' } });
});
afterAll(async () => {
  await open.close();
  await fleet.close();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  apiClient(fleet.url, TOKEN).call('POST', '/mcp', body, { ...ACCEPT, ...headers });

const message = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

describe('access', () => {
  test.each([undefined, 'wrong-token-0123456789'])('without a good token (%s) there is no answer', async (token) => {
    const { status, headers } = await apiClient(fleet.url, token).call('POST', '/mcp', message('tools/list'), ACCEPT);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('Bearer');
    await expect(mcpClient([fleet.url], token)).rejects.toThrow();
  });

  test('a page of another site gets nothing done', async () => {
    expect((await post(message('tools/list'), { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(message('tools/list'), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  test('requests are counted like any others', async () => {
    const ask = () => apiClient(open.url).call('POST', '/mcp', message('ping'), ACCEPT);
    const statuses = await Promise.all(Array.from({ length: 12 }, ask)).then((all) => all.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });
});

describe('the protocol', () => {
  test.each(['GET', 'DELETE', 'PUT'])('%s has nothing to open or to end: 405', async (method) => {
    const answer = await apiClient(fleet.url, TOKEN).call(method, '/mcp', undefined, ACCEPT);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 }, id: null });
  });

  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['several messages', [message('ping'), message('ping')], 400, -32600],
    ['no message', { hello: 'world' }, 400, -32600],
    ['a body that is too large', { ...message('ping'), padding: 'x'.repeat(2_000_000) }, 413, -32000],
  ])('%s is refused as the protocol has it', async (_what, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code }, id: null });
  });

  test('other content types and other accepted types are refused', async () => {
    expect((await post('x', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(message('ping'), { Accept: 'application/json' })).status).toBe(406);
  });

  test('an unknown method is an error of the protocol', async () => {
    const answer = await post(message('logging/setLevel', { level: 'info' }));
    expect(JSON.stringify(answer.body)).toContain('-32601');
  });

  test.each([
    ['send_turn', { text: 'x', patient_id: 'p1', wait_seconds: 1e9 }],
    ['send_turn', { text: 'x', patient_id: 'p1', wait_seconds: 'soon' }],
    ['send_turn', { text: 'x', patient_id: 'p1:events' }],
    ['send_turn', { text: 'x', patient_id: 'p1', id: 'x' }],
    ['send_turn', { text: 'x', patient_id: 'p1', wait: 60 }],
    ['send_turn', { text: '', patient_id: 'p1' }],
    ['send_turn', { text: 'x', patient_id: 'p1', team: 'no-such-team' }],
    ['send_turn', { text: 'x', patient_id: 'p1', idempotency_key: '' }],
    ['send_turn', { text: 'x', patient_id: 'p1', __proto__x: 1 }],
    ['get_turn', { id: 'x' }],
    ['get_turn', { turn_id: { $ne: null } }],
    ['get_turn', { turn_id: '../../v1/keys' }],
    ['get_turn', { turn_id: 'x:events', wait_seconds: 5 }],
    ['read_record', { patient_id: '../x' }],
    ['read_record', {}],
    ['query_record', { patient_id: 'p1', cypher: 'MATCH (n) DETACH DELETE n' }],
    ['message_research_agent', { agent_id: 'x/../y', text: 'hello' }],
  ])('%s with %j is told what is wrong, and nothing of the input comes back', async (name, args) => {
    const { call } = await mcpClient([fleet.url], TOKEN);
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(['invalid', 'not_found', 'query_refused']).toContain(result.data.code);
    expect(result.words).not.toMatch(/no-such-team|DETACH|\.\.\/|stack|\bat \//);
  });
});
