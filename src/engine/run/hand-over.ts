/**
 * A transfer is a tail call: the target's answer is the caller's, and the caller does not go on. Where the caller is a job of its own,
 * the target takes its place below the same parent; inside another job the target runs there. If it fails, the fan-in decides.
 */
import type { Agent } from '../agents/team.ts';
import type { ToolCall } from '../models/model.ts';
import type { RunContext } from './context.ts';
import { runInline } from './run-inline.ts';
import { type RunResult, type TransferNote, takeOver } from './run-result.ts';
import { transferTarget } from './transfer.ts';

type Outcome =
  | { refused: string }
  /** `result` is missing where the target is a job that follows this one. */
  | { transfer: TransferNote; result?: RunResult };

export async function handOver(agent: Agent, context: RunContext, call: ToolCall, turn: number): Promise<Outcome> {
  const { to, reason } = transferTarget(call);
  const depth = context.depth + 1;
  const runId = `${context.runId}.${turn}.${to}`;
  const plan = context.dispatch.plan({ from: agent, to, reason, depth }, context);
  if (plan.kind === 'refused') return { refused: plan.reason };
  const transfer: TransferNote = { agent: to, run_id: runId, depth, pending: plan.kind === 'tail' };
  if (plan.kind === 'tail') return { transfer };
  const run = { agent: plan.agent, runId, speaks: context.speaks };
  if (plan.kind === 'inline') return { transfer, result: await runInline(run, { ...context, depth }) };
  const caller = { depth, changes: context.state.delta() };
  const [result] = await context.dispatch.children([[run]], caller);
  return { transfer, result: takeOver(result as RunResult, context.state) };
}
