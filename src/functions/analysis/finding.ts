/** An issue that an analysis has found. */
import { z } from 'zod';

export const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const;

export const Finding = z.object({
  rule: z.string().describe('What was looked for, such as no-eval'),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  location: z.object({ line: z.number().int().positive(), column: z.number().int().positive().optional() }).nullable(),
  fix_hint: z.string().nullable(),
  source: z.string().describe('The analyser or the model that found it'),
});
export type Finding = z.infer<typeof Finding>;
