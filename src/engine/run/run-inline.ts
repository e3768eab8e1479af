/** Runs an agent inside its parent's job, with the same journal, events and result as a job of its own would have. */
import { toAppError } from '../../platform/errors.ts';
import { createState } from '../task/state.ts';
import { type ChildRun, Parked, type RunContext } from './context.ts';
import { endRun, hasFailed } from './end-run.ts';
import { errorOf, failedRun, type RunResult, takeOver } from './run-result.ts';

/** It is given the state as it stands, its result is recorded, and its failure is a value once trying again cannot help. */
export async function runInline(run: ChildRun, outer: RunContext): Promise<RunResult> {
  const known = outer.journal.resultOf(run.runId);
  if (known) return takeOver(known, outer.state);
  const journal = outer.journal.nested(run.runId);
  const context: RunContext = {
    ...outer,
    runId: run.runId,
    speaks: run.speaks,
    job: undefined,
    journal,
    state: createState(outer.state.all()),
  };
  let result: RunResult;
  try {
    result = await outer.services.run(run.agent, context);
  } catch (thrown) {
    if (thrown instanceof Parked || outer.signal.aborted) throw thrown;
    const error = toAppError(thrown);
    if (!hasFailed(error, outer.lastAttempt)) throw thrown;
    outer.log.warn({ err: error, agent: run.agent.name }, 'inline_run.failed');
    context.state = createState({});
    const cost = { ms: journal.spentMs(), attempts: outer.tries, usage: journal.used() };
    result = failedRun(run.agent.name, errorOf(error), cost);
  }
  // What is nested in a tool call becomes visible with it.
  if (!outer.nested) await endRun(run.agent, context, result);
  return takeOver({ ...result, changes: context.state.delta() }, outer.state);
}
