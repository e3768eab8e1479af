/**
 * The keys that were made by the API or the command line. There is no cache: each request reads its key, one round trip, so a key that
 * was revoked is refused by every producer from the next request on.
 */
import { AppError } from '../../platform/errors.ts';
import { callScript, type RedisClient, type Script } from '../../platform/lua.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type ApiKey, type KeyWish, principalOfKey, StoredRights } from './api-key.ts';
import { createKey, replaceRights, revokeKey, rotateKey, touchKey } from './key-scripts.ts';
import { isKeyId, keyIdOf, matchingDigest, newKeyId, newSecret } from './key-secret.ts';
import type { Principal } from './principal.ts';
import { accessKeys } from './redis-keys.ts';

/** The secret is in no other answer. */
export type ShownKey = { key: ApiKey; secret: string };

export type KeyStore = ReturnType<typeof createKeyStore>;

type Parts = { redis: RedisClient; tag: string; keysPerTenant: number; now?: () => number };

const DAY_MS = 86_400_000;
/** For how long a key that was revoked or has expired is told so, instead of not being known. */
const TOLD_MS = 30 * DAY_MS;
/** `last_used_at` is written at most this often. */
const TOUCH_MS = 60_000;
/** Secrets of one key that are valid at once: more rotations than that within one overlap are a mistake. */
const MAX_SECRETS = 5;
const SECRET_FIELD = 'secret:';

export function createKeyStore({ redis, tag, keysPerTenant, now = Date.now }: Parts) {
  const keys = accessKeys(tag);
  const call = (script: Script, args: (string | number)[]) => callScript(redis, script, tag, args);

  async function read(id: string): Promise<ApiKey | null> {
    const hash = isKeyId(id) ? await redis.hgetall(keys.api_key(id)) : {};
    return hash.key === undefined ? null : viewOf(id, hash, now());
  }

  async function find(tenant: string, id: string): Promise<ApiKey> {
    const key = await read(id);
    if (key?.tenant !== tenant) throw noKey();
    return key;
  }

  async function revoke(tenant: string, id: string): Promise<void> {
    await find(tenant, id);
    if ((await call(revokeKey, [tenant, id, now(), TOLD_MS])) === 0) throw noKey();
  }

  async function list(tenant: string): Promise<ApiKey[]> {
    const ids = await redis.zrange(keys.api_keys(tenant), 0, -1);
    const found = (await Promise.all(ids.map(read))).flatMap((key) => key ?? []);
    return found.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
  }

  return {
    find,
    list,
    revoke,

    async create(wish: KeyWish, by: string): Promise<ShownKey> {
      const id = newKeyId();
      const secret = newSecret(id);
      const rights: StoredRights = { ...wish, created_at: now(), created_by: by };
      const kept = rights.expires_at === null ? '' : rights.expires_at + TOLD_MS;
      const args = [rights.tenant, id, JSON.stringify(rights), sha256(secret), keysPerTenant, kept, now()];
      const outcome = await call(createKey, args);
      if (outcome === 'full')
        throw new AppError('limit_reached', `The tenant has ${keysPerTenant} keys; revoke one of them first.`);
      if (outcome !== 'new') throw new AppError('conflict', 'The id of the new key is taken; try again.');
      return { key: { ...rights, id, last_used_at: null, secrets: 1 }, secret };
    },

    /** A new secret. The earlier ones stay valid for `overlapMs`. */
    async rotate(tenant: string, id: string, overlapMs: number): Promise<ShownKey> {
      await find(tenant, id);
      const secret = newSecret(id);
      const outcome = await call(rotateKey, [id, sha256(secret), now() + overlapMs, MAX_SECRETS, now()]);
      if (outcome === 'full')
        throw new AppError(
          'conflict',
          `${MAX_SECRETS} secrets of this key are valid; wait, or rotate without overlap.`,
        );
      if (outcome !== 'rotated') throw noKey();
      return { key: await find(tenant, id), secret };
    },

    /** Undefined for a token that is no secret of ours. Throws for one that was. */
    async authenticate(token: string): Promise<Principal | undefined> {
      const id = keyIdOf(token);
      if (id === undefined) return undefined;
      const hash = await redis.hgetall(keys.api_key(id));
      const digest = matchingDigest(token, digestsOf(hash));
      if (digest === undefined) return undefined;
      const until = Number(hash[SECRET_FIELD + digest]);
      if (hash.key === undefined) throw new AppError('unauthenticated', 'This key was revoked.');
      const rights = StoredRights.parse(JSON.parse(hash.key));
      if (rights.expires_at !== null && rights.expires_at <= now())
        throw new AppError('unauthenticated', 'This key has expired.');
      if (until !== 0 && until <= now())
        throw new AppError('unauthenticated', 'This secret has expired: the key was rotated and has a newer one.');
      if (now() - Number(hash.last_used_ms ?? 0) >= TOUCH_MS)
        // Nobody waits for it, and the next use writes it again.
        call(touchKey, [id, now()]).catch(() => undefined);
      return principalOfKey(id, rights);
    },

    /** Erases a person: keys that are theirs alone are revoked, and no other names them any more. Returns how many keys were changed. */
    async forget(tenant: string, person: string): Promise<number> {
      let changed = 0;
      for (const { id } of await list(tenant)) changed += (await forgetIn(tenant, id, person)) ? 1 : 0;
      return changed;
    },
  };

  async function forgetIn(tenant: string, id: string, person: string): Promise<boolean> {
    const before = await redis.hget(keys.api_key(id), 'key');
    if (before === null) return false;
    const rights = StoredRights.parse(JSON.parse(before));
    // A key for nobody any more is of no use, and its name may be theirs.
    if (rights.subject === person || rights.people?.every((one) => one === person)) {
      await call(revokeKey, [tenant, id, now(), TOLD_MS]);
      return true;
    }
    if (!rights.people?.includes(person)) return false;
    const after = { ...rights, people: rights.people.filter((one) => one !== person) };
    const replaced = await call(replaceRights, [id, before, JSON.stringify(after)]);
    return replaced === 1 || forgetIn(tenant, id, person);
  }
}

function viewOf(id: string, hash: Record<string, string>, now: number): ApiKey {
  const valid = digestsOf(hash).filter((digest) => {
    const until = Number(hash[SECRET_FIELD + digest]);
    return until === 0 || until > now;
  });
  return {
    ...StoredRights.parse(JSON.parse(hash.key ?? '')),
    id,
    last_used_at: hash.last_used_ms === undefined ? null : Number(hash.last_used_ms),
    secrets: valid.length,
  };
}

function digestsOf(hash: Record<string, string>): string[] {
  return Object.keys(hash).flatMap((field) =>
    field.startsWith(SECRET_FIELD) ? [field.slice(SECRET_FIELD.length)] : [],
  );
}

function noKey(): AppError {
  return new AppError('not_found', 'There is no such key.');
}
