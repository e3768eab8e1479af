/**
 * The longest way through the trie from one word of a text. Besides the exact words it accepts variations
 * that do not change the meaning: small words, a compound in two words, and typing errors.
 */

import { patternsOf } from '../text/patterns.ts';
import type { Word } from '../text/words.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import { type End, ROOT, type Trie } from './trie.ts';
import { IS, innerWord, isDeterminer, isFiller } from './wording.ts';

const { words } = patternsOf('vocabulary', 'walk');

/** A text that is being read. `numbers` are those of its words in the vocabulary; `guess` gives the word that a mistyped one stands for. */
export type Reading = {
  text: string;
  words: readonly Word[];
  numbers: readonly number[];
  trie: Trie;
  guess(word: string): string | null;
};

/** Words `from` up to `to`, not included. */
export type Hit = { from: number; to: number; ends: readonly End[]; fuzzy?: true };

const MOST_FILLERS = 4;
const COMPOUND_FROM = 6;
/** No word of the vocabulary is longer; longer ones are not searched. */
const LONGEST_WORD = 40;
/** First words that are not joined with the next: "the rapist" is not a therapist. */
const NO_COMPOUND = words('NO_COMPOUND');
const TITLES = /\b(?:dr|mr|mrs|ms|miss|prof|professor)\.?\s+$/i;
/** A capital within a sentence is a name or a brand: only a long one that is nearly right is taken for a brand. */
const CAPITALIZED_FROM = 7;
/** A line as long as this may have been broken to fit a page. */
const WRAPPED_FROM = 50;

/** One search: where it began, what it may end with, and the best end so far. Plain functions over it, because this runs at every word. */
type Search = { reading: Reading; from: number; wanted: ((end: End) => boolean) | undefined; best: Hit | null };

export function longestAt(reading: Reading, from: number, wanted?: (end: End) => boolean): Hit | null {
  const search: Search = { reading, from, wanted, best: null };
  step(search, ROOT, from, 0, false, false);
  return search.best;
}

/** Continues from a node with the word at `index`. */
function step(search: Search, node: number, index: number, fillers: number, afterIs: boolean, fuzzy: boolean): void {
  const { text, words, numbers, trie } = search.reading;
  const word = words[index];
  if (!word) return;
  const inner = index > search.from;
  if (inner && !joined(text, words[index - 1] as Word, word)) return;
  const number = inner ? trie.innerNumber(word.fold, numbers[index] as number) : (numbers[index] as number);
  const direct = trie.next(node, number);
  if (direct) arrive(search, direct, index + 1, fillers, number === trie.is, fuzzy);
  else if (inner) smallWords(search, node, index, fillers, afterIs, fuzzy);
  const compound = compoundAt(search.reading, index);
  const together = compound && trie.next(node, trie.numberOf(compound));
  if (together) arrive(search, together, index + 2, fillers, false, fuzzy);
  if (direct || together) return;
  const apart = apartAt(search.reading, node, index);
  if (apart) arrive(search, apart, index + 1, fillers, false, fuzzy);
  const guess = apart ? null : guessAt(search.reading, index);
  const meant = guess && trie.next(node, trie.numberOf(guess));
  if (meant) arrive(search, meant, index + 1, fillers, false, true);
}

function smallWords(
  search: Search,
  node: number,
  index: number,
  fillers: number,
  afterIs: boolean,
  fuzzy: boolean,
): void {
  const { words, numbers, trie } = search.reading;
  const { fold } = words[index] as Word;
  const number = numbers[index] as number;
  const my = trie.next(node, trie.my);
  if (my && isDeterminer(fold)) arrive(search, my, index + 1, fillers, false, fuzzy);
  const is = trie.next(node, trie.is);
  const beyond = (my && trie.next(my, number)) || (is && trie.next(is, number));
  if (beyond) arrive(search, beyond, index + 1, fillers, false, fuzzy);
  // "Has been", "is really": a few of them, not a thousand.
  const passes = isFiller(fold) || (afterIs && innerWord(fold) === IS);
  if (passes && fillers < MOST_FILLERS) step(search, node, index + 1, fillers + 1, afterIs, fuzzy);
}

function arrive(search: Search, node: number, to: number, fillers: number, afterIs: boolean, fuzzy: boolean): void {
  const { best, from, wanted } = search;
  const { text, words, trie } = search.reading;
  if (trie.isEnd(node) && (!best || to > best.to || (to === best.to && best.fuzzy && !fuzzy))) {
    const written = text.slice((words[from] as Word).start, (words[to - 1] as Word).end);
    const ends = trie.endsAt(node).filter((end) => asWritten(end, written) && (!wanted || wanted(end)));
    if (ends.length > 0) search.best = fuzzy ? { from, to, ends, fuzzy } : { from, to, ends };
  }
  if (trie.leadsOn(node)) step(search, node, to, fillers, afterIs, fuzzy);
}

/** "Head ache" as one word. */
function compoundAt({ text, words }: Reading, index: number): string | null {
  const left = words[index] as Word;
  const right = words[index + 1];
  if (!right || right.start - left.end !== 1 || left.fold.length < 3 || right.fold.length < 3) return null;
  if (left.fold.length + right.fold.length < COMPOUND_FROM || NO_COMPOUND.has(left.fold)) return null;
  return /[\s-]/.test(text[left.end] as string) ? left.fold + right.fold : null;
}

/** "Backpain" as two words; 0 if it is not. */
function apartAt({ words, numbers, trie }: Reading, node: number, index: number): number {
  const { fold } = words[index] as Word;
  if (fold.length < COMPOUND_FROM || fold.length > LONGEST_WORD || trie.holds(numbers[index] as number)) return 0;
  for (let at = 3; at <= fold.length - 3; at += 1) {
    const first = trie.next(node, trie.numberOf(fold.slice(0, at)));
    const end = first && trie.next(first, trie.numberOf(fold.slice(at)));
    if (end && trie.isEnd(end)) return isOrdinaryWord(fold) ? 0 : end;
  }
  return 0;
}

function asWritten({ exact }: End, written: string): boolean {
  return !exact || written === exact || written === `${exact}s`;
}

/** What a mistyped word stands for; null for a word that is as it should be. */
function guessAt({ text, words, numbers, trie, guess }: Reading, index: number): string | null {
  const { start, end, fold } = words[index] as Word;
  if (end - start < 6 || end - start > LONGEST_WORD || trie.holds(numbers[index] as number)) return null;
  const meant = guess(fold);
  if (!meant) return null;
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  if (isOrdinaryWord(lower) || isOrdinaryWord(fold)) return null;
  const capital = written[0] !== lower[0] && written !== written.toUpperCase();
  if (capital && TITLES.test(text.slice(Math.max(0, start - 12), start))) return null;
  const within = index > 0 && !/[.!?:\n]/.test(text.slice((words[index - 1] as Word).end, start));
  if (capital && within && written.length < CAPITALIZED_FROM) return null;
  return meant;
}

/** Words of one term are next to each other: a space, a hyphen, a slash, never a comma or a full stop, nor a line that ends early. */
function joined(text: string, left: Word, right: Word): boolean {
  const gap = text.slice(left.end, right.start);
  if (gap === ' ') return true;
  if (gap.includes('\n') && left.end - text.lastIndexOf('\n', left.end - 1) < WRAPPED_FROM) return false;
  return gap.length <= 3 && /^(?:\s+|\s?[-‐‑–/]\s?|\.\s?|&)?$/.test(gap) && !/\.\s/.test(gap);
}
