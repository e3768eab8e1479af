/**
 * A message in the case in which it would be written otherwise: names and abbreviations are known by their capitals, and the tagger has
 * learned from text in both cases. What is all in capitals gets small letters, and an abbreviation without its capitals gets them ("my
 * gp", "rr 34"). The letters keep their places.
 */
import { abbreviationOf } from '../vocabulary/find-terms.ts';
import { isOrdinaryWord } from '../vocabulary/ordinary-words.ts';

const SMALL = /\p{Ll}/u;
const WORD = /[A-Z]+(?:['’][A-Z]+)*/g;
const FEWEST_WORDS = 4;
/** What is no word of the dictionary and no longer than this is an abbreviation. */
const LONGEST_ABBREVIATION = 5;
const SENTENCE_BEFORE = /(?:^|[.!?\n])\s*$/;
const LOOK_BACK = 6;
const CONTRACTED = /['’]/;
/** "I'M", "I'VE". */
const SPEAKER = /^I['’]/;
/** What is measured: "NA 112", "PH: 7.1". */
const VALUE_BEHIND = /^[\s=:+]{1,3}\d/;
/** Not after a number ("2 hr", "5 cl"), where it is a unit. One letter stands only for what is measured, with decimals: "k 6.9". */
const SMALL_WORD =
  /(?<![\p{L}\p{N}'’/@_.-]|\d\s)(?:[a-z][a-z0-9]{1,4}(?![\p{L}\p{N}'’/@_-]|\.\w)|[a-z](?=[\s=:+]{1,3}\d{1,2}\.\d))/gu;

export function inUsualCase(text: string): string {
  if (SMALL.test(text)) return text.replace(SMALL_WORD, withCapitals);
  const isShort = (text.match(WORD)?.length ?? 0) < FEWEST_WORDS;
  return text.replace(WORD, (word, at: number) => {
    const small = word.toLowerCase();
    if (word.length === 1) return word === 'A' && !isShort ? capitalAt(text, at, small) : word;
    const symbol =
      VALUE_BEHIND.test(text.slice(at + word.length, at + word.length + LOOK_BACK)) && abbreviationOf(small);
    if (symbol) return symbol;
    if (isShort || isAbbreviation(word, small)) return word;
    return SPEAKER.test(word) ? `I${small.slice(1)}` : capitalAt(text, at, small);
  });
}

function isAbbreviation(word: string, small: string): boolean {
  return word.length <= LONGEST_ABBREVIATION && !CONTRACTED.test(word) && !isOrdinaryWord(small);
}

/** With a capital where a sentence begins. */
function capitalAt(text: string, at: number, small: string): string {
  const begins = SENTENCE_BEFORE.test(text.slice(Math.max(0, at - LOOK_BACK), at));
  return begins ? small.charAt(0).toUpperCase() + small.slice(1) : small;
}

function withCapitals(word: string): string {
  const abbreviation = abbreviationOf(word);
  return abbreviation === null || (word.length > 1 && isOrdinaryWord(word)) ? word : abbreviation;
}
