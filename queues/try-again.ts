/**
 * The work of agents that rules stood in for is tried again after the task's end, by one delayed job for each task. It is noted with the
 * end (unfinished.ts), so that a crash between the end and this job loses nothing; its fixed id makes adding it twice harmless.
 */
import type { Teams } from '../src/engine/agents/team.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { taskScript } from '../src/engine/task/lua.ts';
import type { Task, TaskResult } from '../src/engine/task/task.ts';
import { callScript, type RedisClient } from '../src/platform/lua.ts';
import { JOBS, payloadFor, priorityOf, type QueueName } from './catalogue.ts';
import { jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

/** Stands where the name of a run stands in the ids of other jobs of the task. */
export const AGAIN = '~again';
/** A provider that has just failed for as long as a person waits is rarely back within a minute. */
const FIRST_TRY_MS = 2 * 60_000;

export type TryAgain = (task: Task, agents: readonly string[]) => Promise<void>;

export function createTryAgain({ queues, teams }: { queues: FleetQueues; teams: () => Teams }): TryAgain {
  return async (task, agents) => {
    const [first] = agents.flatMap((name) => teams().get(task.team)?.agents.get(name) ?? []);
    if (!first) return;
    const data = payloadFor('again', { task_id: task.id, team: task.team, agents: [...agents] });
    const priority = priorityOf(task.origin.kind);
    const options = { ...JOBS.again.options, priority, delay: FIRST_TRY_MS, jobId: jobIdOf(task.id, AGAIN) };
    await queues.queue(first.worker as QueueName).add(`${agents.join(', ')} (again)`, data, options);
  };
}

/** ARGV: task, result as JSON. A task that was erased meanwhile stays erased. */
const amendResult = taskScript(
  'amend_result',
  `
if redis.call('EXISTS', key_task(ARGV[1])) == 1 then redis.call('HSET', key_task(ARGV[1]), 'result', ARGV[2]) end
`,
);

/** What was found after the end becomes part of what the task gave. */
export async function amend(redis: RedisClient, keys: Keys, id: string, result: TaskResult): Promise<void> {
  await callScript(redis, amendResult, keys.tag, [id, JSON.stringify(result)]);
}
