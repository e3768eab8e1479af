/**
 * The audit of citations. The record stands in the hash of its task, so it is kept for as long and erased with it; the conversation has
 * an index of its tasks that have one. A task without citations costs nothing.
 */

/** Records of one conversation; the oldest leave first. */
const MAX_RECORDS = 10_000;

export const AUDIT = `
local function named(value)
  return type(value) == 'string' and value ~= '' and value or nil
end

-- 'used' is the record's own part as JSON, or ''.
local function audit_citations(request, used, now, retention)
  if used == '' then return end
  local id, input = request.id, request.input or {}
  local conversation = named(request.session_id) or named(input.conversation_id) or id
  local message = named(input.message_id) or id
  redis.call('HSET', key_task(id), 'audit', used, 'conversation', conversation, 'message', message)
  local index = key_audit(request.tenant, conversation)
  redis.call('ZADD', index, now, id)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', tonumber(now) - retention * 1000)
  redis.call('ZREMRANGEBYRANK', index, 0, -${MAX_RECORDS + 1})
  local kept = request.retention_seconds or retention
  if redis.call('TTL', index) < kept then redis.call('EXPIRE', index, kept) end
end
`;
