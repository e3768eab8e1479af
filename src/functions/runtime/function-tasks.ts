/** What the thread of the functions does, by name: their rules and whatever else reads or writes whole texts. */
import type { Citation } from '../../engine/models/citation.ts';
import type { AgentFunction } from '../agent-function.ts';
import { compress } from '../text/compress.ts';
import { agreementOf } from './agreement.ts';

type Of<T> = { fn: string; input: unknown } & T;

export function functionTasks(functions: ReadonlyMap<string, AgentFunction>) {
  const named = (name: string): AgentFunction => {
    const fn = functions.get(name);
    if (!fn) throw new Error(`There is no function ${name}.`);
    return fn;
  };
  return {
    /** The output that the rule gives. */
    rule({ fn: name, input, prepared, sources }: Of<{ prepared: unknown; sources: readonly Citation[] }>): unknown {
      const fn = named(name);
      return fn.finish(fn.rule?.(input, prepared, sources), input, prepared, sources);
    },
    finish: ({
      fn,
      draft,
      input,
      prepared,
      sources,
    }: Of<{ draft: unknown; prepared: unknown; sources: readonly Citation[] }>): unknown =>
      named(fn).finish(draft, input, prepared, sources),
    split: ({ fn, input, tokens }: Of<{ tokens: number }>): unknown[] => named(fn).split?.(input, tokens) ?? [input],
    join: ({ fn, input, outputs }: Of<{ outputs: unknown[] }>): unknown => named(fn).join?.(outputs, input),
    compress: ({ text, tokens }: { text: string; tokens: number }): string => compress(text, tokens),
    agreement: agreementOf,
  };
}
