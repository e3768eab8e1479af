/** extract_structure: structured data from unstructured content. */
import { z } from 'zod';

export const ExtractStructureInput = z.strictObject({
  content: z.string().min(1).describe('Raw text or code'),
  extraction_type: z.enum(['keywords', 'concepts', 'entities', 'outline']),
  domain: z.enum(['ai-ml', 'systems', 'web', 'general']).default('general'),
});

/** One thing that was found. An outline's items have a level and stand in the order of the text; others are ordered by confidence. */
export const Extracted = z.object({
  text: z.string(),
  confidence: z.number().min(0).max(1),
  kind: z.string().optional().describe('Of an entity: person, date, quantity, url, ...'),
  level: z.number().int().positive().optional().describe('Of an outline item: 1 is the highest'),
});

/** Offsets in characters of `content`; lines count from 1. */
export const RawPosition = z.object({
  item: z.number().int().min(0).describe('Index in `extracted`'),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  line: z.number().int().positive(),
});

export const ExtractStructureOutput = z.object({
  extracted: z.array(Extracted),
  raw_positions: z.array(RawPosition),
  compressed_summary: z.string().describe('At most 500 tokens'),
});
