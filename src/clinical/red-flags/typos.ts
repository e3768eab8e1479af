/**
 * In an emergency people type badly: "chets pain", "unconcious", "siezure". A word that no phrase knows is mended if one slip
 * (two letters swapped, one left out, one too many) makes it a word of the phrases. Words that mean something else stay.
 */
import { remembered } from '../text/remembered.ts';
import { isEverydayWord } from '../vocabulary/ordinary-words.ts';
import { STEMS, WORDS } from './phrase-table.ts';
import { knownAs } from './phrases.ts';
import type { Message } from './words.ts';

/** Shorter words are too near to one another. */
const SHORTEST = 5;
const LONGEST = 20;
const SUFFIXES = ['', 'ing'];
const DIGIT = /\d/;
/** Less common words that are one slip away from a word of the phrases; everyday ones are known to the dictionary. */
const MEANT = new Set('blond breaths bleak chill chests fainting feather sever spine statin stoke trait'.split(' '));

/** Words of danger that are known even with a letter missing, though what is left is short: "blod", "suar". */
const SHORT_SLIPS = new Map(
  ['blood', 'chest', 'sugar', 'stool', 'belly', 'vomit', 'rigid'].flatMap((word) =>
    [1, 2, 3].map((at): [string, string] => [word.slice(0, at) + word.slice(at + 1), word]),
  ),
);

/** A word that no phrase holds, and what was meant by it; null where it stays as it is. */

/** The same message; words that were mistyped are folded to what was meant. */
export function mendTypos(message: Message): Message {
  for (const token of message.tokens) {
    const { fold } = token;
    if (fold.length > LONGEST) continue;
    const meant = fold.length < SHORTEST ? (SHORT_SLIPS.get(fold) ?? null) : meantBy(fold);
    if (meant !== null) token.fold = meant;
  }
  return message;
}

const meantBy = remembered((word): string | null => {
  const meant = MEANT.has(word) || DIGIT.test(word) || WORDS.has(word) ? null : search(word);
  // "Breathiing" begins like a stem; it may only become a word that begins so too.
  return meant !== null && keepsStems(word, meant) && !isEverydayWord(word) ? meant : null;
});

function keepsStems(word: string, meant: string): boolean {
  const stems = knownAs(word);
  return stems.length === 0 || (WORDS.has(meant) && stems.every((id) => knownAs(meant).includes(id)));
}

function search(word: string): string | null {
  const whole = targets();
  for (let at = 0; at < word.length; at += 1) {
    const before = word.slice(0, at);
    if (at + 1 < word.length) {
      const swapped = before + word[at + 1] + word[at] + word.slice(at + 2);
      if (whole.has(swapped)) return swapped;
    }
    // A plural, or another form of a verb, is no slip.
    const without = before + word.slice(at + 1);
    if (at > 0 && at < word.length - 1 && whole.has(without)) return without;
  }
  const longer = oneLonger(word);
  return longer && longer[0] === word[0] && !longer.startsWith(word) ? longer : null;
}

/**
 * The last target that is this word and one letter more. The letter stands in one half of the target, so that the other half is
 * whole: only those that share a half need a closer look.
 */
function oneLonger(word: string): string | null {
  const length = word.length + 1;
  const half = length >> 1;
  const { beginning, ending } = halvesOf(length);
  let last: string | null = null;
  for (const same of [beginning.get(word.slice(0, half)), ending.get(word.slice(half - 1))]) {
    for (const target of same ?? []) if (isOneLonger(target, word) && (!last || isLater(target, last))) last = target;
  }
  return last;
}

function isOneLonger(target: string, word: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === target[at]) at += 1;
  return word.slice(at) === target.slice(at + 1);
}

function isLater(one: string, other: string): boolean {
  return (targets().get(one) as number) > (targets().get(other) as number);
}

let made: ReadonlyMap<string, number> | null = null;

/** What words are mended towards, each with its place in the list. Made when the first unknown word is met. */
function targets(): ReadonlyMap<string, number> {
  if (made) return made;
  const places = new Map<string, number>();
  const stems = [...STEMS.keys()].flatMap((stem) => SUFFIXES.map((suffix) => stem + suffix));
  [...WORDS.keys(), ...stems].forEach((word, place) => {
    if (word.length >= SHORTEST && !DIGIT.test(word)) places.set(word, place);
  });
  made = places;
  return places;
}

type Halves = { beginning: Map<string, string[]>; ending: Map<string, string[]> };
const HALVES: Halves[] = [];

/** The targets of a length by the letters of their first and of their second half. */
function halvesOf(length: number): Halves {
  const known = HALVES[length];
  if (known) return known;
  const halves: Halves = { beginning: new Map(), ending: new Map() };
  for (const word of targets().keys()) {
    if (word.length !== length) continue;
    put(halves.beginning, word.slice(0, length >> 1), word);
    put(halves.ending, word.slice(length >> 1), word);
  }
  HALVES[length] = halves;
  return halves;
}

function put(index: Map<string, string[]>, key: string, word: string): void {
  const same = index.get(key);
  if (same) same.push(word);
  else index.set(key, [word]);
}
