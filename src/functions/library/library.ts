/** The library: indexed documents of a tenant, searched by words, by meaning or by both. This is the port; two engines implement it. */
import { z } from 'zod';
import type { Asker } from '../../engine/access/principal.ts';
import { SourceMetadata } from '../../engine/models/citation.ts';
import type { Subject } from '../../engine/task/task.ts';
import type { LibraryDocument, NewDocument } from './document.ts';

export const MATCH_TYPES = ['semantic', 'keyword', 'hybrid'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/**
 * One chunk of a document. `source` says where it is: pages of a book, lines of a file. `source.similarity` is its score, 0 to 1: by
 * words, the share of the query's words that the chunk has, rare words counting more; by meaning, the cosine of the two vectors; by
 * both, the greater one. Hits are ordered by rank, so that similarity need not fall from one to the next.
 */
export const Hit = z.object({
  document_id: z.string(),
  chunk_id: z.string(),
  scope: z.string(),
  text: z.string(),
  source: SourceMetadata,
});
export type Hit = z.infer<typeof Hit>;

export type LibraryQuery = { text: string; scopes: readonly string[]; match: MatchType; limit: number };

export type SearchResult = { hits: Hit[]; method: MatchType; notes: string[] };

/** Of one tenant. `method`: how it was searched, which is not as asked where nothing can search by meaning. */
export type LibrarySearch = {
  search(query: LibraryQuery, signal?: AbortSignal): Promise<SearchResult>;
  /** Changes whenever a document is added or removed. */
  generation(): Promise<string>;
};

export type Removed = { documents: number; chunks: number };

export type DocumentPage = { documents: LibraryDocument[]; next_cursor: string | null };

/**
 * A document with a `user_id` is seen by that user only, one without by the whole tenant. An asker without a user sees all documents of
 * the tenant; one with a user may remove their own documents only.
 */
export type Library = {
  /** The same content with the same description is the same document: `added` is false, and nothing changes. */
  add(
    tenant: string,
    document: NewDocument,
    signal?: AbortSignal,
  ): Promise<{ document: LibraryDocument; added: boolean }>;
  /** In the order in which they were added. */
  list(asker: Asker, filter?: { scope?: string | undefined; cursor?: string | undefined }): Promise<DocumentPage>;
  /** Null if there is none, or none that the asker may see. */
  find(asker: Asker, id: string): Promise<LibraryDocument | null>;
  remove(asker: Asker, which: { id: string } | { scope: string }): Promise<Removed>;
  /** Removes what belongs to a person, as the user or as the patient whom it is about, also from the files. */
  erase(tenant: string, subject: Subject): Promise<Removed>;
  /** What the asker can find. */
  searchAs(asker: Asker): LibrarySearch;
  close(): Promise<void>;
};
