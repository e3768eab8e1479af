/**
 * Signed requests: `X-A2A-Signature: t=<unix seconds>,n=<nonce>,v1=<hex>`, where v1 is the HMAC-SHA256 of `t.n.` and the bytes of the
 * body. A request is accepted within five minutes of its time and once: its nonce is kept for as long as the time would still count.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RedisClient } from '../../platform/lua.ts';
import { SignatureError } from './errors.ts';
import type { EnvelopeKeys } from './keys.ts';

export const SIGNATURE_HEADER = 'X-A2A-Signature';

/** Clocks of two machines, and the time on the way. */
const WINDOW_SECONDS = 300;

const HEADER = /^t=(\d{1,12}),n=([A-Za-z0-9_-]{16,64}),v1=([0-9a-f]{64})$/;

export function signatureOf(
  secret: string,
  { time, nonce }: { time: number; nonce: string },
  body: Uint8Array,
): string {
  return `t=${time},n=${nonce},v1=${digest(secret, `${time}`, nonce, body).toString('hex')}`;
}

export type SignatureCheck = (
  signed: { header: string | undefined; body: Uint8Array; tenant: string },
  now?: Date,
) => Promise<void>;

/** Several secrets are valid at once while they are exchanged. Without any, no signature is looked at. */
export function createSignatureCheck(
  secrets: readonly string[],
  redis: RedisClient,
  keys: EnvelopeKeys,
): SignatureCheck {
  return async ({ header, body, tenant }, now = new Date()) => {
    if (secrets.length === 0) return;
    const [, time = '', nonce = '', given = ''] = HEADER.exec(header ?? '') ?? [];
    if (!given) throw new SignatureError(`Requests must be signed: ${SIGNATURE_HEADER} is missing or cannot be read.`);
    const claimed = Buffer.from(given, 'hex');
    // Every secret is tried, so that the time does not say which one was right.
    const right = secrets.filter((secret) => timingSafeEqual(digest(secret, time, nonce, body), claimed));
    if (right.length === 0) throw new SignatureError('The signature does not fit the body.');
    if (Math.abs(now.getTime() / 1000 - Number(time)) > WINDOW_SECONDS)
      throw new SignatureError('The signature is too old, or its time is in the future.');
    const fresh = await redis.set(keys.nonce(tenant, nonce), '', 'PX', 2 * WINDOW_SECONDS * 1000, 'NX');
    if (fresh === null) throw new SignatureError('This signed request was received before.');
  };
}

function digest(secret: string, time: string, nonce: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.${nonce}.`).update(body).digest();
}
