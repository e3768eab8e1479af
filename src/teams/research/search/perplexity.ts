/** Perplexity's search, for fleets that have a key (PERPLEXITY_API_KEY): the whole web, ranked. */
import { z } from 'zod';
import { queryText } from '../../../engine/models/outward-query.ts';
import { evidenceByWords } from './evidence.ts';
import { createPoliteFetch } from './polite-fetch.ts';
import { MAX_RESULTS, type OutwardPlace } from './search.ts';

const BASE = 'https://api.perplexity.ai';

const Found = z.object({
  results: z.array(
    z.looseObject({
      title: z.string(),
      url: z.string(),
      snippet: z.string().default(''),
      date: z.string().nullish(),
    }),
  ),
});
const DOI = /\b10\.\d{4,9}\/[^\s"<>?#]+/;
const PMID = /pubmed\.ncbi\.nlm\.nih\.gov\/(\d+)/;
const NCT = /\bNCT\d{8}\b/;

export function createPerplexity(key: string, base = BASE): OutwardPlace {
  const ask = createPoliteFetch({ name: 'Perplexity', perSecond: 3 });
  return {
    name: 'Perplexity',
    async search(query, signal) {
      const body = JSON.stringify({ query: queryText(query), max_results: MAX_RESULTS });
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const { results } = Found.parse(await ask(`${base}/search`, signal, { method: 'POST', headers, body }));
      return results.map(({ title, url, snippet, date }) => {
        const [doi, pmid, nct] = [DOI.exec(url)?.[0], PMID.exec(url)?.[1], NCT.exec(`${url} ${title}`)?.[0]];
        return {
          title,
          snippet: snippet.slice(0, 500),
          url,
          source: 'Perplexity',
          date: /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(date ?? '')?.[0] ?? null,
          ...(doi && { doi }),
          ...(pmid && { pmid }),
          ...(nct && { nct }),
          evidence: evidenceByWords(`${title} ${snippet}`),
        };
      });
    },
  };
}
