/** What an engine of the library does: it keeps documents and their chunks, and finds candidates. Ranking them is rank.ts's. */
import type { Asker } from '../../engine/access/principal.ts';
import type { SourceMetadata } from '../../engine/models/citation.ts';
import type { Subject } from '../../engine/task/task.ts';
import type { Place } from './chunks/place.ts';
import type { LibraryDocument } from './document.ts';
import type { Removed } from './library.ts';
import type { WeightedWord } from './words.ts';

/** `vector` is of unit length. */
export type NewChunk = { id: string; text: string; names: string; place: Place; vector: Float32Array | null };

/** `score` is comparable within one list only. */
export type Candidate = {
  chunk_id: string;
  document_id: string;
  scope: string;
  text: string;
  source: SourceMetadata;
  score: number;
};

export type CandidateQuery = {
  asker: Asker;
  /** None: all. */
  scopes: readonly string[];
  words: readonly string[];
  vector: { embedder: string; value: Float32Array } | null;
  limit: number;
};

export type Candidates = {
  byWords: Candidate[];
  byMeaning: Candidate[];
  /** Those of the query's words that were searched by. */
  words: WeightedWord[];
  /** How many chunks the asker can find in these scopes, and how many of them have a vector of the query's embedder. */
  chunks: number;
  embedded: number;
};

export type TenantLimits = { documents: number; chunks: number };

export type LibraryStore = {
  /** False if it is there already. Throws `limit_reached` if the tenant has no room for it. */
  add(tenant: string, document: LibraryDocument, chunks: readonly NewChunk[], limits: TenantLimits): Promise<boolean>;
  list(
    asker: Asker,
    filter: { scope?: string | undefined; after?: string | undefined; limit: number },
  ): Promise<LibraryDocument[]>;
  find(asker: Asker, id: string): Promise<LibraryDocument | null>;
  remove(asker: Asker, which: { id: string } | { scope: string }): Promise<Removed>;
  erase(tenant: string, subject: Subject): Promise<Removed>;
  candidates(query: CandidateQuery, signal?: AbortSignal): Promise<Candidates>;
  generation(tenant: string): Promise<string>;
  close(): Promise<void>;
};
