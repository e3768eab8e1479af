/**
 * The secret of a key: `mf_<id>_<32 random bytes>`. The id finds the key, so that one lookup is enough; the prefix lets secret scanners
 * find a leaked one. Only the digest is stored. It is a plain SHA-256: a slow hash protects what people choose, and nobody guesses 256
 * random bits, however fast the hash.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../platform/sha256.ts';

const ID_BYTES = 8;
const SECRET_BYTES = 32;
const KEY_ID = /^[0-9a-f]{16}$/;
const SECRET = /^mf_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export function newKeyId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

export function newSecret(id: string): string {
  return `mf_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** Checked before an id becomes part of a Redis key. */
export function isKeyId(id: string): boolean {
  return KEY_ID.test(id);
}

/** The id of the key that this is a secret of; undefined for anything else. */
export function keyIdOf(token: string): string | undefined {
  return SECRET.exec(token)?.[1];
}

/** The digest among these that is the token's. All are compared, each in constant time. */
export function matchingDigest(token: string, digests: readonly string[]): string | undefined {
  const given = Buffer.from(sha256(token));
  return digests.filter((digest) => {
    const stored = Buffer.from(digest);
    return stored.length === given.length && timingSafeEqual(stored, given);
  })[0];
}
