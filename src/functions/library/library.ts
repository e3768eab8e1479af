/** The library: indexed documents of a tenant, searched by words, by meaning or by both. This is the port; two engines implement it. */
import { z } from 'zod';
import { SourceMetadata } from '../../engine/models/citation.ts';

export const MATCH_TYPES = ['semantic', 'keyword', 'hybrid'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/** One chunk of a document. `source` says where it is: pages of a book, lines of a file. `source.similarity` is its score, 0 to 1. */
export const Hit = z.object({
  document_id: z.string(),
  chunk_id: z.string(),
  scope: z.string(),
  text: z.string(),
  source: SourceMetadata,
});
export type Hit = z.infer<typeof Hit>;

export type LibraryQuery = { text: string; scopes: readonly string[]; match: MatchType; limit: number };

/** Of one tenant. `method`: how it was searched, which is not as asked where nothing can search by meaning. */
export type LibrarySearch = {
  search(query: LibraryQuery, signal?: AbortSignal): Promise<{ hits: Hit[]; method: MatchType; notes: string[] }>;
  /** Changes whenever a document is added or removed. */
  generation(): Promise<string>;
};
