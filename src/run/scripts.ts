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

/** Writes state changes, given as JSON [[scope, key, json or false]...], to where each scope is kept. */
const APPLY = `
local function apply(id, json)
  local changes = cjson.decode(json)
  if #changes == 0 then return end
  local request = cjson.decode(redis.call('HGET', turn_key(id), 'request'))
  local at = {
    session = session_key(request.tenant, request.session_id) .. ':state',
    user = tag .. ':user:' .. request.tenant .. ':' .. request.user_id .. ':state',
    app = tag .. ':app:' .. request.tenant .. ':state',
    temp = turn_key(id) .. ':temp',
  }
  for _, change in ipairs(changes) do
    if change[3] then redis.call('HSET', at[change[1]], change[2], change[3])
    else redis.call('HDEL', at[change[1]], change[2]) end
  end
end
`;

/**
 * Carries out the writes that stand in ARGV from `first` on, four values each:
 * 'step', field, value, '' or 'state', changes, '', '' or 'event', kind, data as JSON, pairs to note in the turn as JSON or ''.
 * False, and nothing is written, if another worker has recorded one of the steps: then the run is its.
 * A run that begins again takes back what its predecessor has said; after a mere park there is nothing to take back, and nothing is told.
 */
const WRITE = `${APPLY}
local function say(id, now, kind, data, notes)
  local key = turn_key(id)
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
local function write(id, now, first)
  local journal = turn_key(id) .. ':journal'
  for i = first, #ARGV, 4 do
    if ARGV[i] == 'step' then
      local there = redis.call('HGET', journal, ARGV[i + 1])
      if there and there ~= ARGV[i + 2] then return false end
    end
  end
  for i = first, #ARGV, 4 do
    if ARGV[i] == 'step' then redis.call('HSET', journal, ARGV[i + 1], ARGV[i + 2])
    elseif ARGV[i] == 'state' then apply(id, ARGV[i + 1])
    else say(id, now, ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]) end
  end
  return true
end
`;

/** ARGV: turn, now, then the writes. */
export const writeRun = defineScript(
  'write_run',
  `${WRITE}
if ended(ARGV[1]) then return {'ended'} end
if not write(ARGV[1], ARGV[2], 3) then return {'overtaken'} end
return {'written'}
`,
);

/**
 * ARGV: turn, field, value, state changes, now, reply or '', agent, then the writes.
 * Ends a run: what it had still to write, its result, its state changes and its reply become visible together. A turn has one reply:
 * when an agent has handed over, the one that took over has given it.
 */
export const finishRun = defineScript(
  'finish_run',
  `${WRITE}
local id, field, value, changes, now, reply, agent = unpack(ARGV, 1, 7)
if ended(id) then return {'ended'} end
local key = turn_key(id)
if redis.call('HEXISTS', key .. ':journal', field) == 1 then return {'known'} end
if not write(id, now, 8) then return {'overtaken'} end
redis.call('HSET', key .. ':journal', field, value)
apply(id, changes)
if reply ~= '' and redis.call('HSETNX', key, 'reply', reply) == 1 then
  redis.call('HSET', key, 'agent', agent, 'replied', now)
  emit(id, 'reply', cjson.encode({ agent = agent, text = reply }))
end
return {'recorded'}
`,
);
