/** What a key costs and what limits it: round trips to Redis, requests a minute, guesses; and a fleet that keys alone open. */
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { testPrefix } from '../../support/redis.ts';
import { expectProblem } from '../http/expect-problem.ts';

const CLINIC = 'clinic-token-0123456789';
const LOOK = '/v1/turns?patient_id=p1';

async function fleetWith(env: Record<string, string>): Promise<Fleet> {
  const fleet = await startFleet({ roles: [], env: { API_TOKENS: `clinic:${CLINIC}`, ...env } });
  onTestFinished(() => fleet.close());
  return fleet;
}

async function make({ url }: Fleet, fields: Record<string, unknown> = {}): Promise<Api & { id: string }> {
  const wish = { name: 'app', scopes: ['turns:read', 'record:read'], ...fields };
  const { body } = await apiClient(url, CLINIC).call('POST', '/v1/keys', wish);
  return { ...apiClient(url, String(body.secret)), id: String(body.id) };
}

/** The commands that the fleet sends to Redis while something is done; a script is one. */
async function commandsOf({ base }: Fleet, work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(Redis.prototype, 'sendCommand');
  try {
    await work();
    // The queues of a fleet that has just started write about themselves.
    const { tag, bull } = base.keys;
    const has = (args: readonly unknown[], text: string) => args.some((arg) => String(arg).includes(text));
    const ours = sent.mock.calls.filter(([{ args }]) => has(args, tag) && !has(args, bull));
    return ours.map(([{ name }]) => name);
  } finally {
    sent.mockRestore();
  }
}

describe('round trips', () => {
  /** Twice, so that scripts are loaded and the use of the key is noted. */
  const costOf = async (fleet: Fleet, api: Api, path = LOOK) => {
    for (let i = 0; i < 2; i += 1) expect((await api.call('GET', path)).status).toBe(200);
    return (await commandsOf(fleet, () => api.call('GET', path))).length;
  };

  test('a key costs one more than a token, whether the tenant and the key have limits or not', async () => {
    for (const limit of ['0', '100000']) {
      const fleet = await fleetWith({ RATE_LIMIT_PER_MINUTE: limit });
      const token = await costOf(fleet, apiClient(fleet.url, CLINIC));
      expect(await costOf(fleet, await make(fleet))).toBe(token + 1);
      const limited = await costOf(fleet, await make(fleet, { requests_per_minute: 100_000 }));
      // A limit is one more where there was none at all.
      expect(limited).toBe(token + (limit === '0' ? 2 : 1));
    }
  });

  test('an entry in the access log is one more, and only on routes that have one', async () => {
    const fleet = await fleetWith({});
    const api = apiClient(fleet.url, CLINIC);
    expect(await costOf(fleet, api, '/v1/patients/p1/record')).toBe(1);
    const commands = await commandsOf(fleet, () => api.call('GET', LOOK));
    expect(commands).toEqual(['zrevrange']);
  });

  test('a token that has the shape of none is looked up nowhere', async () => {
    const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '0' });
    for (const token of ['wrong-token-0123456789', 'eyJhbGciOiJFUzI1NiJ9.e30.x', `mf_${'0'.repeat(16)}_short`, 'a:b'])
      expect(await commandsOf(fleet, () => apiClient(fleet.url, token).call('GET', LOOK))).toEqual([]);
  });
});

describe('requests a minute of a key', () => {
  test('are its own: 429 with Retry-After, and others of the tenant go on', async () => {
    const fleet = await fleetWith({});
    const [key, other] = [await make(fleet, { requests_per_minute: 3 }), await make(fleet)];
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await key.call('GET', LOOK)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await key.call('GET', LOOK);
    expect(expectProblem(refused, 429, 'rate_limited').detail).toContain('This key');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await other.call('GET', LOOK)).status).toBe(200);
  });

  test('count for the tenant too, but for those that the key was refused', async () => {
    const fleet = await fleetWith({ RATE_LIMIT_PER_MINUTE: '6' });
    const key = await make(fleet, { requests_per_minute: 2 });
    // One request of the tenant has made the key.
    for (let i = 0; i < 5; i += 1) await key.call('GET', LOOK);
    const clinic = apiClient(fleet.url, CLINIC);
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await clinic.call('GET', LOOK)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await clinic.call('GET', LOOK)).body.detail).toContain('This tenant');
  });

  test('are one number for all producers', async () => {
    const env = { REDIS_PREFIX: testPrefix() };
    const [one, two] = [await fleetWith(env), await fleetWith(env)];
    const { secret } = (
      await apiClient(one.url, CLINIC).call('POST', '/v1/keys', {
        name: 'app',
        scopes: ['turns:read'],
        requests_per_minute: 4,
      })
    ).body;
    const urls = [one, two, one, two, one, two].map(({ url }) => url);
    const sent = await Promise.all(urls.map((url) => apiClient(url, String(secret)).call('GET', LOOK)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

test('guesses at a key are counted like those at a token, and a revoked key is not told so after too many', async () => {
  const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '3' });
  const [known, revoked, unused] = [await make(fleet), await make(fleet), await make(fleet)];
  expect((await known.call('GET', LOOK)).status).toBe(200);
  await apiClient(fleet.url, CLINIC).call('DELETE', `/v1/keys/${revoked.id}`);
  // To use a revoked key is no guess.
  for (let i = 0; i < 5; i += 1) expectProblem(await revoked.call('GET', LOOK), 401, 'unauthenticated');
  for (let i = 0; i < 3; i += 1) {
    const guess = apiClient(fleet.url, `mf_${known.id}_${'A'.repeat(42)}${i}`);
    expectProblem(await guess.call('GET', LOOK), 401, 'unauthenticated');
  }
  for (const api of [revoked, unused]) expectProblem(await api.call('GET', LOOK), 429, 'rate_limited');
  expect((await known.call('GET', LOOK)).status).toBe(200);
});

test('without Redis a key is answered with 503 and a token goes on', async () => {
  const fleet = await fleetWith({});
  const key = await make(fleet);
  expect((await key.call('GET', '/v1/teams')).status).toBe(200);
  await fleet.base.redis.closeAll();
  expectProblem(await key.call('GET', '/v1/teams'), 503, 'redis_unavailable');
  const clinic = apiClient(fleet.url, CLINIC);
  expect((await clinic.call('GET', '/v1/teams')).status).toBe(200);
  // The access could not be recorded.
  expectProblem(await clinic.call('GET', '/v1/patients/p1/record'), 503, 'redis_unavailable');
});

test('AUTH_REQUIRED: nobody is let in without a key, not even this machine', async () => {
  const env = { API_TOKENS: '', AUTH_REQUIRED: 'true', REDIS_PREFIX: testPrefix() };
  const fleet = await fleetWith(env);
  expectProblem(await fleet.call('GET', LOOK), 401, 'unauthenticated');
  // The command line makes the first key; here another fleet on the same Redis does.
  const maker = await fleetWith({ REDIS_PREFIX: env.REDIS_PREFIX });
  const { secret } = (
    await apiClient(maker.url, CLINIC).call('POST', '/v1/keys', { name: 'app', scopes: ['turns:read'] })
  ).body;
  expect((await apiClient(fleet.url, String(secret)).call('GET', LOOK)).status).toBe(200);
});

describe('an identity provider', () => {
  test('lets its people in beside tokens and keys; when it is down nobody new, with 503', async () => {
    const provider = await startIdentityProvider();
    const fleet = await fleetWith(provider.env);
    const as = async (claims = {}) => apiClient(fleet.url, await provider.token({ tenant: 'clinic', ...claims }));
    expect((await (await as()).call('GET', '/v1/turns?patient_id=anna')).status).toBe(200);
    expectProblem(await (await as()).call('GET', LOOK), 403, 'forbidden');
    expect((await (await as({ patients: ['p1'] })).call('GET', LOOK)).status).toBe(200);
    const sent = await (await as({ patients: ['p1'] })).call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1' });
    expect(sent.status).toBe(202);
    expectProblem(await (await as({ scope: 'record:read' })).call('GET', LOOK), 403, 'forbidden');
    expectProblem(await (await as({ aud: 'other' })).call('GET', LOOK), 401, 'unauthenticated');
    const late = await (await as({ exp: 1 })).call('GET', LOOK);
    expect(expectProblem(late, 401, 'unauthenticated').detail).toBe('This token has expired.');
    const key = await make(fleet);
    for (const api of [key, apiClient(fleet.url, CLINIC)]) expect((await api.call('GET', LOOK)).status).toBe(200);
    await provider.stop();
    expect((await (await as({ patients: '*' })).call('GET', LOOK)).status).toBe(200);
    const unknown = await fleetWith({ ...provider.env, API_TOKENS: '' });
    const token = await provider.token({ tenant: 'clinic' });
    expectProblem(await apiClient(unknown.url, token).call('GET', LOOK), 503, 'identity_unavailable');
    expectProblem(await unknown.call('GET', LOOK), 401, 'unauthenticated');
  });
});
