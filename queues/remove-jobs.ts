/** Removes all jobs of a task that has ended, in whichever queues they are. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Keys } from '../src/engine/task/keys.ts';
import { AppError } from '../src/platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { QUEUE_NAMES, type QueueName } from './catalogue.ts';
import { jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';
import { AGAIN } from './try-again.ts';

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues };

/** A cancelled job stops at its next step; a model call is aborted at once. */
const STOP_MS = 15_000;

/** ARGV: queues as JSON, job ids. Gives the queue and the id of each that is there: most jobs of an ended task are gone. */
const findScript = defineScript(
  'find_jobs',
  {},
  `
local found = {}
for _, queue in ipairs(cjson.decode(ARGV[1])) do
  for i = 2, #ARGV do
    if redis.call('EXISTS', tag .. ':bull:' .. queue .. ':' .. ARGV[i]) == 1 then found[#found + 1] = { queue, ARGV[i] } end
  end
end
return found
`,
);

/** Those of the jobs of a task and of runs that are there: queue and id of each. */
export async function findJobs(
  { redis, keys }: Pick<Parts, 'redis' | 'keys'>,
  taskId: string,
  runs: readonly string[],
) {
  const ids = [taskId, ...[...runs, AGAIN].map((run) => jobIdOf(taskId, run))];
  const args = [JSON.stringify(QUEUE_NAMES), ...ids];
  return (await callScript(redis, findScript, keys.tag, args)) as [QueueName, string][];
}

/** Those of the runs that have begun, and then the task's own job with its children. Returns how many. */
export async function removeJobs(parts: Parts, taskId: string, runs: readonly string[]): Promise<number> {
  const { redis, keys, queues } = parts;
  const found = await findJobs(parts, taskId, runs);
  const ofRuns = found.filter(([, id]) => id !== taskId);
  const removed = await Promise.all(ofRuns.map(([name, id]) => removeJob(queues, name, id)));
  let count = removed.reduce((sum, one) => sum + one, 0);
  for (const [name, id] of found) if (id === taskId) count += await removeJob(queues, name, id);
  const flows = found.map(([queue, id]) => `${queue}:${id}`);
  if (flows.length > 0) for (const index of [keys.flows(), keys.other_flows()]) await redis.zrem(index, ...flows);
  return count;
}

/** A job that is being worked on cannot be removed; it ends soon, because its task has. */
async function removeJob(queues: FleetQueues, name: QueueName, id: string): Promise<number> {
  const queue = queues.queue(name);
  for (const until = Date.now() + STOP_MS; ; ) {
    const state = await queue.getJobState(id);
    if (state === 'unknown') return 0;
    if (state !== 'active' && (await queue.remove(id, { removeChildren: true }).catch(() => 0)) === 1) return 1;
    if (Date.now() > until)
      throw new AppError('conflict', 'A job of this person is still being worked on. Try again in a moment.');
    await sleep(50);
  }
}
