/**
 * How a run sets others going: as child jobs of its own job. Here, where the job is dispatched, the transfer policy is
 * checked. A run whose children are not done is parked; it holds no worker meanwhile.
 */
import type { Job } from 'bullmq';
import { agentOf, type Team } from '../src/agents/team.ts';
import { checkTransfer } from '../src/agents/transfer-policy.ts';
import type { Log } from '../src/platform/log.ts';
import { type ChildRun, type Dispatch, Parked } from '../src/run/context.ts';
import type { Journal } from '../src/run/journal.ts';
import { failedRun, type RunResult } from '../src/run/run-result.ts';
import { compileChain, compileRuns, jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

type Place = {
  job: Job;
  queues: FleetQueues;
  team: Team;
  turnId: string;
  depth: number;
  speaks: boolean;
  journal: Journal;
  log: Log;
};

export function createJobDispatch(place: Place): Dispatch {
  const { job, queues, team, turnId, journal } = place;

  async function children(
    runs: ChildRun[],
    order: 'parallel' | 'sequential',
    depth = place.depth,
  ): Promise<RunResult[]> {
    const known = await knownResults(runs);
    const missing = runs.filter((run) => !known.has(run.runId));
    if (missing.length > 0) {
      const at = { team, turnId, depth, speaks: place.speaks };
      const jobs = order === 'sequential' ? compileChain(null, missing, at) : compileRuns(missing, at);
      await queues.flows.addBulk(
        jobs.map((node) => ({
          ...node,
          opts: { ...node.opts, parent: { id: String(job.id), queue: queues.qualifiedName(job.queueName) } },
        })),
      );
      throw new Parked('waiting for child jobs');
    }
    return runs.map((run) => known.get(run.runId) as RunResult);
  }

  /** What the journal has; and for children that died without a word, their failure. */
  async function knownResults(runs: ChildRun[]): Promise<Map<string, RunResult>> {
    const known = new Map<string, RunResult>();
    for (const run of runs) {
      const result = journal.resultOf(run.runId) as RunResult | undefined;
      if (result) known.set(run.runId, result);
    }
    if (known.size === runs.length || !place.job.id) return known;
    const failures = await job.getIgnoredChildrenFailures();
    for (const run of runs) {
      if (known.has(run.runId)) continue;
      if (failures[queues.jobKey(run.agent.worker, jobIdOf(turnId, run.runId))] === undefined) continue;
      known.set(
        run.runId,
        failedRun(run.agent.name, { code: 'child_failed', detail: `${run.agent.name} was given up.` }),
      );
    }
    return known;
  }

  return {
    children: (runs, order) => children(runs, order),
    async transfer(request, inline) {
      const verdict = checkTransfer(team, { from: request.from.name, to: request.to, depth: request.depth });
      const facts = { from: request.from.name, to: request.to, depth: request.depth };
      if (!verdict.allowed) {
        place.log.warn(facts, 'transfer.refused');
        return { refused: verdict.reason };
      }
      place.log.info({ ...facts, reason_chars: request.reason.length }, 'transfer.allowed');
      const target = agentOf(team, request.to);
      if (target.dispatch === 'inline') return { result: await inline(target) };
      const [result] = await children([{ agent: target, runId: request.runId }], 'parallel', request.depth);
      return { result: result as RunResult };
    },
  };
}
