/**
 * How a run starts other runs as jobs. The transfer policy is checked here, where a job is dispatched. A run that waits for children is
 * parked and holds no worker; a run that hands over is done, and its target becomes the next child of the same parent.
 */
import type { FlowJob, Job } from 'bullmq';
import { type Agent, agentOf, type Team } from '../src/engine/agents/team.ts';
import { checkTransfer } from '../src/engine/agents/transfer-policy.ts';
import { type Caller, type ChildRun, type Dispatch, Parked } from '../src/engine/run/context.ts';
import type { Journal } from '../src/engine/run/journal.ts';
import { adopt, failedRun, type RunResult, type TransferNote } from '../src/engine/run/run-result.ts';
import type { RunStore } from '../src/engine/run/run-store.ts';
import { stateWrite } from '../src/engine/run/writes.ts';
import type { Log } from '../src/platform/log.ts';
import type { QueueName } from './catalogue.ts';
import { compileChain, compileRuns, jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';

type Place = {
  job: Job;
  /** The run that the job is for. */
  runId: string;
  queues: FleetQueues;
  store: RunStore;
  team: Team;
  taskId: string;
  journal: Journal;
  log: Log;
};

export type JobDispatch = Dispatch & {
  /** Adds the job of the target, once the result of the run that handed over is written. */
  follow(transfer: TransferNote, speaks: boolean): Promise<void>;
};

export function createJobDispatch(place: Place): JobDispatch {
  const { job, queues, store, team, taskId, journal } = place;

  async function children(
    runs: ChildRun[],
    order: 'parallel' | 'sequential',
    { depth, changes }: Caller,
  ): Promise<RunResult[]> {
    const results: RunResult[] = [];
    const unknown: ChildRun[] = [];
    for (const run of runs) {
      const result = journal.resultOf(run.runId) ?? (await lateResult(run.agent, run.runId));
      if (result === 'no_job') unknown.push(run);
      else if (result !== 'running') results.push(result);
    }
    if (results.length === runs.length) return results;
    if (unknown.length > 0) await addChildren(unknown, order, { depth, changes });
    throw new Parked('waiting for child jobs');
  }

  /** The state that the children read is written before they are added. */
  async function addChildren(
    runs: ChildRun[],
    order: 'parallel' | 'sequential',
    { depth, changes }: Caller,
  ): Promise<void> {
    if (Object.keys(changes).length > 0) journal.outbox.put(stateWrite(changes));
    await journal.outbox.flush();
    const at = { team, taskId, depth };
    const nodes = order === 'sequential' ? compileChain(runs, at) : compileRuns(runs, at);
    await add(nodes, { id: String(job.id), queue: queues.qualifiedName(job.queueName) });
  }

  async function add(nodes: FlowJob[], parent: { id: string; queue: string }): Promise<void> {
    const jobs = nodes.map((node) => ({ ...node, opts: { ...node.opts, parent } }));
    const [only] = jobs;
    // One job needs no transaction around it.
    if (only && jobs.length === 1 && !only.children?.length)
      await queues.queue(only.queueName as QueueName).add(only.name, only.data, only.opts);
    else await queues.flows.addBulk(jobs);
  }

  /**
   * Of a child that had no result when this attempt began. A job that is there already must not be added again: a failed one
   * would never run again, and this run would wait without end.
   */
  async function lateResult(agent: Agent, runId: string): Promise<RunResult | 'no_job' | 'running'> {
    const result = await store.resultOf(taskId, runId);
    if (result?.transfer?.pending) {
      const target = await lateResult(agentOf(team, result.transfer.agent), result.transfer.run_id);
      if (target === 'running') return target;
      return adopt(result, target === 'no_job' ? lost(result.transfer.agent) : target);
    }
    if (result) return result;
    const state = await queues.queue(agent.worker as QueueName).getJobState(jobIdOf(taskId, runId));
    if (state === 'unknown') return 'no_job';
    if (state !== 'failed' && state !== 'completed') return 'running';
    // Its result may have been written since. Without one, BullMQ gave the job up, or its payload could not be parsed.
    return (await store.resultOf(taskId, runId)) ?? lost(agent.name);
  }

  return {
    children,
    plan({ from, to, reason, depth }, caller) {
      const facts = { from: from.name, to, depth };
      const verdict = checkTransfer(team, facts);
      if (!verdict.allowed) {
        place.log.warn({ ...facts, to: team.agents.has(to) ? to : 'unknown' }, 'transfer.refused');
        return { kind: 'refused', reason: verdict.reason };
      }
      place.log.info({ ...facts, reason_chars: reason.length }, 'transfer.allowed');
      const agent = agentOf(team, to);
      if (caller.nested || agent.dispatch === 'inline') return { kind: 'inline', agent };
      return { kind: caller.runId === place.runId && job.parent ? 'tail' : 'child', agent };
    },
    async follow({ agent, run_id, depth }, speaks) {
      const { id, queueKey } = job.parent ?? {};
      if (!id || !queueKey) throw new Error(`the job of ${place.runId} has no parent that could wait for ${agent}`);
      const nodes = compileRuns([{ agent: agentOf(team, agent), runId: run_id, speaks }], { team, taskId, depth });
      await add(nodes, { id, queue: queueKey });
    },
  };
}

function lost(agent: string): RunResult {
  return failedRun(agent, { code: 'child_failed', detail: `${agent} was given up.` });
}
