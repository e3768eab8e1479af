/**
 * The scripts behind push deliveries. A delivery is one config's way through its task's events: a cursor, and a lease that lets one job
 * at a time move it, so that updates arrive in order whoever sends them.
 */
import { defineScript } from '../../../platform/lua.ts';
import { ENGINE_LAYOUT, LAYOUT } from '../keys.ts';

const ALL = { ...LAYOUT, ...ENGINE_LAYOUT };

const COMMON = `
local function last_event(task)
  local last = redis.call('XREVRANGE', key_events(task), '+', '-', 'COUNT', 1)
  return last[1] and last[1][1] or '0-0'
end
local function is_after(a, b)
  local ams, aseq = string.match(a, '^(%d+)-(%d+)$')
  local bms, bseq = string.match(b, '^(%d+)-(%d+)$')
  if ams ~= bms then return tonumber(ams) > tonumber(bms) end
  return tonumber(aseq) > tonumber(bseq)
end
local function has_ended(task)
  local status = redis.call('HGET', key_task(task), 'status')
  return not status or status == 'completed' or status == 'degraded' or status == 'failed' or status == 'cancelled'
end
`;

/** ARGV: task, config, JSON, 'all' for the events so far too or 'next', most configs, seconds to keep, now, tenant. */
export const saveConfig = defineScript(
  'a2a_save_config',
  ALL,
  COMMON,
  `
local task, id, json, from, most, keep, now, tenant = unpack(ARGV)
if redis.call('EXISTS', key_task(task)) == 0 then return 'gone' end
local configs, delivery = key_configs(task), key_delivery(task, id)
if redis.call('HEXISTS', configs, id) == 0 and redis.call('HLEN', configs) >= tonumber(most) then return 'full' end
redis.call('HSET', configs, id, json)
redis.call('HSETNX', delivery, 'cursor', from == 'all' and '0-0' or last_event(task))
redis.call('HSET', delivery, 'tenant', tenant)
redis.call('EXPIRE', configs, keep)
redis.call('EXPIRE', delivery, keep)
redis.call('ZADD', key_open_deliveries(), now, task .. '~' .. id)
return 'saved'
`,
);

/** ARGV: task, config. */
export const removeConfig = defineScript(
  'a2a_remove_config',
  ALL,
  `
local task, id = ARGV[1], ARGV[2]
local tenant = redis.call('HGET', key_delivery(task, id), 'tenant')
redis.call('HDEL', key_configs(task), id)
redis.call('DEL', key_delivery(task, id))
redis.call('ZREM', key_open_deliveries(), task .. '~' .. id)
if tenant then redis.call('ZREM', key_failed_deliveries(tenant), task .. '~' .. id) end
`,
);

/** ARGV: task, config, token of the taker, now, ms of the lease, its job: one that was given to another worker takes its own lease again. */
export const takeDelivery = defineScript(
  'a2a_take_delivery',
  ALL,
  `
local task, id, token, now, lease, job = unpack(ARGV)
local config = redis.call('HGET', key_configs(task), id)
local delivery = key_delivery(task, id)
local found = redis.call('HMGET', delivery, 'cursor', 'failed_at', 'lease_until', 'job')
if not config or not found[1] or redis.call('EXISTS', key_task(task)) == 0 then
  redis.call('ZREM', key_open_deliveries(), task .. '~' .. id)
  return { 'gone' }
end
if found[2] then return { 'failed' } end
if found[3] and tonumber(found[3]) > tonumber(now) and found[4] ~= job then return { 'busy' } end
redis.call('HSET', delivery, 'lease', token, 'lease_until', now + lease, 'job', job)
return { 'taken', found[1], config }
`,
);

/** ARGV: task, config, token, cursor, now, ms of the lease. False: another job has it. */
export const advanceDelivery = defineScript(
  'a2a_advance_delivery',
  ALL,
  `
local task, id, token, cursor, now, lease = unpack(ARGV)
local delivery = key_delivery(task, id)
if redis.call('HGET', delivery, 'lease') ~= token then return 0 end
redis.call('HSET', delivery, 'cursor', cursor, 'lease_until', now + lease)
redis.call('HDEL', delivery, 'attempts', 'retry_at')
return 1
`,
);

/** ARGV: task, config, token. Keeps the lease where there is an event after the cursor: no event is left to nobody. */
export const releaseDelivery = defineScript(
  'a2a_release_delivery',
  ALL,
  COMMON,
  `
local task, id, token = unpack(ARGV)
local delivery = key_delivery(task, id)
if redis.call('HGET', delivery, 'lease') ~= token then return 'lost' end
if is_after(last_event(task), redis.call('HGET', delivery, 'cursor')) then return 'more' end
redis.call('HDEL', delivery, 'lease', 'lease_until')
if not has_ended(task) then return 'idle' end
redis.call('ZREM', key_open_deliveries(), task .. '~' .. id)
return 'over'
`,
);

/** ARGV: task, config, token, when it is tried again. */
export const deferDelivery = defineScript(
  'a2a_defer_delivery',
  ALL,
  `
local task, id, token, at = unpack(ARGV)
local delivery = key_delivery(task, id)
if redis.call('HGET', delivery, 'lease') ~= token then return end
redis.call('HDEL', delivery, 'lease', 'lease_until')
redis.call('HSET', delivery, 'retry_at', at)
redis.call('HINCRBY', delivery, 'attempts', 1)
`,
);

/** ARGV: task, config, token, why, now, most. */
export const failDelivery = defineScript(
  'a2a_fail_delivery',
  ALL,
  `
local task, id, token, why, now, most = unpack(ARGV)
local delivery, member = key_delivery(task, id), task .. '~' .. id
local found = redis.call('HMGET', delivery, 'lease', 'tenant')
if found[1] ~= token then return end
redis.call('HDEL', delivery, 'lease', 'lease_until', 'retry_at')
redis.call('HSET', delivery, 'failed_at', now, 'error', why)
redis.call('ZREM', key_open_deliveries(), member)
local failed = key_failed_deliveries(found[2])
redis.call('ZADD', failed, now, member)
redis.call('ZREMRANGEBYRANK', failed, 0, -most - 1)
redis.call('EXPIRE', failed, redis.call('TTL', delivery) > 0 and redis.call('TTL', delivery) or 86400)
`,
);

/** ARGV: task, config, now. It is tried again from its cursor. False: it had not failed. */
export const reopenDelivery = defineScript(
  'a2a_reopen_delivery',
  ALL,
  `
local task, id, now = unpack(ARGV)
local delivery, member = key_delivery(task, id), task .. '~' .. id
local found = redis.call('HMGET', delivery, 'failed_at', 'tenant')
if not found[1] then return 0 end
redis.call('HDEL', delivery, 'failed_at', 'error', 'attempts')
redis.call('ZREM', key_failed_deliveries(found[2]), member)
redis.call('ZADD', key_open_deliveries(), now, member)
return 1
`,
);

/** ARGV: now, how many. Of the deliveries that were looked at longest ago, those with something to send that no job is known to send. */
export const dueDeliveries = defineScript(
  'a2a_due_deliveries',
  ALL,
  COMMON,
  `
local now, due = tonumber(ARGV[1]), {}
for _, member in ipairs(redis.call('ZRANGE', key_open_deliveries(), 0, ARGV[2] - 1)) do
  local task, id = string.match(member, '^([^~]+)~(.+)$')
  local found = redis.call('HMGET', key_delivery(task, id), 'cursor', 'lease_until', 'retry_at')
  local free = tonumber(found[2] or 0) <= now and tonumber(found[3] or 0) <= now
  if not found[1] or redis.call('EXISTS', key_task(task)) == 0 then redis.call('ZREM', key_open_deliveries(), member)
  else
    redis.call('ZADD', key_open_deliveries(), now, member)
    if free and (is_after(last_event(task), found[1]) or has_ended(task)) then due[#due + 1] = member end
  end
end
return due
`,
);
