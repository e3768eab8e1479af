/** Searches the medical literature, trials and the libraries of this fleet, with what is needed to cite and grade a source. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { Requirements, SourceDate } from '../requirements.ts';
import { MAX_RESULTS, Searched } from '../search/search.ts';
import type { SearchEverywhere } from '../search/search-everywhere.ts';

const MAX_NAMES = 60;

export const webSearch = (search: () => SearchEverywhere) =>
  defineTool({
    name: 'web_search',
    description: [
      'Searches medical literature, trial registers and the library. Results carry source, date, identifiers (PMID, DOI, NCT), the',
      'kind of evidence and, where they state one, a finding. Services elsewhere are sent only the names of conditions, symptoms,',
      'medicines, tests and procedures that the query contains, and words such as trial, review or guideline.',
    ].join(' '),
    input: z.object({
      query: z.string().min(2).max(300),
      limit: z.number().int().min(1).max(MAX_RESULTS).default(10).describe('At most this many results'),
      since: SourceDate.optional().describe('Only what is dated from then on: 2026, 2026-03 or 2026-03-01'),
      must_name: z
        .array(z.array(z.string().min(2).max(100)).min(1).max(MAX_NAMES))
        .max(6)
        .optional()
        .describe(
          [
            'What every result must name in its title or abstract. Each group is one thing with its synonyms and, for a class of',
            'medicines, its members: [["SGLT2 inhibitor", "dapagliflozin"], ["chronic kidney disease", "CKD"]]',
          ].join(' '),
        ),
      requirements: Requirements.optional().describe(
        'What every result must be; what does not meet it is left out and counted',
      ),
    }),
    output: Searched,
    effect: 'read',
    finds: ({ results }) => results.flatMap(({ url }) => url ?? []),
    async run({ query, limit, since, must_name: groups, requirements }, { task: reader, signal, sent }) {
      const from = since ?? requirements?.since;
      const wish = { words: query, limit, ...(from && { since: from }) };
      const wanted = { ...wish, ...(groups && { groups }), ...(requirements && { requirements }) };
      return search()(wanted, { reader, signal, sent });
    },
  });
