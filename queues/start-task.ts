/** Adds the flow of a task that holds its lane. Adding it twice is harmless: every job has its own fixed id. */
import { nextAgent } from '../src/engine/agents/next-agent.ts';
import type { Team, Teams } from '../src/engine/agents/team.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { readTask } from '../src/engine/task/read-task.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { StartableTask } from './admission/admission.ts';
import { priorityOf } from './catalogue.ts';
import { compileTask } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

export type StartTask = (task: StartableTask) => Promise<void>;

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues; teams: () => Teams };

export function createStartTask({ redis, keys, queues, teams }: Parts): StartTask {
  /** The agent that answered last in the task's session. It cannot change before the task ends, which has the session's lane. */
  async function lastAgent(id: string): Promise<string | null> {
    const task = await readTask(redis, keys, id);
    if (!task?.session_id) return null;
    return redis.hget(keys.session(task.tenant, task.session_id), 'last_agent');
  }

  async function firstAgent(team: Team, { id, agent }: StartableTask): Promise<string> {
    if (agent !== team.root || team.next_message === 'root') return agent;
    return nextAgent(team, await lastAgent(id));
  }

  return async (task) => {
    const { id, team: name, agent } = task;
    const team = teams().get(name);
    if (!team?.agents.has(agent))
      throw new AppError('config', `There is no agent ${agent} in a team ${name} any more; its tasks cannot start.`);
    await queues.flows.add(compileTask(team, await firstAgent(team, task), id, priorityOf(task.origin)));
  };
}
