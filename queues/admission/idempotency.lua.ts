/** Idempotency keys: the task that a key has led to. */
export const IDEMPOTENCY = `
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
`;
