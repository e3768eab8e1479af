/**
 * Admission, ending and cancelling of tasks. Each is one script, composed of the parts for lanes, sessions and idempotency keys, so that it
 * is atomic.
 */
import { TASK_RUN } from '../../src/engine/task/keys.ts';
import { taskScript } from '../../src/engine/task/lua.ts';
import { AUDIT } from './audit.lua.ts';
import { IDEMPOTENCY } from './idempotency.lua.ts';
import { LANE } from './lane.lua.ts';
import { SESSION } from './session.lua.ts';
import { UNFINISHED } from './unfinished.lua.ts';

/**
 * `keep` says for how many seconds an ended task, its events and its journals stay. `close_task` returns the task that holds the lane
 * from now on, if it is to be started.
 */
const CLOSE = `
local function keep_for(at)
  return { task = tonumber(ARGV[at]), events = tonumber(ARGV[at + 1]), journals = tonumber(ARGV[at + 2]) }
end
-- What the steps of a task have used, by its trace: runs that were cut off have no results that could be summed.
local function settle(id)
  local used = { model_calls = 0, input_tokens = 0, output_tokens = 0, cost_usd = 0 }
  for _, json in ipairs(redis.call('LRANGE', key_trace(id), 0, -1)) do
    local entry = cjson.decode(json)
    if entry.u then
      used.model_calls = used.model_calls + 1
      used.input_tokens = used.input_tokens + entry.u[1]
      used.output_tokens = used.output_tokens + entry.u[2]
      local is_known = used.cost_usd ~= cjson.null and entry.u[3] ~= cjson.null
      used.cost_usd = is_known and used.cost_usd + entry.u[3] or cjson.null
    elseif entry.k == 'model' and not entry.e then used.rule_calls = (used.rule_calls or 0) + 1 end
  end
  redis.call('HSET', key_task(id), 'used', cjson.encode(used))
end
local function close_task(request, now, status, keep)
  local id = request.id
  local key = key_task(id)
  if status == 'cancelled' or status == 'failed' then settle(id) end
  redis.call('HSET', key, 'status', status, 'ended', now)
  emit(id, 'done', cjson.encode({ [request.kind .. '_id'] = id, status = status }))
  redis.call('ZREM', key_open(), id)
  redis.call('ZREM', key_deadlines(), id)
  redis.call('DEL', key_temp(id))
  local whole = request.retention_seconds or keep.task
  local function expire(name, seconds) redis.call('EXPIRE', name, math.min(seconds, whole)) end
  expire(key, whole)
  compact_events(id)
  expire(key_trace(id), whole)
  expire(key_events(id), keep.events)
  -- A cancelled task has no result of its own: those of its runs are all that can be shown.
  expire(key_results(id), status == 'cancelled' and keep.events or keep.journals)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 4) == 'job:' then expire(key_journal(id, string.sub(field, 5)), keep.journals) end
  end
  return leave_lane(request, now)
end
local function cancel(id, now, keep)
  local request = cjson.decode(redis.call('HGET', key_task(id), 'request'))
  local following = close_task(request, now, 'cancelled', keep)
  redis.call('PUBLISH', key_cancel_channel(), id)
  return following
end
`;

/**
 * ARGV: now, request as JSON, text, state to begin with as JSON, idempotency key or '', hash of the body, double-text policy,
 * how many tasks may be open, the user that the sender is bound to or '', how long to keep (three values), the people that
 * the sender is limited to as JSON or '', a key without which it is refused or ''.
 */
export const admitTask = taskScript(
  'admit_task',
  LANE,
  SESSION,
  IDEMPOTENCY,
  CLOSE,
  `
local now, request_json, text, state, idem, body, policy = unpack(ARGV, 1, 7)
local max_open, bound, keep = tonumber(ARGV[8]), ARGV[9], keep_for(10)
local request = cjson.decode(request_json)
local id, tenant = request.id, request.tenant
local lane = lane_key(request)

-- The connection may break after this has run and before the answer arrives; then the client sends the same call again. So does a team
-- that is not sure whether it has sent a message. A flow that is in the queues must not be added again: finished jobs would run again.
if redis.call('EXISTS', key_task(id)) == 1 then
  if redis.call('ZSCORE', key_starting(), id) then return {'started', id, origin_of(request)} end
  local waits = lane and not ended(id) and redis.call('LINDEX', lane, 0) ~= id
  return {waits and 'queued' or 'known', id}
end
local known = known_by_key(request, idem, body)
if known == 'conflict' then return {'idempotency_conflict'} end
if known then return {'known', known} end
local about = type(request.about) == 'table' and request.about.id or request.user_id
for _, person in ipairs({ subject_of(request).id, request.user_id, about }) do
  if redis.call('EXISTS', key_erasing(tenant, person)) == 1 then return {'erased'} end
end
if ARGV[14] ~= '' and redis.call('EXISTS', ARGV[14]) == 0 then return {'erased'} end
if session_is_foreign(request, bound, ARGV[13]) then return {'foreign_session'} end
if redis.call('ZCARD', key_open()) >= max_open then return {'overloaded'} end

if lane and redis.call('EXISTS', lane) == 1 then start_head(lane, now) end
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
      remember_key(request, idem, body, last, keep.task)
      return {'merged', last}
    end
  end
  if policy == 'interrupt' then
    for _, running in ipairs(redis.call('LRANGE', lane, 0, -1)) do
      if redis.call('EXISTS', key_task(running)) == 1 then cancel(running, now, keep) end
    end
  end
end

redis.call('HSET', key_task(id), 'request', request_json, 'text', text, 'status', 'queued', 'created', now)
open_session(request, text, state, now, keep.task)
remember_key(request, idem, body, id, keep.task)
redis.call('ZADD', key_open(), now, id)
if request.deadline_ms and request.deadline_ms ~= cjson.null then redis.call('ZADD', key_deadlines(), request.deadline_ms, id) end
local before = join_lane(request, now)
emit(id, 'queued', cjson.encode({ [request.kind .. '_id'] = id, position = before }))
compact_events(id)
return {before > 0 and 'queued' or 'started', id, origin_of(request)}
`,
);

/**
 * ARGV: task, now, status, result as JSON, reply or '', agent, events as JSON [[kind, JSON]...], session notes as JSON pairs or '',
 * error as JSON or '', the time as text, how long to keep (three values), what the team has still to do as JSON or '', when that is
 * tried again, which sources it has cited as JSON or '', entries for the trace as JSON, the queue of the task's own job or '', lines for
 * its log as JSON, its progress as JSON or ''.
 * A reply that an agent has given already is kept; this one is the fallback.
 */
export const endTask = taskScript(
  'end_task',
  LANE,
  SESSION,
  CLOSE,
  UNFINISHED,
  AUDIT,
  `
local id, now, status, result, reply, agent, events, notes, err, at = unpack(ARGV, 1, 10)
local keep = keep_for(11)
if ended(id) then return {'ended'} end
local key = key_task(id)
redis.call('HSET', key, 'result', result)
add_trace(id, cjson.decode(ARGV[17]))
tell_job(id, '${TASK_RUN}', ARGV[18], cjson.decode(ARGV[19]), ARGV[20])
if reply ~= '' and redis.call('HSETNX', key, 'reply', reply) == 1 then
  redis.call('HSET', key, 'agent', agent, 'replied', now)
  emit(id, 'reply', cjson.encode({ agent = agent, text = reply }))
end
for _, event in ipairs(cjson.decode(events)) do emit(id, event[1], event[2]) end
if err ~= '' then emit(id, 'error', err) end
local found = redis.call('HMGET', key, 'request', 'text', 'reply', 'agent')
local request = cjson.decode(found[1])
close_session(request, found[2], found[3], found[4], notes, now, at, keep.task)
leave_unfinished(id, ARGV[14], ARGV[15])
audit_citations(request, ARGV[16], now, keep.task)
local following = close_task(request, now, status, keep)
return {'ended_now', following, redis.call('HGET', key, 'used')}
`,
);

/** ARGV: task, what the user must know before any answer, as JSON. */
export const raiseAlarm = taskScript('raise_alarm', 'raise_alarm(ARGV[1], ARGV[2])');

/** ARGV: task, now, how long to keep (three values). */
export const cancelTask = taskScript(
  'cancel_task',
  LANE,
  CLOSE,
  `
local id, now = ARGV[1], ARGV[2]
if redis.call('EXISTS', key_task(id)) == 0 then return {'missing'} end
if ended(id) then return {'ended'} end
return {'cancelled', cancel(id, now, keep_for(3))}
`,
);
