/** A transfer, seen from the agent that asks for it: done, refused by the policy, or tried and failed. */
import type { Agent } from '../agents/team.ts';
import type { ToolCall } from '../models/model.ts';
import type { RunContext } from './context.ts';
import type { RunResult } from './run-result.ts';
import { runTree } from './run-tree.ts';
import { transferTarget } from './transfer.ts';

type Outcome =
  | { answered: true; result: RunResult }
  | { answered: false; response: { status: string; reason: string } };

export async function handOver(agent: Agent, context: RunContext, call: ToolCall, turn: number): Promise<Outcome> {
  const { to, reason } = transferTarget(call);
  const runId = `${context.runId}.${turn}.${to}`;
  const depth = context.depth + 1;
  const outcome = await context.dispatch.transfer({ from: agent, to, reason, runId, depth }, (target) =>
    runTree(target, { ...context, runId, depth, journal: context.journal.nested(runId) }),
  );
  if ('refused' in outcome) return { answered: false, response: { status: 'refused', reason: outcome.refused } };
  const { result } = outcome;
  if (result.status === 'error') {
    return {
      answered: false,
      response: { status: 'error', reason: result.error?.detail ?? `${to} could not answer.` },
    };
  }
  return { answered: true, result };
}
