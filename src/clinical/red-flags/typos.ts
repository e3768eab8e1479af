/**
 * In an emergency people make typing errors: "chets pain", "unconcious", "siezure". A word that no phrase knows is corrected to the
 * word of the phrases that vocabulary/typing-errors.ts finds for it. Words that mean something else stay.
 */
import { ofWord, once } from '../text/cache.ts';
import { isOrdinaryWord } from '../vocabulary/ordinary-words.ts';
import { TypingErrors } from '../vocabulary/typing-errors.ts';
import { STEMS, WORDS } from './phrase-table.ts';
import { knownAs, knownWord } from './phrases.ts';
import type { Message } from './words.ts';

/** Shorter words are too similar to one another. */
const SHORTEST = 5;
const LONGEST = 20;
const SUFFIXES = ['', 'ing'];
const DIGIT = /\d/;
const VOWELS = 'aeiouy';
const HAS_VOWEL = new RegExp(`[${VOWELS}]`);
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = /^[a-z]{3,}$/;
/** Less common words that are one typing error away from a word of the phrases; everyday ones are known to the dictionary. */
const MEANT = new Set('blond breaths bleak chill chests fainting feather sever spine statin stoke trait'.split(' '));

const typingErrors = once(() => {
  const stems = [...STEMS.keys()].flatMap((stem) => SUFFIXES.map((suffix) => stem + suffix));
  return new TypingErrors(
    new Set([...WORDS.keys(), ...stems].filter((word) => word.length >= SHORTEST && !DIGIT.test(word))),
    SHORTEST,
  );
});

/** The same message; words that were mistyped are folded to what was meant. */
export function fixTypos(message: Message): Message {
  for (const token of message.tokens) {
    const { meant, known } = readTyped(token.fold);
    token.known = known;
    if (meant === null) continue;
    token.fold = meant;
    token.corrected = true;
  }
  return message;
}

const readTyped = ofWord((word) => {
  const meant = word.length > LONGEST ? null : word.length < SHORTEST ? shortMeantBy(word) : longMeantBy(word);
  return { meant, known: knownWord(meant ?? word) };
});

/** A letter left out of a word of four or five, or two swapped in one of three or four: "blod", "pupl", "hti". The table's first counts. */
function shortMeantBy(word: string): string | null {
  if (!LETTERS.test(word) || WORDS.has(word)) return null;
  let [meant, first]: [string | null, number] = [null, WORDS.size + STEMS.size];
  const consider = (candidate: string): void => {
    // "CBT" is no mistyped "ctb": abbreviations are meant as they stand.
    const number = HAS_VOWEL.test(candidate) ? (WORDS.get(candidate) ?? first) : first;
    if (number < first) [meant, first] = [candidate, number];
  };
  for (let at = 1; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of ALPHABET) consider(before + letter + rest);
    if (rest.length > 1) consider(before + rest[1] + rest[0] + rest.slice(2));
  }
  return isOrdinaryWord(word) ? null : meant;
}

/** A word that no phrase holds, and what was meant by it; null where it stays as it is. */
function longMeantBy(word: string): string | null {
  if (MEANT.has(word) || DIGIT.test(word) || WORDS.has(word)) return null;
  // "Breathiing" begins like a stem; it may only become a word that begins so too.
  const near = typingErrors()
    .nearest(word)
    .filter((meant) => keepsStems(word, meant) && (word.length > SHORTEST || isTypingError(word, meant)));
  if (near.length === 0 || isOrdinaryWord(word)) return null;
  return near.find((meant) => meant.length === word.length) ?? (near[0] as string);
}

/** In a short word another letter is mostly another word; one too many, one left out, two swapped or a wrong vowel are typing errors. */
function isTypingError(word: string, meant: string): boolean {
  if (word.length !== meant.length || [...word].sort().join('') === [...meant].sort().join('')) return true;
  return [...word].every(
    (letter, at) => letter === meant[at] || (VOWELS.includes(letter) && VOWELS.includes(meant[at] as string)),
  );
}

function keepsStems(word: string, meant: string): boolean {
  const stems = knownAs(word);
  return stems.length === 0 || (WORDS.has(meant) && stems.every((id) => knownAs(meant).includes(id)));
}
