/** The clients of the public services, each against a local server that answers in the real service's format. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ModelGateway } from '../../../../src/engine/models/model.ts';
import { loadConfig } from '../../../../src/platform/config.ts';
import { outwardQuery } from '../../../../src/teams/outward-query.ts';
import { createClinicalTrials } from '../../../../src/teams/research/search/clinical-trials.ts';
import { createEuropePmc } from '../../../../src/teams/research/search/europe-pmc.ts';
import { createGeminiGrounding } from '../../../../src/teams/research/search/gemini-grounding.ts';
import { placesFor } from '../../../../src/teams/research/search/open-search.ts';
import { createPerplexity } from '../../../../src/teams/research/search/perplexity.ts';
import { createPubMed } from '../../../../src/teams/research/search/pubmed.ts';
import type { LocalPlace, OutwardPlace } from '../../../../src/teams/research/search/search.ts';
import { createSearch } from '../../../../src/teams/research/search/search-everywhere.ts';
import { skipSleeps } from '../../../support/clock.ts';
import { gatewayFor } from '../../../support/models.ts';
import { startScriptedGemini } from '../../../support/scripted-gemini.ts';

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
type Seen = { url: URL; headers: IncomingMessage['headers']; body: string };

let close: () => void = () => undefined;
afterEach(() => close());

async function service(answer: (seen: Seen, nth: number) => Answer): Promise<{ base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = { url: new URL(request.url ?? '/', 'http://x'), headers: request.headers, body };
    seen.push(call);
    const { status = 200, headers = {}, body: given } = answer(call, seen.length);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const signal = () => new AbortController().signal;
const reader = { tenant: 't', user_id: 'u', about: null };
const asking = () => ({ reader, signal: signal(), sent: () => undefined });
function search(place: OutwardPlace, since?: string) {
  const query = outwardQuery({ words: 'lupus trial', ...(since && { since }) });
  return query ? place.search(query, signal()) : expect.unreachable();
}

test('PubMed: ids first, then summaries with date, DOI and kind of publication', async () => {
  const { base, seen } = await service(({ url }) =>
    url.pathname.endsWith('esearch.fcgi')
      ? { body: { esearchresult: { count: '2', idlist: ['111', '222'] } } }
      : {
          body: {
            result: {
              uids: ['111', '222'],
              111: {
                uid: '111',
                title: 'Feathers for wren syndrome: a randomized trial.',
                sortpubdate: '2026/02/03 00:00',
                pubtype: ['Journal Article', 'Randomized Controlled Trial'],
                fulljournalname: 'Journal of Small Birds',
                articleids: [
                  { idtype: 'pubmed', value: '111' },
                  { idtype: 'doi', value: '10.5555/jsb.1' },
                ],
              },
              222: { uid: '222', error: 'cannot get document summary' },
            },
          },
        },
  );
  expect(await search(createPubMed(base), '2025')).toEqual([
    {
      title: 'Feathers for wren syndrome: a randomized trial',
      snippet: 'Published in Journal of Small Birds.',
      url: 'https://pubmed.ncbi.nlm.nih.gov/111/',
      source: 'PubMed',
      date: '2026-02-03',
      pmid: '111',
      doi: '10.5555/jsb.1',
      evidence: 'randomised trial',
    },
  ]);
  expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toMatchObject({
    term: 'Lupus trial',
    mindate: '2025',
  });
});

test('Europe PMC: abstracts as plain text', async () => {
  const article = {
    id: '333',
    source: 'MED',
    pmid: '333',
    doi: '10.5555/jsb.2',
    title: 'Outcomes in <i>wren</i> syndrome.',
    abstractText: '<h4>Methods</h4>A retrospective cohort of 40 birds.',
    firstPublicationDate: '2024-07-01',
    pubTypeList: { pubType: ['research-article', 'Journal Article'] },
  };
  const { base } = await service(() => ({ body: { hitCount: 1, resultList: { result: [article, { id: 1 }] } } }));
  expect(await search(createEuropePmc(base))).toEqual([
    {
      title: 'Outcomes in wren syndrome',
      text: 'Methods: A retrospective cohort of 40 birds.',
      snippet: 'Methods A retrospective cohort of 40 birds.',
      url: 'https://europepmc.org/article/MED/333',
      source: 'Europe PMC',
      date: '2024-07-01',
      pmid: '333',
      doi: '10.5555/jsb.2',
      evidence: 'cohort',
    },
  ]);
});

test('ClinicalTrials.gov: phase, status and allocation', async () => {
  const study = {
    protocolSection: {
      identificationModule: { nctId: 'NCT00000042', briefTitle: 'Nests for wrens' },
      statusModule: { overallStatus: 'RECRUITING', lastUpdatePostDateStruct: { date: '2026-09-09' } },
      descriptionModule: { briefSummary: 'Half of the birds\nget a nest.' },
      designModule: { phases: ['PHASE2', 'PHASE3'], designInfo: { allocation: 'RANDOMIZED' } },
    },
  };
  const { base, seen } = await service(() => ({ body: { studies: [study] } }));
  expect(await search(createClinicalTrials(base), '2026-01-31')).toMatchObject([
    {
      nct: 'NCT00000042',
      phase: 'phase 2 and phase 3',
      status: 'RECRUITING',
      evidence: 'randomised trial',
      snippet: 'Half of the birds get a nest.',
      date: '2026-09-09',
    },
  ]);
  // The year alone: a whole date could be somebody's.
  expect(seen[0]?.url.searchParams.get('filter.advanced')).toBe('AREA[LastUpdatePostDate]RANGE[2026,MAX]');
});

test('Perplexity: the key is sent, identifiers are read from addresses', async () => {
  const results = [
    {
      title: 'Wrens',
      url: 'https://pubmed.ncbi.nlm.nih.gov/444/',
      snippet: 'A systematic review of wrens.',
      date: '2025-05-05',
    },
  ];
  const { base, seen } = await service(() => ({ body: { results } }));
  expect(await search(createPerplexity('key-1', base))).toMatchObject([{ pmid: '444', evidence: 'systematic review' }]);
  expect(seen[0]?.headers.authorization).toBe('Bearer key-1');
});

test('Gemini: the pages that an answer rests on', async () => {
  const grounding = {
    groundingChunks: [{ web: { uri: 'https://birds.example/wren', title: 'birds.example' } }],
    groundingSupports: [{ segment: { text: 'Wrens sing.' }, groundingChunkIndices: [0] }],
  };
  const server = await startScriptedGemini(() => ({ text: 'Wrens sing.', grounding }));
  onTestFinished(() => server.close());
  const model = await gatewayFor({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: server.url });
  expect(await search(createGeminiGrounding(model))).toMatchObject([
    { url: 'https://birds.example/wren', title: 'birds.example', snippet: 'Wrens sing.' },
  ]);
  expect(server.requests).toMatchObject([{ model: 'gemini-2.5-flash', tools: ['googleSearch'] }]);
});

test('Gemini: a server that fails is a search that is unavailable', async () => {
  const server = await startScriptedGemini(() => ({ error: { status: 503 } }));
  onTestFinished(() => server.close());
  const model = await gatewayFor({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: server.url });
  await expect(search(createGeminiGrounding(model))).rejects.toMatchObject({ code: 'search_unavailable' });
});

test('a busy service is asked again after the time that it names; an unavailable one is named and costs only its own results', async () => {
  const { base, seen } = await service((_call, nth) =>
    nth === 1 ? { status: 429, headers: { 'Retry-After': '7' }, body: {} } : { body: { studies: [] } },
  );
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const pauses = skipSleeps();
  expect(await search(createClinicalTrials(base))).toEqual([]);
  // The time that the service named, then the rate limit of one request per second.
  expect(pauses).toEqual([7_000, 1_000]);
  expect(seen).toHaveLength(2);

  const gone = createEuropePmc('http://127.0.0.1:9');
  const there: LocalPlace = {
    name: 'here',
    search: async () => [{ title: 'One', snippet: '', url: null, source: 'here', date: null, evidence: 'case' }],
  };
  const places = { local: [there], outward: [gone], off: [] };
  const found = await createSearch(places, async (wish) => outwardQuery(wish))({ words: 'gout', limit: 5 }, asking());
  expect(found).toMatchObject({
    results: [{ title: 'One' }],
    failed: [{ source: 'Europe PMC', reason: 'Europe PMC could not be reached.' }],
  });
});

test('an answer without end is not read to its end', async () => {
  const { base } = await service(() => ({ body: { studies: 'x'.repeat(5_000_000) } }));
  await expect(search(createClinicalTrials(base))).rejects.toMatchObject({ code: 'search_unavailable' });
});

test('the same query within minutes is answered from the cache; requests are rate limited', async () => {
  const { base, seen } = await service(() => ({ body: { studies: [] } }));
  const place = createClinicalTrials(base);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const pauses = skipSleeps();
  await Promise.all([search(place), search(place, '2020'), search(place, '2021')]);
  expect(pauses).toEqual([1_000, 2_000]);
  await search(place);
  expect(seen).toHaveLength(3);
});

test('a work found in two places is one result, with the fields of both', async () => {
  const of = (name: string, snippet: string, more: object): LocalPlace => ({
    name,
    search: async () => [
      { title: 'Same', snippet, url: null, source: name, date: '2026', doi: '10.5555/X', evidence: 'trial', ...more },
    ],
  });
  const local = [of('a', '', {}), of('b', 'The words.', { pmid: '7', doi: '10.5555/x' })];
  const found = await createSearch({ local, outward: [], off: [] }, async (wish) => outwardQuery(wish))(
    { words: 'x', limit: 5 },
    asking(),
  );
  expect(found.results).toMatchObject([{ title: 'Same', snippet: 'The words.', pmid: '7', source: 'a' }]);
});

test('places by the settings: each is on by a setting of its own, and what is off is said', () => {
  const names = (settings: Parameters<typeof placesFor>[0], google: ModelGateway | null = null) => {
    const { local, outward, off } = placesFor(settings, {} as Parameters<typeof placesFor>[1], google);
    expect(local[0]?.name).toBe('your library');
    expect(off.some((note) => note.includes('SEARCH_PUBLIC=true'))).toBe(!settings.SEARCH_PUBLIC);
    expect(off.some((note) => note.includes('LIBRARY_DIR'))).toBe(local.length + outward.length === 1);
    return [...local, ...outward].map(({ name }) => name);
  };
  const none = { LIBRARY_DIR: undefined, PERPLEXITY_API_KEY: undefined };
  expect(names({ ...none, SEARCH_PUBLIC: true })).toEqual([
    'your library',
    'PubMed',
    'Europe PMC',
    'ClinicalTrials.gov',
  ]);
  expect(names({ ...none, SEARCH_PUBLIC: loadConfig({}).SEARCH_PUBLIC })).toEqual(['your library']);
  expect(names({ ...none, PERPLEXITY_API_KEY: 'k', LIBRARY_DIR: '/x', SEARCH_PUBLIC: false })).toEqual([
    'your library',
    'library',
    'Perplexity',
  ]);
  const google = { stream: () => expect.unreachable(), offers: () => true, serves: () => expect.unreachable() };
  expect(names({ ...none, SEARCH_PUBLIC: false }, google)).toEqual(['your library', 'Google Search (Gemini)']);
});
