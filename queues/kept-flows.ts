/**
 * How long the jobs of ended tasks are kept. They are for those who look at the board: a parent finds what its children gave in the
 * task's results. A flow is kept and removed as a whole, which BullMQ cannot do: it keeps jobs by queue. So BullMQ removes none of them
 * (but for those that are left over, `KEPT` in catalogue.ts), the script that ends a task notes its flow, and upkeep removes flows.
 */
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { QUEUE_NAMES } from './catalogue.ts';
import { AGAIN } from './try-again.ts';

const DAY_MS = 24 * 3_600_000;

/** `whole`: of tasks whose jobs are all completed. `other`: of those with a failed job, and of those whose jobs have not all ended. */
type Limits = { whole: { count: number; ms: number }; other: { count: number; ms: number } };

/** 250 flows of seven jobs with their logs are some 3 MB. */
const LIMITS: Limits = { whole: { count: 250, ms: DAY_MS }, other: { count: 5_000, ms: 7 * DAY_MS } };

/** Flows for each call of the script: a few hundred commands, a millisecond. */
const PAGE = 20;
/** Pages of one run. Upkeep runs every 5 s: 400 ended turns a second. */
const PAGES = 100;

export async function removeFlows(redis: RedisClient, keys: Keys, limits = LIMITS): Promise<void> {
  const { whole, other } = limits;
  for (let page = 0, looked = PAGE; looked === PAGE && page < PAGES; page += 1) {
    const args = [Date.now(), PAGE, whole.count, whole.ms, other.count, other.ms, JSON.stringify(QUEUE_NAMES)];
    looked = Number(await callScript(redis, removeKeptFlows, keys.tag, args));
  }
}

/**
 * ARGV: now, how many flows of each list to look at, count and age in ms of both lists, names of queues as JSON. Returns of how many
 * flows the longer look was.
 */
const removeKeptFlows = defineScript(
  'remove_kept_flows',
  LAYOUT,
  `
local now, page = tonumber(ARGV[1]), tonumber(ARGV[2])
local QUEUES = cjson.decode(ARGV[7])
local function job_key(queue, id) return tag .. ':bull:' .. queue .. ':' .. id end

-- The job and all below it.
local function add_jobs(key, jobs)
  local prefix, id = string.match(key, '^(.*:)([^:]+)$')
  if jobs[id] then return end
  jobs[id], jobs[#jobs + 1] = true, { key = key, id = id, prefix = prefix }
  if redis.call('EXISTS', key .. ':processed', key .. ':failed', key .. ':dependencies') == 0 then return end
  for _, ended in ipairs({ ':processed', ':failed' }) do
    for _, child in ipairs(redis.call('HKEYS', key .. ended)) do add_jobs(child, jobs) end
  end
  for _, child in ipairs(redis.call('SMEMBERS', key .. ':dependencies')) do add_jobs(child, jobs) end
end
-- A job of the task that is below none of these: the flow was repaired, or an agent is tried again after the end.
local function add_other(id, run, jobs)
  if run == 'task' or jobs[id .. '.' .. run] then return end
  local keys = {}
  for _, queue in ipairs(QUEUES) do keys[#keys + 1] = job_key(queue, id .. '.' .. run) end
  if redis.call('EXISTS', unpack(keys)) == 0 then return end
  for _, key in ipairs(keys) do
    if redis.call('EXISTS', key) == 1 then add_jobs(key, jobs) end
  end
end
-- Whether all are completed. A job that is gone is no longer open, and neither is one that has failed.
local function is_whole(jobs)
  local whole = true
  for _, job in ipairs(jobs) do
    if not redis.call('ZSCORE', job.prefix .. 'completed', job.id) and redis.call('EXISTS', job.key) == 1 then
      whole = false
      job.is_open = not redis.call('ZSCORE', job.prefix .. 'failed', job.id)
    end
  end
  return whole
end
-- All that are not open.
local function remove(jobs)
  local keys = {}
  for i, job in ipairs(jobs) do
    if not job.is_open then
      if redis.call('ZREM', job.prefix .. 'completed', job.id) == 0 then redis.call('ZREM', job.prefix .. 'failed', job.id) end
      for _, part in ipairs({ '', ':logs', ':processed', ':failed', ':dependencies', ':unsuccessful' }) do
        keys[#keys + 1] = job.key .. part
      end
    end
    if #keys > 1000 or (i == #jobs and #keys > 0) then
      redis.call('DEL', unpack(keys))
      keys = {}
    end
  end
end
local function look(index, count, age)
  local over = redis.call('ZCARD', index) - count
  local oldest = redis.call('ZRANGE', index, 0, page - 1, 'WITHSCORES')
  local looked = 0
  for i = 1, #oldest, 2 do
    if looked >= over and tonumber(oldest[i + 1]) > now - age then break end
    local queue, id = string.match(oldest[i], '^(.-):(.*)$')
    local jobs = {}
    add_jobs(job_key(queue, id), jobs)
    add_other(id, '${AGAIN}', jobs)
    for _, field in ipairs(redis.call('HKEYS', key_task(id))) do
      if string.sub(field, 1, 4) == 'job:' then add_other(id, string.sub(field, 5), jobs) end
    end
    local whole = is_whole(jobs)
    redis.call('ZREM', index, oldest[i])
    if not whole and index == key_flows() then redis.call('ZADD', key_other_flows(), oldest[i + 1], oldest[i])
    elseif jobs[1].is_open then redis.call('ZADD', index, now, oldest[i])
    else
      remove(jobs)
      for _, job in ipairs(jobs) do
        -- It waits for nothing of this flow: an agent that is tried again, for hours.
        if job.is_open then redis.call('ZADD', index, now, string.match(job.key, '([^:]+:[^:]+)$')) end
      end
    end
    looked = looked + 1
  end
  return looked
end
local looked = look(key_flows(), tonumber(ARGV[3]), tonumber(ARGV[4]))
local others = look(key_other_flows(), tonumber(ARGV[5]), tonumber(ARGV[6]))
redis.call('EXPIRE', key_other_flows(), 30 * 86400)
return math.max(looked, others)
`,
);
