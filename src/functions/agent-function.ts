/**
 * What a function is: one object in one file. A function is stateless: it reads its input and what `prepare` has looked up, and gives an
 * output of a fixed type. It is worked on in three parts: `prepare` looks things up, a model or a rule makes the draft, `finish` makes
 * the output of it. Which model drafts, and how many of them, is the preset's business (runtime/).
 */
import type { z } from 'zod';
import type { QUALITIES } from '../engine/agents/call.ts';
import type { Citation } from '../engine/models/citation.ts';
import type { Analysers } from './analysis/analysers.ts';
import type { LibrarySearch } from './library/library.ts';

export const FUNCTION_NAMES = [
  'extract_structure',
  'summarize_content',
  'generate_code',
  'analyze_artifact',
  'validate_against_spec',
  'synthesize_outputs',
  'decompose_task',
  'cross_reference',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

export type Quality = (typeof QUALITIES)[number];

/** In tokens. */
export type Budget = { input: number; output: number };

/** What `prepare` may use. It runs in the worker's own thread; whatever takes long in it runs elsewhere. */
export type Helpers = {
  /** Bound to the tenant and user of the task. */
  library: LibrarySearch;
  analysers: Analysers;
  signal: AbortSignal;
};

export type AgentFunction<I = unknown, D = unknown, O = unknown, P = unknown> = {
  name: FunctionName;
  description: string;
  input: z.ZodType<I>;
  output: z.ZodType<O>;
  /** What a model or a rule is asked for. */
  draft: z.ZodType<D>;
  budget: Budget;
  /** `variants` are the document's named presets. */
  presets: { default: string; variants: Readonly<Record<string, string>>; quality: Readonly<Record<Quality, string>> };
  /** What the drafting model may call. */
  tools: readonly FunctionName[];
  /** The text field of the input that is compressed where the caller asks for that. */
  content: keyof I & string;
  /** A list of texts beside it, which are compressed first. */
  context?: keyof I & string;
  /** The text field of the output that may hold [^N] markers. */
  cites?: keyof O & string;
  /** Whether the output depends on the library, so that a change of it makes cached results void. */
  readsLibrary?: boolean;
  prepare?(input: I, helpers: Helpers): Promise<P>;
  /** What the model is told to do; its task and its sources are added to it. */
  instruction: string;
  /** The message that the model is given. */
  prompt(input: I, prepared: P): string;
  /** Makes the draft without a model: the same for the same input. Runs in a thread. Without it the function needs a model. */
  rule?(input: I, prepared: P, sources: readonly Citation[]): D;
  /** Whether an output holds nothing: a model's is then compared with the rule's. */
  isEmpty?(output: O): boolean;
  /** Whether a model could do no better than the rule, such as where there is nothing to order: then none is asked. */
  ruleSuffices?(prepared: P): boolean;
  /**
   * Adds what is computed and not written: positions, ratios, hashes. `sources`: those offered, then those that the model's tools have
   * found, each with its own marker. Runs in a thread.
   */
  finish(draft: D, input: I, prepared: P, sources: readonly Citation[]): O;
  /**
   * For content above the budget: the input in pieces, each with at most so many tokens in its `content` field, and their outputs as
   * one. Both run in a thread.
   */
  split?(input: I, tokens: number): I[];
  join?(outputs: O[], input: I): O;
};

/** Lets a file be written with its own types, and be kept in one list with the others. */
export function defineFunction<I, D, O, P = undefined>(definition: AgentFunction<I, D, O, P>): AgentFunction {
  return definition as unknown as AgentFunction;
}
