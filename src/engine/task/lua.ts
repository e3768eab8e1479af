/** What every script over tasks begins with. */
import { defineScript, type Script } from '../../platform/lua.ts';
import { LAYOUT } from './keys.ts';

/** `emit` appends an event to a task's stream and publishes it to those who follow. */
const PRELUDE = `
local ENDED = { completed = true, degraded = true, failed = true, cancelled = true }
local function ended(id)
  local status = redis.call('HGET', key_task(id), 'status')
  return not status or ENDED[status] == true
end
local function emit(id, kind, json)
  local event = redis.call('XADD', key_events(id), 'MAXLEN', '~', 5000, '*', 'type', kind, 'data', json)
  redis.call('PUBLISH', key_event_channel(id), event .. ' ' .. kind .. ' ' .. json)
  return event
end
-- Redis allocates 4 KB for a stream's first entries; a copy of it takes what they need. Where RESTORE is not allowed, it stays as it is.
local function compact_events(id)
  local key = key_events(id)
  redis.pcall('RESTORE', key, 0, redis.call('DUMP', key), 'REPLACE')
end
`;

export function taskScript(name: string, ...fragments: string[]): Script {
  return defineScript(name, LAYOUT, PRELUDE, ...fragments);
}
