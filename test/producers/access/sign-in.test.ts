/** Signing in with a browser's cookie: what it opens, what it does not, and when it ends. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';
import { expectProblem } from '../http/expect-problem.ts';

const CLINIC = 'clinic-token-0123456789';
const OPS = 'operator-token-0123456789';

let fleet: Fleet;
beforeAll(async () => {
  const env = {
    API_TOKENS: `clinic:${CLINIC},ops[admin]:${OPS}`,
    AUTH_FAILURES_PER_MINUTE: '3',
    TRUSTED_PROXIES: '127.0.0.1',
  };
  fleet = await startFleet({ dashboard: true, roles: [], env });
});
afterAll(() => fleet.close());

const signIn = (key: string, headers: Record<string, string> = {}) =>
  fleet.call('POST', '/v1/sign-in', { key }, headers);
const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) => headers.get('set-cookie')?.split(';')[0] ?? '';
const me = (cookie: string) => fleet.call('GET', '/v1/me', undefined, { Cookie: cookie });

async function newKey(scopes: string[]) {
  const made = await apiClient(fleet.url, CLINIC).call('POST', '/v1/keys', { name: 'reception', scopes });
  return made.body as { id: string; secret: string };
}

test('a key becomes a cookie that no script can read, and that opens what the key opens', async () => {
  const { secret } = await newKey(['turns:read']);
  const signed = await signIn(` ${secret}\n`);
  expect(signed.status).toBe(204);
  const set = signed.headers.get('set-cookie') ?? '';
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) expect(set).toContain(part);
  expect(set).not.toContain('Secure');
  expect(set).not.toContain(secret);
  const cookie = cookieOf(signed);
  expect((await me(cookie)).body).toMatchObject({ name: 'reception', tenant: 'clinic', scopes: ['turns:read'] });
  expectProblem(await fleet.call('GET', '/v1/patients/p/record', undefined, { Cookie: cookie }), 403, 'forbidden');
  // Behind a proxy that speaks TLS, the cookie is for TLS only.
  expect((await signIn(secret, { 'X-Forwarded-Proto': 'https' })).headers.get('set-cookie')).toContain('Secure');
});

test('nothing in Redis opens anything without the cookie', async () => {
  const { secret } = await newKey(['turns:read']);
  const id = cookieOf(await signIn(secret)).split('=')[1] ?? '';
  const redis = testRedis();
  const stored = await redis.keys(`${fleet.base.keys.tag}:sign_in:*`);
  expect(stored.length).toBeGreaterThan(0);
  for (const key of stored) {
    const value = await redis.get(key);
    for (const hidden of [id, secret]) {
      expect(key).not.toContain(hidden);
      expect(Buffer.from(value ?? '', 'base64').toString('latin1')).not.toContain(hidden);
    }
    expect(await redis.ttl(key)).toBeGreaterThan(0);
    expectProblem(await me(`medfleet_session=${key.split(':').at(-1)}`), 401, 'unauthenticated');
  }
});

test('it ends with signing out, and as soon as its key is revoked: open streams too', async () => {
  const { id, secret } = await newKey(['turns:read', 'turns:write']);
  const [first, second] = [cookieOf(await signIn(secret)), cookieOf(await signIn(secret))];
  const sent = await fleet.call('POST', '/v1/turns', { text: 'Hello', patient_id: 'p1' }, { Cookie: first });
  expect(sent.status).toBe(202);
  const followed = (cookie: string) => {
    const seen: string[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      const stream = httpRequest(`${fleet.url}/v1/turns/${sent.body.turn_id}/events`, { headers: { Cookie: cookie } });
      stream.on('response', (response) => {
        response.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
        response.on('end', resolve);
      });
      stream.on('error', reject).end();
    });
    return { seen, ended };
  };
  const [one, two] = [followed(first), followed(second)];
  await expect.poll(() => [one.seen.length > 0, two.seen.length > 0]).toEqual([true, true]);

  const out = await fleet.call('DELETE', '/v1/sign-in', undefined, { Cookie: first });
  expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  expectProblem(await me(first), 401, 'unauthenticated');
  expect((await me(second)).status).toBe(200);
  await apiClient(fleet.url, CLINIC).call('DELETE', `/v1/keys/${id}`);
  expectProblem(await me(second), 401, 'unauthenticated');
  // Both at the same heartbeat.
  await Promise.all([one.ended, two.ended]);
});

test('signing in again ends the sign-in before it', async () => {
  const { secret } = await newKey(['turns:read']);
  const before = cookieOf(await signIn(secret));
  const after = cookieOf(await signIn(secret, { Cookie: before }));
  expectProblem(await me(before), 401, 'unauthenticated');
  expect((await me(after)).status).toBe(200);
});

test('a page of another site can neither sign somebody in nor write with the cookie', async () => {
  const cookie = cookieOf(await signIn(CLINIC));
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Cookie: cookie };
  expectProblem(await fleet.call('POST', '/v1/sign-in', { key: CLINIC }, elsewhere), 403, 'forbidden');
  const turn = { text: 'Hello', patient_id: 'p1' };
  expectProblem(await fleet.call('POST', '/v1/turns', turn, elsewhere), 403, 'forbidden');
  expect((await fleet.call('POST', '/v1/turns', turn, { ...elsewhere, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(
    202,
  );
});

test('behind a proxy the console can write if the Host header is passed on, and is told so if it is not', async () => {
  const Cookie = cookieOf(await signIn(CLINIC));
  const send = (Host: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { Host, Cookie, Origin: 'http://medfleet.example.org:8443', 'Content-Type': 'application/json' };
      const sent = httpRequest(`${fleet.url}/v1/turns`, { method: 'POST', headers }, async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve([response.statusCode, body]);
      });
      sent.on('error', reject).end(JSON.stringify({ text: 'Hello', patient_id: 'p1' }));
    });
  expect(await send('127.0.0.1:8080')).toEqual([403, expect.stringContaining('proxy_set_header Host $http_host')]);
  expect(await send('medfleet.example.org:8443')).toEqual([202, expect.any(String)]);
});

test('a header counts before a cookie: a wrong token is not made right by an old sign-in', async () => {
  const cookie = cookieOf(await signIn(CLINIC));
  const mixed = { Cookie: cookie, Authorization: `Bearer ${OPS}` };
  expect((await fleet.call('GET', '/v1/me', undefined, mixed)).body).toMatchObject({ tenant: 'ops' });
});

test('a browser that opens the queues signs in first and comes back; a script of it gets a problem', async () => {
  const open = (accept: string, cookie = '') =>
    fetch(`${fleet.url}/dashboard/queues/queue/turn?status=failed`, {
      redirect: 'manual',
      headers: { Accept: accept, Cookie: cookie },
    });
  const page = await open('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('location')]).toEqual([
    302,
    '/dashboard/sign-in?next=%2Fdashboard%2Fqueues%2Fqueue%2Fturn',
  ]);
  expect((await open('application/json')).status).toBe(401);
  expect((await open('text/html', cookieOf(await signIn(OPS)))).status).toBe(200);
  // Who is signed in and may not see the queues is told so, and not asked again.
  const clinic = cookieOf(await signIn(CLINIC));
  const refused = await open('text/html', clinic);
  expect([refused.status, refused.headers.get('location')]).toEqual([
    302,
    '/dashboard/no-access?scope=admin%2Cqueues%3Aread',
  ]);
  expect((await open('application/json', clinic)).status).toBe(403);
});

test('who has signed in stands in the access log', async () => {
  await signIn(CLINIC);
  const { entries } = (await apiClient(fleet.url, CLINIC).call('GET', '/v1/access-log')).body as {
    entries: Record<string, unknown>[];
  };
  expect(entries.find(({ route }) => route === '/v1/sign-in')).toMatchObject({ method: 'POST', status: 204 });
});

test('keys cannot be guessed without end', async () => {
  const { secret } = await newKey(['turns:read']);
  for (const _ of [1, 2, 3]) {
    const refused = await signIn('mf_guess');
    expectProblem(refused, 401, 'unauthenticated');
    expect([refused.headers.get('set-cookie'), refused.headers.get('www-authenticate')]).toEqual([
      null,
      'Bearer realm="medfleet"',
    ]);
  }
  // As in any other request: who was let in from this address before is let in, and a right guess is not told from a wrong one.
  expectProblem(await signIn('mf_guess'), 429, 'rate_limited');
  expectProblem(await signIn(secret), 429, 'rate_limited');
  expect([(await signIn(CLINIC)).status, (await apiClient(fleet.url, CLINIC).call('GET', '/v1/me')).status]).toEqual([
    204, 200,
  ]);
});
