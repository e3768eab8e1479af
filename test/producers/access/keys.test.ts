/** Keys over HTTP: made, used, rotated under traffic, revoked on all producers, and never more than their maker. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accessKeys } from '../../../src/engine/access/redis-keys.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testPrefix } from '../../support/redis.ts';
import { expectProblem } from '../http/expect-problem.ts';

const CLINIC = 'clinic-token-0123456789';
const BETA = 'beta-token-0123456789';
const API_TOKENS = `clinic:${CLINIC},beta:${BETA}`;
const LOOK = '/v1/turns?patient_id=p1';

type Made = { id: string; secret: string } & Record<string, unknown>;

let fleet: Fleet;
let clinic: Api;
const as = (token: string, { url } = fleet) => apiClient(url, token);

async function make(fields: Record<string, unknown> = {}, by = clinic): Promise<Made> {
  const made = await by.call('POST', '/v1/keys', { name: 'app', scopes: ['turns:read'], ...fields });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  expect(made.headers.get('cache-control')).toBe('no-store');
  return made.body as Made;
}

beforeAll(async () => {
  fleet = await startFleet({ dashboard: true, roles: [], env: { API_TOKENS, AUTH_FAILURES_PER_MINUTE: '0' } });
  clinic = as(CLINIC);
});
afterAll(() => fleet.close());

test('a key opens what its scopes say, as a bearer and in a browser’s dialog, and is listed without its secret', async () => {
  const { id, secret } = await make({ name: 'clinic app', requests_per_minute: 100 });
  expect((await as(secret).call('GET', LOOK)).status).toBe(200);
  const basic = `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`;
  expect((await fleet.call('GET', '/dashboard', undefined, { Authorization: basic })).status).toBe(200);
  const { body } = await clinic.call('GET', '/v1/keys');
  const listed = (body.keys as Record<string, unknown>[]).find((key) => key.id === id);
  expect(listed).toMatchObject({
    name: 'clinic app',
    scopes: ['turns:read'],
    patients: null,
    actions: null,
    subject: null,
    requests_per_minute: 100,
    expires_at: null,
    status: 'active',
    secrets: 1,
    created_by: expect.stringMatching(/^token:[0-9a-f]{12}$/),
  });
  expect(JSON.stringify(body)).not.toMatch(/mf_|secret:|[0-9a-f]{64}/);
  const answers = [await as(BETA).call('GET', '/v1/keys'), await as(BETA).call('DELETE', `/v1/keys/${id}`)];
  expect(answers[0]?.body).toEqual({ keys: [] });
  expectProblem(answers[1] as never, 404, 'not_found');
});

describe('is refused with the right error', () => {
  test('a revoked key, by every producer from the next request on', async () => {
    const env = { API_TOKENS, REDIS_PREFIX: testPrefix() };
    const replicas = [
      await startFleet({ dashboard: true, roles: [], env }),
      await startFleet({ dashboard: true, roles: [], env }),
    ];
    onTestFinished(async () => {
      for (const one of replicas) await one.close();
    });
    const [first, second] = replicas as [Fleet, Fleet];
    const { id, secret } = await make({}, as(CLINIC, first));
    for (const one of replicas) expect((await as(secret, one).call('GET', LOOK)).status).toBe(200);
    expect((await as(CLINIC, second).call('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    for (const one of replicas) {
      const answer = await as(secret, one).call('GET', LOOK);
      expect(expectProblem(answer, 401, 'unauthenticated').detail).toBe('This key was revoked.');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
    expectProblem(await as(CLINIC, first).call('DELETE', `/v1/keys/${id}`), 404, 'not_found');
  });

  test('an expired key', async () => {
    const { id, secret } = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await as(secret).call('GET', LOOK)).status).toBe(200);
    const redis = fleet.base.redis.connect('worker');
    const stored = accessKeys(fleet.base.keys.tag).api_key(id);
    const rights = JSON.parse((await redis.hget(stored, 'key')) ?? '{}');
    await redis.hset(stored, 'key', JSON.stringify({ ...rights, expires_at: Date.now() }));
    const { keys } = (await clinic.call('GET', '/v1/keys')).body as { keys: Made[] };
    expect(keys.find((key) => key.id === id)?.status).toBe('expired');
    const answer = await as(secret).call('GET', LOOK);
    expect(expectProblem(answer, 401, 'unauthenticated').detail).toBe('This key has expired.');
  });

  test('a key without the scope, and one for another patient', async () => {
    const { secret } = await make({ scopes: ['record:read'], patients: ['p1'] });
    const key = as(secret);
    expect(expectProblem(await key.call('GET', LOOK), 403, 'forbidden').detail).toContain('turns:read');
    expect((await key.call('GET', '/v1/patients/p1/record')).status).toBe(200);
    expectProblem(await key.call('GET', '/v1/patients/p2/record'), 403, 'forbidden');
  });

  test('what is nearly a secret', async () => {
    const { id, secret } = await make();
    for (const token of [
      `mf_${id}_${'A'.repeat(43)}`,
      `mf_${id}:x_${'A'.repeat(43)}`,
      `mf_${'f'.repeat(16)}_${'A'.repeat(43)}`,
      secret.slice(0, -1),
      `${secret}A`,
      secret.toUpperCase(),
      `mf_${id}_${'A'.repeat(11_000)}`,
    ])
      expectProblem(await as(token).call('GET', LOOK), 401, 'unauthenticated');
    expect((await as(secret).call('GET', LOOK)).status).toBe(200);
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ patients: [] }, 'patients'],
    [{ patients: ['p:1'] }, 'patients.0'],
    [{ subject: 'a b' }, 'subject'],
    [{ actions: ['Agent/x/y'] }, 'actions.0'],
    [{ requests_per_minute: 0 }, 'requests_per_minute'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ secret: 'mine' }, 'body'],
  ])('a wish that cannot be: %j', async (fields, path) => {
    const answer = await clinic.call('POST', '/v1/keys', { name: 'app', scopes: ['turns:read'], ...fields });
    const { errors } = expectProblem(answer, 422, 'invalid') as { errors: { path: string }[] };
    expect(errors[0]?.path).toBe(path);
  });

  test.each(['x', '%2e%2e', 'a:b', '0000000000000000', '*', 'mf_0000000000000000'])('the id %s', async (id) => {
    expectProblem(await clinic.call('DELETE', `/v1/keys/${id}`), 404, 'not_found');
    expectProblem(await clinic.call('POST', `/v1/keys/${id}/rotate`, { overlap_seconds: 0 }), 404, 'not_found');
  });
});

test('rotation under running traffic fails no call: all clients change over within the overlap', async () => {
  const { id, secret: first } = await make();
  const statuses: number[] = [];
  let current = first;
  let stop = false;
  const client = async () => {
    while (!stop) statuses.push((await as(current).call('GET', LOOK)).status);
  };
  const clients = Promise.all(Array.from({ length: 4 }, client));
  for (let round = 1; round <= 4; round += 1) {
    const seen = statuses.length;
    const rotated = await clinic.call('POST', `/v1/keys/${id}/rotate`, { overlap_seconds: 600 });
    expect([rotated.status, rotated.body.secrets]).toEqual([200, round + 1]);
    // The clients go on with the old secret for a while before they are given the new one.
    await expect.poll(() => statuses.length).toBeGreaterThan(seen + 8);
    current = String(rotated.body.secret);
    await expect.poll(() => statuses.length).toBeGreaterThan(seen + 16);
  }
  stop = true;
  await clients;
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await as(first).call('GET', LOOK)).status).toBe(200);
  const last = await clinic.call('POST', `/v1/keys/${id}/rotate`, { overlap_seconds: 0 });
  for (const old of [first, current]) expectProblem(await as(old).call('GET', LOOK), 401, 'unauthenticated');
  expect((await as(String(last.body.secret)).call('GET', LOOK)).status).toBe(200);
});

describe('a key that makes keys', () => {
  const RIGHTS = {
    scopes: ['keys:read', 'keys:write', 'turns:read'],
    patients: ['p1', 'p2'],
    actions: ['AnalyticsAgent', 'SchedulerAgent/plan'],
    requests_per_minute: 1000,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  };

  test('gives at most its own rights, and these if none are named', async () => {
    const maker = as((await make(RIGHTS)).secret);
    const made = await make({}, maker);
    expect(made).toMatchObject({ ...RIGHTS, scopes: ['turns:read'], subject: null });
    await make(
      { patients: ['p2'], actions: ['AnalyticsAgent/insights'], subject: 'p1', requests_per_minute: 1 },
      maker,
    );
    for (const [fields, name] of [
      [{ scopes: ['turns:read', 'record:read'] }, 'scopes'],
      [{ scopes: ['admin'] }, 'scopes'],
      [{ patients: null }, 'patients'],
      [{ patients: ['p1', 'p3'] }, 'patients'],
      [{ actions: null }, 'actions'],
      [{ actions: ['SchedulerAgent'] }, 'actions'],
      [{ subject: 'p3' }, 'subject'],
      [{ requests_per_minute: null }, 'requests_per_minute'],
      [{ expires_at: null }, 'expires_at'],
      [{ expires_at: new Date(Date.now() + 7_200_000).toISOString() }, 'expires_at'],
    ] as const) {
      const answer = await maker.call('POST', '/v1/keys', { name: 'more', scopes: ['turns:read'], ...fields });
      expect(expectProblem(answer, 403, 'forbidden').detail).toContain(` ${name}.`);
    }
  });

  test('sees, rotates and revokes only what it could have made; itself too', async () => {
    const small = await make({ ...RIGHTS, patients: ['p2'] });
    const large = await make({ scopes: ['turns:read', 'record:read'] });
    const maker = await make(RIGHTS);
    const key = as(maker.secret);
    const listed = ((await key.call('GET', '/v1/keys')).body.keys as Made[]).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([small.id, maker.id]));
    expect(listed).not.toContain(large.id);
    expectProblem(await key.call('DELETE', `/v1/keys/${large.id}`), 404, 'not_found');
    expectProblem(await key.call('POST', `/v1/keys/${large.id}/rotate`, { overlap_seconds: 0 }), 404, 'not_found');
    expect((await as(large.secret).call('GET', LOOK)).status).toBe(200);
    expect((await key.call('DELETE', `/v1/keys/${small.id}`)).status).toBe(200);
    const rotated = await key.call('POST', `/v1/keys/${maker.id}/rotate`, { overlap_seconds: 0 });
    expectProblem(await key.call('GET', '/v1/keys'), 401, 'unauthenticated');
    expect((await as(String(rotated.body.secret)).call('GET', '/v1/keys')).status).toBe(200);
  });

  test('a tenant’s token without admin makes no key with it', async () => {
    const answer = await clinic.call('POST', '/v1/keys', { name: 'ops', scopes: ['admin'] });
    expectProblem(answer, 403, 'forbidden');
  });
});
