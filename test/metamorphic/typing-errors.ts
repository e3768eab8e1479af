/** One typing error in one word: two letters swapped, one left out, one doubled, or the key beside it. */
import { inVocabulary } from '../../src/clinical/vocabulary/find-terms.ts';
import { isOrdinaryWord } from '../../src/clinical/vocabulary/ordinary-words.ts';
import type { Random } from './random.ts';

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** In shorter words one letter more or less is mostly another word. */
const SHORTEST = 4;
const MOST_TRIED = 10;

const ERRORS: readonly ((word: string, at: number, random: Random) => string)[] = [
  (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at + 1) + word.charAt(at) + word.slice(at + 1),
  (word, at, random) => word.slice(0, at) + besideKey(word.charAt(at), random) + word.slice(at + 1),
];

/**
 * The first letter stays, as it nearly always does. An error that makes another word of the dictionary ("he sized", "shot of breath")
 * says something else, and another place is chosen. What is no word as it stands has its error already, and capitals with another letter
 * are another abbreviation. Null where no word is long enough.
 */
export function mistyped(text: string, random: Random): string | null {
  const words = [...text.matchAll(/\b[A-Za-z]+\b/g)].filter(({ 0: word }) => canMistype(word));
  if (words.length === 0) return null;
  for (let tried = 0; tried < MOST_TRIED; tried += 1) {
    const { 0: word, index } = random.pick(words);
    const at = 1 + random.below(word.length - 2);
    const wrong = random.pick(ERRORS)(word, at, random);
    if (!isWord(wrong)) return text.slice(0, index) + wrong + text.slice(index + word.length);
  }
  return null;
}

function canMistype(word: string): boolean {
  return word.length >= SHORTEST && /[a-z]/.test(word) && isWord(word);
}

function isWord(word: string): boolean {
  return isOrdinaryWord(word.toLowerCase()) || inVocabulary(word);
}

function besideKey(letter: string, random: Random): string {
  const row = ROWS.find((keys) => keys.includes(letter.toLowerCase()));
  if (!row) return letter;
  const at = row.indexOf(letter.toLowerCase());
  return random.pick([row[at - 1], row[at + 1]].filter((key): key is string => key !== undefined));
}
