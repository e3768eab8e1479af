/** summarize_content: compresses text to a target size and keeps the key facts. */
import { z } from 'zod';

export const SummarizeContentInput = z.strictObject({
  content: z.string().min(1),
  target_tokens: z.number().int().min(16).max(4_096).describe('Compression target'),
  preserve: z.array(z.string()).max(200).default([]).describe('Concepts that must be included'),
  style: z.enum(['technical', 'executive', 'bullets']).default('technical'),
});

export const SummarizeContentOutput = z.object({
  summary: z.string(),
  invariants: z.array(z.string()).describe('Key facts that the summary preserves, for validation'),
  compression_ratio: z.number().min(0).describe('Tokens of the summary divided by tokens of the content'),
  audit_hash: z.string().describe('Of the request: the key of the cached result'),
});
