/**
 * Scripts over triggers. A pending trigger is in the index of its user, in the counts of its agent and its tenant and, unless it is
 * paused, among those that are due; all of this changes in one step with the trigger itself.
 */
import { defineScript } from '../../../platform/lua.ts';
import { LAYOUT } from '../keys.ts';

/** Ends a trigger: it is neither due nor counted any more. */
export const END = `
local function end_trigger(id, status, seconds)
  local key = key_trigger(id)
  local owner = redis.call('HMGET', key, 'agent', 'tenant')
  redis.call('ZREM', key_due(), id)
  if owner[1] then redis.call('SREM', key_agent_pending(owner[1]), id) end
  if owner[2] then redis.call('SREM', key_tenant_pending(owner[2]), id) end
  redis.call('HSET', key, 'status', status)
  redis.call('HDEL', key, 'due', 'held', 'begun')
  redis.call('EXPIRE', key, seconds)
end
`;

/** ARGV: id, tenant, user, agent, due in ms, now in ms, triggers that an agent may have, that a tenant may have, about as JSON. */
export const storeTrigger = defineScript(
  'store_trigger',
  LAYOUT,
  `
local id, tenant, user, agent, due, now, agent_most, tenant_most, about = unpack(ARGV)
if redis.call('EXISTS', key_trigger(id)) == 1 then return 'known' end
if redis.call('EXISTS', key_agent(agent)) == 0 then return 'erased' end
if redis.call('SCARD', key_agent_pending(agent)) >= tonumber(agent_most) then return 'agent_full' end
if redis.call('SCARD', key_tenant_pending(tenant)) >= tonumber(tenant_most) then return 'tenant_full' end
redis.call('HSET', key_trigger(id), 'about', about, 'tenant', tenant, 'user', user, 'agent', agent, 'status', 'pending',
  'paused', '0', 'due', due)
redis.call('ZADD', key_triggers(tenant, user), now, id)
redis.call('ZADD', key_due(), due, id)
redis.call('SADD', key_agent_pending(agent), id)
redis.call('SADD', key_tenant_pending(tenant), id)
return 'new'
`,
);

/** ARGV: id, about as JSON, due in ms or '' for a paused one. Returns the status that it had. */
export const replanTrigger = defineScript(
  'replan_trigger',
  LAYOUT,
  `
local id, about, due = unpack(ARGV)
local status = redis.call('HGET', key_trigger(id), 'status')
if status ~= 'pending' then return status end
redis.call('HSET', key_trigger(id), 'about', about, 'paused', due == '' and '1' or '0')
redis.call('HDEL', key_trigger(id), 'held')
if due == '' then
  redis.call('HDEL', key_trigger(id), 'due')
  redis.call('ZREM', key_due(), id)
else
  redis.call('HSET', key_trigger(id), 'due', due)
  redis.call('ZADD', key_due(), due, id)
end
return status
`,
);

/** ARGV: id, status, seconds that it is kept. Returns when it was due, in ms; needs nothing that would have to be parsed. */
export const endTrigger = defineScript(
  'end_trigger',
  LAYOUT,
  END,
  `
local due = redis.call('HGET', key_trigger(ARGV[1]), 'due')
if redis.call('EXISTS', key_trigger(ARGV[1])) == 1 then end_trigger(ARGV[1], ARGV[2], ARGV[3])
else redis.call('ZREM', key_due(), ARGV[1]) end
return due
`,
);

/**
 * ARGV: id, when it is due in ms, how much too early a firing may begin. Returns now in ms: of the first attempt at this firing, so that a
 * later one plans and counts as the first has; false if it is no longer due at that time.
 */
export const beginFiring = defineScript(
  'begin_firing',
  LAYOUT,
  `
local id, due, early = unpack(ARGV)
local key = key_trigger(id)
local planned, begun = unpack(redis.call('HMGET', key, 'due', 'begun'))
if planned ~= due then return false end
local first = begun and string.match(begun, '^' .. due .. ' (%d+)$')
if first then return first end
local time = redis.call('TIME')
local now = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000))
if now + early >= tonumber(due) then redis.call('HSET', key, 'begun', due .. ' ' .. now) end
return now
`,
);

/**
 * ARGV: id, when it was due in ms, when it is due next or '', the time of firing as text or '' if it was left out, how many times it stands
 * for, seconds that it is kept if it has ended. Does nothing if the trigger is no longer due at that time: this firing was noted before,
 * or it was changed.
 */
export const noteFiring = defineScript(
  'note_firing',
  LAYOUT,
  END,
  `
local id, due, following, fired, times, seconds = unpack(ARGV)
local key = key_trigger(id)
if redis.call('HGET', key, 'due') ~= due then return 0 end
if fired ~= '' then
  redis.call('HSET', key, 'last_fired_at', fired, 'stands_for', times)
  redis.call('HINCRBY', key, 'fired', 1)
end
if following == '' then
  end_trigger(id, 'completed', seconds)
else
  redis.call('HSET', key, 'due', following)
  redis.call('ZADD', key_due(), following, id)
end
return 1
`,
);

/**
 * ARGV: id, when it was due in ms, now in ms. Holds a single time that has come while its agent is paused, until the agent resumes;
 * returns 'due' if the agent has resumed meanwhile. A firing that the paused agent has not worked on is held again.
 */
export const holdTrigger = defineScript(
  'hold_trigger',
  LAYOUT,
  `
local id, due, now = unpack(ARGV)
local key = key_trigger(id)
local status, planned, agent, tenant = unpack(redis.call('HMGET', key, 'status', 'due', 'agent', 'tenant'))
if status == 'completed' then
  redis.call('PERSIST', key)
  redis.call('HSET', key, 'status', 'pending', 'due', due)
  redis.call('HINCRBY', key, 'fired', -1)
  redis.call('SADD', key_agent_pending(agent), id)
  redis.call('SADD', key_tenant_pending(tenant), id)
elseif status ~= 'pending' or planned ~= due then return 'changed' end
if redis.call('HGET', key_agent(agent), 'status') == 'active' then
  redis.call('HSET', key, 'due', now)
  redis.call('ZADD', key_due(), now, id)
  return 'due'
end
redis.call('HSET', key, 'held', '1')
redis.call('ZREM', key_due(), id)
return 'held'
`,
);
