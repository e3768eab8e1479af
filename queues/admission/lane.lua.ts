/**
 * A lane: one task at a time, in order of arrival, across processes. It is a list of task ids; the first one holds the lane and has its
 * flow in the queues. Joining and leaving happen inside the scripts that admit and end tasks, so no crash leaves a lane half changed.
 */
export const LANE = `
local function lane_key(request)
  if request.lane == nil or request.lane == cjson.null then return nil end
  return key_lane(request.tenant, request.lane)
end

-- Returns how many tasks are before this one. A task without a lane starts at once.
local function join_lane(request, now)
  local lane = lane_key(request)
  local before = lane and redis.call('RPUSH', lane, request.id) - 1 or 0
  if before == 0 then redis.call('ZADD', key_started(), now, request.id) end
  return before
end

-- Returns the task that holds the lane from now on, if its flow is still to be added: { id, team, agent }.
local function leave_lane(request, now)
  redis.call('ZREM', key_started(), request.id)
  local lane = lane_key(request)
  if not lane then return false end
  redis.call('LREM', lane, 1, request.id)
  local following = redis.call('LINDEX', lane, 0)
  while following do
    local json = redis.call('HGET', key_task(following), 'request')
    if json then
      if redis.call('ZADD', key_started(), 'NX', now, following) == 0 then return false end
      local next_request = cjson.decode(json)
      return { following, next_request.team, next_request.agent }
    end
    -- Its task has expired or was erased.
    redis.call('LPOP', lane)
    following = redis.call('LINDEX', lane, 0)
  end
  return false
end
`;
