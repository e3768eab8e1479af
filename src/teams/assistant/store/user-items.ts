/**
 * Items of one kind that belong to a user, in one Redis hash. A change reads all of them, decides in TypeScript, and is written by one
 * script only if nothing else was written meanwhile; otherwise it is decided again. The answer of a change is kept under its
 * idempotency key in the same step: the same key again gives the same answer and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { StoreKeys } from './keys.ts';
import { checkOwner, type Owner } from './owner.ts';

export type Kind = 'notes' | 'todos' | 'events';

/** What a change writes, and what it answers. With nothing to write, nothing is kept under its key either. */
export type Change<T, A> = { put?: readonly T[]; remove?: readonly string[]; answer: A };

export type UserItems<T> = {
  read(owner: Owner): Promise<{ items: T[]; version: string }>;
  /** `key`: the idempotency key. `decide` may be called several times and must have no effect of its own. */
  change<A>(owner: Owner, key: string, decide: (items: T[]) => Change<T, A> | Promise<Change<T, A>>): Promise<A>;
  /** The number of keys that were deleted. */
  erase(owner: Owner): Promise<number>;
};

const VERSION = '#version';
const NO_VERSION = '0';
/** A step is run again minutes after it was cut off; days, if the whole fleet is down. */
const APPLIED_SECONDS = 7 * 86_400;
const MAX_APPLIED = 1_000;
/** Writes of one user come from a few turns at a time. */
const MAX_TRIES = 50;

/** ARGV: three keys, expected version, new version, idempotency key, answer, time in ms, number of items; ids and items; removed ids. */
const changeItems = defineScript(
  'change_user_items',
  {},
  `
local items, applied, applied_at, expected, version, key, answer, now, puts = unpack(ARGV, 1, 9)
local known = redis.call('HGET', applied, key)
if known then return {'known', known} end
if (redis.call('HGET', items, '${VERSION}') or '${NO_VERSION}') ~= expected then return {'stale'} end
local last = 9 + 2 * tonumber(puts)
for at = 10, last, 2 do redis.call('HSET', items, ARGV[at], ARGV[at + 1]) end
for at = last + 1, #ARGV do redis.call('HDEL', items, ARGV[at]) end
redis.call('HSET', items, '${VERSION}', version)
redis.call('HSET', applied, key, answer)
redis.call('ZADD', applied_at, now, key)
local function forget(keys)
  for _, old in ipairs(keys) do
    redis.call('HDEL', applied, old)
    redis.call('ZREM', applied_at, old)
  end
end
forget(redis.call('ZRANGEBYSCORE', applied_at, '-inf', tonumber(now) - ${APPLIED_SECONDS} * 1000))
forget(redis.call('ZRANGE', applied_at, 0, -${MAX_APPLIED + 1}))
redis.call('EXPIRE', applied, ${APPLIED_SECONDS})
redis.call('EXPIRE', applied_at, ${APPLIED_SECONDS})
return {'written'}
`,
);

/** `redis` and `keys` are used when a method is called, not before. */
export function createUserItems<T>(
  parts: { redis: RedisClient; keys: StoreKeys },
  kind: Kind,
  schema: z.ZodType<T>,
  idOf: (item: T) => string,
): UserItems<T> {
  const keysOf = ({ tenant, user_id }: Owner) => {
    checkOwner({ tenant, user_id });
    const { keys } = parts;
    return [
      keys.items(kind, tenant, user_id),
      keys.applied(kind, tenant, user_id),
      keys.applied_at(kind, tenant, user_id),
    ] as const;
  };

  async function read(owner: Owner) {
    const { [VERSION]: version = NO_VERSION, ...stored } = await parts.redis.hgetall(keysOf(owner)[0]);
    // An item that cannot be understood is left out, and stays as it is: it must not make the others unreadable.
    const items = Object.values(stored).flatMap((json) => schema.safeParse(parsed(json)).data ?? []);
    return { items, version };
  }

  return {
    read,

    async change<A>(owner: Owner, key: string, decide: (items: T[]) => Change<T, A> | Promise<Change<T, A>>) {
      const names = keysOf(owner);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const known = await parts.redis.hget(names[1], key);
        if (known !== null) return JSON.parse(known) as A;
        const { items, version } = await read(owner);
        const { put = [], remove = [], answer } = await decide(items);
        if (put.length === 0 && remove.length === 0) return answer;
        const outcome = (await callScript(parts.redis, changeItems, parts.keys.tag, [
          ...names,
          version,
          randomUUID(),
          key,
          JSON.stringify(answer),
          Date.now(),
          put.length,
          ...put.flatMap((item) => [idOf(item), JSON.stringify(item)]),
          ...remove,
        ])) as ['written' | 'stale'] | ['known', string];
        if (outcome[0] === 'written') return answer;
        if (outcome[0] === 'known') return JSON.parse(outcome[1]) as A;
      }
      throw new AppError('conflict', 'This user’s items are being changed by too many others; try again.');
    },

    erase: (owner) => parts.redis.del(...keysOf(owner)),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
