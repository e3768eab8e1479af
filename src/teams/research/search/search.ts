/** One port for every place that can be searched, and the fields of a result that are needed to cite and grade it. */
import { z } from 'zod';

/** From the strongest down. `unknown` where nothing in the source says. */
export const EVIDENCE_LEVELS = [
  'guideline',
  'systematic review',
  'randomised trial',
  'trial',
  'cohort',
  'case',
  'opinion',
  'unknown',
] as const;
export type EvidenceLevel = (typeof EVIDENCE_LEVELS)[number];

export const SearchResult = z.object({
  title: z.string(),
  snippet: z.string().describe('Words of the source itself'),
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

export type SearchQuery = { words: string; limit: number; since?: string };

export interface SearchProvider {
  name: string;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult[]>;
}

/** The results of all configured places; a place that fails is named. */
export type Searched = { results: SearchResult[]; searched: string[]; failed: { source: string; reason: string }[] };

/** Identifies the same work in several places: by its best identifier, else by its title. */
export function identityOf({ pmid, doi, nct, url, title }: SearchResult): string {
  if (doi) return `doi:${doi.toLowerCase()}`;
  if (pmid) return `pmid:${pmid}`;
  if (nct) return `nct:${nct.toUpperCase()}`;
  return url ?? title.toLowerCase().replace(/\W+/g, ' ').trim();
}
