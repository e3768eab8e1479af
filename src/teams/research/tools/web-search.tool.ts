/** Searches the medical literature, trials and the team's own library, with what is needed to cite and grade a source. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { MAX_RESULTS, Searched } from '../search/search.ts';
import type { SearchEverywhere } from '../search/search-everywhere.ts';

export const webSearch = (search: () => SearchEverywhere) =>
  defineTool({
    name: 'web_search',
    description:
      'Searches medical literature, trial registers and the library. Results carry source, date, identifiers (PMID, DOI, NCT) and the kind of evidence. Services elsewhere are sent only the names of conditions, symptoms, medicines, tests and procedures that the query contains, and words such as trial, review or guideline.',
    input: z.object({
      query: z.string().min(2).max(300),
      limit: z.number().int().min(1).max(MAX_RESULTS).default(10).describe('At most this many results'),
      since: z
        .string()
        .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
        .optional()
        .describe('Only what is dated from then on: 2026, 2026-03 or 2026-03-01'),
    }),
    output: Searched,
    effect: 'read',
    finds: ({ results }) => results.flatMap(({ url }) => url ?? []),
    async run({ query, limit, since }, { signal, sent }) {
      return search()({ words: query, limit, ...(since && { since }) }, { signal, sent });
    },
  });
