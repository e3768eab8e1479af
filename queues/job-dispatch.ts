/**
 * How a run sets others going: as child jobs of its own job. Here, where the job is dispatched, the transfer policy is
 * checked. A run whose children are not done is parked; it holds no worker meanwhile.
 */
import type { FlowJob, Job } from 'bullmq';
import { agentOf, type Team } from '../src/engine/agents/team.ts';
import { checkTransfer } from '../src/engine/agents/transfer-policy.ts';
import { type Caller, type ChildRun, type Dispatch, Parked } from '../src/engine/run/context.ts';
import type { Journal } from '../src/engine/run/journal.ts';
import { failedRun, type RunResult } from '../src/engine/run/run-result.ts';
import type { RunStore } from '../src/engine/run/run-store.ts';
import { stateWrite } from '../src/engine/run/writes.ts';
import type { Log } from '../src/platform/log.ts';
import type { QueueName } from './catalogue.ts';
import { compileChain, compileRuns, jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

type Place = {
  job: Job;
  /** Starts of the job so far, this one included. */
  attempt: number;
  queues: FleetQueues;
  store: RunStore;
  team: Team;
  turnId: string;
  journal: Journal;
  log: Log;
};

export function createJobDispatch(place: Place): Dispatch {
  const { job, queues, store, team, turnId, journal } = place;

  async function children(
    runs: ChildRun[],
    order: 'parallel' | 'sequential',
    { depth, changes }: Caller,
  ): Promise<RunResult[]> {
    const results: RunResult[] = [];
    const unknown: ChildRun[] = [];
    for (const run of runs) {
      const result = journal.resultOf(run.runId) ?? (await lateResult(run));
      if (result === 'no_job') unknown.push(run);
      else if (result !== 'running') results.push(result);
    }
    if (results.length === runs.length) return results;
    if (unknown.length > 0) await add(unknown, order, { depth, changes });
    throw new Parked('waiting for child jobs');
  }

  /** What the children build on is written down before they are there. */
  async function add(runs: ChildRun[], order: 'parallel' | 'sequential', { depth, changes }: Caller): Promise<void> {
    if (Object.keys(changes).length > 0) journal.outbox.put(stateWrite(changes));
    await journal.outbox.flush();
    const at = { team, turnId, depth };
    const nodes = order === 'sequential' ? compileChain(runs, at) : compileRuns(runs, at);
    const parent = { id: String(job.id), queue: queues.qualifiedName(job.queueName) };
    const jobs = nodes.map((node) => ({ ...node, opts: { ...node.opts, parent } }));
    const [only] = jobs;
    if (only && jobs.length === 1 && !only.children?.length) await addOne(only);
    else await queues.flows.addBulk(jobs);
  }

  /** One job needs no transaction around it. */
  async function addOne({ queueName, name, data, opts }: FlowJob): Promise<void> {
    await queues.queue(queueName as QueueName).add(name, data, opts);
  }

  /**
   * Of a child that had no result when this attempt began. A job that is there already must not be added again: a failed one
   * would never be done, and we would wait for it for ever.
   */
  async function lateResult(run: ChildRun): Promise<RunResult | 'no_job' | 'running'> {
    const state = await queues.queue(run.agent.worker as QueueName).getJobState(jobIdOf(turnId, run.runId));
    if (state === 'unknown') return 'no_job';
    if (state !== 'failed' && state !== 'completed') return 'running';
    // Without a word: it was given up by BullMQ, or could not even be read.
    const gone = { code: 'child_failed', detail: `${run.agent.name} was given up.` };
    return (await store.resultOf(turnId, run.runId)) ?? failedRun(run.agent.name, gone);
  }

  return {
    children,
    async transfer({ from, to, reason, runId, speaks, nested }, caller, inline) {
      const facts = { from: from.name, to, depth: caller.depth };
      const verdict = checkTransfer(team, facts);
      if (!verdict.allowed) {
        place.log.warn({ ...facts, to: team.agents.has(to) ? to : 'unknown' }, 'transfer.refused');
        return { refused: verdict.reason };
      }
      place.log.info({ ...facts, reason_chars: reason.length }, 'transfer.allowed');
      const run = { agent: agentOf(team, to), runId, speaks };
      if (nested || run.agent.dispatch === 'inline') return { result: await inline(run) };
      if (place.attempt === 1) {
        // The first start of a job has handed over to nobody yet: there is nothing to look up.
        await add([run], 'parallel', caller);
        throw new Parked('waiting for a child job');
      }
      const [result] = await children([run], 'parallel', caller);
      return { result: result as RunResult };
    },
  };
}
