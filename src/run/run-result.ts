/** What a run leaves behind for its parent, whether it ran as a job or inline. */

import type { StateDelta } from '../memory/state.ts';
import type { AgentStatus, TurnUsage } from '../memory/turn.ts';

export type RunResult = {
  agent: string;
  status: Extract<AgentStatus, 'empty' | 'success' | 'error'>;
  text: string;
  /** The structured answer, where the agent has an output schema. */
  output?: unknown;
  /** Who gave the text: the agent itself, or the one it handed over to. */
  answered_by: string;
  usage: TurnUsage;
  ms: number;
  attempts: number;
  error?: { code: string; detail: string };
  /** Runs below this one: transfers, agent tools, stages. */
  children: RunResult[];
  /** A loop's child asks to stop. */
  escalate?: boolean;
};

export type FinishedRun = { result: RunResult; delta: StateDelta };

export const NO_USAGE: TurnUsage = { model_calls: 0, input_tokens: 0, output_tokens: 0 };

export function addUsage(a: TurnUsage, b: TurnUsage): TurnUsage {
  return {
    model_calls: a.model_calls + b.model_calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

/** This run and all below it, by agent name. */
export function flatten(result: RunResult): RunResult[] {
  return [result, ...result.children.flatMap(flatten)];
}

export function failedRun(agent: string, error: { code: string; detail: string }, ms = 0, attempts = 1): RunResult {
  return { agent, status: 'error', text: '', answered_by: agent, usage: NO_USAGE, ms, attempts, error, children: [] };
}
