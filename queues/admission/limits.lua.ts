/** Reasons to refuse a request before it becomes a task: an idempotency key that was used, the tenant's rate, the number of open tasks. */
export const LIMITS = `
-- The earlier task of this key; or 'conflict' if its body was another one.
local function known_by_key(tenant, idem, body)
  if idem == '' then return nil end
  local known = redis.call('HMGET', key_idempotency(tenant, idem), 'body', 'task')
  if not known[1] then return nil end
  return known[1] == body and known[2] or 'conflict'
end

local function remember_key(tenant, idem, body, task, retention)
  if idem == '' then return end
  redis.call('HSET', key_idempotency(tenant, idem), 'body', body, 'task', task)
  redis.call('EXPIRE', key_idempotency(tenant, idem), math.min(86400, tonumber(retention)))
end

-- Milliseconds until the tenant may ask again; nil if it may now.
local function over_rate(tenant, rate, now)
  if rate == 0 then return nil end
  local minute = math.floor(tonumber(now) / 60000)
  local counter = key_rate(tenant, minute)
  local count = redis.call('INCR', counter)
  redis.call('EXPIRE', counter, 120)
  if count > rate then return (minute + 1) * 60000 - tonumber(now) end
  return nil
end
`;
