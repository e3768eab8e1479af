/** How a config calls a function: which one, with what, and how well. Used by agents of type `function` and by the stages of pipelines. */
import { z } from 'zod';

export const OVER_BUDGET = ['refuse', 'compress', 'split'] as const;
export const QUALITIES = ['light', 'standard', 'high'] as const;

export const FunctionCallConfig = z.strictObject({
  function: z.string(),
  input: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Its fields. A value that begins with $ refers to something that is known when it runs'),
  citations: z.string().optional().describe('Refers to the sources that its text may cite'),
  preset: z.string().optional(),
  variant: z.string().optional().describe('A preset by the name that the function has for it'),
  quality: z.enum(QUALITIES).optional(),
  over_budget: z.enum(OVER_BUDGET).optional().describe('What is done with input above the budget; refused if not set'),
});
export type FunctionCallConfig = z.infer<typeof FunctionCallConfig>;
