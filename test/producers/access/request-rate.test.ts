/** How many requests a tenant may make, and how often a token may be guessed. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testPrefix } from '../../support/redis.ts';
import { expectProblem } from '../http/expect-problem.ts';

const ALPHA = 'alpha-token-0123456789';
const ANNA = 'alpha-anna-token-0123456789';
const BETA = 'beta-token-0123456789';
const API_TOKENS = `alpha:${ALPHA},alpha/anna:${ANNA},beta[tenant+admin]:${BETA}`;

async function fleetWith(env: Record<string, string>): Promise<Fleet> {
  const fleet = await startFleet({ roles: [], env: { API_TOKENS, ...env } });
  onTestFinished(() => fleet.close());
  return fleet;
}

const LOOK = '/v1/turns?patient_id=p1';
const look = async ({ url }: Fleet, token: string, headers: Record<string, string> = {}) =>
  apiClient(url, token).call('GET', LOOK, undefined, headers);
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('RATE_LIMIT_PER_MINUTE', () => {
  test('counts every request of a tenant, whatever it asks for and whoever of the tenant asks', async () => {
    const fleet = await fleetWith({ RATE_LIMIT_PER_MINUTE: '5' });
    const alpha = apiClient(fleet.url, ALPHA);
    const first = [
      await alpha.call('GET', LOOK),
      await alpha.call('GET', '/v1/patients/p1/record'),
      await alpha.call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1' }),
      await alpha.call('GET', '/v1/me'),
      await look(fleet, ANNA),
    ];
    expect(statuses(first)).toEqual([200, 200, 202, 200, 200]);
    for (const [method, path] of [
      ['GET', LOOK],
      ['GET', '/v1/patients/p1/record'],
      ['POST', '/v1/turns'],
      ['GET', '/v1/me'],
    ] as const) {
      const refused = await alpha.call(method, path, method === 'POST' ? {} : undefined);
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expectProblem(await look(fleet, ANNA), 429, 'rate_limited');
    expect((await look(fleet, BETA)).status).toBe(200);
    expect((await fleet.call('GET', '/healthz')).status).toBe(200);
  });

  test('is one number for all producers', async () => {
    const shared = { RATE_LIMIT_PER_MINUTE: '4', REDIS_PREFIX: testPrefix() };
    const [one, two] = [await fleetWith(shared), await fleetWith(shared)];
    const sent = await Promise.all([one, two, one, two, one, two].map((fleet) => look(fleet, ALPHA)));
    expect(statuses(sent).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('the count is over after a minute, and leaves no key behind', async () => {
    const fleet = await fleetWith({ RATE_LIMIT_PER_MINUTE: '1' });
    await look(fleet, ALPHA);
    expectProblem(await look(fleet, ALPHA), 429, 'rate_limited');
    const redis = fleet.base.redis.connect('worker');
    const key = fleet.base.keys.rate('alpha');
    const left = await redis.pttl(key);
    expect(left > 0 && left <= 60_000).toBe(true);
    await redis.pexpire(key, 1);
    await expect.poll(() => redis.exists(key)).toBe(0);
    expect((await look(fleet, ALPHA)).status).toBe(200);
  });
});

describe('AUTH_FAILURES_PER_MINUTE', () => {
  const guess = (fleet: Fleet, token: string, headers = {}) => look(fleet, `${token}-wrong-0123456789`, headers);

  test('more wrong tokens from an address than that: 429, and a right guess is not told from a wrong one', async () => {
    const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '3' });
    for (const token of ['a', 'b', 'c']) expectProblem(await guess(fleet, token), 401, 'unauthenticated');
    const wrong = await guess(fleet, 'd');
    expectProblem(wrong, 429, 'rate_limited');
    expect(Number(wrong.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const right = await look(fleet, ALPHA);
    expectProblem(right, 429, 'rate_limited');
    expect({ ...right.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
    const basic = `Basic ${Buffer.from(`any:${BETA}`).toString('base64')}`;
    expectProblem(await fleet.call('GET', LOOK, undefined, { Authorization: basic }), 429, 'rate_limited');
  });

  test('who was let in from that address before stays in', async () => {
    const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '3' });
    expect((await look(fleet, ALPHA)).status).toBe(200);
    for (const token of ['a', 'b', 'c', 'd']) await guess(fleet, token);
    expect((await look(fleet, ALPHA)).status).toBe(200);
    expectProblem(await look(fleet, BETA), 429, 'rate_limited');
  });

  test('a request without a token is no guess: a browser asks so before it asks for the password', async () => {
    const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '2' });
    for (let i = 0; i < 5; i += 1) expectProblem(await fleet.call('GET', LOOK), 401, 'unauthenticated');
    expect((await look(fleet, ALPHA)).status).toBe(200);
  });

  test('a signature of a mail is guessed like a token', async () => {
    const fleet = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '2', MAIL_INBOUND_SECRET: 'a-secret-of-a-mail-service' });
    const mail = { from: 'a@example.org', to: 'b@example.org', subject: 's', text: 't', message_id: '<1@example.org>' };
    const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
    const post = () => fleet.call('POST', '/v1/mail/inbound', mail, { 'X-Medfleet-Signature': signature });
    expect(statuses([await post(), await post(), await post()])).toEqual([401, 401, 429]);
  });

  test('behind a trusted proxy the address is the client’s, and only a trusted proxy may say so', async () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const proxied = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.0/8' });
    for (const token of ['a', 'b']) await guess(proxied, token, from('203.0.113.9'));
    expectProblem(await guess(proxied, 'c', from('203.0.113.9')), 429, 'rate_limited');
    expectProblem(await guess(proxied, 'c', from('203.0.113.10')), 401, 'unauthenticated');
    // One customer has a whole /64 of IPv6.
    for (const last of ['1', '2']) await guess(proxied, last, from(`2001:db8::${last}`));
    expectProblem(await guess(proxied, 'c', from('2001:db8::3')), 429, 'rate_limited');
    expectProblem(await guess(proxied, 'c', from('2001:db8:0:1::3')), 401, 'unauthenticated');
    const direct = await fleetWith({ AUTH_FAILURES_PER_MINUTE: '2' });
    for (const token of ['a', 'b']) await guess(direct, token, from('203.0.113.9'));
    expectProblem(await guess(direct, 'c', from('203.0.113.10')), 429, 'rate_limited');
  });
});
