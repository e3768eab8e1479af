/** A source of an answer, as data: unlike text, it is kept through hand-overs and the fan-in. */
import { z } from 'zod';

export const SOURCE_TYPES = ['book', 'code', 'schema', 'internal_doc', 'journal_article', 'trial', 'web_page'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Provenance: which work, and where in it. Each source type uses some of the fields. */
export const SourceMetadata = z.object({
  source_type: z.enum(SOURCE_TYPES),
  title: z.string().optional(),
  author: z.string().optional().describe('LastName, FirstName'),
  city: z.string().optional().describe('Of the publisher'),
  publisher: z.string().optional(),
  year: z.number().int().optional(),
  pages: z.string().optional().describe('Such as 322-327'),
  repo: z.string().optional(),
  file_path: z.string().optional(),
  line_range: z.string().optional().describe('Such as 12-45'),
  commit_hash: z.string().optional(),
  version: z.string().optional().describe('Of a schema'),
  service: z.string().optional().describe('That an internal document belongs to'),
  date: z.string().optional(),
  section: z.string().optional(),
  journal: z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  doi: z.string().optional(),
  pmid: z.string().optional(),
  nct: z.string().optional(),
  url: z.string().optional(),
  chunk: z.string().optional().describe('The text that was found'),
  similarity: z.number().min(0).max(1).optional().describe('Score of the search that found it'),
});
export type SourceMetadata = z.infer<typeof SourceMetadata>;

export const Citation = SourceMetadata.extend({
  id: z.string().describe('The same for the same place in the same work'),
  marker: z.string().describe('As it stands in the text: [^1]'),
  source: z.string().describe('Which search found it: google_search, web_search, library, ...'),
  supports: z
    .array(z.string())
    .default([])
    .describe('The passages of the answer that rest on it, in their order; none where the provider does not say'),
});
export type Citation = z.infer<typeof Citation>;

/** A text with markers, and what they stand for. */
export const CitedContent = z.object({
  content: z.string().describe('With inline [^N] markers'),
  citations: z.array(Citation).describe('Those that the content has a marker of, in the order of their markers'),
  footnotes: z.array(z.string()).describe('Chicago style, one for each citation'),
  markers_without_source: z.array(z.string()),
  sources_without_marker: z.array(z.string()).describe('Ids of citations that were offered and not used'),
});
export type CitedContent = z.infer<typeof CitedContent>;
