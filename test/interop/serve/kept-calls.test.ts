/** Calls that write: done once and answered the same, however often and wherever they are sent, and whoever dies meanwhile. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeptCalls } from '../../../src/interop/envelope/kept-calls.ts';
import { envelopeKeys } from '../../../src/interop/envelope/keys.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { type EnvelopeReply, envelope, postEnvelope } from '../../support/envelope.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { ledgerKeys } from '../../support/served-agents.ts';
import { type Serving, startServingFleet } from '../../support/serving.ts';

describe('over HTTP', () => {
  let serving: Serving;
  let ledger: ReturnType<typeof ledgerKeys>;
  const redis = testRedis();
  const env = { A2A_TIMEOUT_SECONDS: '1', API_TOKENS: 'acme:acme-token-0123456789,beta:beta-token-0123456789' };
  beforeAll(async () => {
    serving = await startServingFleet('serving process', { env });
    ledger = ledgerKeys(serving.fleet.base.keys.tag);
  });
  afterAll(() => serving.close());
  beforeEach(() => redis.del(ledger.runs, ledger.entries, ledger.gate));

  const post = (body: unknown, key: string | null, options: Parameters<typeof postEnvelope>[2] = {}) =>
    postEnvelope(serving.url, body, {
      token: 'acme-token-0123456789',
      ...options,
      headers: { ...(key && { 'Idempotency-Key': key }) },
    });
  const add = (amount: number, more = {}) => envelope('add_entry', { amount }, more);
  const runs = () => redis.lrange(ledger.runs, 0, -1);
  const begun = () => expect.poll(runs).toContain('begun');

  test('ten of the same at once are one, at both doors of the fleet', async () => {
    const urls = [serving.url, serving.fleet.url];
    const send = (_: unknown, index: number) =>
      postEnvelope(urls[index % 2] ?? '', add(5), {
        token: 'acme-token-0123456789',
        headers: { 'Idempotency-Key': 'race' },
      });
    const replies = await Promise.all(Array.from({ length: 10 }, send));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  test('the same key for something else is a conflict, and changes nothing', async () => {
    const first = await post(add(5), 'k1');
    const other = await post(add(6), 'k1');
    expect([other.status, other.body.error?.code, other.body.error?.retryable]).toEqual([409, 'CONFLICT', false]);
    expect((await post(add(5), 'k1')).body).toEqual(first.body);
    expect(await runs()).toHaveLength(1);
  });

  test('a context that has changed since is the same call', async () => {
    const first = await post(add(5), 'k2');
    expect((await post(add(5, { context: { conversation_history: ['more'] } }), 'k2')).body).toEqual(first.body);
  });

  test('the same key of another user or tenant is another call', async () => {
    await post(add(5), 'k3');
    await post(add(5, { user_id: 'user_456' }), 'k3');
    await post(add(5), 'k3', { token: 'beta-token-0123456789' });
    expect((await redis.hvals(ledger.entries)).sort()).toEqual([
      'acme/user_123/5',
      'acme/user_456/5',
      'beta/user_123/5',
    ]);
  });

  test('without a key each request is a call of its own', async () => {
    await post(add(5), null);
    await post(add(5), null);
    expect(await runs()).toHaveLength(2);
  });

  test('a call that failed may be tried again under its key', async () => {
    for (const _ of [1, 2]) expect((await post(envelope('fail'), 'k4')).body.error?.code).toBe('INTERNAL');
    const keys = await runs();
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('a call that takes too long is a timeout, goes on, and is answered when it is sent again', async () => {
    const body = envelope('hold_entry', { amount: 5 });
    const late = await post(body, 'k5');
    expect([late.status, late.body.error]).toEqual([
      504,
      { code: 'TIMEOUT', message: 'Agent execution exceeded timeout', retryable: true },
    ]);
    await redis.set(ledger.gate, '');
    await expect.poll(async () => (await post(body, 'k5')).body.status).toBe('success');
    expect(await redis.hlen(ledger.entries)).toBe(1);
    expect((await runs()).filter((run) => run === 'begun')).toHaveLength(1);
  });

  test('a reading call that takes too long is told to stop', async () => {
    expect((await post(envelope('hold'), null)).body.error?.code).toBe('TIMEOUT');
  });

  test('in a batch, each call has a key of its own', async () => {
    const requests = [add(1), add(1), add(2)];
    const send = () => post({ requests }, 'k6', { path: '/a2a/batch' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await runs()).toHaveLength(3);
  });

  test('erasing a user erases the responses that are kept for them', async () => {
    await post(add(5, { user_id: 'user_gone' }), 'k7');
    await post(add(5, { user_id: 'user_stays' }), 'k7');
    const kept = async () => (await redis.keys(`${serving.fleet.base.keys.tag}:a2a:call*`)).join(' ');
    expect(await kept()).toMatch(/user_gone/);
    const erased = await fetch(`${serving.fleet.url}/v1/patients/user_gone`, {
      method: 'DELETE',
      headers: { Authorization: 'Bearer acme-token-0123456789' },
    });
    expect(erased.status).toBe(200);
    expect(await kept()).not.toMatch(/user_gone/);
    expect(await kept()).toMatch(/user_stays/);
  });

  test('a closing process answers the calls that it has begun', async () => {
    const other = await startServingFleet('serving process', { env: { ...env, A2A_TIMEOUT_SECONDS: '60' } });
    const otherLedger = ledgerKeys(other.fleet.base.keys.tag);
    const options = { token: 'acme-token-0123456789', headers: { 'Idempotency-Key': 'last' } };
    const reply: Promise<EnvelopeReply> = postEnvelope(other.url, envelope('hold_entry', { amount: 5 }), options);
    await expect.poll(() => redis.lrange(otherLedger.runs, 0, -1)).toContain('begun');
    const closed = other.close();
    await redis.set(otherLedger.gate, '');
    expect((await reply).body.status).toBe('success');
    await closed;
  });

  test('a second request waits for the first, wherever it runs', async () => {
    const body = envelope('hold_entry', { amount: 9 });
    const first = post(body, 'k8');
    await begun();
    const second = post(body, 'k8');
    await redis.set(ledger.gate, '');
    expect((await first).body).toEqual((await second).body);
  });
});

describe('the store', () => {
  const call = { tenant: 't', user: 'u', key: 'k', body: 'b' };
  const forever = new AbortController().signal;
  const open = () => {
    const keys = envelopeKeys(hashTag(testPrefix()));
    const redis = testRedis();
    return { redis, keys, calls: createKeptCalls(redis, keys) };
  };

  test('a call whose process has died is run by the next request, and only the first response counts', async () => {
    const { redis, keys, calls } = open();
    let revive: (response: string) => void = () => undefined;
    const dead = calls.once(
      call,
      forever,
      () =>
        new Promise((resolve) => {
          revive = resolve;
        }),
    );
    await expect.poll(() => redis.hget(keys.call('t', 'u', 'k'), 'owner')).not.toBeNull();
    // The lease of a process that is gone runs out; here, at once.
    await redis.hset(keys.call('t', 'u', 'k'), 'lease', 0);
    expect(await calls.once(call, forever, async () => 'second')).toBe('second');
    revive('first');
    expect(await dead).toBe('second');
  });

  test('everything that it keeps expires', async () => {
    const { redis, keys, calls } = open();
    await calls.once(call, forever, async () => 'response');
    for (const key of await redis.keys(`${keys.tag}*`)) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });

  test('whatever the order of requests, failures and lost leases, a key that has a response keeps it', async () => {
    const { redis, keys, calls } = open();
    const step = fc.constantFrom('works', 'fails', 'lease lost');
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        round += 1;
        const one = { ...call, key: `k${round}` };
        let response: string | undefined;
        for (const [index, what] of steps.entries()) {
          const work = async () => {
            if (what === 'lease lost') await redis.hdel(keys.call('t', 'u', one.key), 'owner', 'lease');
            if (what === 'fails') throw new Error('failed');
            return `response ${index}`;
          };
          const given = await calls.once(one, forever, work).catch(() => undefined);
          if (response !== undefined) expect(given).toBe(response);
          response ??= (await redis.hget(keys.call('t', 'u', one.key), 'response')) ?? undefined;
        }
      }),
      { numRuns: 50 },
    );
  });
});
