/**
 * How a run starts other runs as jobs. The transfer policy is checked here, where a job is dispatched. A run that waits for children is
 * parked and holds no worker; a run that hands over is done, and its target becomes the next child of the same parent.
 */
import type { FlowJob, Job } from 'bullmq';
import { agentOf, type Team } from '../src/engine/agents/team.ts';
import { checkTransfer } from '../src/engine/agents/transfer-policy.ts';
import { type Caller, type ChildRun, type Dispatch, Parked } from '../src/engine/run/context.ts';
import { parkLine } from '../src/engine/run/job-log.ts';
import type { Journal } from '../src/engine/run/journal.ts';
import { adopt, failedRun, type RunResult, type TransferNote } from '../src/engine/run/run-result.ts';
import type { RunStore } from '../src/engine/run/run-store.ts';
import { stateWrite } from '../src/engine/run/writes.ts';
import type { Log } from '../src/platform/log.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import type { QueueName } from './catalogue.ts';
import { compileLevels, compileRuns, compileTask, jobIdOf } from './compile.ts';
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
  metrics: Metrics;
  log: Log;
};

/** A child that has no result yet. */
type Unfinished = ChildRun & { depth: number };

export type JobDispatch = Dispatch & {
  /** Adds the job of the target, once the result of the run that handed over is written. */
  follow(from: string, transfer: TransferNote, speaks: boolean): Promise<void>;
};

export function createJobDispatch(place: Place): JobDispatch {
  const { job, queues, store, team, taskId, journal } = place;
  // BullMQ gives the priority as it stands in Redis: a text.
  const own = { team, taskId, priority: Number(job.priority) };

  async function children(levels: ChildRun[][], caller: Caller): Promise<RunResult[]> {
    const results: RunResult[] = [];
    const unfinished: Unfinished[][] = [];
    for (const [index, level] of levels.entries()) {
      const waiting: Unfinished[] = [];
      // Also those that are done: they may have failed.
      const after = levels[index - 1]?.map(({ runId }) => runId) ?? [];
      for (const run of level) {
        const known = journal.resultOf(run.runId);
        const late = known ? { result: known } : await lateResult({ ...run, depth: caller.depth });
        if ('result' in late) results.push(late.result);
        else waiting.push({ ...late.waitsFor, after });
      }
      if (waiting.length > 0) unfinished.push(waiting);
    }
    if (unfinished.length === 0) return results;
    await addChildren(unfinished, caller);
    throw new Parked('waiting for child jobs');
  }

  /**
   * The state that the children read is written before they are added. A job that is there already is added too: that changes nothing
   * but that this job waits for it, which it may not if it was lost and added again itself.
   */
  async function addChildren(levels: Unfinished[][], { depth, changes }: Caller): Promise<void> {
    if (Object.keys(changes).length > 0) journal.outbox.put(stateWrite(changes));
    journal.outbox.put(journal.log.wait(parkLine(levels.flat().length)));
    await journal.outbox.flush();
    const [only = []] = levels;
    const nodes =
      levels.length > 1
        ? compileLevels(levels, { ...own, depth })
        : only.flatMap((run) => compileRuns([run], { ...own, depth: run.depth }));
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
   * Of a child that had no result when this attempt began: its result, or the run that has yet to give one, which is its target's if it
   * has handed over. A failed job must not be added again: it would never run again, and this run would wait without end. A completed
   * one has lost its result with the last second before a power cut; it is done again.
   */
  async function lateResult(run: Unfinished): Promise<{ result: RunResult } | { waitsFor: Unfinished }> {
    const result = await store.resultOf(taskId, run.runId);
    if (result?.transfer?.pending) {
      const { agent, run_id, depth } = result.transfer;
      const next = { agent: agentOf(team, agent), runId: run_id, speaks: run.speaks, from: result.agent };
      const target = await lateResult({ ...next, depth });
      return 'result' in target ? { result: adopt(result, target.result) } : target;
    }
    if (result) return { result };
    const queue = queues.queue(run.agent.worker as QueueName);
    const id = jobIdOf(taskId, run.runId);
    const state = await queue.getJobState(id);
    if (state === 'unknown') await store.noteLost(taskId, run.runId, !wasAdded(run));
    if (state !== 'failed' && state !== 'completed') return { waitsFor: run };
    // Its result may have been written since.
    if (await store.resultOf(taskId, run.runId)) return lateResult(run);
    // BullMQ gave the job up, or its payload could not be parsed.
    if (state === 'failed') return { result: lost(run.agent.name) };
    await queue.remove(id, { removeChildren: false });
    place.log.warn({ agent: run.agent.name }, 'run.result_lost');
    return { waitsFor: run };
  }

  /** Whether a run's job was there before this one began; others may not have been added yet. */
  function wasAdded({ runId, from }: ChildRun): boolean {
    const { agent, run_id, after = [] } = job.data as { agent: string; run_id?: string; after?: string[] };
    if (from !== undefined || after.includes(runId)) return true;
    const run = { agent: agentOf(team, agent), runId: place.runId, speaks: false };
    const flow = run_id === undefined ? [compileTask(team, agent, taskId)] : compileRuns([run], { ...own, depth: 0 });
    return idsOf(flow).includes(jobIdOf(taskId, runId));
  }

  return {
    children,
    plan({ from, to, depth }, caller) {
      const verdict = checkTransfer(team, { from: from.name, to, depth });
      if (!verdict.allowed) return { kind: 'refused', reason: verdict.reason };
      const agent = agentOf(team, to);
      if (caller.nested || agent.dispatch === 'inline') return { kind: 'inline', agent };
      return { kind: caller.runId === place.runId && job.parent ? 'tail' : 'child', agent };
    },
    note({ from, to, reason, depth }, { kind }) {
      const outcome = kind === 'refused' ? 'refused' : 'allowed';
      const target = team.agents.has(to) ? to : 'unknown';
      const facts = { from: from.name, to: target, depth };
      place.metrics.transfers.inc({ team: team.name, from: from.name, to: target, outcome });
      if (outcome === 'refused') place.log.warn(facts, 'transfer.refused');
      else place.log.info({ ...facts, reason_chars: reason.length }, 'transfer.allowed');
    },
    async follow(from, { agent, run_id, depth }, speaks) {
      const { id, queueKey } = job.parent ?? {};
      if (!id || !queueKey) throw new Error(`the job of ${place.runId} has no parent that could wait for ${agent}`);
      const run = { agent: agentOf(team, agent), runId: run_id, speaks, from };
      const nodes = compileRuns([run], { ...own, depth });
      await add(nodes, { id, queue: queueKey });
    },
  };
}

function idsOf(nodes: FlowJob[]): unknown[] {
  return nodes.flatMap(({ opts, children = [] }) => [opts?.jobId, ...idsOf(children)]);
}

function lost(agent: string): RunResult {
  return failedRun(agent, { code: 'child_failed', detail: `${agent} was given up.` });
}
