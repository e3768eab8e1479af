/**
 * Scripts that change the status of an agent together with its triggers: what was held while it was paused becomes due when it resumes,
 * and a retired agent has no triggers left. None of them brings an erased agent back.
 */
import { defineScript } from '../../../platform/lua.ts';
import { LAYOUT } from '../keys.ts';
import { END } from './trigger-scripts.ts';

const RESUME = `
local function resume_agent(agent)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local released = {}
  redis.call('HSET', key_agent(agent), 'status', 'active', 'paused_by', '')
  for _, id in ipairs(redis.call('SMEMBERS', key_agent_pending(agent))) do
    if redis.call('HGET', key_trigger(id), 'held') == '1' then
      redis.call('HDEL', key_trigger(id), 'held')
      redis.call('HSET', key_trigger(id), 'due', now)
      redis.call('ZADD', key_due(), now, id)
      released[#released + 1] = id
    end
  end
  return released
end
`;

/**
 * ARGV: agent, new status or '', threshold as JSON or '', requirements as JSON or '', seconds that ended triggers are kept, then parts of
 * the budget and amounts. Changes all or nothing.
 */
export const changeAgent = defineScript(
  'change_agent',
  LAYOUT,
  END,
  RESUME,
  `
local agent, status, threshold, requirements, seconds = unpack(ARGV, 1, 5)
local key = key_agent(agent)
local before = redis.call('HGET', key, 'status')
if not before then return 'missing' end
if before == 'retired' then return 'retired' end
local budget = {}
for at = 6, #ARGV, 2 do budget[ARGV[at]] = ARGV[at + 1] end
if status == 'active' then
  for _, part in ipairs({'steps', 'tokens', 'seconds', 'cost_usd'}) do
    local most = budget[part] or redis.call('HGET', key, 'budget:' .. part) or 0
    if tonumber(redis.call('HGET', key, 'spent:' .. part) or 0) >= tonumber(most) then return 'spent' end
  end
end
for part, amount in pairs(budget) do redis.call('HSET', key, 'budget:' .. part, amount) end
if threshold ~= '' then redis.call('HSET', key, 'threshold', threshold) end
if requirements ~= '' then redis.call('HSET', key, 'requirements', requirements) end
if status == 'active' then resume_agent(agent) end
if status == 'paused' then redis.call('HSET', key, 'status', status, 'paused_by', '') end
if status == 'retired' then
  redis.call('HSET', key, 'status', status)
  for _, id in ipairs(redis.call('SMEMBERS', key_agent_pending(agent))) do end_trigger(id, 'cancelled', seconds) end
end
return 'changed'
`,
);

/** ARGV: agent, grant, how many grants it may have, then parts and amounts. The grant keeps the status that it has changed. */
export const raiseBudget = defineScript(
  'raise_budget',
  LAYOUT,
  RESUME,
  `
local agent, grant, most = ARGV[1], 'grant:' .. ARGV[2], tonumber(ARGV[3])
local key = key_agent(agent)
local status = redis.call('HGET', key, 'status')
if not status then return 'missing' end
if status == 'retired' then return 'retired' end
if redis.call('HEXISTS', key, grant) == 1 then return 'known' end
if tonumber(redis.call('HGET', key, 'grants') or 0) >= most then return 'full' end
redis.call('HSET', key, grant, status)
redis.call('HINCRBY', key, 'grants', 1)
for at = 4, #ARGV, 2 do redis.call('HINCRBYFLOAT', key, 'budget:' .. ARGV[at], ARGV[at + 1]) end
resume_agent(agent)
return 'raised'
`,
);
