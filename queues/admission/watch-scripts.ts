/**
 * What upkeep asks about tasks that nobody may be working on. Each script looks at one page of an index: at entries that are older than
 * a given time, which are then marked as looked at. So the work is proportional to what is overdue, and not to the number of open tasks.
 */
import { taskScript } from '../../src/engine/task/lua.ts';
import { LANE } from './lane.lua.ts';

const JOB_KEY = `
local function job_key(queue, id) return tag .. ':bull:' .. queue .. ':' .. id end
`;

/** ARGV: now, older than, how many. `looked_at` counts what the page held. */
const PAGE = `${JOB_KEY}
local now, before, limit = ARGV[1], ARGV[2], ARGV[3]
local looked_at, found = 0, {}
local function page(index, look)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', '(' .. before, 'LIMIT', 0, limit)) do
    looked_at = looked_at + 1
    found[#found + 1] = look(member) or nil
  end
  return { looked_at, found }
end
-- A worker that takes a job whose hash is gone leaves a hash behind, without name and data.
local function has_job(key) return redis.call('HEXISTS', key, 'name') == 1 end
`;

/** Tasks that were to be started and have no job. Those that have one are started. */
export const unstartedTasks = taskScript(
  'unstarted_tasks',
  LANE,
  PAGE,
  `
return page(key_starting(), function(id)
  local request = open_request(id)
  if not request then return false end
  if has_job(job_key(request.queue or 'turn', id)) then
    redis.call('ZREM', key_starting(), id)
    redis.call('ZADD', key_started(), now, id)
    return false
  end
  redis.call('ZADD', key_starting(), now, id)
  return startable(request)
end)
`,
);

/**
 * Started tasks that cannot go on by themselves, with a verdict and the jobs to remove as `queue`, `id` pairs.
 *   over: the task's own job has failed, or repairs do not help; the task must be ended.
 *   broken: a job of its flow is gone, waits for one that is, or is completed and what it wrote is not there, which a power cut does. If
 *   those are removed and the flow is added again, it is whole again.
 * A broken task is looked at again in the next run.
 */
export const stuckTasks = taskScript(
  'stuck_tasks',
  LANE,
  PAGE,
  `
local MAX_REPAIRS = 5
local LONG_LIST = 1000
-- A job that is in no list or set of its queue is never taken. Long lists are not searched: the task is looked at again when they are
-- shorter.
local function is_listed(prefix, id)
  if redis.call('EXISTS', prefix .. id .. ':lock') == 1 then return true end
  for _, set in ipairs({ 'delayed', 'prioritized' }) do
    if redis.call('ZSCORE', prefix .. set, id) then return true end
  end
  for _, list in ipairs({ 'active', 'wait', 'paused' }) do
    if redis.call('LLEN', prefix .. list) > LONG_LIST or redis.call('LPOS', prefix .. list, id) then return true end
  end
  return false
end
local lost
-- 'alive', 'failed' or 'broken'. Jobs to remove are added to 'remove', parents before their children; those that are gone to 'lost'.
local function state_of(key, remove)
  local prefix, id = string.match(key, '^(.*:)([^:]+)$')
  local function removed(more)
    remove[#remove + 1] = string.match(prefix, '([^:]+):$')
    remove[#remove + 1] = id
    for _, one in ipairs(more) do remove[#remove + 1] = one end
  end
  if not has_job(key) then
    removed({})
    lost[#lost + 1] = id
    return 'broken'
  end
  if redis.call('ZSCORE', prefix .. 'waiting-children', id) then
    local children, below = redis.call('SMEMBERS', key .. ':dependencies'), {}
    local waits = #children > 0
    for _, child in ipairs(children) do
      if state_of(child, below) ~= 'alive' then waits = false end
    end
    if waits then return 'alive' end
    removed(below)
    return 'broken'
  end
  if redis.call('ZSCORE', prefix .. 'failed', id) then
    -- BullMQ does not run a failed job again that is added again, and its parent would wait for it without end.
    removed({})
    return 'failed'
  end
  if is_listed(prefix, id) then return 'alive' end
  removed({})
  -- A completed one has lost its result only.
  if not redis.call('ZSCORE', prefix .. 'completed', id) then lost[#lost + 1] = id end
  return 'broken'
end
return page(key_started(), function(id)
  local request = open_request(id)
  if not request then return false end
  local remove = {}
  lost = {}
  local state = state_of(job_key(request.queue or 'turn', id), remove)
  for _, job in ipairs(lost) do redis.call('HSET', key_task(id), 'lost:' .. string.sub(job, #id + 2), 1) end
  redis.call('ZADD', key_started(), state == 'broken' and before or now, id)
  if state == 'alive' then return false end
  -- The job itself stays, for those who look into what went wrong.
  if state == 'failed' then return { startable(request), 'over', {} } end
  local over = redis.call('HINCRBY', key_task(id), 'repairs', 1) > MAX_REPAIRS
  return { startable(request), over and 'over' or 'broken', remove }
end)
`,
);

/** Lanes in which tasks wait and whose head is gone: the task that holds the lane from now on. */
export const blockedLanes = taskScript(
  'blocked_lanes',
  LANE,
  PAGE,
  'return page(key_busy_lanes(), function(lane) return start_head(lane, now) end)',
);

/**
 * ARGV: now, the time since when a task must have given a sign of life, how many, how many to pass over. Ids of open tasks whose own
 * deadline has passed, and of those in which no job has begun since that time; and how many of the old ones are at work or may wait.
 */
export const overdueTasks = taskScript(
  'overdue_tasks',
  LANE,
  JOB_KEY,
  `
local now, before, limit, offset = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local found, at_work = {}, 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key_deadlines(), '-inf', now, 'LIMIT', 0, limit)) do
  if open_request(id) then found[#found + 1] = id end
end
local function last_begun(id)
  local key = key_task(id)
  local last = tonumber(redis.call('HGET', key, 'created') or 0)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 4) == 'job:' then
      last = math.max(last, tonumber(string.match(redis.call('HGET', key, field), '^%d+') or 0))
    end
  end
  return last
end
-- Whether a job of it, or of those that it waits for, stands behind the work for people.
local function is_prioritized(key)
  local prefix, id = string.match(key, '^(.*:)([^:]+)$')
  if redis.call('ZSCORE', prefix .. 'prioritized', id) then return true end
  for _, child in ipairs(redis.call('SMEMBERS', key .. ':dependencies')) do
    if is_prioritized(child) then return true end
  end
  return false
end
-- Work in the background may wait for as long as people's work goes first: for its lane, or in a queue.
local function may_wait(id, request)
  if origin_of(request) == 'user' then return false end
  local waits_in_lane = not redis.call('ZSCORE', key_started(), id) and not redis.call('ZSCORE', key_starting(), id)
  return waits_in_lane or is_prioritized(job_key(request.queue or 'turn', id))
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key_open(), '-inf', before, 'LIMIT', offset, limit)) do
  local request = open_request(id)
  if request then
    if last_begun(id) < before and not may_wait(id, request) then found[#found + 1] = id else at_work = at_work + 1 end
  end
end
return { found, at_work }
`,
);
