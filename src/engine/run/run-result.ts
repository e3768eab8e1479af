/** What a run leaves behind for its parent, whether it ran as a job or inline. */

import type { State, StateDelta } from '../task/state.ts';
import type { AgentStatus, TurnUsage } from '../task/turn.ts';

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
  /** The agent has decided to say nothing: not a failure, and nobody else speaks in its place. */
  silent?: boolean;
  /** What it changed in the state, as the journal keeps it for whoever set it going. */
  changes?: StateDelta;
};

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

/** A child's result, taken over by its parent: what the child changed comes after what the parent had set before, and stands. */
export function takeOver({ changes = {}, ...result }: RunResult, state: State): RunResult {
  for (const [key, value] of Object.entries(changes)) state.set(key, value);
  return result;
}

export function failedRun(
  agent: string,
  error: { code: string; detail: string },
  { ms = 0, attempts = 1, usage = NO_USAGE }: Partial<Pick<RunResult, 'ms' | 'attempts' | 'usage'>> = {},
): RunResult {
  return { agent, status: 'error', text: '', answered_by: agent, usage, ms, attempts, error, children: [] };
}
