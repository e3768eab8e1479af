/** Clients that take a connection and give nothing for it: each is answered and disconnected, and the others are served meanwhile. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../producers/http/http-server.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

const TOKEN = 'acme-token-0123456789';
const OTHER_TOKEN = 'beta-token-0123456789';

async function fleetWith(env: Record<string, string>): Promise<Fleet> {
  const fleet = await startFleet({ roles: [], env });
  onTestFinished(() => fleet.close());
  return fleet;
}

/** A connection that the test writes to byte by byte; `closed` has all that came back. */
async function open(fleet: Fleet): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(Number(new URL(fleet.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => received);
  await once(socket, 'connect');
  return { socket, closed };
}

/** Writes a byte again and again, for as long as the connection is there. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.once('close', () => clearInterval(timer));
}

function expectRawProblem(answer: string, status: number, code: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('application/problem+json');
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code });
}

const HEAD =
  'POST /v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n';

describe('a request that is not sent within REQUEST_SECONDS', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet({ roles: [], env: { REQUEST_SECONDS: '1' } });
  });
  afterAll(() => fleet.close());

  test.each<[string, string, string]>([
    ['nothing at all', '', ''],
    ['headers, one byte at a time', `${HEAD}X-Slow: `, 'a'],
    ['a body, one byte at a time', `${HEAD}\r\n{"text":"`, 'a'],
    ['a body that stops', `${HEAD}\r\n{"text":"`, ''],
    ['chunks of one byte', HEAD.replace(/Content-Length.*\r\n/, 'Transfer-Encoding: chunked\r\n\r\n'), '1\r\na\r\n'],
  ])('%s: 408, and the connection is closed', async (_what, begin, more) => {
    const { socket, closed } = await open(fleet);
    socket.write(begin);
    if (more) drip(socket, more);
    expect((await fleet.call('GET', '/healthz')).status).toBe(200);
    expectRawProblem(await closed, 408, 'request_timeout');
  });

  test('the second request of a connection, too', async () => {
    const { socket, closed } = await open(fleet);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.write(`${HEAD}\r\n{"te`);
    expect(await closed).toMatch(/^HTTP\/1\.1 200 [\s\S]+HTTP\/1\.1 408 /);
  });

  test('a refused request whose body goes on and on', async () => {
    const fleet = await fleetWith({ REQUEST_SECONDS: '1', API_TOKENS: `acme:${TOKEN}` });
    const { socket, closed } = await open(fleet);
    socket.write(`${HEAD}\r\n{"te`);
    drip(socket, 'a');
    expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('an event stream is not a slow request', async () => {
    const { turn_id } = (await fleet.call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1' })).body;
    const { socket, closed } = await open(fleet);
    socket.write(`GET /v1/turns/${turn_id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    // Two slow clients, one after the other, are disconnected while it stays.
    for (let i = 0; i < 2; i += 1) await (await open(fleet)).closed;
    await fleet.call('DELETE', `/v1/turns/${turn_id}`);
    socket.end();
    expect(await closed).toContain('event: done');
  });
});

test('a client that reads nothing of a large answer is disconnected', async () => {
  const unread = Buffer.alloc(64 * 2 ** 20);
  let gone: Promise<unknown> = Promise.resolve();
  const server = createHttpServer(
    (_request, response) => {
      gone = once(response, 'close');
      response.end(unread);
    },
    { requestMs: 60_000, idleMs: 500, maxConnections: 10 },
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(server, 'request');
  await gone;
  await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
});

test('headers that are too large, and what is not HTTP: a problem, and the connection is closed', async () => {
  const fleet = await fleetWith({});
  const large = await open(fleet);
  large.socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`);
  expectRawProblem(await large.closed, 431, 'headers_too_large');
  for (const text of [
    '\x16\x03\x01\x02\x00',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nBad Header: 1\r\n\r\n',
    'GET /healthz HTTP/1.1\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n',
  ]) {
    const other = await open(fleet);
    other.socket.write(text);
    expectRawProblem(await other.closed, 400, 'malformed');
  }
});

test('more connections than MAX_CONNECTIONS: 503 with when to come back; the process still says that it is up', async () => {
  const fleet = await fleetWith({ MAX_CONNECTIONS: '3' });
  const idle = [await open(fleet), await open(fleet), await open(fleet)];
  const get = async (path: string) => {
    const { socket, closed } = await open(fleet);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (path === '/healthz') socket.end();
    return closed;
  };
  const refused = await get('/v1/turns?patient_id=p1');
  expectRawProblem(refused, 503, 'too_many_connections');
  expect(refused).toMatch(/retry-after: [1-9]/i);
  expect(await get('/healthz')).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket, closed } of idle) {
    socket.destroy();
    await closed;
  }
  await expect.poll(async () => (await fleet.call('GET', '/v1/turns?patient_id=p1')).status).toBe(200);
});

test('connections far beyond MAX_CONNECTIONS are closed without an answer', async () => {
  const fleet = await fleetWith({ MAX_CONNECTIONS: '3' });
  const taken = await Promise.all(Array.from({ length: 60 }, () => open(fleet)));
  const over = Promise.race(taken.map(({ closed }) => closed));
  expect(await over).toBe('');
});

test('more event streams than MAX_EVENT_STREAMS: 429 for that principal; others have their own', async () => {
  const env = { MAX_EVENT_STREAMS: '2', API_TOKENS: `acme:${TOKEN},beta:${OTHER_TOKEN}` };
  const fleet = await fleetWith(env);
  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const send = async (token: string) =>
    (await fleet.call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1' }, as(token))).body.turn_id;
  const [mine, theirs] = [await send(TOKEN), await send(OTHER_TOKEN)];
  const follow = async (id: unknown, token: string) => {
    const hangUp = new AbortController();
    const response = await fetch(`${fleet.url}/v1/turns/${id}/events`, { headers: as(token), signal: hangUp.signal });
    return { response, hangUp };
  };
  const first = await follow(mine, TOKEN);
  const second = await follow(mine, TOKEN);
  expect([first.response.status, second.response.status]).toEqual([200, 200]);
  const third = await follow(mine, TOKEN);
  expect([third.response.status, await third.response.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'too_many_streams', retryable: true }),
  ]);
  expect(Number(third.response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await follow(theirs, OTHER_TOKEN)).response.status).toBe(200);
  // So has a key of the same tenant.
  const wish = { name: 'app', scopes: ['turns:read'], patients: ['p1'] };
  const key = String((await fleet.call('POST', '/v1/keys', wish, as(TOKEN))).body.secret);
  expect((await follow(mine, key)).response.status).toBe(200);
  // A stream that cannot be followed takes no place.
  expect((await follow('nothing', OTHER_TOKEN)).response.status).toBe(404);
  expect((await follow(theirs, OTHER_TOKEN)).response.status).toBe(200);
  first.hangUp.abort();
  await expect.poll(async () => (await follow(mine, TOKEN)).response.status).toBe(200);
});
