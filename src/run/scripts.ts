/** The scripts behind a run: each is one round trip, and none writes to a turn that has ended. */
import { defineScript } from '../platform/lua.ts';

/**
 * ARGV: turn, now, how many messages of history, '1' to read the journal.
 * Everything a run needs to begin; the first run of a turn also marks it as running.
 */
export const openRun = defineScript(
  'open_run',
  `
local id, now, history, replay = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local key = turn_key(id)
local found = redis.call('HMGET', key, 'status', 'request', 'text')
if not found[1] then return {'missing'} end
if ENDED[found[1]] then return {found[1]} end
if found[1] == 'queued' then redis.call('HSET', key, 'status', 'running', 'started', now) end
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

/** ARGV: turn, field, value. The first writer wins; a second one is given what is there. */
export const recordStep = defineScript(
  'record_step',
  `
local id, field, value = ARGV[1], ARGV[2], ARGV[3]
if ended(id) then return {'ended'} end
local journal = turn_key(id) .. ':journal'
if redis.call('HSETNX', journal, field, value) == 1 then return {'recorded'} end
return {'known', redis.call('HGET', journal, field)}
`,
);

/**
 * ARGV: turn, field, value, state delta as JSON [[scope, key, json or false]...], now, reply or '', agent.
 * Ends a run: its result, its state changes and its reply become visible together. A turn has one reply: when an agent has handed
 * over, the one that took over has given it.
 */
export const finishRun = defineScript(
  'finish_run',
  `
local id, field, value, delta, now, reply, agent = unpack(ARGV)
if ended(id) then return {'ended'} end
local key = turn_key(id)
if redis.call('HSETNX', key .. ':journal', field, value) == 0 then return {'known'} end
local changes = cjson.decode(delta)
if #changes > 0 then
  local request = cjson.decode(redis.call('HGET', key, 'request'))
  local at = {
    session = session_key(request.tenant, request.session_id) .. ':state',
    user = tag .. ':user:' .. request.tenant .. ':' .. request.user_id .. ':state',
    app = tag .. ':app:' .. request.tenant .. ':state',
    temp = key .. ':temp',
  }
  for _, change in ipairs(changes) do
    if change[3] then redis.call('HSET', at[change[1]], change[2], change[3])
    else redis.call('HDEL', at[change[1]], change[2]) end
  end
end
if reply ~= '' and redis.call('HSETNX', key, 'reply', reply) == 1 then
  redis.call('HSET', key, 'agent', agent, 'replied', now)
  emit(id, 'reply', cjson.encode({ agent = agent, text = reply }))
end
return {'recorded'}
`,
);

/** ARGV: turn, now, kind, data as JSON, then field/value pairs to note in the turn. */
export const emitEvent = defineScript(
  'emit_event',
  `
local id, now, kind, data = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if ended(id) then return {'ended'} end
local key = turn_key(id)
if kind == 'delta' then redis.call('HSETNX', key, 'first_delta', now) end
if #ARGV > 4 then redis.call('HSET', key, unpack(ARGV, 5)) end
return {'emitted', emit(id, kind, data)}
`,
);
