/** What serving agents over the envelope keeps in Redis, all of it for a limited time. */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  /** A call of an action that writes, by the digest of its Idempotency-Key: who runs it, and in the end its response. */
  call: 'a2a:call:{tenant}:{user}:{key}',
  /** The keys of a user's calls, so that they can be erased with the user. */
  calls: 'a2a:calls:{tenant}:{user}',
  /** A nonce of a signed request that was accepted. */
  nonce: 'a2a:nonce:{tenant}:{nonce}',
  /** Calls of one caller in this minute. */
  rate: 'a2a:rate:{caller}',
} as const;

export type EnvelopeKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function envelopeKeys(tag: string): EnvelopeKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}
