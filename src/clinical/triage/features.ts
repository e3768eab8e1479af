/**
 * A message as the classifiers see it: the numbers of the buckets that its features fall into. Words, pairs of words and pieces of
 * words tell what it is about, so a disease that nobody has listed is still known by its look. Training and triage use these same
 * functions: weights are only good for the features they were trained with.
 */

import { patternsOf } from '../text/patterns.ts';
import { split } from '../text/split.ts';

const { words } = patternsOf('triage', 'features');

/** A bag of features. The same array serves the next message: read it before that. */
export type Bag = { buckets: Int32Array; count: number };

/** 2^17 buckets for what a message is about, 2^16 for how it speaks: about 200 kB of weights in all. */
export const TOPIC_BITS = 17;
export const MANNER_BITS = 16;

export type BagMaker = ReturnType<typeof createBag>;

/** What a message is about is clear from so many words; a pasted document must not take longer. */
const MOST_WORDS = 300;
export const MOST_LETTERS = 4_000;
const LONGEST_WORD = 40;
const MOST_FEATURES = 1 << 14;

/** Seeds keep the kinds of features apart. */
export const SEED = { word: 1, pair: 2, piece: 3, opening: 4, length: 5, role: 6, roles: 7, shape: 8 } as const;

const BASIS = 0x811c9dc5;
/** The edge of a word, where pieces are cut: no letter. */
const EDGE = 35;

/** Words that say nothing of the subject. They count in pairs with others, and as a whole where the manner of speaking matters. */
export const FUNCTION_WORDS: ReadonlySet<string> = words('FUNCTION_WORDS');

/** Lower case, straight apostrophes, single spaces: what all of triage's patterns are written against. */
export function plainText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[‘’´`]/g, "'")
      // A single blank stays as it is: most are, and to replace each by itself takes longer than all the rest.
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
  );
}

/** Words in lower case; every number is the same word. `plain` comes from plainText. */
export function wordsIn(plain: string): string[] {
  return split(plain.slice(0, MOST_LETTERS), 'triage')
    .slice(0, MOST_WORDS)
    .map(([word]) => (word.charCodeAt(0) < 58 ? '0' : word.slice(0, LONGEST_WORD)));
}

/** What the message is about: its own words, and pieces of the longer ones. */
export function topicFeatures(into: BagMaker, words: readonly string[]): Bag {
  into.clear();
  let before = '^';
  let emptyBefore = false;
  for (const word of words) {
    const empty = FUNCTION_WORDS.has(word);
    if (!empty) into.add(hashOf(start(SEED.word), word));
    if (!(empty && emptyBefore)) into.add(hashOf(hashOf(start(SEED.pair), before), word));
    if (!empty && word.length > 3) addPieces(into, word);
    before = word;
    emptyBefore = empty;
  }
  return into.bag;
}

export function createBag(bits: number) {
  const mask = (1 << bits) - 1;
  /** Which buckets are filled, 32 in each number: so few bytes that they stay near the processor. */
  const filled = new Int32Array(1 << (bits - 5));
  const bag: Bag = { buckets: new Int32Array(MOST_FEATURES), count: 0 };
  return {
    bag,
    clear(): void {
      filled.fill(0);
      bag.count = 0;
    },
    add(hash: number): void {
      const bucket = (hash ^ (hash >>> 15)) & mask;
      const place = bucket >> 5;
      const others = filled[place] as number;
      const bit = 1 << (bucket & 31);
      if ((others & bit) !== 0 || bag.count === MOST_FEATURES) return;
      filled[place] = others | bit;
      bag.buckets[bag.count] = bucket;
      bag.count += 1;
    },
  };
}

/** Every piece of three to five letters, with the word's edges. */
function addPieces(into: BagMaker, word: string): void {
  const length = word.length + 2;
  for (let from = 0; from < length - 2; from += 1) {
    let hash = start(SEED.piece);
    for (let at = from; at < length && at < from + 5; at += 1) {
      hash = step(hash, at === 0 || at === length - 1 ? EDGE : word.charCodeAt(at - 1));
      if (at >= from + 2) into.add(hash);
    }
  }
}

/** FNV-1a. */
export function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

export function start(seed: number): number {
  return step(BASIS, seed);
}

/** The text goes on where the hash stands, after a mark. */
export function hashOf(from: number, text: string): number {
  let hash = step(from, EDGE);
  for (let at = 0; at < text.length; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash;
}
