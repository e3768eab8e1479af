/** Sessions: whose conversation it is, its state, its messages, and the lists it is in. A task without a session passes through. */

/** Sessions in one list; those without activity for the longest time leave first. */
const MAX_LISTED = 10_000;

/** Bytes of the first message that a session keeps as its title: enough for 80 characters, of four bytes each at most. */
const TITLE_BYTES = 400;

export const SESSION = `
local function in_session(request)
  return request.session_id ~= nil and request.session_id ~= cjson.null
end

-- Whom the task is about: its subject; where there is none, the user.
local function subject_of(request)
  if request.subject == nil or request.subject == cjson.null then return { kind = 'user', id = request.user_id } end
  return request.subject
end

-- Whether the session mentions someone who is not among 'people', a list as JSON; '' is everyone.
local function mentions_others(session, people)
  if people == '' then return false end
  local allowed = {}
  for _, person in ipairs(cjson.decode(people)) do allowed[person] = true end
  for _, field in ipairs(redis.call('HKEYS', session)) do
    local person = string.match(field, '^about:(.+)$')
    if person and not allowed[person] then return true end
  end
  return false
end

-- A session stays with its subject. Whoever sends into a session can read it afterwards, so a bound user sends into their own only,
-- and a sender who is limited to some people into one that mentions nobody else.
local function session_is_foreign(request, bound, people)
  if not in_session(request) then return false end
  local session = key_session(request.tenant, request.session_id)
  local found = redis.call('HMGET', session, 'owner', 'user_id')
  if found[1] and found[1] ~= subject_of(request).id then return true end
  if bound ~= '' and found[2] and found[2] ~= bound then return true end
  return mentions_others(session, people)
end

local function keep_session(request, retention)
  local tenant, id = request.tenant, request.session_id
  for _, key in ipairs({ key_session(tenant, id), key_messages(tenant, id), key_session_state(tenant, id) }) do
    redis.call('EXPIRE', key, retention)
  end
end

local function index_task(index, id, now, retention)
  redis.call('ZADD', index, now, id)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', tonumber(now) - tonumber(retention) * 1000)
  redis.call('EXPIRE', index, retention)
end

-- A session is listed once a user has written into it; one that only agents write into is not.
local function list_session(request, now, retention)
  local subject = subject_of(request)
  local flag = request.origin.kind == 'user' and 'GT' or 'XX'
  local function list(kind, owner)
    local index = key_subject_sessions(request.tenant, kind, owner)
    redis.call('ZADD', index, flag, now, request.session_id)
    redis.call('ZREMRANGEBYSCORE', index, '-inf', tonumber(now) - tonumber(retention) * 1000)
    redis.call('ZREMRANGEBYRANK', index, 0, -${MAX_LISTED + 1})
    redis.call('EXPIRE', index, retention)
  end
  list(subject.kind, subject.id)
  if subject.kind ~= 'user' then list('user', request.user_id) end
end

-- 'state' is the team's initial state: objects by key; fields that are not given keep their value.
local function open_session(request, text, state, now, retention)
  local subject = subject_of(request)
  index_task(key_subject_tasks(request.tenant, subject.kind, subject.id), request.id, now, retention)
  if request.about ~= nil and request.about ~= cjson.null then
    index_task(key_subject_tasks(request.tenant, request.about.kind, request.about.id), request.id, now, retention)
  end
  if not in_session(request) then return end
  local tenant, id = request.tenant, request.session_id
  local session = key_session(tenant, id)
  redis.call('HSET', session, 'owner', subject.id, 'kind', subject.kind, 'user_id', request.user_id, 'team', request.team)
  redis.call('HSETNX', session, 'created_at', request.created_at)
  if request.origin.kind == 'user' and redis.call('HSETNX', session, 'title', string.sub(text, 1, ${TITLE_BYTES})) == 1 then
    redis.call('HSET', session, 'title_turn', request.id)
  end
  if request.about ~= nil and request.about ~= cjson.null then
    redis.call('HSET', session, 'about:' .. request.about.id, request.about.kind)
  end
  for key, fields in pairs(cjson.decode(state)) do
    local before = redis.call('HGET', key_session_state(tenant, id), key)
    local merged = before and cjson.decode(before) or {}
    for field, value in pairs(fields) do merged[field] = value end
    redis.call('HSET', key_session_state(tenant, id), key, cjson.encode(merged))
  end
  index_task(key_session_tasks(tenant, id), request.id, now, retention)
  list_session(request, now, retention)
  keep_session(request, retention)
end

-- Adds the message and the reply to the conversation. 'notes' are fields of the session as JSON pairs.
local function close_session(request, text, reply, agent, notes, now, at, retention)
  if not in_session(request) then return end
  local tenant, id = request.tenant, request.session_id
  local session, messages = key_session(tenant, id), key_messages(tenant, id)
  local role = request.origin.kind == 'user' and 'user' or 'event'
  redis.call('RPUSH', messages, cjson.encode({ role = role, text = text, turn_id = request.id, at = request.created_at }))
  if reply then
    redis.call('RPUSH', messages, cjson.encode({ role = 'assistant', text = reply, agent = agent, turn_id = request.id, at = at }))
  end
  redis.call('LTRIM', messages, -200, -1)
  -- Replies that no client is waiting for are sent to the clients that follow the session.
  if role == 'event' and reply then
    local data = cjson.encode({ turn_id = request.id, agent = agent, text = reply, at = at })
    local events = key_session_events(tenant, id)
    local event = redis.call('XADD', events, 'MAXLEN', '~', 500, '*', 'type', 'message', 'data', data)
    redis.call('EXPIRE', events, retention)
    redis.call('PUBLISH', key_session_channel(tenant, id), event .. ' message ' .. data)
  end
  redis.call('HINCRBY', session, 'turns', 1)
  if agent then redis.call('HSET', session, 'last_agent', agent) end
  if notes ~= '' then redis.call('HSET', session, unpack(cjson.decode(notes))) end
  list_session(request, now, retention)
  keep_session(request, retention)
end
`;
