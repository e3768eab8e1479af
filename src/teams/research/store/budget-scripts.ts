/** Scripts over an agent's budget. None of them brings an erased agent back. */
import { defineScript } from '../../../platform/lua.ts';

/** ARGV: agent key, grant, then parts and amounts. */
export const withdrawRaise = defineScript(
  'withdraw_raise',
  {},
  `
local key, grant = ARGV[1], 'grant:' .. ARGV[2]
local status = redis.call('HGET', key, grant)
if not status then return end
redis.call('HDEL', key, grant)
redis.call('HSET', key, 'status', status)
redis.call('HINCRBY', key, 'grants', -1)
for at = 3, #ARGV, 2 do redis.call('HINCRBYFLOAT', key, 'budget:' .. ARGV[at], -ARGV[at + 1]) end
`,
);

/**
 * ARGV: agent key, tasks in its account, roster, agent, task, now as text, now in ms, a reason to pause or '', then parts and amounts.
 * Tasks of an agent end one after another, so the last ones are enough to recognise one that is handled again.
 */
export const accountTask = defineScript(
  'account_task',
  {},
  `
local key, accounted, roster, agent, task, now, now_ms, reason = unpack(ARGV, 1, 8)
if redis.call('EXISTS', key) == 0 then return end
if redis.call('ZSCORE', accounted, task) then
  return redis.call('HGET', key, 'paused_by') == task and 'paused' or 'known'
end
redis.call('ZADD', accounted, now_ms, task)
redis.call('ZREMRANGEBYRANK', accounted, 0, -201)
local over = reason ~= ''
for at = 9, #ARGV, 2 do
  local spent = redis.call('HINCRBYFLOAT', key, 'spent:' .. ARGV[at], ARGV[at + 1])
  if tonumber(spent) >= tonumber(redis.call('HGET', key, 'budget:' .. ARGV[at]) or 0) then over = true end
end
redis.call('HSET', key, 'last_active', now)
redis.call('ZADD', roster, 'XX', now_ms, agent)
if not over or redis.call('HGET', key, 'status') ~= 'active' then return 'counted' end
redis.call('HSET', key, 'status', 'paused', 'paused_by', task)
return 'paused'
`,
);
