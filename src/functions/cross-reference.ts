/** cross_reference: finds related content in the library. */
import { z } from 'zod';
import { Citation, SourceMetadata } from '../engine/models/citation.ts';
import { MATCH_TYPES } from './library/library.ts';

export const CrossReferenceInput = z.strictObject({
  query_artifact: z.string().min(1).describe('Source content'),
  search_scope: z.array(z.string()).max(50).default([]).describe('Which repositories; all if empty'),
  match_type: z.enum(MATCH_TYPES).default('hybrid'),
  top_k: z.number().int().min(1).max(50).default(10),
});

export const Reference = z.object({
  id: z.string().describe('Of the chunk'),
  scope: z.string(),
  excerpt: z.string(),
  source: SourceMetadata,
});

export const CrossReferenceOutput = z.object({
  references: z.array(Reference),
  similarity_scores: z.array(z.number().min(0).max(1)).describe('One for each reference, in the same order'),
  compressed_context: z.string().describe('For downstream'),
  citations: z.array(Citation).describe('For footnotes'),
});
