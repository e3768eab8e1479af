/** How a run ends, the same for a job and for what runs inline in one. */
import { type AppError, type ErrorCode, toAppError } from '../../platform/errors.ts';
import type { Agent } from '../agents/team.ts';
import { Parked, type RunContext } from './context.ts';
import { againLine } from './job-log.ts';
import { prefaced } from './preface.ts';
import type { RunResult } from './run-result.ts';
import { runEntry } from './trace.ts';
import { type Reply, resultWrites } from './writes.ts';

/** Its result, its changes of state and its reply become visible together. */
export async function endRun(agent: Agent, context: RunContext, result: RunResult): Promise<void> {
  const { journal, runId, state } = context;
  const trace = runEntry(context, result);
  const writes = resultWrites(runId, result, state.delta(), replyOf(agent, context, result), trace);
  journal.outbox.put(...writes, ...journal.log.end(result));
  await journal.outbox.flush();
}

/** A cancelled task has no use for a result; a worker that loses or leaves a job has not failed at it. */
const STOPPED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['cancelled', 'lock_lost', 'shutting_down']);

/** Whether the run has failed for good: nobody will try it again. */
export function hasFailed(error: AppError, lastAttempt: boolean): boolean {
  if (STOPPED.has(error.code)) return false;
  return error.policy.retry === 'never' || (error.policy.retry === 'backoff' && lastAttempt);
}

/** Notes why a job that has not ended stops for now. Nothing waits for it: what stops the job comes first. */
export function noteWait({ journal, signal, tries }: RunContext, thrown: unknown): void {
  if (thrown instanceof Parked) return;
  const line = againLine(toAppError(signal.aborted ? signal.reason : thrown), tries);
  if (line) journal.outbox.put(journal.log.wait(line));
}

/** Whether this attempt ends and the run has not failed: it waits, it was stopped, or it is tried again. */
export function endedEarly(thrown: unknown, { signal, lastAttempt }: RunContext): boolean {
  return thrown instanceof Parked || !hasFailed(toAppError(signal.aborted ? signal.reason : thrown), lastAttempt);
}

function replyOf(agent: Agent, context: RunContext, result: RunResult): Reply | null {
  if (!context.speaks || agent.output || result.text.trim() === '') return null;
  return { agent: result.answered_by, text: prefaced(context, result.text) };
}
