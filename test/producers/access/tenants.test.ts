/** Who may ask, and that two who may do not see each other. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const ALPHA = 'alpha-token-0123456789';
const BETA = 'beta-token-0123456789';

let fleet: Fleet;
let alpha: Api;
let beta: Api;
beforeAll(async () => {
  fleet = await startFleet({
    dashboard: true,
    env: { API_TOKENS: `alpha:${ALPHA},beta:${BETA}`, AUTH_FAILURES_PER_MINUTE: '0' },
  });
  alpha = apiClient(fleet.url, ALPHA);
  beta = apiClient(fleet.url, BETA);
});
afterAll(() => fleet.close());

describe('credentials', () => {
  const basic = (password: string) => `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`;
  const ask = (path: string, authorization?: string, method = 'GET') =>
    fleet.call(method, path, undefined, authorization ? { Authorization: authorization } : {});

  test.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Bearer wrong-token-0123456789',
    `Bearer ${ALPHA}x`,
    `Bearer ${ALPHA.slice(0, -1)}`,
    `Bearer alpha:${ALPHA}`,
    `Token ${ALPHA}`,
    ALPHA,
    'Basic !!!',
    basic('wrong'),
  ])('%s opens nothing', async (authorization) => {
    for (const path of [
      '/v1/turns?patient_id=p1',
      '/v1/patients/p1/record',
      '/v1/sessions/s1',
      '/metrics',
      '/dashboard/queues',
    ]) {
      const answer = await ask(path, authorization);
      expectProblem(answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="medfleet"');
    }
    expectProblem(
      await ask('/v1/turns/0197a1f4-0000-7000-8000-000000000000', authorization, 'DELETE'),
      401,
      'unauthenticated',
    );
    expectProblem(await ask('/v1/turns', authorization, 'POST'), 401, 'unauthenticated');
  });

  test('the token as a bearer, or as a Basic password', async () => {
    for (const given of [`Bearer ${ALPHA}`, `bearer ${ALPHA}`, basic(BETA)]) {
      expect((await ask('/v1/turns?patient_id=p1', given)).status).toBe(200);
    }
  });

  test('health checks and the reference need none', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) expect((await ask(path)).status).toBe(200);
  });
});

describe('two tenants with the same ids', () => {
  const where = { patient_id: 'ada', session_id: 'talk' };
  const key = { 'Idempotency-Key': 'same-key' };

  test('have turns, events, sessions, records and lists of their own', async () => {
    const mine = await alpha.say('I take metformin 500 mg twice a day', where, key);
    // Same patient, same session, same key, another body: no conflict, for it is another's key.
    const theirs = await beta.say('My weight is 71 kg, is that fine for me?', where, key);
    expect(theirs.turn_id).not.toBe(mine.turn_id);
    expect(theirs.reply).not.toMatch(/metformin/i);

    for (const path of [`/v1/turns/${mine.turn_id}`, `/v1/turns/${mine.turn_id}/events`])
      expectProblem(await beta.call('GET', path), 404, 'not_found');
    expectProblem(await beta.call('DELETE', `/v1/turns/${mine.turn_id}`), 404, 'not_found');

    for (const query of ['patient_id=ada', 'session_id=talk']) {
      const list = (await beta.call('GET', `/v1/turns?${query}`)).body as { turns: { turn_id: string }[] };
      expect(list.turns.map((turn) => turn.turn_id)).toEqual([theirs.turn_id]);
      expectProblem(await beta.call('GET', `/v1/turns?${query}&cursor=${mine.turn_id}`), 422, 'invalid');
    }
    const session = JSON.stringify((await beta.call('GET', '/v1/sessions/talk')).body);
    expect(session).toContain('71 kg');
    expect(session).not.toMatch(/metformin/i);
    const record = (await beta.call('GET', '/v1/patients/ada/record')).body;
    expect(record.counts).toMatchObject({ medications: 0, observations: 1 });
    expect((await alpha.call('GET', '/v1/patients/ada/record')).body.counts).toMatchObject({
      medications: 1,
      observations: 0,
    });
  });

  test('do not use up each other’s rate', async () => {
    const limited = await startFleet({
      dashboard: true,
      roles: [],
      env: { API_TOKENS: `alpha:${ALPHA},beta:${BETA}`, RATE_LIMIT_PER_MINUTE: '1' },
    });
    onTestFinished(() => limited.close());
    const send = (token: string) => apiClient(limited.url, token).call('POST', '/v1/turns', { text: 'hi', ...where });
    const sent = [await send(ALPHA), await send(ALPHA), await send(ALPHA)];
    expectProblem(sent.find(({ status }) => status === 429) ?? (sent[0] as never), 429, 'rate_limited');
    expect((await send(BETA)).status).toBe(202);
  });
});

describe('without tokens only this machine may ask', () => {
  let local: Fleet;
  beforeAll(async () => {
    local = await startFleet({ dashboard: true, roles: [] });
  });
  afterAll(() => local.close());

  function askAs(host: string, path: string, more = {}): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(`${local.url}${path}`, { headers: { Host: host, ...more } }, async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, body });
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    '127.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    'medfleet:8080',
    '[::2]',
  ])('a page that reaches us as %s is refused', async (host) => {
    for (const path of ['/v1/turns?patient_id=p1', '/dashboard/queues', '/metrics']) {
      const { status, body } = await askAs(host, path);
      expect([status, JSON.parse(body).code]).toEqual([403, 'forbidden']);
    }
  });

  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])(
    'what a proxy passes on with %s is refused, and told what helps',
    async (header) => {
      const { status, body } = await askAs('127.0.0.1', '/v1/turns?patient_id=p1', { [header]: 'localhost' });
      expect([status, JSON.parse(body).detail]).toEqual([403, expect.stringContaining('send a token')]);
    },
  );

  test('a credential that is presented all the same must be right, and is what it says', async () => {
    for (const Authorization of ['Bearer wrong-token-0123456789', 'Basic d3Jvbmc6d3Jvbmc=', 'Digest x'])
      for (const [method, path] of [
        ['GET', '/v1/turns?patient_id=p1'],
        ['POST', '/a2a'],
        ['POST', '/a2a/jsonrpc'],
        ['POST', '/mcp'],
        ['GET', '/dashboard/queues'],
      ] as const)
        expect([path, (await local.call(method, path, undefined, { Authorization })).status]).toEqual([path, 401]);
    expectProblem(await local.call('POST', '/v1/sign-in', { key: 'wrong-token-0123456789' }), 401, 'unauthenticated');
    const limited = { name: 'reader', scopes: ['turns:read'], patients: ['p1'], requests_per_minute: 2 };
    const { secret } = (await local.call('POST', '/v1/keys', limited)).body;
    const reader = apiClient(local.url, String(secret));
    expectProblem(await reader.call('GET', '/v1/turns?patient_id=p2'), 403, 'forbidden');
    expect((await reader.call('GET', '/v1/turns?patient_id=p1')).status).toBe(200);
    expectProblem(await reader.call('GET', '/v1/turns?patient_id=p1'), 429, 'rate_limited');
  });

  test.each(['localhost', 'localhost:8080', '127.0.0.1', '127.0.0.1:1', '127.1.2.3:80', '[::1]:8080'])(
    '%s is this machine',
    async (host) => {
      expect((await askAs(host, '/v1/turns?patient_id=p1')).status).toBe(200);
    },
  );
});
