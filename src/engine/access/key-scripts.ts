/**
 * The scripts of the key store. A key is a hash: `key` (its rights as JSON), `secret:<digest>` for each valid secret (the time at which it
 * ends, 0 if it does not), `last_used_ms`, and `revoked_ms` for one that was revoked.
 */
import { defineScript } from '../../platform/lua.ts';
import { ACCESS_LAYOUT } from './redis-keys.ts';

/** ARGV: tenant, id, rights, digest, keys that a tenant may have, time until which it is kept or '', now. */
export const createKey = defineScript(
  'create_key',
  ACCESS_LAYOUT,
  `
local tenant, id, rights, digest, most, kept_until, now = unpack(ARGV)
local index, key = key_api_keys(tenant), key_api_key(id)
redis.call('ZREMRANGEBYSCORE', index, '-inf', '(' .. now)
if redis.call('ZCARD', index) >= tonumber(most) then return 'full' end
if redis.call('EXISTS', key) == 1 then return 'known' end
redis.call('HSET', key, 'key', rights, 'secret:' .. digest, 0)
if kept_until ~= '' then redis.call('PEXPIREAT', key, kept_until) end
redis.call('ZADD', index, kept_until == '' and '+inf' or kept_until, id)
return 'new'
`,
);

/** ARGV: id, digest of the new secret, time at which the earlier ones end, secrets that may be valid at once, now. */
export const rotateKey = defineScript(
  'rotate_key',
  ACCESS_LAYOUT,
  `
local id, digest, ends, most, now = unpack(ARGV)
local key = key_api_key(id)
if redis.call('HEXISTS', key, 'key') == 0 then return 'missing' end
local valid = {}
for _, field in ipairs(redis.call('HKEYS', key)) do
  if string.sub(field, 1, 7) == 'secret:' then
    local till = tonumber(redis.call('HGET', key, field))
    if till ~= 0 and till <= tonumber(now) then redis.call('HDEL', key, field) else valid[field] = till end
  end
end
local count = 0
for _ in pairs(valid) do count = count + 1 end
if count >= tonumber(most) and tonumber(ends) > tonumber(now) then return 'full' end
for field, till in pairs(valid) do
  if tonumber(ends) <= tonumber(now) then redis.call('HDEL', key, field)
  elseif till == 0 or till > tonumber(ends) then redis.call('HSET', key, field, ends) end
end
redis.call('HSET', key, 'secret:' .. digest, 0)
return 'rotated'
`,
);

/** ARGV: tenant, id, now, ms for which a revoked key is told so. Its rights go at once, and with them the people that they name. */
export const revokeKey = defineScript(
  'revoke_key',
  ACCESS_LAYOUT,
  `
local tenant, id, now, told_ms = unpack(ARGV)
local key = key_api_key(id)
redis.call('ZREM', key_api_keys(tenant), id)
if redis.call('HDEL', key, 'key') == 0 then return 0 end
redis.call('HSET', key, 'revoked_ms', now)
redis.call('PEXPIRE', key, told_ms)
return 1
`,
);

/** ARGV: id, now. A key that was revoked meanwhile is not brought back. */
export const touchKey = defineScript(
  'touch_key',
  ACCESS_LAYOUT,
  `
local key = key_api_key(ARGV[1])
if redis.call('HEXISTS', key, 'key') == 1 then redis.call('HSET', key, 'last_used_ms', ARGV[2]) end
`,
);

/** ARGV: id, rights before, rights after. 0 if they were changed meanwhile. */
export const replaceRights = defineScript(
  'replace_key_rights',
  ACCESS_LAYOUT,
  `
local key = key_api_key(ARGV[1])
if redis.call('HGET', key, 'key') ~= ARGV[2] then return 0 end
redis.call('HSET', key, 'key', ARGV[3])
return 1
`,
);
