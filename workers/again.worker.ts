/**
 * Tries the agents again that rules stood in for. Started by: a delay after the task's end. Runs each agent on the task's message, gives
 * its result to the team, and adds what is new to the task's result. Running twice is safe: the team's hook must not mind, and an agent
 * that is done is taken off the job. A task that has expired or was erased is left alone: an erasure waits for this job.
 */
import { amend } from '../queues/try-again.ts';
import { type Agent, agentOf, type Team } from '../src/engine/agents/team.ts';
import type { Dispatch, RunContext } from '../src/engine/run/context.ts';
import { openJournal } from '../src/engine/run/journal.ts';
import type { RunResult } from '../src/engine/run/run-result.ts';
import { isTriedAgain } from '../src/engine/run/stand-in.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { createState } from '../src/engine/task/state.ts';
import { resultOf, type Task, TaskRequest } from '../src/engine/task/task.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { Handler, JobHelpers } from './job-host.ts';
import { type RunParts, teamOf } from './run.worker.ts';

type AgainParts = RunParts & { redis: RedisClient; keys: Keys };

/** Nothing is dispatched after the end: such an agent has an output and hands over to nobody. */
const ALONE: Dispatch = {
  plan: () => ({ kind: 'refused', reason: 'The task has ended.' }),
  note: () => undefined,
  children: () => Promise.reject(new AppError('config', 'An agent that is tried again can have no sub-agents.')),
};

export function againHandler(parts: AgainParts): Handler<'again'> {
  const { redis, keys } = parts;
  return async ({ task_id: id, team: name, agents }, helpers) => {
    const team = teamOf(parts.teams(), name);
    let outcome: 'done' | 'skipped' = 'skipped';
    for (const [index, agentName] of agents.entries()) {
      // Read for each agent: the one before may have taken minutes.
      const hash = await redis.hgetall(keys.task(id));
      if (!hash.request || hash.status === 'cancelled') return { outcome: 'skipped' };
      const task = { ...TaskRequest.parse(JSON.parse(hash.request)), text: hash.text ?? '' };
      const agent = agentOf(team, agentName);
      const run = await tryAgain(agent, contextOf(parts, team, agent, task, helpers));
      if ((await redis.exists(keys.task(id))) === 0) return { outcome: 'skipped' };
      const result = resultOf(hash);
      const data = (await parts.equipmentOf(name).module.late?.({ task, run, result })) ?? {};
      await amend(redis, keys, id, { ...result, data: { ...result.data, ...data } });
      await helpers.job.updateData({ task_id: id, team: name, agents: agents.slice(index + 1) });
      helpers.log.info({ agent: agentName, status: run.status }, 'agent.tried_again');
      outcome = 'done';
    }
    return { outcome };
  };
}

/** A model that is still away ends a run for good; this job has attempts left, minutes and hours from now. */
async function tryAgain(agent: Agent, context: RunContext): Promise<RunResult> {
  const result = await context.services.run(agent, context);
  if (isTriedAgain(result.stood_in)) throw new AppError('not_yet', `${agent.name} still has no answer of its model.`);
  return result;
}

/** Its steps are kept in memory only: the task's journal is closed, and what a crash costs is one model call. */
function contextOf(
  { services, equipmentOf }: AgainParts,
  team: Team,
  agent: Agent,
  task: Task,
  { attempt, tries, lastAttempt, signal, log }: JobHelpers,
): RunContext {
  const store = { ...services.store, write: async () => undefined };
  const claim = { taskId: task.id, run: agent.name, fence: '' };
  return {
    services: { ...services, store },
    team,
    equipment: equipmentOf(team.name),
    task,
    runId: agent.name,
    depth: 0,
    attempt,
    tries,
    lastAttempt,
    speaks: false,
    nested: true,
    found: new Set(),
    input: task.text,
    history: [],
    preface: null,
    state: createState({}),
    journal: openJournal(store, { claim, steps: new Map(), results: new Map() }, agent.name),
    dispatch: ALONE,
    signal,
    log,
  };
}
