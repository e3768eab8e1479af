/**
 * In an emergency people type badly: "chets pain", "unconcious", "siezure". A word that no phrase knows is mended if one slip
 * (two letters swapped, one left out, one too many) makes it a word of the phrases. Words that mean something else stay.
 */
import { isKnownWord, STEMS_OF_PHRASES, WORDS_OF_PHRASES } from './phrases.ts';
import type { Message } from './words.ts';

/** Shorter words are too near to one another. */
const SHORTEST = 5;
const LONGEST = 20;
const SUFFIXES = ['', 'ing'];
/** Everyday words that are one slip away from a word of the phrases. */
const MEANT = new Set(
  'caring beating blond breath breaths breathes brown bread broad bleak block clean clear cramp crash course court chose child chill cheat chess chests dear death diet eyes every event fainting father feather fight first flight floor flower forced friend ground growing hearing heart heard heated height house hours large learn least leave lesson letter liked lived liver living longer lower making mother moving never night north other paint party pains patch patient place plain plane plant please point pouring prince print quiet quite raised reach ready really right ring river round sauce scale scared score seat seems sense server sever shoot short shout sight since sleep slept small smell smile smoke sound south space spine spoke spring staring start state statin stay stoke stood store storm story strain stranger strange stream street stress strike string strong struck study stuff style sugar swear sweat sweet swing taking talking taste teach thing think third those threat three throw tired tired today touch tough tower track trace train trait treat treated trial trick tried trunk trust truth turning using value voice walk walking waking wakes waste watch water weeks weight where which while white whole woman women world worse worst would wound write wrong young yours'.split(
    ' ',
  ),
);

const WHOLE = new Map<string, string>();
const SHORTER = new Map<string, string>();
for (const word of [
  ...WORDS_OF_PHRASES,
  ...[...STEMS_OF_PHRASES].flatMap((stem) => SUFFIXES.map((suffix) => stem + suffix)),
]) {
  if (word.length < SHORTEST || /\d/.test(word)) continue;
  WHOLE.set(word, word);
  for (let at = 0; at < word.length; at += 1) SHORTER.set(word.slice(0, at) + word.slice(at + 1), word);
}
const REMEMBERED = new Map<string, string | null>();
const MOST_REMEMBERED = 5000;

/** The same message; words that were mistyped are folded to what was meant. */
export function mendTypos(message: Message): Message {
  for (const token of message.tokens) {
    const { fold } = token;
    if (fold.length < SHORTEST || fold.length > LONGEST || MEANT.has(fold) || isKnownWord(fold)) continue;
    const meant = meantBy(fold);
    if (meant) token.fold = meant;
  }
  return message;
}

function meantBy(word: string): string | null {
  const known = REMEMBERED.get(word);
  if (known !== undefined) return known;
  const meant = search(word);
  if (REMEMBERED.size >= MOST_REMEMBERED) REMEMBERED.clear();
  REMEMBERED.set(word, meant);
  return meant;
}

function search(word: string): string | null {
  for (let at = 0; at < word.length; at += 1) {
    if (at + 1 < word.length) {
      const swapped = WHOLE.get(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
      if (swapped) return swapped;
    }
    // A plural, or another form of a verb, is no slip.
    const without = at > 0 && at < word.length - 1 ? WHOLE.get(word.slice(0, at) + word.slice(at + 1)) : undefined;
    if (without) return without;
  }
  const longer = SHORTER.get(word);
  return longer && longer[0] === word[0] && !longer.startsWith(word) ? longer : null;
}
