/** generate_code: code from a specification and its context. */
import { z } from 'zod';
import { Citation } from '../engine/models/citation.ts';

export const GenerateCodeInput = z.strictObject({
  specification: z.string().min(1).describe('What to build'),
  context_artifacts: z.array(z.unknown()).max(100).default([]).describe('From the hand-off cache'),
  language: z.string().min(1).default('typescript'),
  patterns_to_follow: z.array(z.string()).max(100).default([]),
  constraints: z.array(z.string()).max(100).default([]).describe('Must-haves'),
});

export const GenerateCodeOutput = z.object({
  code: z.string(),
  explanation: z.string().describe('Why these choices'),
  test_hints: z.array(z.string()).describe('Suggested test cases'),
  compressed_intent: z.string().describe('For validation downstream'),
  citations: z.array(Citation).describe('Sources used'),
});
