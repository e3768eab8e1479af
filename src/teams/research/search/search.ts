/** One port for every place that can be searched, and the fields of a result that are needed to cite and grade it. */
import { z } from 'zod';
import type { OutwardQuery, SearchWish } from '../../../engine/models/outward-query.ts';
import type { Task } from '../../../engine/task/task.ts';
import { EVIDENCE_LEVELS, type Population, type Requirements } from '../requirements.ts';

export const SearchResult = z.object({
  title: z.string(),
  snippet: z.string().describe('Words of the source itself'),
  finding: z
    .boolean()
    .optional()
    .describe('Whether these words are a result or a conclusion; false: they say what it is about'),
  url: z.string().nullable(),
  source: z.string().describe('Where it was found: PubMed, the library …'),
  date: z.string().nullable().describe('As exact as the source says: 2026-03-01, 2026-03 or 2026'),
  pmid: z.string().optional(),
  doi: z.string().optional(),
  nct: z.string().optional(),
  evidence: z.enum(EVIDENCE_LEVELS),
  phase: z.string().optional().describe('Of a trial'),
  status: z.string().optional().describe('Of a trial'),
});
export type SearchResult = z.infer<typeof SearchResult>;

/**
 * A result as a place gives it, with what is needed to judge it: `text` is its abstract, as far as the place has
 * one, `fields` what a register says beside it.
 */
export type Work = SearchResult & {
  text?: string;
  fields?: string;
  populations?: readonly Population[];
  language?: string;
};

/** `groups`: every work must name one of the names of each group, in its title or abstract. */
export type SearchQuery = SearchWish & {
  limit: number;
  groups?: readonly (readonly string[])[];
  requirements?: Requirements;
};

/** Who searches, and for which patient: both decide which documents may be found. */
export type Reader = Pick<Task, 'tenant' | 'user_id' | 'about'>;

/** On this machine: it may see the planner's own words. */
export interface LocalPlace {
  name: string;
  search(query: SearchQuery, context: { reader: Reader; signal: AbortSignal }): Promise<Work[]>;
}

/** A service elsewhere: it is given an outward query and nothing else. The number of results that it is asked for is the same for all. */
export interface OutwardPlace {
  name: string;
  search(query: OutwardQuery, signal: AbortSignal): Promise<Work[]>;
}

/** The most that a search returns, and what every outward place is asked for. */
export const MAX_RESULTS = 25;

/** Where to search. `off` says what is switched off, and how to switch it on. */
export type Places = { local: readonly LocalPlace[]; outward: readonly OutwardPlace[]; off: readonly string[] };

/** The results of all configured places; a place that fails is named. */
export const Searched = z.object({
  results: z.array(SearchResult),
  left_out: z
    .array(z.object({ reason: z.string(), count: z.number() }))
    .default([])
    .describe('Works that were found and do not meet the requirements'),
  searched: z.array(z.string()),
  failed: z.array(z.object({ source: z.string(), reason: z.string() })),
  sent: z
    .object({ to: z.array(z.string()), words: z.string(), since: z.string().optional() })
    .nullable()
    .describe('What left this machine, and to whom; null: nothing'),
  notes: z.array(z.string()).describe('What was not searched, and why'),
});
export type Searched = z.infer<typeof Searched>;

export type Identifiers = Pick<SearchResult, 'pmid' | 'doi' | 'nct' | 'url' | 'title'>;

/** Identifies the same work in several places: by its best identifier, else by its title. */
export function identityOf({ pmid, doi, nct, url, title }: Identifiers): string {
  if (doi) return `doi:${doi.toLowerCase()}`;
  if (pmid) return `pmid:${pmid}`;
  if (nct) return `nct:${nct.toUpperCase()}`;
  return url ?? title.toLowerCase().replace(/\W+/g, ' ').trim();
}
