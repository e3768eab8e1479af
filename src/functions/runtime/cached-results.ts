/**
 * Results of earlier calls with the same audit hash. Whether there was one is a step of the journal: a call that goes on after a crash
 * does not take its own result for another's, and counts what it has used.
 */
import { z } from 'zod';
import { CitedContent } from '../../engine/models/citation.ts';
import type { RunContext } from '../../engine/run/context.ts';
import type { CallDetails } from '../../engine/run/functions.ts';
import type { AgentFunction } from '../agent-function.ts';
import { ownerOf, type ResultCache } from '../state/result-cache.ts';

/** `notes`: what its details say besides what every call with this hash has in common. */
export type Result = {
  output: Record<string, unknown>;
  cited?: CitedContent;
  notes: Pick<CallDetails, 'over_budget' | 'agreement'>;
};

const Kept = z.object({
  output: z.record(z.string(), z.unknown()),
  cited: CitedContent.optional(),
  notes: z.custom<Result['notes']>((value) => typeof value === 'object' && value !== null),
});

/** Null if there is none, or none that fits the function as it is now. */
export async function findResult(
  cache: ResultCache,
  fn: AgentFunction,
  hash: string,
  context: RunContext,
): Promise<Result | null> {
  const look = () => cache.get(ownerOf(context.task), fn.name, hash);
  let kept: unknown;
  const wasThere = await context.journal.step('cached', async () => {
    kept = await look();
    return kept !== null;
  });
  if (!wasThere) return null;
  const parsed = Kept.safeParse(kept ?? (await look()));
  if (!parsed.success || !fn.output.safeParse(parsed.data.output).success) return null;
  const { output, cited, notes } = parsed.data;
  return { output, notes, ...(cited && { cited }) };
}

export function keepResult(
  cache: ResultCache,
  fn: AgentFunction,
  hash: string,
  context: RunContext,
  result: Result,
): Promise<void> {
  return cache.put(ownerOf(context.task), fn.name, hash, result);
}
