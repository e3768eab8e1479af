/** A function without a model, as the runtime runs it: its input is parsed, its draft and its output fit their schemas. */
import type { Citation } from '../../src/engine/models/citation.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';

export function runRule<O>(fn: AgentFunction, given: unknown, sources: readonly Citation[] = []): O {
  const input = fn.input.parse(given);
  return finishDraft<O>(fn, fn.rule?.(input, undefined, sources), input);
}

/** With a draft that somebody else has written. */
export function finishDraft<O>(fn: AgentFunction, draft: unknown, given: unknown): O {
  const output = fn.finish(fn.draft.parse(draft), fn.input.parse(given), undefined, []);
  return fn.output.parse(output) as O;
}

/** In pieces, as content above the budget is worked on. */
export function runInPieces<O>(fn: AgentFunction, given: unknown, tokens: number): O {
  const input = fn.input.parse(given);
  const outputs = (fn.split?.(input, tokens) ?? []).map((piece) => runRule(fn, piece));
  return fn.output.parse(fn.join?.(outputs, input)) as O;
}
