/** The words of a query that say something, for an engine to search by. */

/** A query of more words than this is represented by its most informative ones: each word costs a walk through its list of chunks. */
const MAX_WORDS = 16;
/** How many of a long query's words are looked up to choose from. */
export const MAX_LOOKED_UP = 48;
const MAX_WORD_CHARS = 64;

const EMPTY: ReadonlySet<string> = new Set(
  `a an the of in on for to and or with by from at as is are was were be been being it its this that these those i my me you your he she
   they we our us do does did how what which who whom when where why can could should would will may might have has had not no if then
   than there here about into over under between during after before also any some more most other such only own same so too very`.split(
    /\s+/,
  ),
);

/** A word, and how many of the searched chunks have it. */
export type CountedWord = { word: string; chunks: number };
export type WeightedWord = { word: string; weight: number };

/** Letters and digits only, so that a word cannot be read as query syntax. The most repeated first; in the order of the text if equal. */
export function queryWords(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [found] of text
    .toLowerCase()
    .normalize('NFC')
    .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (found.length > MAX_WORD_CHARS || EMPTY.has(found) || /^[a-z]$/.test(found)) continue;
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_LOOKED_UP)
    .map(([word]) => word);
}

/** The rarest words that occur at all. `weight` is the inverse document frequency, as in BM25. */
export function informative(words: readonly CountedWord[], total: number): WeightedWord[] {
  return words
    .filter(({ chunks }) => chunks > 0)
    .map(({ word, chunks }) => ({ word, weight: Math.log(1 + (total - chunks + 0.5) / (chunks + 0.5)) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}

/** Parts of the names in code, which an index of words holds as one: parseJson -> parse json. */
export function partsOfNames(code: string): string {
  const names = new Set(code.match(/\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b/g) ?? []);
  return [...names].map((name) => name.replace(/([a-z])([A-Z])/g, '$1 $2')).join(' ');
}
