/** Idempotency keys: the task that a key has led to. */
export const IDEMPOTENCY = `
-- The earlier task of this key; or 'conflict' if its body or whom it is about was another. One that is gone is not known any more.
local function known_by_key(request, idem, body)
  if idem == '' then return nil end
  local known = redis.call('HMGET', key_idempotency(request.tenant, request.user_id, idem), 'body', 'task')
  local json = known[2] and redis.call('HGET', key_task(known[2]), 'request')
  if not json then return nil end
  local earlier = cjson.decode(json)
  local before, now = subject_of(earlier), subject_of(request)
  local is_same = known[1] == body and earlier.user_id == request.user_id and before.kind == now.kind and before.id == now.id
  return is_same and known[2] or 'conflict'
end

-- The task notes the key, so that it can be erased with it.
local function remember_key(request, idem, body, task, retention)
  if idem == '' then return end
  local key = key_idempotency(request.tenant, request.user_id, idem)
  redis.call('HSET', key, 'body', body, 'task', task)
  redis.call('EXPIRE', key, math.min(86400, tonumber(retention)))
  redis.call('HSET', key_task(task), 'idempotency:' .. idem, key)
end
`;
