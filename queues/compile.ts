/**
 * From a team's agent tree to a BullMQ flow. The task is the parent of everything; parallel agents fan out below it, a sequence becomes
 * a chain in which each stage is the child of the next, a loop adds its children itself.
 * No parent waits for a failed child: BullMQ ignores every child's failure, and the parent's own code handles it.
 */
import type { FlowJob } from 'bullmq';
import { agentOf, type Team } from '../src/engine/agents/team.ts';
import { kindOf } from '../src/engine/kinds/kinds.ts';
import type { ChildRun } from '../src/engine/run/context.ts';
import { JOBS, payloadFor } from './catalogue.ts';

export type Place = { team: Team; taskId: string; depth: number };

export function compileTask(team: Team, agent: string, taskId: string): FlowJob {
  const root = agentOf(team, agent);
  const place: Place = { team, taskId, depth: 0 };
  const run: ChildRun = { agent: root, runId: root.name, speaks: true };
  return {
    name: 'task',
    queueName: 'turn',
    data: payloadFor('task', { task_id: taskId, team: team.name, agent }),
    opts: { ...JOBS.task.options, jobId: taskId },
    children: kindOf(root).isTask ? childrenOf(run, place) : compileRuns([run], place),
  };
}

/** Jobs for those of the runs that are dispatched as jobs; the inline ones run inside their parent's job. */
export function compileRuns(runs: ChildRun[], place: Place): FlowJob[] {
  return runs.filter((run) => run.agent.dispatch === 'job').map((run) => runJob(run, place, childrenOf(run, place)));
}

/** Stages that follow one another: the last is the outermost job, the first the innermost. */
export function compileChain(stages: ChildRun[], place: Place): FlowJob[] {
  let before: { job: FlowJob; runId: string } | undefined;
  for (const stage of stages) {
    const job = runJob(stage, place, before ? [before.job] : [], before?.runId);
    before = { job, runId: stage.runId };
  }
  return before ? [before.job] : [];
}

export function jobIdOf(taskId: string, runId: string): string {
  return `${taskId}.${runId}`;
}

function childrenOf(run: ChildRun, place: Place): FlowJob[] {
  const { runs, order } = kindOf(run.agent).layout(run, place.team);
  return order === 'chain' ? compileChain(runs, place) : compileRuns(runs, place);
}

function runJob({ agent, runId, speaks }: ChildRun, place: Place, children: FlowJob[], after?: string): FlowJob {
  return {
    name: 'run',
    queueName: agent.worker,
    data: payloadFor('run', {
      task_id: place.taskId,
      team: place.team.name,
      agent: agent.name,
      run_id: runId,
      depth: place.depth,
      speaks,
      ...(after && { after }),
    }),
    opts: { ...JOBS.run.options, jobId: jobIdOf(place.taskId, runId), ignoreDependencyOnFailure: true },
    children,
  };
}
