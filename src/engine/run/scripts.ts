/**
 * The scripts behind runs. Each call serves all jobs of a process that asked in the same turn of its event loop, and none writes to a
 * task that has ended.
 */
import { taskScript } from '../task/lua.ts';

/**
 * ARGV: now, then for each job seven values: task, run of the job, fence, its queue or '', how many messages of history, '1' to read the
 * results of all runs, a line for its log. Gives for each everything that the job needs to begin, or the status of a task that has ended.
 * The journal and the results are read whenever the run has begun before, in this job or in one that was lost and added again.
 * From here on only writes with this fence count: whoever had the run before has lost it. The first job of a task marks it as running.
 */
export const openRun = taskScript(
  'open_run',
  `
-- Jobs of one task that begin together are given the same: it is read once.
local known = {}
local function read(key)
  known[key] = known[key] or redis.call('HGETALL', key)
  return known[key]
end
local function open(now, id, run, fence, queue, history, results, line)
  local key, field, mark = key_task(id), 'job:' .. run, fence .. '/0'
  local found = redis.call('HMGET', key, 'status', 'request', 'text', field)
  if not found[1] then return 'missing' end
  if ENDED[found[1]] then return found[1] end
  if found[1] == 'queued' then
    redis.call('HSET', key, 'status', 'running', 'started', now, field, mark)
    redis.call('ZREM', key_starting(), id)
  else redis.call('HSET', key, field, mark) end
  redis.call('ZADD', key_started(), now, id)
  local again = found[4] ~= false
  tell_job(id, run, queue, { line }, '')
  local request = cjson.decode(found[2])
  local tenant, session = request.tenant, request.session_id
  local messages, state = {}, {}
  if session and session ~= cjson.null then
    if tonumber(history) > 0 then messages = redis.call('LRANGE', key_messages(tenant, session), -history, -1) end
    state = read(key_session_state(tenant, session))
  end
  return {
    found[2], found[3], messages,
    again and redis.call('HGETALL', key_journal(id, run)) or {},
    (again or results == '1') and redis.call('HGETALL', key_results(id)) or {},
    state,
    read(key_user_state(tenant, request.user_id)),
    read(key_app_state(tenant)),
    read(key_temp(id)),
  }
end
local opened = {}
for i = 2, #ARGV, 7 do opened[#opened + 1] = open(ARGV[1], unpack(ARGV, i, i + 6)) end
return opened
`,
);

/**
 * ARGV: now, then for each job: task, run of the job, fence, its queue or '', number of this write, how many writes, and the writes, four
 * values each (writes.ts):
 *   step, field, value, entry in the trace or ''
 *   event, kind, data as JSON, pairs to note in the task as JSON or ''
 *   state, changes as JSON [[scope, key, JSON or false]...]
 *   result, run, value, changes: ends a run. If it had ended before, neither the changes nor the trace and the reply that follow count;
 *     a failure is replaced: an operator has had its job tried again.
 *   trace, entry
 *   log, line, progress of the job as JSON or '' where it is as before
 *   reply, agent, text: a task has one; when an agent has handed over, the one that took over gives it.
 * Another fence: another worker has begun this run anew, and nothing is written. A number that was seen: the connection broke before
 * the answer arrived, and the client has sent the same write again. A number that skips one: Redis has refused the write before it.
 * A run that begins again, or whose rule stands in, takes back what was said; if that was nothing, no event is needed.
 */
export const writeRun = taskScript(
  'write_run',
  `
local now = ARGV[1]
local function write(id, run, fence, queue, number, first, last)
  local key, field = key_task(id), 'job:' .. run
  local status, mark = unpack(redis.call('HMGET', key, 'status', field))
  if not status or ENDED[status] then return 'ended' end
  mark = mark or ''
  local slash = string.find(mark, '/', 1, true) or 0
  if string.sub(mark, 1, slash - 1) ~= fence then return 'overtaken' end
  local missing = tonumber(number) - tonumber(string.sub(mark, slash + 1))
  if missing < 1 then return 'written' end
  if missing > 1 then return 'early' end
  redis.call('HSET', key, field, fence .. '/' .. number)
  local at
  local function apply(json)
    if json == '[]' then return end
    if not at then
      local request = cjson.decode(redis.call('HGET', key, 'request'))
      local in_session = request.session_id and request.session_id ~= cjson.null
      at = {
        -- Without a session, what would be kept in one lasts as long as the task.
        session = in_session and key_session_state(request.tenant, request.session_id) or key_temp(id),
        user = key_user_state(request.tenant, request.user_id),
        app = key_app_state(request.tenant),
        temp = key_temp(id),
      }
    end
    local set = {}
    for _, change in ipairs(cjson.decode(json)) do
      local scope, field, value = change[1], change[2], change[3]
      if not value then redis.call('HDEL', at[scope], field)
      else
        local fields = set[scope] or {}
        set[scope] = fields
        fields[#fields + 1] = field
        fields[#fields + 1] = value
      end
    end
    for scope, fields in pairs(set) do redis.call('HSET', at[scope], unpack(fields)) end
  end
  local function say(kind, data, notes)
    if kind == 'alarm' then return raise_alarm(id, data) end
    if kind == 'delta' then
      redis.call('HSETNX', key, 'first_delta', now)
      redis.call('HSET', key, 'saying', 1)
    elseif kind == 'reset' then
      local reason = cjson.decode(data).reason
      local is_repeat = reason == 'restarted' or reason == 'stood_in'
      if is_repeat and redis.call('HGET', key, 'saying') ~= '1' then return end
      redis.call('HSET', key, 'saying', 0)
    end
    if notes ~= '' then redis.call('HSET', key, unpack(cjson.decode(notes))) end
    emit(id, kind, data)
  end
  local known, traced, lines, progress = false, {}, {}, ''
  local function trace(entry)
    if entry ~= '' then traced[#traced + 1] = entry end
  end
  for i = first, last, 4 do
    local kind, a, b, c = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
    if kind == 'step' then
      redis.call('HSET', key_journal(id, run), a, b)
      trace(c)
    elseif kind == 'event' then say(a, b, c)
    elseif kind == 'state' then apply(a)
    elseif kind == 'result' then
      known = redis.call('HSETNX', key_results(id), a, b) == 0
      if known and cjson.decode(redis.call('HGET', key_results(id), a)).status == 'error' then
        redis.call('HSET', key_results(id), a, b)
        known = false
      end
      if not known then apply(c) end
    elseif known then -- What follows a result that was there before.
    elseif kind == 'trace' then trace(a)
    elseif kind == 'log' then
      lines[#lines + 1] = a
      if b ~= '' then progress = b end
    elseif redis.call('HSETNX', key, 'reply', b) == 1 then
      redis.call('HSET', key, 'agent', a, 'replied', now)
      emit(id, 'reply', cjson.encode({ agent = a, text = b }))
    end
  end
  add_trace(id, traced)
  tell_job(id, run, queue, lines, progress)
  return 'written'
end
local outcomes = {}
local at = 2
while at <= #ARGV do
  local last = at + 5 + ARGV[at + 5] * 4
  outcomes[#outcomes + 1] = write(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], at + 6, last)
  at = last + 1
end
return outcomes
`,
);

/**
 * ARGV: task, run, '1' if it is noted only where it has begun. Notes that the job of a run was gone although it had no result, and is added
 * again.
 */
export const noteLost = taskScript(
  'note_lost',
  `
local key, run = key_task(ARGV[1]), ARGV[2]
if ended(ARGV[1]) or (ARGV[3] == '1' and redis.call('HEXISTS', key, 'job:' .. run) == 0) then return end
redis.call('HSET', key, 'lost:' .. run, 1)
`,
);
