/**
 * Whether a text contains a claim or a concept, whatever the inflection and the order of the words: most of its stems stand near each
 * other, all its numbers among them, and a negation if it has one.
 */
import { type BlockKind, blocksOf } from './blocks.ts';
import { sentencesOf } from './sentences.ts';
import { share, stemsOf } from './similarity.ts';
import { isNegation, type Term, termsAndParts, termsOf, wordsOf } from './words.ts';

/** In sentences: what is said of a thing is often said in the next one or the one after it. */
const WINDOW = 3;
/** Of the weight of a claim. Below it a claim of four words may lack two, which is another claim. */
const CONTAINED = 0.7;
const NEGATION = '\0not';
const HAS_SENTENCES: ReadonlySet<BlockKind> = new Set(['paragraph', 'item', 'row']);

/** The places of each stem, counted in sentences, in ascending order. */
export type Contents = ReadonlyMap<string, readonly number[]>;

export function contentsOf(text: string): Contents {
  const places = new Map<string, number[]>();
  for (const [place, said] of unitsOf(text).entries()) {
    const stems = new Set(termsAndParts(said).map(({ stem }) => stem));
    if (wordsOf(said).some((word) => isNegation(word.text))) stems.add(NEGATION);
    for (const stem of stems) {
      const known = places.get(stem);
      if (known) known.push(place);
      else places.set(stem, [place]);
    }
  }
  return places;
}

export function contains(contents: Contents, claim: string): boolean {
  const terms = termsOf(claim);
  const stems = new Map(stemsOf(terms));
  if (stems.size === 0) return false;
  const needed = new Set(terms.filter(({ number }) => number).map(({ stem }) => stem));
  if (wordsOf(claim).some((word) => isNegation(word.text))) needed.add(NEGATION);
  for (const stem of needed) stems.set(stem, stems.get(stem) ?? 0);
  let total = 0;
  for (const weight of stems.values()) total += weight;
  const windows = new Map<number, { weight: number; needed: number }>();
  for (const [stem, weight] of stems)
    for (const first of windowsWith(contents.get(stem) ?? [])) {
      const window = windows.get(first) ?? { weight: 0, needed: 0 };
      window.weight += weight;
      if (needed.has(stem)) window.needed += 1;
      windows.set(first, window);
    }
  for (const window of windows.values())
    if (window.needed === needed.size && window.weight >= CONTAINED * total) return true;
  return false;
}

/** Whether one sentence contains it by itself: the same test, for a window of one. */
export function sentenceContains(stems: ReadonlySet<string>, claim: readonly Term[]): boolean {
  if (claim.length === 0 || stems.size === 0) return false;
  return claim.every(({ number, stem }) => !number || stems.has(stem)) && share(stemsOf(claim), stems) >= CONTAINED;
}

/** The first places of the windows that have one of these places, each once. */
function windowsWith(places: readonly number[]): number[] {
  const found: number[] = [];
  let next = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    for (let first = Math.max(next, place - WINDOW + 1); first <= place; first += 1) found.push(first);
    next = place + 1;
  }
  return found;
}

/** Sentences, headings, footnotes and the lines of fenced code, in their order. */
function unitsOf(text: string): string[] {
  const blocks = blocksOf(text);
  const spans = [...sentencesOf(text, blocks), ...blocks.filter(({ kind }) => !HAS_SENTENCES.has(kind))];
  return spans
    .sort((one, other) => one.start - other.start)
    .flatMap((span) => {
      const said = text.slice(span.start, span.end);
      return 'kind' in span && span.kind === 'code' ? said.split('\n') : [said];
    });
}
