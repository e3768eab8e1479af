/** synthesize_outputs: combines several outputs into one. */
import { z } from 'zod';

/** One of the outputs. Other fields than these are kept as they are. */
export const ArtifactToCombine = z.looseObject({
  id: z.string().optional().describe('Name in `provenance` and `conflicts`; its position if not given'),
  content: z.string().optional().describe('Its text; `code`, `summary` or the whole as JSON if not given'),
});

export const SynthesizeOutputsInput = z.strictObject({
  artifacts: z.array(ArtifactToCombine).min(1).max(100),
  synthesis_strategy: z.enum(['merge', 'reconcile', 'vote']).default('merge'),
  conflict_policy: z.enum(['first_wins', 'consensus', 'flag']).default('flag'),
});

export const Conflict = z.object({
  topic: z.string(),
  positions: z.array(z.object({ artifact: z.string(), statement: z.string() })),
  resolution: z.string().nullable().describe('What was taken, and by which policy; null: flagged and left open'),
});

export const SynthesizeOutputsOutput = z.object({
  synthesized: z.string(),
  agreement_score: z.number().min(0).max(1),
  conflicts: z.array(Conflict),
  provenance: z.record(z.string(), z.array(z.string())).describe('Which artifact contributed what'),
});
