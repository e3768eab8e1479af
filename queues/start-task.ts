/** Adds the flow of a task that holds its lane. Adding it twice is harmless: every job has its own fixed id. */
import type { Teams } from '../src/engine/agents/team.ts';
import { AppError } from '../src/platform/errors.ts';
import type { StartableTask } from './admission/admission.ts';
import { compileTask } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

export type StartTask = (task: StartableTask) => Promise<void>;

export function createStartTask(queues: FleetQueues, teams: () => Teams): StartTask {
  return async ({ id, team: name, agent }) => {
    const team = teams().get(name);
    if (!team?.agents.has(agent))
      throw new AppError('config', `There is no agent ${agent} in a team ${name} any more; its tasks cannot start.`);
    await queues.flows.add(compileTask(team, agent, id));
  };
}
