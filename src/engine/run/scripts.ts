/** The scripts behind a run: each is one round trip, and none writes to a turn that has ended. */
import { defineScript } from '../../platform/lua.ts';

/**
 * ARGV: turn, now, how many messages of history, '1' to read the journal, which agent begins.
 * Everything a run needs to begin; the first run of a turn also marks it as running.
 */
export const openRun = defineScript(
  'open_run',
  `
local id, now, history, replay, agent = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local key = turn_key(id)
local found = redis.call('HMGET', key, 'status', 'request', 'text')
if not found[1] then return {'missing'} end
if ENDED[found[1]] then return {found[1]} end
if found[1] == 'queued' then redis.call('HSET', key, 'status', 'running', 'started', now) end
redis.call('HSETNX', key, 'run:' .. agent, now)
local request = cjson.decode(found[2])
local session = session_key(request.tenant, request.session_id)
local messages = {}
if history > 0 then messages = redis.call('LRANGE', session .. ':messages', -history, -1) end
local journal = {}
if replay == '1' then journal = redis.call('HGETALL', key .. ':journal') end
return {
  'running', found[2], found[3], messages, journal,
  redis.call('HGETALL', session .. ':state'),
  redis.call('HGETALL', tag .. ':user:' .. request.tenant .. ':' .. request.user_id .. ':state'),
  redis.call('HGETALL', tag .. ':app:' .. request.tenant .. ':state'),
  redis.call('HGETALL', key .. ':temp'),
}
`,
);

/**
 * ARGV: turn, now, then the writes, four values each (writes.ts):
 *   step, field, value
 *   event, kind, data as JSON, pairs to note in the turn as JSON or ''
 *   state, changes as JSON [[scope, key, JSON or false]...]
 *   result, field, value, changes: ends a run. If it had ended before, neither the changes nor the reply that follows count.
 *   reply, agent, text: a turn has one; when an agent has handed over, the one that took over has given it.
 * If another worker has recorded one of the steps, the run is its: nothing is written. If one of them stands there word for word, so
 * does everything else: the connection broke before we were told, and the client has sent it all again.
 * A run that begins again takes back what its predecessor has said; after a mere park there is nothing to take back, and nothing is told.
 */
export const writeRun = defineScript(
  'write_run',
  `
local id, now = ARGV[1], ARGV[2]
if ended(id) then return {'ended'} end
local key = turn_key(id)
local journal = key .. ':journal'
for i = 3, #ARGV, 4 do
  if ARGV[i] == 'step' then
    local there = redis.call('HGET', journal, ARGV[i + 1])
    if there == ARGV[i + 2] then return {'written'} end
    if there then return {'overtaken'} end
  end
end
local at
local function apply(json)
  if json == '[]' then return end
  if not at then
    local request = cjson.decode(redis.call('HGET', key, 'request'))
    at = {
      session = session_key(request.tenant, request.session_id) .. ':state',
      user = tag .. ':user:' .. request.tenant .. ':' .. request.user_id .. ':state',
      app = tag .. ':app:' .. request.tenant .. ':state',
      temp = key .. ':temp',
    }
  end
  for _, change in ipairs(cjson.decode(json)) do
    if change[3] then redis.call('HSET', at[change[1]], change[2], change[3])
    else redis.call('HDEL', at[change[1]], change[2]) end
  end
end
local function say(kind, data, notes)
  if kind == 'delta' then
    redis.call('HSETNX', key, 'first_delta', now)
    redis.call('HSET', key, 'saying', 1)
  elseif kind == 'reset' then
    if redis.call('HGET', key, 'saying') ~= '1' and cjson.decode(data).reason == 'restarted' then return end
    redis.call('HSET', key, 'saying', 0)
  end
  if notes ~= '' then redis.call('HSET', key, unpack(cjson.decode(notes))) end
  emit(id, kind, data)
end
local known = false
for i = 3, #ARGV, 4 do
  local kind, a, b, c = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  if kind == 'step' then redis.call('HSET', journal, a, b)
  elseif kind == 'event' then say(a, b, c)
  elseif kind == 'state' then apply(a)
  elseif kind == 'result' then
    known = redis.call('HSETNX', journal, a, b) == 0
    if not known then apply(c) end
  elseif not known and redis.call('HSETNX', key, 'reply', b) == 1 then
    redis.call('HSET', key, 'agent', a, 'replied', now)
    emit(id, 'reply', cjson.encode({ agent = a, text = b }))
  end
end
return {'written'}
`,
);
