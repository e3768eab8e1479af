/**
 * Scripts over artifacts. A version is in the indexes of its tenant, its user and its patient and counts as a reference to its content;
 * all of this changes in one step. The bytes are stored elsewhere. The set `unused` names every stored object that no version has,
 * from before it is written until after it is deleted, so that a crash at any point leaves no object that nothing names.
 */
import { defineScript } from '../../platform/lua.ts';
import { LAYOUT, NO_PATIENT } from './keys.ts';

/** Time is that of Redis: the writer and the remover of an object may be on two machines. */
const SHARED = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function version_key(tenant, path, version)
  return key_version(tenant, 'app:artifact:' .. path .. '_v' .. version)
end
`;

/** How long the bytes of a save may take to be written. */
const STORING_MS = 3_600_000;
/** How long an idempotency key is known. A task that is tried again is tried again within days. */
const KEY_SECONDS = 7 * 86_400;

/**
 * ARGV: tenant, path, user, patient or NO_PATIENT, hash of the content, its bytes, MIME type, time as text, metadata as JSON, digest of
 * the idempotency key or '', name for the stored object, whether it is stored ('1' or '0'), bytes and versions that the tenant may have.
 * Returns the version and whether it is new; or `store` if the content must be stored first, `lost` if that has taken too long, and
 * `bytes_full` or `versions_full`.
 */
export const saveArtifact = defineScript(
  'save_artifact',
  LAYOUT,
  SHARED,
  `
local tenant, path, user, patient, sha256, bytes, mime_type, created_at, metadata, digest = unpack(ARGV, 1, 10)
local object, stored, most_bytes, most_versions = unpack(ARGV, 11)
local mine = key_versions(tenant, 'user:' .. user, path)
local unused, entry = key_unused(tenant), object .. ' ' .. user .. ' ' .. patient

-- The object that was stored for this save is not needed: another save was first, or there is no room.
local function answer(...)
  if stored == '1' then redis.call('ZADD', unused, 'XX', now, entry) end
  return { ... }
end
local function remember(version)
  if digest == '' then return end
  local saves = key_saves(tenant, user)
  redis.call('SET', key_saved(tenant, user, digest), version, 'EX', ${KEY_SECONDS})
  redis.call('ZREMRANGEBYSCORE', saves, '-inf', now)
  redis.call('ZADD', saves, now + ${KEY_SECONDS * 1000}, digest)
  redis.call('EXPIRE', saves, ${KEY_SECONDS})
end

if digest ~= '' then
  local version = redis.call('GET', key_saved(tenant, user, digest))
  if version and redis.call('ZSCORE', mine, version) then return answer('known', version) end
end
local latest = redis.call('ZREVRANGE', mine, 0, 0)[1]
if latest then
  local was = redis.call('HMGET', version_key(tenant, path, latest), 'sha256', 'mime_type', 'patient')
  if was[1] == sha256 and was[2] == mime_type and was[3] == patient then
    remember(latest)
    return answer('known', latest)
  end
end

local content, usage = key_content(tenant, sha256), key_usage(tenant)
local is_new = redis.call('EXISTS', content) == 0
local used = redis.call('HMGET', usage, 'bytes', 'versions')
if tonumber(used[2] or 0) >= tonumber(most_versions) then return answer('versions_full') end
if is_new and (used[1] or 0) + bytes > tonumber(most_bytes) then return answer('bytes_full') end
if is_new and stored == '0' then
  redis.call('ZADD', unused, now + ${STORING_MS}, entry)
  return { 'store' }
end
if is_new then
  local until_ms = redis.call('ZSCORE', unused, entry)
  if not until_ms or tonumber(until_ms) <= now then return { 'lost' } end
  redis.call('ZREM', unused, entry)
  redis.call('HSET', content, 'object', object, 'bytes', bytes)
  redis.call('HINCRBY', usage, 'bytes', bytes)
end

redis.call('HINCRBY', content, 'references', 1)
redis.call('HINCRBY', usage, 'versions', 1)
local version = redis.call('INCR', key_last(tenant, path))
redis.call('HSET', version_key(tenant, path, version), 'version', version, 'user', user, 'patient', patient, 'sha256', sha256,
  'bytes', bytes, 'mime_type', mime_type, 'created_at', created_at, 'metadata', metadata)
for _, view in ipairs({ 'all', 'user:' .. user }) do
  redis.call('ZADD', key_versions(tenant, view, path), version, version)
  redis.call('ZADD', key_paths(tenant, view), 0, path)
end
redis.call('SADD', key_owned(tenant, 'user', user), version .. ' ' .. path)
if patient ~= '${NO_PATIENT}' then redis.call('SADD', key_owned(tenant, 'patient', patient), version .. ' ' .. path) end
remember(version)
if is_new then return { 'new', version } end
return answer('new', version)
`,
);

/** Deletes a version; its content too if no other version has it. Returns 0 if it was deleted before. */
const DROP = `
local function drop(tenant, path, version)
  local key = version_key(tenant, path, version)
  local was = redis.call('HMGET', key, 'user', 'patient', 'sha256')
  if redis.call('DEL', key) == 0 then return 0 end
  local user, patient, content, usage = was[1], was[2], key_content(tenant, was[3]), key_usage(tenant)
  for _, view in ipairs({ 'all', 'user:' .. user }) do
    local versions = key_versions(tenant, view, path)
    redis.call('ZREM', versions, version)
    if redis.call('EXISTS', versions) == 0 then redis.call('ZREM', key_paths(tenant, view), path) end
  end
  if redis.call('EXISTS', key_versions(tenant, 'all', path)) == 0 then redis.call('DEL', key_last(tenant, path)) end
  redis.call('SREM', key_owned(tenant, 'user', user), version .. ' ' .. path)
  redis.call('SREM', key_owned(tenant, 'patient', patient), version .. ' ' .. path)
  if redis.call('HINCRBY', content, 'references', -1) <= 0 then
    local object = redis.call('HMGET', content, 'object', 'bytes')
    redis.call('DEL', content)
    redis.call('ZADD', key_unused(tenant), now, object[1] .. ' - ${NO_PATIENT}')
    redis.call('HINCRBY', usage, 'bytes', 0 - object[2])
  end
  if redis.call('HINCRBY', usage, 'versions', -1) <= 0 then redis.call('DEL', usage) end
  return 1
end
`;

/** ARGV: tenant, path, versions. Returns how many were deleted. */
export const dropVersions = defineScript(
  'drop_versions',
  LAYOUT,
  SHARED,
  DROP,
  `
local deleted = 0
for at = 3, #ARGV do deleted = deleted + drop(ARGV[1], ARGV[2], ARGV[at]) end
return deleted
`,
);

/** ARGV: tenant, kind, id, how many at once. Returns how many versions of a user or about a patient were found. */
export const dropOwned = defineScript(
  'drop_owned',
  LAYOUT,
  SHARED,
  DROP,
  `
local tenant, kind, id, most = unpack(ARGV)
local owned = key_owned(tenant, kind, id)
local found = redis.call('SRANDMEMBER', owned, most)
for _, one in ipairs(found) do
  local version, path = string.match(one, '^(%d+) (.+)$')
  drop(tenant, path, version)
  redis.call('SREM', owned, one)
end
return #found
`,
);

/**
 * ARGV: tenant, a person or '', how many at once. The unused objects that may be deleted; those that are being stored for the person
 * may be too, and their save is then refused.
 */
export const listUnused = defineScript(
  'list_unused',
  LAYOUT,
  SHARED,
  `
local tenant, person, most = unpack(ARGV)
local unused = key_unused(tenant)
if person ~= '' then
  for _, entry in ipairs(redis.call('ZRANGE', unused, 0, -1)) do
    local user, patient = string.match(entry, '^%S+ (%S+) (%S+)$')
    if user == person or patient == person then redis.call('ZADD', unused, now, entry) end
  end
end
return redis.call('ZRANGEBYSCORE', unused, '-inf', now, 'LIMIT', 0, most)
`,
);
