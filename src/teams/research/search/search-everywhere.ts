/** Searches all configured places in parallel, keeps each work once, and puts the strongest evidence first. */
import { toAppError } from '../../../platform/errors.ts';
import {
  EVIDENCE_LEVELS,
  identityOf,
  type Searched,
  type SearchProvider,
  type SearchQuery,
  type SearchResult,
} from './search.ts';

const DEADLINE_MS = 20_000;

export type SearchEverywhere = (query: SearchQuery, signal: AbortSignal) => Promise<Searched>;

export function createSearch(providers: readonly SearchProvider[]): SearchEverywhere {
  return async (query, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const answers = await Promise.allSettled(providers.map((provider) => provider.search(query, limit)));
    signal.throwIfAborted();
    const found = new Map<string, { result: SearchResult; rank: number }>();
    const failed: Searched['failed'] = [];
    for (const [index, answer] of answers.entries()) {
      const { name } = providers[index] as SearchProvider;
      if (answer.status === 'rejected') failed.push({ source: name, reason: toAppError(answer.reason).message });
      else
        for (const [rank, result] of answer.value.entries()) {
          const id = identityOf(result);
          const known = found.get(id);
          if (!known) found.set(id, { result, rank });
          // Found twice: fields that are missing in one result are taken from the other.
          else known.result = { ...result, ...known.result, snippet: longer(known.result.snippet, result.snippet) };
        }
    }
    // By rank first, so that every place is represented; among equals, the stronger evidence.
    const strength = ({ evidence }: SearchResult) => EVIDENCE_LEVELS.indexOf(evidence);
    const results = [...found.values()]
      .sort((a, b) => a.rank - b.rank || strength(a.result) - strength(b.result))
      .slice(0, query.limit)
      .map(({ result }) => result);
    return { results, searched: providers.map(({ name }) => name), failed };
  };
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
