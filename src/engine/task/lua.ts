/** What every script over tasks begins with. */
import { defineScript, type Script } from '../../platform/lua.ts';
import { LAYOUT, TASK_RUN } from './keys.ts';

/** About 100 bytes each. A health turn has fifteen, a long research run some hundreds. */
const MAX_TRACE = 400;
/** Lines of a job's log: the last ones, because a loop goes on where it is. */
const MAX_LOG = 100;

/**
 * `emit` appends an event to a task's stream and publishes it to those who follow. `raise_alarm` notes what the user must know before any
 * answer: it stays, whatever becomes of the task, and is told once. `tell_job` writes into the log and the progress of a run's job, as
 * BullMQ would; a job that is gone gets neither, because BullMQ adds no job whose key is there.
 */
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
local function raise_alarm(id, json)
  local key = key_task(id)
  if redis.call('EXISTS', key) == 0 or redis.call('HGET', key, 'alarm') == json then return end
  redis.call('HSET', key, 'alarm', json)
  if not ended(id) then emit(id, 'alarm', json) end
end
-- Entries beyond ${MAX_TRACE} are left out: the first ones say how the task began and where the time went.
local function add_trace(id, entries)
  if #entries == 0 then return end
  local over = redis.call('RPUSH', key_trace(id), unpack(entries)) - ${MAX_TRACE}
  if over > 0 then redis.call('LTRIM', key_trace(id), 0, ${MAX_TRACE - 1}) end
end
local function tell_job(id, run, queue, lines, progress)
  if queue == '' or #lines == 0 then return end
  local job = run == '${TASK_RUN}' and id or id .. '.' .. run
  if redis.call('EXISTS', key_job(queue, job)) == 0 then return end
  if redis.call('RPUSH', key_job_logs(queue, job), unpack(lines)) > ${MAX_LOG} then
    redis.call('LTRIM', key_job_logs(queue, job), -${MAX_LOG}, -1)
  end
  if progress ~= '' then redis.call('HSET', key_job(queue, job), 'progress', progress) end
end
-- Redis allocates 4 KB for a stream's first entries; a copy of it takes what they need. Where these commands are not allowed, it stays.
local function compact_events(id)
  local copy = redis.pcall('DUMP', key_events(id))
  if type(copy) == 'string' then redis.pcall('RESTORE', key_events(id), 0, copy, 'REPLACE') end
end
`;

export function taskScript(name: string, ...fragments: string[]): Script {
  return defineScript(name, LAYOUT, PRELUDE, ...fragments);
}
