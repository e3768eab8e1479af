/**
 * From a team's agent tree to a BullMQ flow. The task is the parent of everything; parallel agents fan out below it, a sequence becomes
 * a chain in which each stage is the child of the next, a loop adds its children itself.
 * No parent waits for a failed child: BullMQ ignores every child's failure, and the parent's own code handles it.
 */
import type { FlowJob } from 'bullmq';
import { type Agent, agentOf, type Team } from '../src/engine/agents/team.ts';
import { kindOf } from '../src/engine/kinds/kinds.ts';
import type { ChildRun } from '../src/engine/run/context.ts';
import { JOBS, payloadFor, type QueueName } from './catalogue.ts';

/** `priority`: of all jobs of the task; 0 is none. */
export type Place = { team: Team; taskId: string; depth: number; priority: number };

export function compileTask(team: Team, agent: string, taskId: string, priority = 0): FlowJob {
  const root = agentOf(team, agent);
  const place: Place = { team, taskId, depth: 0, priority };
  const run: ChildRun = { agent: root, runId: root.name, speaks: true };
  return {
    name: root.name,
    queueName: taskQueue(root),
    data: payloadFor('task', { task_id: taskId, team: team.name, agent }),
    opts: { ...JOBS.task.options, ...(priority > 0 && { priority }), jobId: taskId },
    children: kindOf(root).isTask ? childrenOf(run, place) : compileRuns([run], place),
  };
}

/** Jobs for those of the runs that are dispatched as jobs; the inline ones run inside their parent's job. */
export function compileRuns(runs: ChildRun[], place: Place): FlowJob[] {
  return runs.filter((run) => run.agent.dispatch === 'job').map((run) => runJob(run, place, childrenOf(run, place)));
}

/** Levels that follow one another: the last is the outermost, and its one job the parent of the level before it. */
export function compileLevels([first = [], ...rest]: ChildRun[][], place: Place): FlowJob[] {
  let jobs = compileRuns(first, place);
  let before = first;
  for (const level of rest) {
    const [run] = level;
    if (!run || level.length > 1) throw new Error('a level with several runs can only be the first');
    const after = before.map(({ runId }) => runId);
    jobs = [runJob({ after, ...run }, place, jobs)];
    before = level;
  }
  return jobs;
}

/** The queue that the task's own job is in. */
export function taskQueue(root: Agent): QueueName {
  return kindOf(root).taskQueue ?? 'turn';
}

export function jobIdOf(taskId: string, runId: string): string {
  return `${taskId}.${runId}`;
}

function childrenOf(run: ChildRun, place: Place): FlowJob[] {
  return compileLevels(kindOf(run.agent).layout(run, place.team), place);
}

/** For those who look at a queue. An item is a number: its key may be a word of the user or of a model. */
function nameOf({ agent, part, index, from }: ChildRun): string {
  const item = index === undefined ? '' : ` ${index}`;
  const round = part && part.round > 1 ? `/round ${part.round}` : '';
  return `${agent.stage?.id ?? agent.name}${item}${round}${from === undefined ? '' : ` (from ${from})`}`;
}

function runJob(run: ChildRun, place: Place, children: FlowJob[]): FlowJob {
  const { agent, runId, speaks, part, from, after = [] } = run;
  return {
    name: nameOf(run),
    queueName: agent.worker,
    data: payloadFor('run', {
      task_id: place.taskId,
      team: place.team.name,
      agent: agent.name,
      run_id: runId,
      ...(place.depth > 0 && { depth: place.depth }),
      ...(!speaks && { speaks }),
      ...(after.length > 0 && { after }),
      ...(part && { part }),
      ...(from !== undefined && { from }),
    }),
    opts: {
      ...JOBS.run.options,
      ...(place.priority > 0 && { priority: place.priority }),
      jobId: jobIdOf(place.taskId, runId),
      ignoreDependencyOnFailure: true,
    },
    children,
  };
}
