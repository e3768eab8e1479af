/**
 * Releases active jobs that no worker runs any more. The lock is deleted and the job is marked as stalled;
 * moving it is left to BullMQ's stalled check, so that its counters, events and parents stay right. A job whose lock belongs to another
 * worker is not touched.
 */
import type { Worker } from 'bullmq';
import type { Keys } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import type { QueueName } from './catalogue.ts';

/** The holder of a job that is active and whose lock has expired. BullMQ sets the lock in the same step that makes a job active. */
export const NOBODY = '';

export type JobReleaser = {
  /** Ids of the active jobs of a queue whose lock belongs to one of the BullMQ workers. */
  heldBy(queue: QueueName, workerIds: string[]): Promise<string[]>;
  /** Releases those of the jobs whose lock still belongs to one of the BullMQ workers; returns how many. */
  release(queue: QueueName, workerIds: string[], jobIds: string[]): Promise<number>;
};

/** The stalled check uses the settings of `worker` (how often a job may stall), for any queue. */
export function createJobReleaser(redis: RedisClient, keys: Keys, worker: Worker): JobReleaser {
  return {
    async heldBy(queue, workerIds) {
      return (await callScript(redis, heldJobs, keys.tag, [queue, JSON.stringify(workerIds)])) as string[];
    },
    async release(queue, workerIds, jobIds) {
      if (jobIds.length === 0) return 0;
      const args = [queue, JSON.stringify(workerIds), ...jobIds];
      const released = Number(await callScript(redis, releaseJobs, keys.tag, args));
      if (released > 0) await worker.getBackend().forQueue(queue).moveStalledJobsToWait();
      return released;
    },
  };
}

const PRELUDE = `
local queue = tag .. ':bull:' .. ARGV[1] .. ':'
local holders = {}
for _, id in ipairs(cjson.decode(ARGV[2])) do holders[id] = true end
local function is_held(job)
  local token = redis.call('GET', queue .. job .. ':lock')
  return holders[token and string.match(token, '^(.*):') or '${NOBODY}'] == true
end
`;

/** ARGV: queue, BullMQ worker ids as JSON. */
const heldJobs = defineScript(
  'held_jobs',
  {},
  PRELUDE,
  `
local held = {}
for _, job in ipairs(redis.call('LRANGE', queue .. 'active', 0, -1)) do
  if is_held(job) then held[#held + 1] = job end
end
return held
`,
);

/** ARGV: queue, BullMQ worker ids as JSON, job ids. The check looks only at marked jobs, and removes those that are not active. */
const releaseJobs = defineScript(
  'release_jobs',
  {},
  PRELUDE,
  `
local released = 0
for i = 3, #ARGV do
  if is_held(ARGV[i]) then
    redis.call('DEL', queue .. ARGV[i] .. ':lock')
    redis.call('SADD', queue .. 'stalled', ARGV[i])
    released = released + 1
  end
end
-- The check runs at most once per interval, unless this key is deleted.
if released > 0 then redis.call('DEL', queue .. 'stalled-check') end
return released
`,
);
