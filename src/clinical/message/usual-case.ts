/**
 * A message all in capitals, in the case in which it would be written otherwise: names and abbreviations are known by their capitals,
 * and the tagger has learned from text in both cases. The letters keep their places.
 */
import { isOrdinaryWord } from '../vocabulary/ordinary-words.ts';

const SMALL = /\p{Ll}/u;
const WORD = /[A-Z]+/g;
const FEWEST_WORDS = 4;
/** What is no word of the dictionary and no longer than this is an abbreviation. */
const LONGEST_ABBREVIATION = 5;
const SENTENCE_BEFORE = /(?:^|[.!?\n])\s*$/;
const LOOK_BACK = 6;

export function inUsualCase(text: string): string {
  if (SMALL.test(text) || (text.match(WORD)?.length ?? 0) < FEWEST_WORDS) return text;
  return text.replace(WORD, (word, at: number) => {
    const small = word.toLowerCase();
    if (word === 'I' || (word.length <= LONGEST_ABBREVIATION && !isOrdinaryWord(small))) return word;
    if (word.length === 1 && word !== 'A') return word;
    return SENTENCE_BEFORE.test(text.slice(Math.max(0, at - LOOK_BACK), at)) ? word.charAt(0) + small.slice(1) : small;
  });
}
