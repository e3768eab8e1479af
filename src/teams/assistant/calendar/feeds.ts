/**
 * Secret addresses of calendars, for calendar programs that cannot send a header. A user has one at a time; a new one, or its removal,
 * ends the old one at once. Only the hash of the secret is stored.
 */
import { randomBytes } from 'node:crypto';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import { sha256 } from '../../../platform/sha256.ts';
import type { StoreKeys } from '../store/keys.ts';
import { checkOwner, type Owner } from '../store/owner.ts';

const SECRET_BYTES = 32;
/** 32 bytes in base64url. Checked before anything is looked up. */
export const FEED_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** ARGV: key of the user's feed, prefix of the keys of feeds, new digest or '', tenant, user. Returns whether there was one before. */
const replaceFeed = defineScript(
  'replace_calendar_feed',
  {},
  `
local own, prefix, digest, tenant, user = unpack(ARGV)
local old = redis.call('GET', own)
if old then redis.call('DEL', prefix .. old, own) end
if digest ~= '' then
  redis.call('HSET', prefix .. digest, 'tenant', tenant, 'user_id', user)
  redis.call('SET', own, digest)
end
return old and 1 or 0
`,
);

export type Feeds = ReturnType<typeof createFeeds>;

export function createFeeds({ redis, keys }: { redis: RedisClient; keys: StoreKeys }) {
  async function replace(owner: Owner, digest: string): Promise<boolean> {
    checkOwner(owner);
    const { tenant, user_id } = owner;
    const args = [keys.user_feed(tenant, user_id), keys.feed(''), digest, tenant, user_id];
    return (await callScript(redis, replaceFeed, keys.tag, args)) === 1;
  }

  return {
    /** The secret, which is not shown again. */
    async issue(owner: Owner): Promise<string> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await replace(owner, sha256(secret));
      return secret;
    },

    /** False if there was none. */
    revoke: (owner: Owner) => replace(owner, ''),

    async owner(secret: string): Promise<Owner | null> {
      if (!FEED_TOKEN.test(secret)) return null;
      const { tenant, user_id } = await redis.hgetall(keys.feed(sha256(secret)));
      return tenant && user_id ? { tenant, user_id } : null;
    },
  };
}
