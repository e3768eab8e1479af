/** The Lua of the study data: an event is counted everywhere or nowhere, and once. */
import { defineScript } from '../../../platform/lua.ts';
import { LAYOUT } from '../keys.ts';
import { COUNTED_SECONDS, KEPT_SECONDS, LATEST_ANSWERS, MOST_COUNTED, MOST_TOPICS, RECENT_EVENTS } from '../limits.ts';

/** `event` is the JSON of a StudyEvent; days before `oldest` are dropped. Returns false if the event was counted before. */
export const COUNT_EVENT = `
local function keep(key) redis.call('EXPIRE', key, ${KEPT_SECONDS}) end

local function drop_days_before(days, oldest)
  for _, field in ipairs(redis.call('HKEYS', days)) do
    if string.sub(field, 1, 10) < oldest then redis.call('HDEL', days, field) end
  end
end

local function drop_oldest_topic(topics)
  local oldest, at = nil, nil
  local all = redis.call('HGETALL', topics)
  for i = 1, #all, 2 do
    local last = cjson.decode(all[i + 1]).at
    if at == nil or last < at then oldest, at = all[i], last end
  end
  if oldest then redis.call('HDEL', topics, oldest) end
end

local function count_topic(topics, event)
  local known = redis.call('HGET', topics, event.topic)
  if not known and redis.call('HLEN', topics) >= ${MOST_TOPICS} then drop_oldest_topic(topics) end
  local topic = known and cjson.decode(known) or { count = 0, right = 0, latest = '' }
  topic.count = topic.count + 1
  if event.right then topic.right = topic.right + 1 end
  topic.latest = string.sub(topic.latest .. (event.right and '1' or '0'), -${LATEST_ANSWERS})
  topic.at = event.at
  redis.call('HSET', topics, event.topic, cjson.encode(topic))
  keep(topics)
end

local function count_event(tenant, user, id, json, oldest)
  local counted = key_counted(tenant, user)
  if redis.call('ZSCORE', counted, id) then return false end
  local now = tonumber(redis.call('TIME')[1])
  redis.call('ZADD', counted, now, id)
  redis.call('ZREMRANGEBYSCORE', counted, '-inf', now - ${COUNTED_SECONDS})
  redis.call('ZREMRANGEBYRANK', counted, 0, -${MOST_COUNTED + 1})
  redis.call('EXPIRE', counted, ${COUNTED_SECONDS})
  local event = cjson.decode(json)
  local days = key_days(tenant, user)
  local field = event.day .. ':' .. event.kind
  if redis.call('HINCRBY', days, field, 1) == 1 then drop_days_before(days, oldest) end
  if event.right then redis.call('HINCRBY', days, field .. ':right', 1) end
  if event.ms > 0 then redis.call('HINCRBY', days, event.day .. ':ms', event.ms) end
  keep(days)
  if event.kind ~= 'lesson' then count_topic(key_topics(tenant, user), event) end
  local recent = key_recent(tenant, user)
  redis.call('LPUSH', recent, json)
  redis.call('LTRIM', recent, 0, ${RECENT_EVENTS - 1})
  keep(recent)
  return true
end
`;

/** ARGV: tenant, user, id, event, oldest day. */
export const recordEvent = defineScript(
  'tutor_record_event',
  LAYOUT,
  COUNT_EVENT,
  'if count_event(unpack(ARGV)) then return 1 end return 0',
);
