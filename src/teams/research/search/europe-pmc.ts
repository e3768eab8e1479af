/** Europe PMC: what PubMed has and more, with abstracts, in one request. */
import { z } from 'zod';
import type { EvidenceLevel } from '../requirements.ts';
import { evidenceByTypes, evidenceByWords } from './evidence.ts';
import { createPoliteFetch } from './polite-fetch.ts';
import { MAX_RESULTS, type OutwardPlace, type Work } from './search.ts';

const BASE = 'https://www.ebi.ac.uk/europepmc/webservices/rest';
const SNIPPET_CHARS = 500;

const Article = z.looseObject({
  id: z.string(),
  source: z.string(),
  title: z.string(),
  abstractText: z.string().default(''),
  firstPublicationDate: z.string().optional(),
  pmid: z.string().optional(),
  doi: z.string().optional(),
  pubTypeList: z.object({ pubType: z.array(z.string()).default([]) }).default({ pubType: [] }),
});
const Found = z.object({ resultList: z.object({ result: z.array(z.unknown()).default([]) }) });

export function createEuropePmc(base = BASE): OutwardPlace {
  const ask = createPoliteFetch({ name: 'Europe PMC', perSecond: 5 });
  return {
    name: 'Europe PMC',
    async search({ words, since }, signal) {
      const dated = since ? ` AND FIRST_PDATE:[${since}-01-01 TO 3000-12-31]` : '';
      const query = new URLSearchParams({
        query: `${words}${dated}`,
        format: 'json',
        resultType: 'core',
        pageSize: String(MAX_RESULTS),
      });
      const { resultList } = Found.parse(await ask(`${base}/search?${query}`, signal));
      return resultList.result.flatMap((each) => {
        const article = Article.safeParse(each);
        return article.success ? [resultOf(article.data)] : [];
      });
    },
  };
}

function resultOf({
  id,
  source,
  title,
  abstractText,
  firstPublicationDate,
  pmid,
  doi,
  pubTypeList,
}: z.infer<typeof Article>): Work {
  const text = plain(abstractText);
  const byType = evidenceByTypes(pubTypeList.pubType);
  return {
    title: plain(title).replace(/\.$/, ''),
    text: plain(abstractText.replace(/<\/h\d>/g, ': ')),
    snippet: text.length > SNIPPET_CHARS ? `${text.slice(0, SNIPPET_CHARS).replace(/\s\S*$/, '')} …` : text,
    url: `https://europepmc.org/article/${source}/${id}`,
    source: 'Europe PMC',
    date: firstPublicationDate ?? null,
    ...(pmid && { pmid }),
    ...(doi && { doi }),
    evidence:
      byType === 'unknown' || byType === 'opinion' ? stronger(byType, evidenceByWords(`${title} ${text}`)) : byType,
  };
}

/** "review" and "journal article" say little; the words of the abstract may say more. */
function stronger(byType: EvidenceLevel, byWords: EvidenceLevel): EvidenceLevel {
  return byWords === 'unknown' ? byType : byWords;
}

function plain(html: string): string {
  return html
    .replace(/<[^<>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
