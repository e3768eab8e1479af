/** The agent card is text from outside: a wrong one is refused, and one that points elsewhere sends no token there. */
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import { type Said, startA2aAgent } from '../../../support/a2a-agent-server.ts';
import { openClient, TOKEN } from '../calls.ts';
import { say, startWalks, walks } from './walks.ts';

const done = (): Said => ({ state: 'TASK_STATE_COMPLETED', parts: [textPart('About 4.2 km.')] });
type Json = Record<string, unknown>;

const interfaces = (url: string, more: Json = {}) => ({
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', ...more }],
});

test.each<[string, (card: Json, url: string) => unknown]>([
  ['is a list', () => []],
  ['has no interfaces', (card) => ({ ...card, supportedInterfaces: [] })],
  ['speaks 0.2 only', (card, url) => ({ ...card, ...interfaces(url, { protocolVersion: '0.2' }) })],
  ['speaks gRPC only', (card, url) => ({ ...card, ...interfaces(url, { protocolBinding: 'GRPC' }) })],
  ['is of another form', (card, url) => ({ ...card, supportedInterfaces: { url } })],
])('a card that %s is refused with what to check, and nothing is sent', async (_, card) => {
  const { server, ask } = await startWalks(done, { card });
  await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject({
    code: 'remote_refused',
    message: 'WalksAgent has no valid agent card of A2A 1.0 or 0.3: check its endpoint (CARD_INVALID).',
  });
  expect(server.requests).toEqual([]);
});

test.each([
  ['JSONRPC', '/rpc'],
  ['HTTP+JSON', '/rest'],
])(
  'an agent of 0.3 is asked in its own words over %s, and its reason for failing is told',
  async (preferredTransport, path) => {
    const card = (_json: Json, url: string) => ({
      ...{ name: 'Old walks', description: 'Knows how far a walk was', version: '1.0.0', capabilities: {}, skills: [] },
      ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
      ...{ protocolVersion: '0.3.0', url: url + path, preferredTransport },
    });
    const { ask, server } = await startWalks(done, { card, version: '0.3' });
    expect(await ask(walks(), say('6000 steps'))).toMatchObject({ output: { text: 'About 4.2 km.' } });
    expect(server.requests[0]?.headers['a2a-version'] ?? '0.3').toBe('0.3');
    const failing = await startWalks((): Said => ({ state: 'TASK_STATE_FAILED', says: 'too far' }), {
      card,
      version: '0.3',
    });
    await expect(failing.ask(walks(), say('6000 steps'))).rejects.toMatchObject({
      errors: [{ message: 'says: too far' }],
    });
  },
);

test('an address without a card is refused with what to check', async () => {
  const { server, ask } = await startWalks(done);
  await expect(ask(walks({ endpoint: `${server.url}/elsewhere` }), say('Hello'))).rejects.toMatchObject({
    message: expect.stringContaining('CARD_INVALID'),
  });
});

test('an endpoint may be the card itself', async () => {
  const { server, ask } = await startWalks(done);
  const endpoint = `${server.url}/.well-known/agent-card.json`;
  expect(await ask(walks({ endpoint }), say('Hello'))).toMatchObject({ from: 'remote' });
});

test('a card that points to another host is refused unless the config allows that host', async () => {
  const other = await startA2aAgent(done);
  onTestFinished(() => other.close());
  const card = (json: Json) => ({ ...json, ...interfaces(other.url) });
  const { ask, server } = await startWalks(done, { card });
  await expect(ask(walks(), say('Hello'))).rejects.toMatchObject({
    code: 'remote_refused',
    message: expect.stringContaining('list the host in allow_hosts (CARD_ELSEWHERE)'),
  });
  expect(other.requests).toEqual([]);
  const allowed = walks({ allow_hosts: [new URL(other.url).host] });
  expect(await ask(allowed, say('Hello'))).toMatchObject({ from: 'remote' });
  expect(other.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(server.requests).toEqual([]);
});

test.each(['http://walks.example.org/rpc', 'https://user:secret@walks.example.org/rpc', 'file:///etc/passwd', 'walks'])(
  'a card that points to %s is refused although its host is allowed',
  async (url) => {
    const card = (json: Json) => ({ ...json, ...interfaces('', { url }) });
    const { ask } = await startWalks(done, { card });
    await expect(ask(walks({ allow_hosts: ['walks.example.org'] }), say('Hello'))).rejects.toMatchObject({
      message: expect.stringContaining('CARD_ELSEWHERE'),
    });
  },
);

test('of several addresses in a card, those that may be reached are used', async () => {
  const card = (json: Json, url: string) => ({
    ...json,
    supportedInterfaces: [
      ...interfaces('https://other.example.org').supportedInterfaces,
      { url: `${url}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
  });
  const { ask, server } = await startWalks(done, { card });
  expect(await ask(walks(), say('Hello'))).toMatchObject({ from: 'remote' });
  expect(server.requests[0]?.path).toBe('/rest/message:send');
});

test.each<[string, Json, Record<string, string>]>([
  ['a bearer token', { httpAuthSecurityScheme: { scheme: 'Bearer' } }, { authorization: `Bearer ${TOKEN}` }],
  ['a token of OAuth 2', { oauth2SecurityScheme: { flows: {} } }, { authorization: `Bearer ${TOKEN}` }],
  ['a key in a header', { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } }, { 'x-api-key': TOKEN }],
])('the token goes where the card wants it: %s', async (_, scheme, expected) => {
  const card = (json: Json) => ({
    ...json,
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: { main: { list: [] } } }],
  });
  const { ask, server } = await startWalks(done, { card });
  await ask(walks(), say('Hello'));
  expect(server.requests[0]?.headers).toMatchObject(expected);
  if (!('authorization' in expected)) expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test.each<[string, Json]>([
  ['a client certificate', { mtlsSecurityScheme: {} }],
  ['a key in the address', { apiKeySecurityScheme: { location: 'query', name: 'key' } }],
  ['a key in a header that steers the request', { apiKeySecurityScheme: { location: 'header', name: 'Host' } }],
  ['a password', { httpAuthSecurityScheme: { scheme: 'Basic' } }],
])('a card that wants %s is refused, and the token is not sent', async (_, scheme) => {
  const card = (json: Json) => ({
    ...json,
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: { main: { list: [] } } }],
  });
  const { ask, server } = await startWalks(done, { card });
  await expect(ask(walks(), say('Hello'))).rejects.toMatchObject({
    message: expect.stringContaining('CARD_CREDENTIALS'),
  });
  expect(server.requests).toEqual([]);
});

test('with a card_key only a card that was signed with it is believed', async () => {
  const [ours, theirs] = await Promise.all([generateKeyPair('ES256', { extractable: true }), generateKeyPair('ES256')]);
  let signer = ours.privateKey;
  let isSigned = true;
  const card = async (json: Json) => {
    const sign = generateAgentCardSignature(signer, { alg: 'ES256', kid: 'k1', typ: 'JOSE' });
    return isSigned ? AgentCard.toJSON(await sign(AgentCard.fromJSON(json))) : json;
  };
  const key = JSON.stringify(await exportJWK(ours.publicKey));
  const { ask, server } = await startWalks(done, { card }, { WALKS_KEY: key });
  const agent = walks({ card_key: '$WALKS_KEY' });
  expect(await ask(agent, say('Hello'))).toMatchObject({ from: 'remote' });

  const anew = () => openClient({ WALKS_URL: server.url, A2A_AUTH_TOKEN: TOKEN, WALKS_KEY: key });
  const refused = { code: 'remote_refused', message: expect.stringContaining('CARD_UNSIGNED') };
  signer = theirs.privateKey;
  await expect(anew().ask(agent, say('Hello'), { task: { id: 'task-2' } })).rejects.toMatchObject(refused);
  isSigned = false;
  await expect(anew().ask(agent, say('Hello'), { task: { id: 'task-2' } })).rejects.toMatchObject(refused);
});

test('many calls of one moment share one request for the card', async () => {
  const { ask, server } = await startWalks(done);
  const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`);
  await Promise.all(ids.map((id) => ask(walks(), say('Hello'), { task: { id } })));
  expect(server.counts.cards).toBe(1);
  expect(server.tasks.size).toBe(20);
});

test('a card is fetched again when it is old; while it cannot be fetched, the last one is used', async () => {
  let isUp = true;
  const { ask, server } = await startWalks(done, {
    card: (json) => (isUp ? json : Promise.reject(new Error('down'))),
  });
  const call = (id: string) => ask(walks(), say('Hello'), { task: { id } });
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  await call('task-1');
  await call('task-2');
  expect(server.counts.cards).toBe(1);
  clock.mockImplementation(() => real() + 10 * 60_000);
  await call('task-3');
  expect(server.counts.cards).toBe(2);
  isUp = false;
  clock.mockImplementation(() => real() + 20 * 60_000);
  expect(await call('task-4')).toMatchObject({ from: 'remote' });
  expect(server.counts.cards).toBe(3);
  clock.mockImplementation(() => real() + 200 * 60_000);
  await expect(ask(walks({ retries: 0 }), say('Hello'), { task: { id: 'task-5' } })).rejects.toMatchObject({
    code: 'remote_failed',
  });
});

test('an agent that has moved is found again: its card is asked for anew', async () => {
  let path = '/old';
  const { ask, server } = await startWalks(done, {
    card: (json, url) => ({ ...json, ...interfaces('', { url: url + path }) }),
    before(request, response) {
      if (request.path === '/old') response.status(404).send('moved');
      return request.path === '/old';
    },
  });
  await expect(ask(walks(), say('Hello'))).rejects.toMatchObject({ message: expect.stringContaining('NOT_FOUND') });
  path = '/rpc';
  expect(await ask(walks(), say('Hello'), { task: { id: 'task-2' } })).toMatchObject({ from: 'remote' });
  expect(server.counts.cards).toBe(2);
});
