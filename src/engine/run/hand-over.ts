/**
 * A transfer is a tail call: the target's answer is the caller's, and the caller does not go on. Where the caller is a job of its own,
 * the target takes its place below the same parent; inside another job the target runs there. If it fails, the fan-in decides.
 */
import type { Agent } from '../agents/team.ts';
import type { Message, ModelAnswer, ToolCall } from '../models/model.ts';
import type { RunContext, TransferPlan, TransferWish } from './context.ts';
import { runInline } from './run-inline.ts';
import { type RunResult, type TransferNote, takeOver } from './run-result.ts';
import { transferTarget } from './transfer.ts';
import { eventWrite, type TransferEvent } from './writes.ts';

type Outcome =
  | { refused: string }
  /** `result` is missing where the target is a job that follows this one. */
  | { transfer: TransferNote; result?: RunResult };

export async function handOver(agent: Agent, context: RunContext, call: ToolCall, turn: number): Promise<Outcome> {
  const { to, reason } = transferTarget(call);
  const depth = context.depth + 1;
  const runId = `${context.runId}.${turn}.${to}`;
  const wish = { from: agent, to, reason, depth };
  const plan = context.dispatch.plan(wish, context);
  const note = () => {
    context.dispatch.note(wish, plan);
    context.journal.outbox.put(eventWrite({ kind: 'transfer', data: transferEvent(wish, plan) }));
  };
  // The end of a run that is handed over is one write, and this goes with it; in all other cases the run may be repeated from here.
  if (plan.kind === 'tail') {
    if (!context.journal.hasEnded()) note();
  } else await context.journal.step(`transfer-${turn}`, async () => note());
  if (plan.kind === 'refused') return { refused: plan.reason };
  const transfer: TransferNote = { agent: to, run_id: runId, depth, pending: plan.kind === 'tail' };
  if (plan.kind === 'tail') return { transfer };
  const run = { agent: plan.agent, runId, speaks: context.speaks, from: agent.name };
  if (plan.kind === 'inline') return { transfer, result: await runInline(run, { ...context, depth }) };
  const caller = { depth, changes: context.state.delta() };
  const [result] = await context.dispatch.children([[run]], caller);
  return { transfer, result: takeOver(result as RunResult, context.state) };
}

/** A name that a model has made up is not repeated in full: it could be anything. */
function transferEvent({ from, to, reason, depth }: TransferWish, plan: TransferPlan): TransferEvent {
  const target = to.slice(0, 64);
  if (plan.kind === 'refused') return { from: from.name, to: target, depth, status: 'refused', reason: plan.reason };
  return { from: from.name, to: target, depth, status: 'allowed', reason };
}

/** Providers want an answer to every call; those beside a hand-over were not done. */
export function afterRefusal(answer: ModelAnswer, transfer: ToolCall, reason: string): Message {
  const skipped = { error: 'Not done: a hand-over stands alone. Call this again if you still need it.' };
  return {
    role: 'tool',
    parts: answer.calls.map((call) => ({
      type: 'response',
      id: call.id,
      name: call.name,
      result: call === transfer ? { status: 'refused', reason } : skipped,
    })),
  };
}
