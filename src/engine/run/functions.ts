/** What is passed to a function and what comes back. `Functions` in context.ts is the port that `src/functions` implements. */
import type { OVER_BUDGET, QUALITIES } from '../agents/call.ts';
import type { Tier } from '../agents/pipeline.ts';
import type { Citation, CitedContent } from '../models/citation.ts';
import type { TaskUsage } from '../task/task.ts';

export type CallOptions = {
  /** The first of these that is given decides; the function's default preset if none is. */
  preset?: string | undefined;
  variant?: string | undefined;
  quality?: (typeof QUALITIES)[number] | undefined;
  /** Input above the budget is refused if nothing else is said; it is never cut silently. */
  over_budget?: (typeof OVER_BUDGET)[number] | undefined;
  /** Sources that the text of the output may cite. */
  citations?: readonly Citation[] | undefined;
  /** False: neither reads nor writes the cache of results. */
  cache?: boolean | undefined;
};

export type FunctionCall = { name: string; input: unknown; options: CallOptions };

/** How the output came about. */
export type CallDetails = {
  audit_hash: string;
  cached: boolean;
  preset: string;
  /** The preset's, or `rule` where no model drafts. */
  mode: string;
  /** Who drafted; `served_by` is the model and server that answers to that name, or the offline rules. */
  models: { name: string; served_by: string }[];
  input_tokens: number;
  budget: { input: number; output: number };
  /** Set where the input was above the budget. `to_tokens`: what one draft was given at most. */
  over_budget?: { handled: 'compressed' | 'split'; from_tokens: number; to_tokens: number; pieces?: number };
  /** Of several drafts: how far they agree, from 0 to 1. */
  agreement?: number;
  /** Whose call failed: the output was made without them, and is not cached. */
  failed?: { role: string; model: string; code: string }[];
};

export type FunctionOutcome = {
  output: Record<string, unknown>;
  /** Of functions whose output is a text that may cite. */
  cited?: CitedContent;
  usage: TaskUsage;
  details: CallDetails;
};

/** `value` is text, or is kept as JSON. */
export type Kept = {
  tier: Exclude<Tier, 'handoff_cache'>;
  pipeline: string;
  stage: string;
  item?: string | undefined;
  /** What is kept: a field of the output, or `output`. */
  artifact: string;
  value: unknown;
};

/** What a function has found, where its output has a list of sources. */
export function sourcesIn({ citations }: FunctionOutcome['output']): Citation[] {
  return Array.isArray(citations) ? (citations as Citation[]) : [];
}
