/**
 * The tenant's own documents (/v1/library) as a place to search, as the user whose agent searches can see them. A document about a
 * patient is found only by agents that work for that patient: what an agent has quoted is erased with its patient.
 */
import type { SourceMetadata } from '../../../engine/models/citation.ts';
import type { TenantLibrary } from '../../team-parts.ts';
import { evidenceByWords } from './evidence.ts';
import { isRecent } from './library.ts';
import type { LocalPlace, SearchQuery, Work } from './search.ts';

/** As many as the library ranks for one query. */
const PASSAGES = 100;
/** The library chooses among the first 48 words of a query. */
const MAX_QUERY_CHARS = 1_000;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/;

type Passage = Awaited<ReturnType<ReturnType<TenantLibrary['searchAs']>['search']>>['hits'][number];

export function createTenantLibrary(library: TenantLibrary): LocalPlace {
  return {
    name: 'your library',
    async search(query, { reader: { tenant, user_id, about }, signal }) {
      const asker = { tenant, user_id };
      const wanted = { text: textOf(query), scopes: [], match: 'keyword', limit: PASSAGES } as const;
      const { hits } = await library.searchAs(asker).search(wanted, signal);
      const found = new Map<string, Passage[]>();
      for (const hit of hits) found.set(hit.document_id, [...(found.get(hit.document_id) ?? []), hit]);
      const works = await Promise.all(
        [...found].map(async ([id, passages]) => {
          const document = await library.find(asker, id);
          // Removed meanwhile, or about somebody whom this agent does not work for.
          if (!document || (document.patient_id !== null && document.patient_id !== about?.id)) return [];
          return [workOf(id, passages)];
        }),
      );
      return works.flat().filter((work) => isRecent(work, query));
    },
  };
}

/** Names that a work must have are searched for by each of their synonyms. */
function textOf({ words, groups = [] }: SearchQuery): string {
  return [words, ...groups.flat()].join(' ').slice(0, MAX_QUERY_CHARS);
}

/** The passages that were found, in the order of the document. */
function workOf(id: string, passages: readonly Passage[]): Work {
  const inOrder = passages.toSorted((a, b) => placeOf(a) - placeOf(b));
  const source = inOrder[0]?.source as SourceMetadata;
  const { title = '', doi, pmid, nct, url, source_type } = source;
  const text = inOrder.map((passage) => passage.text).join('\n');
  const level = evidenceByWords(`${title}\n${text.slice(0, 4_000)}`);
  return {
    title,
    snippet: '',
    text,
    url: url ?? `library:${id}`,
    source: 'library',
    date: DATE.exec(source.date ?? String(source.year ?? ''))?.[0] ?? null,
    evidence: level === 'unknown' && source_type === 'trial' ? 'trial' : level,
    ...(doi && { doi }),
    ...(pmid && { pmid }),
    ...(nct && { nct }),
  };
}

/** A chunk's id ends with its number. */
function placeOf({ chunk_id }: Passage): number {
  return Number(chunk_id.slice(chunk_id.lastIndexOf('.') + 1));
}
