/**
 * From a team's agent tree to a BullMQ flow. The turn is the parent of everything; parallel agents fan out below it, a
 * sequence becomes a chain in which each stage is the child of the next, a loop sets its children going itself.
 * No parent ever hangs on a failed child: every child's failure is ignored by BullMQ and dealt with in the parent's own code.
 */
import type { FlowJob } from 'bullmq';
import { agentOf, type Team } from '../src/engine/agents/team.ts';
import type { ChildRun } from '../src/engine/run/context.ts';
import { isChain, parallelRuns, stagesOf } from '../src/engine/run/tree-runs.ts';
import { JOBS, payloadFor } from './catalogue.ts';

type Place = { team: Team; turnId: string; depth: number };

export function compileTurn(team: Team, turnId: string): FlowJob {
  const root = agentOf(team, team.root);
  const place: Place = { team, turnId, depth: 0 };
  return {
    name: 'turn',
    queueName: 'turn',
    data: payloadFor('turn', { turn_id: turnId, team: team.name }),
    opts: { ...JOBS.turn.options, jobId: turnId },
    children:
      root.type === 'parallel'
        ? parallelChildren({ agent: root, runId: root.name, speaks: true }, place)
        : compileRuns([{ agent: root, runId: root.name, speaks: true }], place),
  };
}

/** Jobs for those of the runs that are dispatched as jobs; the inline ones happen inside their parent's. */
export function compileRuns(runs: ChildRun[], place: Place): FlowJob[] {
  return runs.filter((run) => run.agent.dispatch === 'job').map((run) => compileRun(run, place));
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

export function jobIdOf(turnId: string, runId: string): string {
  return `${turnId}.${runId}`;
}

function compileRun(run: ChildRun, place: Place): FlowJob {
  const { agent, runId, speaks } = run;
  if (agent.type === 'parallel') return runJob(run, place, parallelChildren(run, place));
  if (agent.type === 'sequential' && isChain(agent, place)) {
    return runJob(run, place, compileChain(stagesOf(agent, runId, { team: place.team, speaks }), place));
  }
  // A loop, and a sequence of mixed stages, set their children going one after the other when they run.
  return runJob(run, place, []);
}

function parallelChildren({ agent, runId, speaks }: ChildRun, place: Place): FlowJob[] {
  return compileRuns(parallelRuns(agent, runId, { team: place.team, speaks }), place);
}

function runJob({ agent, runId, speaks }: ChildRun, place: Place, children: FlowJob[], after?: string): FlowJob {
  return {
    name: 'run',
    queueName: agent.worker,
    data: payloadFor('run', {
      turn_id: place.turnId,
      team: place.team.name,
      agent: agent.name,
      run_id: runId,
      depth: place.depth,
      speaks,
      ...(after && { after }),
    }),
    opts: { ...JOBS.run.options, jobId: jobIdOf(place.turnId, runId), ignoreDependencyOnFailure: true },
    children,
  };
}
