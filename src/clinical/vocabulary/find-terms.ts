/**
 * Finds the medical terms of a text. One pass over its words whatever the size of the vocabulary: the terms are in a
 * trie of folded words, and at each place the longest one wins. Why a trie of words: docs/decisions/013.
 *
 * From the tables to a match: rows.ts reads the tables; test/train/vocabulary-trie.ts makes a trie of them and vocabulary-index.ts a file
 * of the trie (`npm run vocabulary:index`, after any change of a table). At run time trie.ts reads that file, walk.ts goes
 * through it word by word, and surroundings.ts drops what its neighbours do not support.
 */

import { createTextCache, ofWord } from '../text/cache.ts';
import { foldWord, type Word, wordsOf } from '../text/words.ts';
import { inContext } from './surroundings.ts';
import type { Term, TermKind } from './term.ts';
import { type End, ROOT, readTrie } from './trie.ts';
import { TypingErrors } from './typing-errors.ts';
import { type Hit, longestAt, type Reading } from './walk.ts';

/** `fuzzy`: a word of it was mistyped, and this is our guess; say it with less confidence. */
export type TermMatch = { term: Term; start: number; end: number; text: string; fuzzy?: true };

/**
 * A term and the ways people write it. An alias that begins with `=` counts only in exactly this case ("=MS"), one that begins
 * with `~` only in medical surroundings ("~gas").
 */
export type TermRow = { term: Term; readonly aliases: string[] };

const trie = readTrie();
const typingErrors = new TypingErrors(trie.words);

const numberOf = ofWord((fold) => trie.numberOf(fold));

/** "I have run out of it": the trie folds plurals and leaves out articles, so that this is "have the runs" to it. */
const HAVE_RUN = /\b(?:ha(?:ve|s|d)|got)(?: the)? run$/i;

/** Triage and the extractors ask for the same text. */
const memory = createTextCache<readonly TermMatch[]>();
/** How often one phrase is looked at from the beginning of a text, and how often from its end. Nobody means it more often. */
const MOST_OF_ONE = 50;

/** All terms in reading order, never overlapping. A phrase that means two things gives two matches on the same place. */
export function findTerms(text: string): readonly TermMatch[] {
  return memory(text, () => search(text));
}

/** Whether some term has this word. */
export function inVocabulary(word: string): boolean {
  return trie.holds(trie.numberOf(foldWord(word)));
}

/** A word in small letters as the vocabulary has it, if that counts only with its capitals: "copd" -> "COPD". */
export const abbreviationOf = ofWord((word): string | null => {
  const node = trie.next(ROOT, trie.numberOf(foldWord(word)));
  const ends = node && trie.isEnd(node) ? trie.endsAt(node) : [];
  if (ends.some(({ exact, sense }) => !sense && (!exact || exact === word))) return null;
  return ends.find(({ exact }) => exact?.toLowerCase() === word)?.exact ?? null;
});

/**
 * The term that a whole phrase names, if it names one of these kinds: "A1C" -> HbA1c. What is named has no surroundings, so that an
 * abbreviation gets its first meaning; and it is not guessed at, because a new medicine must not become an old one.
 */
export function termNamed(phrase: string, kinds?: readonly TermKind[]): Term | null {
  const words = wordsOf(phrase);
  if (words.length === 0) return null;
  const wanted = kinds ? ({ term }: End) => kinds.includes(term.kind) : () => true;
  const hit = longestAt(
    readingOf(phrase, words, () => null),
    0,
    wanted,
  );
  return hit?.to === words.length ? (hit.ends[0]?.term ?? null) : null;
}

function search(text: string): TermMatch[] {
  const words = wordsOf(text);
  const reading = readingOf(text, words, (word) => typingErrors.meant(word));
  const hits = [];
  let at = 0;
  while (at < words.length) {
    const hit = beyondSide(reading, longestAt(reading, at));
    if (hit) hits.push(hit);
    at = hit ? hit.to : at + 1;
  }
  return inContext(text, words, withoutRepetitions(hits)).flatMap(({ from, to, ends, fuzzy }) => {
    const start = (words[from] as Word).start;
    const end = (words[to - 1] as Word).end;
    const written = text.slice(start, end);
    if (HAVE_RUN.test(written)) return [];
    return ends.map(
      ({ term }): TermMatch =>
        fuzzy ? { term, start, end, text: written, fuzzy } : { term, start, end, text: written },
    );
  });
}

/** "Left knee replacement": the operation, although "left knee" is a term too. */
function beyondSide(reading: Reading, hit: Hit | null): Hit | null {
  if (!hit || hit.to - hit.from !== 2 || !hit.ends.every(({ term }) => term.kind === 'body_site')) return hit;
  const beyond = longestAt(reading, hit.from + 1, ({ term }) => term.kind === 'procedure');
  return beyond && beyond.to > hit.to ? beyond : hit;
}

/** What comes after ever so many repetitions is still found, and so is the last of them. */
function withoutRepetitions<H extends { ends: readonly End[] }>(hits: readonly H[]): H[] {
  const all = new Map<Term | undefined, number>();
  for (const { ends } of hits) all.set(ends[0]?.term, (all.get(ends[0]?.term) ?? 0) + 1);
  const seen = new Map<Term | undefined, number>();
  return hits.filter(({ ends: [first] }) => {
    const before = seen.get(first?.term) ?? 0;
    seen.set(first?.term, before + 1);
    return before < MOST_OF_ONE || before >= (all.get(first?.term) ?? 0) - MOST_OF_ONE;
  });
}

function readingOf(text: string, words: readonly Word[], guess: Reading['guess']): Reading {
  return { text, words, numbers: words.map(({ fold }) => numberOf(fold)), trie, guess };
}
