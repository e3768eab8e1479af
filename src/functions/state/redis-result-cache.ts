/**
 * The compression cache on Redis: results of functions for 24 hours, by user and content. This is not the `user:` state of agents
 * (engine/task/state.ts), which belongs to conversations and does not expire. What a user can fill is bounded: a large value is not
 * cached, and beyond a number of entries the oldest leave. Two indexes name the entries, so that an erasure needs no scan.
 */
import type { Erased } from '../../engine/run/team-module.ts';
import type { Subject } from '../../engine/task/task.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { buildCacheKey, CACHE_TIERS } from './cache-keys.ts';
import { functionKeys, LAYOUT, NO_PATIENT } from './keys.ts';
import type { ResultCache } from './result-cache.ts';

const { prefix, seconds: TTL_SECONDS } = CACHE_TIERS.compression_cache;

export type CacheLimits = {
  /** Of one value as JSON. */
  valueBytes: number;
  /** That a user may have. */
  entries: number;
};

/** The longest output of a function (8,192 tokens) has about 40 kB. Together at most 64 MB for each user, for a day. */
export const CACHE_LIMITS: CacheLimits = { valueBytes: 131_072, entries: 500 };

const BATCH = 100;

/** An entry of an index is `<user> <patient> <cache key>`; `drop` deletes its result and takes it out of both indexes. */
const DROP = `
local function drop(tenant, entry)
  local user, patient, cache_key = string.match(entry, '^(%S+) (%S+) (.+)$')
  redis.call('ZREM', key_results(tenant, 'user', user), entry)
  redis.call('ZREM', key_results(tenant, 'patient', patient), entry)
  return redis.call('DEL', key_result(tenant, user, patient, cache_key))
end
`;

/** ARGV: tenant, user, patient or NO_PATIENT, cache key, value, now in ms, seconds, entries that a user may have. */
const putResult = defineScript(
  'put_result',
  LAYOUT,
  DROP,
  `
local tenant, user, patient, cache_key, value, now, seconds, most = unpack(ARGV)
local function note(index)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', now)
  redis.call('ZADD', index, now + seconds * 1000, user .. ' ' .. patient .. ' ' .. cache_key)
  redis.call('EXPIRE', index, seconds)
end
local mine = key_results(tenant, 'user', user)
redis.call('SET', key_result(tenant, user, patient, cache_key), value, 'EX', seconds)
note(mine)
if patient ~= '${NO_PATIENT}' then note(key_results(tenant, 'patient', patient)) end
local excess = redis.call('ZCARD', mine) - tonumber(most)
if excess > 0 then
  for _, entry in ipairs(redis.call('ZRANGE', mine, 0, excess - 1)) do drop(tenant, entry) end
end
`,
);

/** ARGV: tenant, kind, id, how many at once. Returns how many entries there were and how many results were deleted. */
const eraseResults = defineScript(
  'erase_results',
  LAYOUT,
  DROP,
  `
local tenant, kind, id, most = unpack(ARGV)
local entries = redis.call('ZRANGE', key_results(tenant, kind, id), 0, most - 1)
local deleted = 0
for _, entry in ipairs(entries) do deleted = deleted + drop(tenant, entry) end
return { #entries, deleted }
`,
);

export type ErasableResultCache = ResultCache & { erase(tenant: string, who: Subject): Promise<Erased> };

export function createResultCache(
  redis: RedisClient,
  tag: string,
  limits: CacheLimits = CACHE_LIMITS,
): ErasableResultCache {
  const keys = functionKeys(tag);
  return {
    async get({ tenant, user_id, patient_id }, name, auditHash) {
      const cacheKey = buildCacheKey(prefix, name, auditHash);
      const json = await redis.get(keys.result(tenant, user_id, patient_id ?? NO_PATIENT, cacheKey));
      return json === null ? null : parsed(json);
    },

    async put({ tenant, user_id, patient_id }, name, auditHash, value) {
      const json = JSON.stringify(value);
      if (json === undefined || Buffer.byteLength(json) > limits.valueBytes) return;
      const scope = [tenant, user_id, patient_id ?? NO_PATIENT, buildCacheKey(prefix, name, auditHash)];
      await callScript(redis, putResult, tag, [...scope, json, Date.now(), TTL_SECONDS, limits.entries]);
    },

    /** The results of a person as a user, and those about them as a patient. */
    async erase(tenant, { kind, id }) {
      let removed = 0;
      for (const as of new Set([kind, 'user'])) {
        for (let found = 1; found > 0; ) {
          const erased = await callScript(redis, eraseResults, tag, [tenant, as, id, BATCH]);
          const [entries, deleted] = erased as [number, number];
          found = entries;
          removed += deleted;
        }
      }
      return { keys: removed };
    },
  };
}

/** What cannot be parsed is not cached. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
