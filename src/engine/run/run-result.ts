/** What a run leaves behind for its parent, whether it ran as a job or inline. */

import type { AppError } from '../../platform/errors.ts';
import type { Citation } from '../models/citation.ts';
import { type CitedText, sideBySide, withEarlier } from '../models/cited-text.ts';
import { OFFLINE, type Usage } from '../models/model.ts';
import type { State, StateDelta } from '../task/state.ts';
import { type AgentStatus, NO_USAGE, type TaskError, type TaskUsage } from '../task/task.ts';

/** To whom a run has handed over. `pending`: the target is a job of its own, whose result is not yet part of this one. */
export type TransferNote = { agent: string; run_id: string; depth: number; pending: boolean };

export type RunResult = {
  agent: string;
  status: Extract<AgentStatus, 'empty' | 'success' | 'error'>;
  text: string;
  /** The structured answer, where the agent has an output schema. */
  output?: unknown;
  /** Who gave the text: the agent itself, or the one it handed over to. */
  answered_by: string;
  usage: TaskUsage;
  /** The sources that the text rests on, and those of what it was made from. */
  citations?: Citation[];
  ms: number;
  attempts: number;
  error?: Omit<TaskError, 'agent'>;
  /** Runs below this one: transfers, agent tools, stages. */
  children: RunResult[];
  /** Its work ended with a hand-over; the answer is the target's. */
  transfer?: TransferNote;
  /** A loop's child asks to stop. */
  escalate?: boolean;
  /** The agent has decided to say nothing: not a failure, and nobody else speaks in its place. */
  silent?: boolean;
  /** How a function's output came about, or how a pipeline's stages went. */
  details?: Record<string, unknown>;
  /** It has an output, and something about it is not as it should be. */
  warning?: { code: string; detail: string };
  /** Why rules stood in for its model: the code of the failure. Its work is tried again after the end. */
  stood_in?: string;
  /** What it changed in the state, as the journal keeps it for whoever set it going. */
  changes?: StateDelta;
  /** When the result was written, in ms since 1970. */
  at?: number;
};

/** An unknown cost makes the sum unknown. */
export function addUsage(a: TaskUsage, b: TaskUsage): TaskUsage {
  const ruleCalls = (a.rule_calls ?? 0) + (b.rule_calls ?? 0);
  return {
    model_calls: a.model_calls + b.model_calls,
    ...(ruleCalls > 0 && { rule_calls: ruleCalls }),
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: a.cost_usd === null || b.cost_usd === null ? null : a.cost_usd + b.cost_usd,
  };
}

/** One answer of a model, or of the offline rules. */
export function answerUsage({ model, ...used }: Usage): TaskUsage {
  return model === OFFLINE ? { model_calls: 0, rule_calls: 1, ...used } : { model_calls: 1, ...used };
}

/** This run and all below it. */
export function flatten(result: RunResult): RunResult[] {
  return [result, ...result.children.flatMap(flatten)];
}

/** A child's result, taken over by its parent: what the child changed comes after what the parent had set before, and stands. */
export function takeOver({ changes = {}, ...result }: RunResult, state: State): RunResult {
  for (const [key, value] of Object.entries(changes)) state.set(key, value);
  return result;
}

/** What several runs say, as one text; `earlier` are runs that theirs were built on. */
export function together(
  heard: readonly RunResult[],
  earlier: readonly RunResult[],
): Pick<RunResult, 'text' | 'citations'> {
  const { texts, citations } = sideBySide(heard.map(citedText));
  const text = texts.join('\n\n');
  const answered = heard.some(({ status }) => status === 'success');
  return { text, ...(answered && citing({ text, citations }, earlier)) };
}

/** The sources of a text and of what it was built on; no field where there are none. */
export function citing(
  said: CitedText,
  earlier: readonly Pick<RunResult, 'citations'>[],
): Pick<RunResult, 'citations'> {
  const found = earlier.map(({ citations = [] }) => citations);
  const citations = withEarlier(said, found);
  return citations.length > 0 ? { citations } : {};
}

function citedText({ text, citations = [] }: RunResult): CitedText {
  return { text, citations };
}

/** The answer of whoever took over is the answer of the run that handed over. What that one had found is passed on with it. */
export function adopt({ citations, ...result }: RunResult, from: RunResult): RunResult {
  return {
    ...result,
    text: from.text,
    output: from.output,
    answered_by: from.answered_by,
    ...(failureOf(from) === null && citing(citedText(from), citations ? [{ citations }] : [])),
    ...(from.silent && { silent: true }),
    ...(from.escalate && { escalate: true }),
    ...(result.transfer && { transfer: { ...result.transfer, pending: false } }),
    changes: { ...result.changes, ...from.changes },
    children: [...result.children, from],
  };
}

/** Follows hand-overs to the run that gave the answer; undefined while that one has no result. */
export function resolveTransfer(
  result: RunResult,
  resultOf: (runId: string) => RunResult | undefined,
): RunResult | undefined {
  if (!result.transfer?.pending) return result;
  const target = resultOf(result.transfer.run_id);
  const resolved = target && resolveTransfer(target, resultOf);
  return resolved && adopt(result, resolved);
}

/** The failure that a run ended with: its own, or that of the one it handed over to. */
export function failureOf(result: RunResult): RunResult | null {
  if (result.status === 'error') return result;
  const target = result.transfer && !result.transfer.pending ? result.children.at(-1) : undefined;
  return target ? failureOf(target) : null;
}

/** What a result says of an error: its message is safe. */
export function errorOf({ code, message, errors }: AppError): Omit<TaskError, 'agent'> {
  return { code, detail: message, ...(errors && { errors }) };
}

export function failedRun(
  agent: string,
  error: Omit<TaskError, 'agent'>,
  { ms = 0, attempts = 1, usage = NO_USAGE }: Partial<Pick<RunResult, 'ms' | 'attempts' | 'usage'>> = {},
): RunResult {
  return { agent, status: 'error', text: '', answered_by: agent, usage, ms, attempts, error, children: [] };
}
