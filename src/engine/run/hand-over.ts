/** A transfer, seen from the agent that asks for it: done, refused by the policy, or tried and failed. */
import type { Agent } from '../agents/team.ts';
import type { ToolCall } from '../models/model.ts';
import type { TurnUsage } from '../task/turn.ts';
import type { RunContext } from './context.ts';
import { addUsage, flatten, NO_USAGE, type RunResult, takeOver } from './run-result.ts';
import { runInline } from './run-tree.ts';
import { transferTarget } from './transfer.ts';

type Outcome =
  | { answered: true; result: RunResult }
  | { answered: false; response: { status: string; reason: string }; usage: TurnUsage };

export async function handOver(agent: Agent, context: RunContext, call: ToolCall, turn: number): Promise<Outcome> {
  const { to, reason } = transferTarget(call);
  const { speaks, nested } = context;
  const depth = context.depth + 1;
  const outcome = await context.dispatch.transfer(
    { from: agent, to, reason, runId: `${context.runId}.${turn}.${to}`, speaks, nested },
    { depth, changes: context.state.delta() },
    (target) => runInline(target, { ...context, depth }),
  );
  if ('refused' in outcome)
    return { answered: false, response: { status: 'refused', reason: outcome.refused }, usage: NO_USAGE };
  const result = takeOver(outcome.result, context.state);
  if (result.status !== 'error') return { answered: true, result };
  return {
    answered: false,
    response: { status: 'error', reason: result.error?.detail ?? `${to} could not answer.` },
    usage: flatten(result).reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE),
  };
}
