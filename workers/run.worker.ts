/**
 * Runs one agent. Started by: a flow, a hand-over, or a composite agent's own job. Reads the task, its session's history and state;
 * writes steps into the job's journal, the result beside it, and the reply into the task's events.
 * Running twice is safe: finished steps come from the journal, and the first result that was written is kept.
 */
import type { FleetQueues } from '../queues/fleet-queues.ts';
import { createJobDispatch, type JobDispatch } from '../queues/job-dispatch.ts';
import { type Agent, agentOf, type Team, type Teams } from '../src/engine/agents/team.ts';
import { checkTransfer } from '../src/engine/agents/transfer-policy.ts';
import { kindOf } from '../src/engine/kinds/kinds.ts';
import { stageRun } from '../src/engine/kinds/pipeline.ts';
import { Parked, type Part, type RunContext, type Services } from '../src/engine/run/context.ts';
import { endRun, hasFailed, noteWait } from '../src/engine/run/end-run.ts';
import type { Equipment, EquipmentOf } from '../src/engine/run/equipment.ts';
import { openJournal } from '../src/engine/run/journal.ts';
import { alarmOf, prefaceOf } from '../src/engine/run/preface.ts';
import { errorOf, failedRun, failureOf } from '../src/engine/run/run-result.ts';
import { HISTORY, type OpenedTask } from '../src/engine/run/run-store.ts';
import { hasRule } from '../src/engine/run/stand-in.ts';
import { type JobFacts, runEntry } from '../src/engine/run/trace.ts';
import { eventWrite, latestEnd, resultWrites } from '../src/engine/run/writes.ts';
import { createState } from '../src/engine/task/state.ts';
import { AppError, toAppError } from '../src/platform/errors.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import type { Handler, JobHelpers } from './job-host.ts';

export type RunParts = {
  services: Services;
  queues: FleetQueues;
  teams: () => Teams;
  equipmentOf: EquipmentOf;
  metrics: Metrics;
};

type Run = { agent: Agent; team: Team; runId: string; depth: number; speaks: boolean; part?: Part | undefined };

export function runHandler(parts: RunParts): Handler<'run'> {
  return async (payload, helpers) => {
    const began = performance.now();
    const team = teamOf(parts.teams(), payload.team);
    const agent = agentOf(team, payload.agent);
    const opened = await parts.services.store.open(payload.task_id, {
      run: payload.run_id,
      queue: helpers.job.queueName,
      tries: helpers.tries,
      // What the user is told first may depend on what was said before.
      history: needsNoHistory(agent, parts.equipmentOf(team.name)) && !payload.speaks ? 0 : HISTORY,
      // A run with children or predecessors must read their results.
      results: !kindOf(agent).works || payload.after !== undefined,
    });
    if (!opened) return { status: 'skipped', ms: 0 };
    helpers.endBy(opened.task.deadline_ms);
    const { run_id: runId, depth, speaks, part } = payload;
    const run: Run = { agent, team, runId, depth, speaks, part };
    const context = await runContext(parts, run, opened, helpers);
    try {
      if (payload.from !== undefined) refuseForbidden(run, payload.from);
      for (const before of payload.after ?? []) await refuseAfterFailure(run, before, context);
      const result = await context.services.run(agent, context);
      await endRun(agent, context, result);
      if (result.transfer?.pending) await context.dispatch.follow(agent.name, result.transfer, run.speaks);
      helpers.log.debug({ agent: agent.name, status: result.status, duration_ms: result.ms }, 'run.completed');
      return { status: result.status, ms: result.ms };
    } catch (thrown) {
      if (!(thrown instanceof Parked)) await recordFailure(run, context, thrown, performance.now() - began);
      throw thrown;
    }
  };
}

/** A run's context inside a job; the task's own job uses it too, for what runs inline. */
export async function runContext(
  parts: RunParts,
  run: Run,
  opened: OpenedTask,
  helpers: JobHelpers,
): Promise<RunContext & { dispatch: JobDispatch }> {
  const { task, history, state, claim } = opened;
  const equipment = parts.equipmentOf(run.team.name);
  const journal = openJournal(parts.services.store, opened, run.runId);
  const preface = run.speaks ? await prefaceOf(equipment.module, task, history) : null;
  // The producer has told it already, unless that died, or the conversation has gone on since.
  const alarm = alarmOf({ preface });
  if (alarm) journal.outbox.put(eventWrite({ kind: 'alarm', data: alarm }));
  return {
    services: parts.services,
    team: run.team,
    equipment,
    task,
    runId: run.runId,
    depth: run.depth,
    attempt: helpers.attempt,
    tries: helpers.tries,
    lastAttempt: helpers.lastAttempt,
    speaks: run.speaks,
    nested: false,
    part: run.part,
    job: jobFacts(opened, helpers),
    found: new Set(),
    input: task.text,
    history,
    preface,
    state: createState(state),
    journal,
    dispatch: createJobDispatch({
      job: helpers.job,
      runId: claim.run,
      queues: parts.queues,
      store: parts.services.store,
      team: run.team,
      taskId: task.id,
      journal,
      metrics: parts.metrics,
      log: helpers.log,
    }),
    signal: helpers.signal,
    log: helpers.log,
  };
}

/** A job that waited for others could start when the last of them had ended. After a retry or a park that is not known any more. */
function jobFacts({ results }: OpenedTask, { job, attempt, readySince }: JobHelpers): JobFacts {
  const startedAt = job.processedOn ?? Date.now();
  const readyAt = readySince(latestEnd(results.values()));
  return { queue: job.queueName, readyAt: attempt > 1 ? null : Math.min(readyAt, startedAt), startedAt };
}

export function teamOf(teams: Teams, name: string): Team {
  const team = teams.get(name);
  if (!team) throw new AppError('config', `There is no team ${name}; its agents were removed while it had tasks.`);
  return team;
}

/** The agent itself may need none, but an agent that it hands over to inline may, and so may the rule that stands in for its model. */
function needsNoHistory(agent: Agent, equipment: Equipment): boolean {
  const isAlone = agent.transfers.length === 0 && !hasRule(agent, equipment);
  return kindOf(agent).works && agent.include_contents === 'none' && isAlone;
}

/** Checked again where the work is done: whoever can add a job, or has changed the configs since, does not change the policy. */
function refuseForbidden({ agent, team, depth }: Run, from: string): void {
  const verdict = team.agents.has(from) ? checkTransfer(team, { from, to: agent.name, depth }) : null;
  if (!verdict?.allowed)
    throw new AppError('transfer_refused', `${agent.name} was handed work by an agent that may not hand over to it.`);
}

/** In a chain, a stage does not build on a required stage that failed, nor do the stages after it. */
async function refuseAfterFailure({ agent, team, depth }: Run, after: string, context: RunContext): Promise<void> {
  const known = context.journal.resultOf(after);
  const run = stageRun(after, team);
  // It has ended. A result that is not there was lost in a power cut, or the stage was given up.
  const [before] = known ? [known] : await context.dispatch.children([[run]], { depth, changes: {} });
  const failure = before && failureOf(before);
  if (failure && (run.agent.required || (known && failure.error?.code === 'child_failed')))
    throw new AppError('child_failed', `${agent.name} needs ${run.agent.name}, which failed.`);
}

/** On the last attempt the failure is stored, so that the parent knows why this child has no result. */
async function recordFailure({ agent }: Run, context: RunContext, thrown: unknown, ms: number): Promise<void> {
  const { runId, signal, journal, tries, lastAttempt } = context;
  const error = toAppError(signal.aborted ? signal.reason : thrown);
  if (!hasFailed(error, lastAttempt)) return noteWait(context, thrown);
  const cost = { ms: Math.round(ms), attempts: tries, usage: journal.used() };
  const failure = failedRun(agent.name, errorOf(error), cost);
  const writes = resultWrites(runId, failure, {}, null, runEntry(context, failure));
  journal.outbox.put(...writes, ...journal.log.end(failure));
  await journal.outbox.flush();
}
