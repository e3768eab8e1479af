/**
 * `npm run bench -- search`: what the library finds, and how fast. With --data, a folder with corpus files: recall at 10 for known items.
 * Always: 50,000 passages, of the corpus or generated, and the time of a search in them.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocuments } from '../../src/engine/tools/documents.ts';
import { createLibrary } from '../../src/functions/library/create-library.ts';
import { openEmbeddedStore } from '../../src/functions/library/embedded/embedded-store.ts';
import { queryWords } from '../../src/functions/library/words.ts';
import { type Item, type Items, knownItems } from './search-items.ts';
import { SETTINGS } from './settings.ts';

const PASSAGES = 50_000;
const PER_DOCUMENT = 500;
const SEARCHES = 300;
const WARM_UP = 20;
const TOP = 10;
/** Documents that are added at a time. */
const AT_ONCE = 8;

const dir = mkdtempSync(join(tmpdir(), 'medfleet-search-'));
const documents = openDocuments();
const store = openEmbeddedStore({ dir });
const library = createLibrary({ store, documents, embedder: null });

async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < list.length) await work(list[next++] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - begun) / 1000;
}

async function recall({ items, questions }: Items): Promise<void> {
  const tenant = 'items';
  const topics = new Map<string, string>();
  const seconds = await inParallel(items, async ({ id, title, text, topic }) => {
    const { document } = await library.add(tenant, { scope: `s${id}`, title, type: 'text', text, source: {} });
    topics.set(document.document_id, topic);
  });
  console.log(`indexed ${items.length} documents in ${seconds.toFixed(1)} s\n`);
  const search = library.searchAs({ tenant });
  const ways: Record<string, (text: string) => Promise<{ document_id: string }[]>> = {
    'BM25 alone': async (text) => {
      const query = { asker: { tenant }, scopes: [], words: queryWords(text), vector: null, limit: 5 * TOP };
      return (await store.candidates(query)).byWords.toSorted((a, b) => b.score - a.score);
    },
    keyword: async (text) => (await search.search({ text, scopes: [], match: 'keyword', limit: 5 * TOP })).hits,
    'hybrid, offline': async (text) =>
      (await search.search({ text, scopes: [], match: 'hybrid', limit: 5 * TOP })).hits,
  };
  console.log(
    `recall at ${TOP} / mean reciprocal rank`.padEnd(40) +
      Object.keys(ways)
        .map((way) => way.padStart(18))
        .join(''),
  );
  for (const [kind, asked] of questions) {
    const cells: string[] = [];
    for (const find of Object.values(ways)) {
      let [found, reciprocal] = [0, 0];
      for (const { text, topic } of asked) {
        // A document counts once, by its best passage.
        const ids = [...new Set((await find(text)).map(({ document_id }) => document_id))].slice(0, TOP);
        const at = ids.findIndex((id) => topics.get(id) === topic);
        found += at >= 0 ? 1 : 0;
        reciprocal += at >= 0 ? 1 / (at + 1) : 0;
      }
      cells.push(
        `${((100 * found) / asked.length).toFixed(1)} / ${((100 * reciprocal) / asked.length).toFixed(1)}`.padStart(18),
      );
    }
    console.log(`${kind} (${asked.length})`.padEnd(40) + cells.join(''));
  }
}

/** Sections of one passage each, with a number that makes repetitions of the corpus differ. */
async function speed(items: readonly Item[], queries: readonly string[]): Promise<void> {
  const tenant = 'speed';
  const numbers = Array.from({ length: PASSAGES / PER_DOCUMENT }, (_, index) => index);
  let passages = 0;
  const seconds = await inParallel(numbers, async (number) => {
    const sections = Array.from({ length: PER_DOCUMENT }, (_, index) => {
      const at = number * PER_DOCUMENT + index;
      const { title, text } = items[at % items.length] as Item;
      return `# ${title.replace(/\s+/g, ' ').slice(0, 200)} ${at}\n${text.replace(/\s+/g, ' ').slice(0, 1_100)}`;
    });
    const title = `Volume ${number}`;
    const given = {
      scope: `s${number % 10}`,
      title,
      type: 'markdown',
      text: sections.join('\n\n'),
      source: {},
    } as const;
    const { document } = await library.add(tenant, given);
    passages += document.chunks;
  });
  const bytes = readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  console.log(
    `\nindexed ${passages} passages of ${numbers.length} documents in ${seconds.toFixed(1)} s; the files have ${(bytes / 1e6).toFixed(0)} MB`,
  );
  const search = library.searchAs({ tenant });
  for (const [name, scopes] of [
    ['all scopes', []],
    ['one scope of ten', ['s3']],
  ] as const) {
    const times: number[] = [];
    for (let index = 0; index < SEARCHES + WARM_UP; index += 1) {
      const text = queries[(index * 7) % queries.length] as string;
      const begun = performance.now();
      await search.search({ text, scopes, match: 'hybrid', limit: TOP });
      if (index >= WARM_UP) times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (q: number) => (times[Math.floor((times.length - 1) * q)] ?? 0).toFixed(1);
    console.log(`a search in ${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
}

/** Words by Zipf's law, as in any language. */
function generated(): { items: Item[]; queries: string[] } {
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const word = () => `w${Math.floor(20_000 ** random())}x`;
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  const items = Array.from({ length: 5_000 }, (_, id) => ({ id, title: text(6), text: text(150), topic: '' }));
  return { items, queries: Array.from({ length: SEARCHES }, () => text(8)) };
}

try {
  const known = SETTINGS.data ? knownItems(SETTINGS.data) : null;
  if (known) await recall(known);
  const queries = known ? [...known.questions.values()].flat().map(({ text }) => text) : [];
  const { items, queries: asked } = known ? { items: known.items, queries } : generated();
  await speed(items, asked);
} finally {
  await library.close();
  await documents.close();
  rmSync(dir, { recursive: true, force: true });
}
