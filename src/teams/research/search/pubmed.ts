/** PubMed through NCBI's E-utilities: a search for ids, then their summaries. Without a key three requests a second are allowed. */
import { z } from 'zod';
import { evidenceByTypes } from './evidence.ts';
import { createPoliteFetch } from './polite-fetch.ts';
import { MAX_RESULTS, type OutwardPlace, type SearchResult } from './search.ts';

const BASE = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils';

const Found = z.object({ esearchresult: z.object({ idlist: z.array(z.string()).default([]) }) });
const Summary = z.looseObject({
  uid: z.string(),
  title: z.string(),
  sortpubdate: z.string().optional(),
  pubdate: z.string().optional(),
  pubtype: z.array(z.string()).default([]),
  fulljournalname: z.string().optional(),
  articleids: z.array(z.object({ idtype: z.string(), value: z.string() })).default([]),
});
const Summaries = z.object({ result: z.record(z.string(), z.unknown()) });

export function createPubMed(base = BASE): OutwardPlace {
  const ask = createPoliteFetch({ name: 'PubMed', perSecond: 3 });
  return {
    name: 'PubMed',
    async search({ words, since }, signal) {
      const query = new URLSearchParams({
        db: 'pubmed',
        retmode: 'json',
        sort: 'relevance',
        retmax: String(MAX_RESULTS),
        term: words,
      });
      if (since) {
        query.set('datetype', 'pdat');
        query.set('mindate', since);
        query.set('maxdate', '3000');
      }
      const { idlist } = Found.parse(await ask(`${base}/esearch.fcgi?${query}`, signal)).esearchresult;
      if (idlist.length === 0) return [];
      const ids = new URLSearchParams({ db: 'pubmed', retmode: 'json', id: idlist.join(',') });
      const { result } = Summaries.parse(await ask(`${base}/esummary.fcgi?${ids}`, signal));
      return idlist.flatMap((id) => {
        const summary = Summary.safeParse(result[id]);
        return summary.success ? [resultOf(summary.data)] : [];
      });
    },
  };
}

function resultOf({
  uid,
  title,
  sortpubdate,
  pubdate,
  pubtype,
  fulljournalname,
  articleids,
}: z.infer<typeof Summary>): SearchResult {
  const doi = articleids.find(({ idtype }) => idtype === 'doi')?.value;
  const date = /^\d{4}(?:\/\d{2}(?:\/\d{2})?)?/.exec(sortpubdate ?? pubdate ?? '')?.[0].replaceAll('/', '-') ?? null;
  return {
    title: title.replace(/<[^<>]+>/g, '').replace(/\.$/, ''),
    snippet: fulljournalname ? `Published in ${fulljournalname}.` : '',
    url: `https://pubmed.ncbi.nlm.nih.gov/${uid}/`,
    source: 'PubMed',
    date,
    pmid: uid,
    ...(doi && { doi }),
    evidence: evidenceByTypes(pubtype),
  };
}
