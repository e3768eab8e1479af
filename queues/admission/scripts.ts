/**
 * Admission, ending and cancelling of tasks. Each is one script, composed of the parts for lanes, sessions and idempotency keys, so that it
 * is atomic.
 */
import { taskScript } from '../../src/engine/task/lua.ts';
import { IDEMPOTENCY } from './idempotency.lua.ts';
import { LANE } from './lane.lua.ts';
import { SESSION } from './session.lua.ts';
import { UNFINISHED } from './unfinished.lua.ts';

/** `close_task` returns the task that holds the lane from now on, if it is to be started. */
const CLOSE = `
local function close_task(request, now, status, retention, trace)
  local id = request.id
  local key = key_task(id)
  redis.call('HSET', key, 'status', status, 'ended', now)
  emit(id, 'done', cjson.encode({ [request.kind .. '_id'] = id, status = status }))
  redis.call('ZREM', key_open(), id)
  redis.call('ZREM', key_deadlines(), id)
  redis.call('DEL', key_temp(id))
  local kept = request.retention_seconds or retention
  redis.call('EXPIRE', key, kept)
  redis.call('EXPIRE', key_events(id), math.min(trace, kept))
  redis.call('EXPIRE', key_results(id), math.min(trace, kept))
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 4) == 'job:' then
      redis.call('EXPIRE', key_journal(id, string.sub(field, 5)), math.min(trace, kept))
    end
  end
  return leave_lane(request, now)
end
local function cancel(id, now, retention, trace)
  local request = cjson.decode(redis.call('HGET', key_task(id), 'request'))
  local following = close_task(request, now, 'cancelled', retention, trace)
  redis.call('PUBLISH', key_cancel_channel(), id)
  return following
end
`;

/**
 * ARGV: now, request as JSON, text, state to begin with as JSON, idempotency key or '', hash of the body, double-text policy,
 * how many tasks may be open, retention in s, how long traces are kept in s.
 */
export const admitTask = taskScript(
  'admit_task',
  LANE,
  SESSION,
  IDEMPOTENCY,
  CLOSE,
  `
local now, request_json, text, state, idem, body, policy = unpack(ARGV, 1, 7)
local max_open, retention, trace = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local request = cjson.decode(request_json)
local id, tenant = request.id, request.tenant
local lane = lane_key(request)

-- The connection may break after this has run and before the answer arrives; then the client sends the same call again.
if redis.call('EXISTS', key_task(id)) == 1 then
  return {(not lane or redis.call('LINDEX', lane, 0) == id) and 'started' or 'queued', id}
end
local known = known_by_key(tenant, idem, body)
if known == 'conflict' then return {'idempotency_conflict'} end
if known then return {'known', known} end
if session_is_foreign(request) then return {'foreign_session'} end
if redis.call('ZCARD', key_open()) >= max_open then return {'overloaded'} end

local waiting = lane and redis.call('LLEN', lane) or 0
if waiting > 0 then
  if policy == 'reject' then return {'session_busy'} end
  if policy == 'merge' and waiting > 1 then
    local last = redis.call('LINDEX', lane, -1)
    local before = redis.call('HMGET', key_task(last), 'request', 'text', 'merged')
    if before[1] and cjson.decode(before[1]).team == request.team then
      if before[3] ~= id then
        redis.call('HSET', key_task(last), 'text', before[2] .. '\\n' .. text, 'merged', id)
      end
      remember_key(tenant, idem, body, last, retention)
      return {'merged', last}
    end
  end
  if policy == 'interrupt' then
    for _, running in ipairs(redis.call('LRANGE', lane, 0, -1)) do
      if redis.call('EXISTS', key_task(running)) == 1 then cancel(running, now, retention, trace) end
    end
  end
end

redis.call('HSET', key_task(id), 'request', request_json, 'text', text, 'status', 'queued', 'created', now)
open_session(request, state, now, retention)
remember_key(tenant, idem, body, id, retention)
redis.call('ZADD', key_open(), now, id)
if request.deadline_ms and request.deadline_ms ~= cjson.null then redis.call('ZADD', key_deadlines(), request.deadline_ms, id) end
local before = join_lane(request, now)
emit(id, 'queued', cjson.encode({ [request.kind .. '_id'] = id, position = before }))
return {before > 0 and 'queued' or 'started', id}
`,
);

/**
 * ARGV: task, now, status, result as JSON, reply or '', agent, events as JSON [[kind, JSON]...], session notes as JSON pairs or '',
 * error as JSON or '', the time as text, retention, trace, what the team has still to do as JSON or '', when that is tried again.
 * A reply that an agent has given already is kept; this one is the fallback.
 */
export const endTask = taskScript(
  'end_task',
  LANE,
  SESSION,
  CLOSE,
  UNFINISHED,
  `
local id, now, status, result, reply, agent, events, notes, err, at = unpack(ARGV, 1, 10)
local retention, trace = tonumber(ARGV[11]), tonumber(ARGV[12])
if ended(id) then return {'ended'} end
local key = key_task(id)
redis.call('HSET', key, 'result', result)
if reply ~= '' and redis.call('HSETNX', key, 'reply', reply) == 1 then
  redis.call('HSET', key, 'agent', agent, 'replied', now)
  emit(id, 'reply', cjson.encode({ agent = agent, text = reply }))
end
for _, event in ipairs(cjson.decode(events)) do emit(id, event[1], event[2]) end
if err ~= '' then emit(id, 'error', err) end
local found = redis.call('HMGET', key, 'request', 'text', 'reply', 'agent')
local request = cjson.decode(found[1])
close_session(request, found[2], found[3], found[4], notes, at, retention)
leave_unfinished(id, ARGV[13], ARGV[14])
return {'ended_now', close_task(request, now, status, retention, trace)}
`,
);

/** ARGV: task, now, retention, trace. */
export const cancelTask = taskScript(
  'cancel_task',
  LANE,
  CLOSE,
  `
local id, now, retention, trace = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', key_task(id)) == 0 then return {'missing'} end
if ended(id) then return {'ended'} end
return {'cancelled', cancel(id, now, retention, trace)}
`,
);

/** ARGV: now, older than, how many. Started tasks that upkeep has not looked at for a while; marks them as looked at. */
export const staleTasks = taskScript(
  'stale_tasks',
  `
local now, before, limit = ARGV[1], ARGV[2], ARGV[3]
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key_started(), '-inf', before, 'LIMIT', 0, limit)) do
  redis.call('ZADD', key_started(), 'XX', now, id)
  local json = redis.call('HGET', key_task(id), 'request')
  if json then
    local request = cjson.decode(json)
    found[#found + 1] = { id, request.team, request.agent }
  else
    redis.call('ZREM', key_started(), id)
  end
end
return found
`,
);
