/**
 * The serial gate: one turn at a time per session, in order of arrival, across processes. A session's lane is a list of turn ids;
 * its head holds the gate. Admission, ending and cancelling are one script each, so no crash can leave the lane half changed.
 */
import { defineScript } from '../../src/platform/lua.ts';

/** Ends a turn and opens the gate: returns the next turn of the lane and its team if it is to be started now. */
const FINISH = `
local function finish(id, now, status, retention, trace)
  local key = turn_key(id)
  local request = cjson.decode(redis.call('HGET', key, 'request'))
  local lane = session_key(request.tenant, request.session_id) .. ':lane'
  redis.call('HSET', key, 'status', status, 'ended', now)
  emit(id, 'done', cjson.encode({ turn_id = id, status = status }))
  redis.call('LREM', lane, 1, id)
  redis.call('ZREM', tag .. ':open', id)
  redis.call('ZREM', tag .. ':started', id)
  redis.call('DEL', key .. ':temp')
  redis.call('EXPIRE', key, retention)
  redis.call('EXPIRE', key .. ':events', trace)
  redis.call('EXPIRE', key .. ':journal', trace)
  local following = redis.call('LINDEX', lane, 0)
  if following and redis.call('ZADD', tag .. ':started', 'NX', now, following) == 1 then
    return { following, cjson.decode(redis.call('HGET', turn_key(following), 'request')).team }
  end
  return false
end
local function cancel(id, now, retention, trace)
  local following = finish(id, now, 'cancelled', retention, trace)
  redis.call('PUBLISH', tag .. ':cancelled', id)
  return following
end
`;

/**
 * ARGV: turn, now, request as JSON, text, idempotency key or '', hash of the body, double-text policy,
 * how many turns may be open, requests a minute or 0, retention in s, how long traces are kept in s.
 */
export const admitTurn = defineScript(
  'admit_turn',
  `${FINISH}
local id, now, request_json, text, idem, body, policy = unpack(ARGV, 1, 7)
local max_open, rate, retention, trace = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10], ARGV[11]
local request = cjson.decode(request_json)
local tenant = request.tenant
local session = session_key(tenant, request.session_id)
local lane = session .. ':lane'
local idem_key = tag .. ':idem:' .. tenant .. ':' .. idem

-- The connection may break after this has run and before the answer arrives; then the same call is sent again.
if redis.call('EXISTS', turn_key(id)) == 1 then
  return {redis.call('LINDEX', lane, 0) == id and 'started' or 'queued', id}
end
if idem ~= '' then
  local known = redis.call('HMGET', idem_key, 'body', 'turn')
  if known[1] then
    if known[1] ~= body then return {'idempotency_conflict'} end
    return {'known', known[2]}
  end
end
if rate > 0 then
  local minute = math.floor(tonumber(now) / 60000)
  local counter = tag .. ':rate:' .. tenant .. ':' .. minute
  local count = redis.call('INCR', counter)
  redis.call('EXPIRE', counter, 120)
  if count > rate then return {'rate_limited', (minute + 1) * 60000 - tonumber(now)} end
end
local owner = redis.call('HGET', session, 'patient_id')
if owner and owner ~= request.patient_id then return {'foreign_session'} end
if redis.call('ZCARD', tag .. ':open') >= max_open then return {'overloaded'} end

local function remember(turn)
  if idem == '' then return end
  redis.call('HSET', idem_key, 'body', body, 'turn', turn)
  redis.call('EXPIRE', idem_key, math.min(86400, tonumber(retention)))
end

local waiting = redis.call('LLEN', lane)
if waiting > 0 then
  if policy == 'reject' then return {'session_busy'} end
  if policy == 'merge' and waiting > 1 then
    local last = redis.call('LINDEX', lane, -1)
    local before = redis.call('HMGET', turn_key(last), 'request', 'text', 'merged')
    if cjson.decode(before[1]).team == request.team then
      if before[3] ~= id then
        redis.call('HSET', turn_key(last), 'text', before[2] .. '\\n' .. text, 'merged', id)
      end
      remember(last)
      return {'merged', last}
    end
  end
  if policy == 'interrupt' then
    for _, running in ipairs(redis.call('LRANGE', lane, 0, -1)) do cancel(running, now, retention, trace) end
  end
end

redis.call('HSET', turn_key(id), 'request', request_json, 'text', text, 'status', 'queued', 'created', now)
redis.call('HSET', session, 'tenant', tenant, 'patient_id', request.patient_id, 'user_id', request.user_id, 'team', request.team)
redis.call('HSETNX', session, 'created_at', request.created_at)
local topic = request.topic
if topic == cjson.null then
  local before = redis.call('HGET', session .. ':state', 'machina_med_state')
  before = before and cjson.decode(before) or {}
  topic = { node_uuid = before.session_topic_node_uuid, node_type = before.session_topic_node_type }
end
redis.call('HSET', session .. ':state', 'machina_med_state', cjson.encode({
  patient_id = request.patient_id, user_id = request.user_id, user_location = request.user_location,
  session_topic_node_uuid = topic.node_uuid or cjson.null, session_topic_node_type = topic.node_type or cjson.null,
}))
remember(id)
local expired = tonumber(now) - tonumber(retention) * 1000
for _, index in ipairs({ session .. ':turns', tag .. ':patient:' .. tenant .. ':' .. request.patient_id .. ':turns' }) do
  redis.call('ZADD', index, now, id)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', expired)
  redis.call('EXPIRE', index, retention)
end
for _, part in ipairs({ '', ':messages', ':state' }) do redis.call('EXPIRE', session .. part, retention) end
redis.call('ZADD', tag .. ':open', now, id)
local position = redis.call('RPUSH', lane, id)
emit(id, 'queued', cjson.encode({ turn_id = id, position = position - 1 }))
if position > 1 then return {'queued', id} end
redis.call('ZADD', tag .. ':started', now, id)
return {'started', id}
`,
);

/**
 * ARGV: turn, now, status, result as JSON, reply or '', agent, facts as JSON, topics as JSON, retention, trace, the time as text,
 * error as JSON or ''.
 * The fan-in's last word. A reply that an agent gave already stands; ours is the fallback.
 */
export const endTurn = defineScript(
  'end_turn',
  `${FINISH}
local id, now, status, result, reply, agent, facts, topics, retention, trace, at, err = unpack(ARGV)
if ended(id) then return {'ended'} end
local key = turn_key(id)
redis.call('HSET', key, 'result', result)
if reply ~= '' and redis.call('HSETNX', key, 'reply', reply) == 1 then
  redis.call('HSET', key, 'agent', agent, 'replied', now)
  emit(id, 'reply', cjson.encode({ agent = agent, text = reply }))
end
emit(id, 'facts', facts)
if err ~= '' then emit(id, 'error', err) end
local request = cjson.decode(redis.call('HGET', key, 'request'))
local session = session_key(request.tenant, request.session_id)
local said = redis.call('HMGET', key, 'text', 'reply', 'agent')
local role = (not request.origin or request.origin.kind == 'user') and 'user' or 'event'
redis.call('RPUSH', session .. ':messages', cjson.encode({ role = role, text = said[1], turn_id = id, at = request.created_at }))
if said[2] then
  redis.call('RPUSH', session .. ':messages', cjson.encode({ role = 'assistant', text = said[2], agent = said[3], turn_id = id, at = at }))
end
redis.call('LTRIM', session .. ':messages', -200, -1)
-- Whoever has the conversation open hears of what they did not ask for.
if role == 'event' and said[2] then
  local data = cjson.encode({ turn_id = id, agent = said[3], text = said[2], at = at })
  local event = redis.call('XADD', session .. ':events', 'MAXLEN', '~', 500, '*', 'type', 'message', 'data', data)
  redis.call('EXPIRE', session .. ':events', retention)
  redis.call('PUBLISH', tag .. ':events:session:' .. request.tenant .. ':' .. request.session_id, event .. ' message ' .. data)
end
redis.call('HINCRBY', session, 'turns', 1)
if topics ~= '[]' then redis.call('HSET', session, 'topics', topics) end
for _, part in ipairs({ '', ':messages', ':state' }) do redis.call('EXPIRE', session .. part, retention) end
return {'ended_now', finish(id, now, status, retention, trace)}
`,
);

/** ARGV: turn, now, retention, trace. */
export const cancelTurn = defineScript(
  'cancel_turn',
  `${FINISH}
local id, now, retention, trace = unpack(ARGV)
if redis.call('EXISTS', turn_key(id)) == 0 then return {'missing'} end
if ended(id) then return {'ended'} end
return {'cancelled', cancel(id, now, retention, trace)}
`,
);

/** ARGV: now, older than, how many. Turns that hold a gate and that nobody has looked at for a while; marks them as looked at. */
export const staleTurns = defineScript(
  'stale_turns',
  `
local now, before, most = ARGV[1], ARGV[2], ARGV[3]
local ids = redis.call('ZRANGEBYSCORE', tag .. ':started', '-inf', before, 'LIMIT', 0, most)
local found = {}
for _, id in ipairs(ids) do
  redis.call('ZADD', tag .. ':started', 'XX', now, id)
  local request = redis.call('HGET', turn_key(id), 'request')
  if request then
    found[#found + 1] = id
    found[#found + 1] = cjson.decode(request).team
  else
    redis.call('ZREM', tag .. ':started', id)
  end
end
return found
`,
);
