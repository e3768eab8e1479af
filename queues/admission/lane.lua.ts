/**
 * A lane: one task at a time, in order of arrival, across processes. It is a list of task ids; the first one holds the lane and has its
 * flow in the queues. Joining and leaving happen inside the scripts that admit and end tasks, so no crash leaves a lane half changed.
 */
export const LANE = `
local function lane_key(request)
  if request.lane == nil or request.lane == cjson.null then return nil end
  return key_lane(request.tenant, request.lane)
end

-- What is left of a task whose hash has expired, was erased or was lost.
local function forget_task(id)
  for _, index in ipairs({ key_open(), key_starting(), key_started(), key_deadlines() }) do redis.call('ZREM', index, id) end
end

-- The request of a task that has not ended.
local function open_request(id)
  local found = redis.call('HMGET', key_task(id), 'status', 'request')
  if not found[2] or ENDED[found[1]] then
    forget_task(id)
    return nil
  end
  return cjson.decode(found[2])
end

-- In a session that a person writes into nothing is background work: their next message waits for it.
local function origin_of(request)
  if request.origin.kind == 'user' or type(request.session_id) ~= 'string' then return request.origin.kind end
  local is_persons = redis.call('HEXISTS', key_session(request.tenant, request.session_id), 'title') == 1
  return is_persons and 'user' or request.origin.kind
end
local function startable(request) return { request.id, request.team, request.agent, origin_of(request) } end

-- The task that holds the lane, if its flow is still to be added. Passes over tasks that are gone.
local function start_head(lane, now)
  local request
  local head = redis.call('LINDEX', lane, 0)
  while head and not request do
    request = open_request(head)
    if not request then
      redis.call('LPOP', lane)
      head = redis.call('LINDEX', lane, 0)
    end
  end
  if redis.call('LLEN', lane) > 1 then redis.call('ZADD', key_busy_lanes(), now, lane)
  else redis.call('ZREM', key_busy_lanes(), lane) end
  if not request or redis.call('ZSCORE', key_started(), head) then return false end
  if redis.call('ZADD', key_starting(), 'NX', now, head) == 0 then return false end
  return startable(request)
end

-- Returns how many tasks are before this one. A task without a lane starts at once.
local function join_lane(request, now)
  local lane = lane_key(request)
  local before = lane and redis.call('RPUSH', lane, request.id) - 1 or 0
  if before == 0 then redis.call('ZADD', key_starting(), now, request.id)
  else redis.call('ZADD', key_busy_lanes(), 'NX', now, lane) end
  return before
end

-- From now on its jobs are kept like those of other ended tasks (kept-flows.ts). Returns the task that holds the lane from now on, if
-- its flow is still to be added.
local function leave_lane(request, now)
  local has_flow = redis.call('ZREM', key_starting(), request.id) + redis.call('ZREM', key_started(), request.id) > 0
  if has_flow then
    redis.call('ZADD', key_flows(), now, (request.queue or 'turn') .. ':' .. request.id)
    redis.call('EXPIRE', key_flows(), 30 * 86400)
  end
  local lane = lane_key(request)
  if not lane then return false end
  redis.call('LREM', lane, 1, request.id)
  return start_head(lane, now)
end
`;
