/**
 * Sign-ins of browsers. A cookie holds a random id; Redis has, under the digest of that id, the token that was given, encrypted with a
 * key that only the id leads to. At each request the token is looked up like one in a header: a sign-in ends with its key, and a copy of
 * Redis opens nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Principal } from './principal.ts';
import { ACCESS_LAYOUT, accessKeys } from './redis-keys.ts';

export type SignIns = ReturnType<typeof createSignIns>;

/** A working day: who works longer signs in again. */
export const SIGN_IN_SECONDS = 12 * 3600;
/** Of one credential at a time; the oldest ends first. */
const MAX_SIGN_INS = 100;

const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** ARGV: tenant, whose, digest of the id, sealed token, now in ms, seconds, how many. */
const addSignIn = defineScript(
  'add_sign_in',
  ACCESS_LAYOUT,
  `
local tenant, whose, digest, sealed, now, seconds, most = unpack(ARGV)
local index = key_sign_ins(tenant, whose)
redis.call('SET', key_sign_in(digest), sealed, 'EX', seconds)
redis.call('ZADD', index, now, digest)
redis.call('EXPIRE', index, seconds)
for _, old in ipairs(redis.call('ZRANGE', index, 0, -1 - tonumber(most))) do
  redis.call('DEL', key_sign_in(old))
  redis.call('ZREM', index, old)
end
`,
);

export function createSignIns(redis: RedisClient, tag: string) {
  const keys = accessKeys(tag);
  return {
    /** The id for the cookie. `principal` is what the token stands for. */
    async add(token: string, { tenant, credential, subject }: Principal): Promise<string> {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const whose = sha256(`${credential} ${subject ?? ''}`);
      const args = [tenant, whose, sha256(id), seal(id, token), Date.now(), SIGN_IN_SECONDS, MAX_SIGN_INS];
      await callScript(redis, addSignIn, tag, args);
      return id;
    },

    /** The token that was given; null for an id that means nothing, or no longer. */
    async tokenOf(id: string): Promise<string | null> {
      const sealed = ID.test(id) ? await redis.get(keys.sign_in(sha256(id))) : null;
      return sealed === null ? null : unseal(id, sealed);
    },

    async end(id: string): Promise<void> {
      if (ID.test(id)) await redis.del(keys.sign_in(sha256(id)));
    },
  };
}

function keyFor(id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', id, '', 'medfleet sign-in', 32));
}

function seal(id: string, token: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(id), nonce);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(id: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyFor(id), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // Not what was written: as good as gone.
    return null;
  }
}
