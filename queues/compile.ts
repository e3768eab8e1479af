/**
 * From a team's agent tree to a BullMQ flow. The turn is the parent of everything; parallel agents fan out below it, a
 * sequence becomes a chain in which each stage is the child of the next, a loop sets its children going itself.
 * No parent ever hangs on a failed child: every child's failure is ignored by BullMQ and dealt with in the parent's own code.
 */
import type { FlowJob } from 'bullmq';
import { type Agent, agentOf, type Team } from '../src/agents/team.ts';
import type { ChildRun } from '../src/run/context.ts';
import { isChain, parallelRuns, stageSpeaks } from '../src/run/run-tree.ts';
import { JOBS, payloadFor } from './catalogue.ts';

type Place = { team: Team; turnId: string; depth: number; speaks: boolean };

export function compileTurn(team: Team, turnId: string): FlowJob {
  const root = agentOf(team, team.root);
  const place: Place = { team, turnId, depth: 0, speaks: true };
  return {
    name: 'turn',
    queueName: 'turn',
    data: payloadFor('turn', { turn_id: turnId, team: team.name }),
    opts: { ...JOBS.turn.options, jobId: turnId },
    children:
      root.type === 'parallel'
        ? parallelChildren(root, root.name, place)
        : compileRuns([{ agent: root, runId: root.name }], place),
  };
}

/** Jobs for those of the runs that are dispatched as jobs; the inline ones happen inside their parent's. */
export function compileRuns(runs: ChildRun[], place: Place): FlowJob[] {
  return runs.filter((run) => run.agent.dispatch === 'job').map((run) => compileRun(run, place));
}

/** Stages that follow one another: the last is the outermost job, the first the innermost. */
export function compileChain(sequence: Agent | null, stages: ChildRun[], place: Place): FlowJob[] {
  let before: { job: FlowJob; runId: string } | undefined;
  for (const [index, stage] of stages.entries()) {
    const speaks = place.speaks && (sequence === null || stageSpeaks(sequence, index));
    const job = runJob(stage, { ...place, speaks }, before ? [before.job] : [], before?.runId);
    before = { job, runId: stage.runId };
  }
  return before ? [before.job] : [];
}

export function jobIdOf(turnId: string, runId: string): string {
  return `${turnId}.${runId}`;
}

function compileRun(run: ChildRun, place: Place): FlowJob {
  const { agent, runId } = run;
  if (agent.type === 'parallel') return runJob(run, place, parallelChildren(agent, runId, place));
  if (agent.type === 'sequential' && isChain(agent, place)) {
    const stages = agent.sub_agents.map((name) => ({ agent: agentOf(place.team, name), runId: `${runId}.${name}` }));
    return runJob(run, place, compileChain(agent, stages, place));
  }
  // A loop, and a sequence of mixed stages, set their children going one after the other when they run.
  return runJob(run, place, []);
}

function parallelChildren(agent: Agent, runId: string, place: Place): FlowJob[] {
  return compileRuns(parallelRuns(agent, runId, place), place);
}

function runJob({ agent, runId }: ChildRun, place: Place, children: FlowJob[], after?: string): FlowJob {
  return {
    name: 'run',
    queueName: agent.worker,
    data: payloadFor('run', {
      turn_id: place.turnId,
      team: place.team.name,
      agent: agent.name,
      run_id: runId,
      depth: place.depth,
      speaks: place.speaks,
      ...(after && { after }),
    }),
    opts: { ...JOBS.run.options, jobId: jobIdOf(place.turnId, runId), ignoreDependencyOnFailure: true },
    children,
  };
}
