/** Signed requests: only the right body, in time and once; and a secret can be exchanged without a refused request. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopeKeys } from '../../../src/interop/envelope/keys.ts';
import { createSignatureCheck, signatureOf } from '../../../src/interop/envelope/signature.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

const [OLD, NEW] = ['old-secret-0123456789', 'new-secret-0123456789'];
const NOW = new Date('2026-05-01T12:00:00Z');
const time = NOW.getTime() / 1000;
const body = Buffer.from('{"agent_name":"A"}');
const nonce = () => randomUUID();

function checker(secrets: string[]) {
  const keys = envelopeKeys(hashTag(testPrefix()));
  const redis = testRedis();
  const check = createSignatureCheck(secrets, redis, keys);
  const verdict = (header: string | undefined, bytes: Uint8Array = body, tenant = 'acme', now = NOW) =>
    check({ header, body: bytes, tenant }, now).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  return { verdict, redis, keys };
}

test('a request is accepted once', async () => {
  const { verdict } = checker([OLD]);
  const header = signatureOf(OLD, { time, nonce: nonce() }, body);
  const verdicts = await Promise.all(Array.from({ length: 10 }, () => verdict(header)));
  expect(verdicts.filter((one) => one === 'accepted')).toHaveLength(1);
  expect(await verdict(header)).toBe('This signed request was received before.');
});

test('old and new secret are both accepted while they are exchanged, and the old one not afterwards', async () => {
  const sign = (secret: string) => signatureOf(secret, { time, nonce: nonce() }, body);
  const during = checker([OLD, NEW]);
  expect(await during.verdict(sign(OLD))).toBe('accepted');
  expect(await during.verdict(sign(NEW))).toBe('accepted');
  expect(await checker([NEW]).verdict(sign(OLD))).toBe('The signature does not fit the body.');
});

test('without a secret nothing is asked for', async () => {
  expect(await checker([]).verdict(undefined)).toBe('accepted');
});

test.each([-301, 301, -1e9, 1e9])('a request that is %s seconds off is refused, and uses up no nonce', async (off) => {
  const { verdict, redis, keys } = checker([OLD]);
  const header = signatureOf(OLD, { time: Math.max(0, time + off), nonce: nonce() }, body);
  expect(await verdict(header)).toMatch(/too old|in the future/);
  expect(await redis.keys(`${keys.tag}*`)).toEqual([]);
});

test('a nonce is kept for longer than its time would be accepted', async () => {
  const { verdict, redis, keys } = checker([OLD]);
  await verdict(signatureOf(OLD, { time: time + 299, nonce: nonce() }, body));
  const [key = ''] = await redis.keys(`${keys.tag}*`);
  expect(await redis.pttl(key)).toBeGreaterThan(599_000 - 5_000);
});

describe('any change is noticed', () => {
  const right = signatureOf(OLD, { time, nonce: 'nonce-of-sixteen-chars' }, body);

  test('of the body', async () => {
    const { verdict } = checker([OLD]);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        fc.pre(!body.equals(bytes));
        expect(await verdict(right, bytes)).toBe('The signature does not fit the body.');
      }),
      { numRuns: 50 },
    );
  });

  test('of the header', async () => {
    const { verdict } = checker([OLD]);
    await fc.assert(
      fc.asyncProperty(fc.nat(right.length - 1), fc.constantFrom(...'0a9z,=:\n{'), async (at, char) => {
        fc.pre(right[at] !== char);
        expect(await verdict(right.slice(0, at) + char + right.slice(at + 1))).not.toBe('accepted');
      }),
    );
  });

  test.each([undefined, '', 'v1=', 't=1,n=,v1=', `${right},v1=00`, right.toUpperCase(), 'x'.repeat(100_000)])(
    'a header that cannot be read: %#',
    async (header) => {
      expect(await checker([OLD]).verdict(header)).toMatch(/must be signed/);
    },
  );
});
