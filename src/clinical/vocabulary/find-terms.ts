/**
 * Finds the medical terms of a text. One pass over its words whatever the size of the vocabulary: the terms stand in a
 * trie of folded words, and at each place the longest one wins.
 */

import { type Word, wordsOf } from '../text/words.ts';
import { TERM_ROWS } from './rows.ts';

export type TermKind =
  | 'condition'
  | 'symptom'
  | 'drug'
  | 'observation'
  | 'allergen'
  | 'procedure'
  | 'specialty'
  | 'body_system'
  | 'body_site'
  | 'organization';

export type Term = {
  kind: TermKind;
  /** The canonical name: "Type 2 diabetes", "Metformin". For a body system: "hepatic". */
  name: string;
  code?: { system: string; code: string };
  /** Body system, in the words of body-systems.ts: cardiovascular, hepatic … */
  system?: string;
  /** For a drug: what it is ("ACE inhibitor"). */
  drugClass?: string;
};

export type TermMatch = { term: Term; start: number; end: number; text: string };

/** A term and the ways people write it. An alias that begins with `=` counts only in exactly this case ("=MS"). */
export type TermRow = { term: Term; aliases: string[] };

type Node = { next: Map<string, Node>; ends: { term: Term; exact?: string }[] };

const root = plant(TERM_ROWS);

/** All terms in reading order, never overlapping. A phrase that means two things gives two matches on the same place. */
export function findTerms(text: string): TermMatch[] {
  const words = wordsOf(text);
  const found: TermMatch[] = [];
  let at = 0;
  while (at < words.length) {
    const hit = longestAt(text, words, at);
    if (hit) {
      found.push(...hit.matches);
      at += hit.words;
    } else at += 1;
  }
  return found;
}

/** The term that a whole phrase names, if it names one of these kinds: "A1C" -> HbA1c. */
export function termNamed(phrase: string, kinds?: readonly TermKind[]): Term | null {
  const words = wordsOf(phrase);
  if (words.length === 0) return null;
  const hit = longestAt(phrase, words, 0, kinds);
  return hit && hit.words === words.length ? (hit.matches[0]?.term ?? null) : null;
}

function longestAt(text: string, words: Word[], from: number, kinds?: readonly TermKind[]) {
  let node = root;
  let best: { matches: TermMatch[]; words: number } | null = null;
  for (let index = from; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (index > from && !joined(text, words[index - 1] as Word, word)) break;
    const next = node.next.get(word.fold);
    if (!next) break;
    node = next;
    const start = (words[from] as Word).start;
    const written = text.slice(start, word.end);
    const matches = node.ends
      .filter(({ term, exact }) => (!exact || exact === written) && (!kinds || kinds.includes(term.kind)))
      .map(({ term }) => ({ term, start, end: word.end, text: written }));
    if (matches.length > 0) best = { matches, words: index - from + 1 };
  }
  return best;
}

/** Words of one term stand next to each other: a space, a hyphen, a slash, never a comma or a full stop. */
function joined(text: string, left: Word, right: Word): boolean {
  const gap = text.slice(left.end, right.start);
  return gap.length <= 3 && /^(?:\s+|\s?[-‐‑–/]\s?|\.\s?)?$/.test(gap) && !/\.\s/.test(gap);
}

function plant(rows: readonly TermRow[]): Node {
  const top: Node = { next: new Map(), ends: [] };
  for (const { term, aliases } of rows) {
    for (const alias of [term.name, ...aliases]) {
      const exact = alias.startsWith('=') ? alias.slice(1) : undefined;
      let node = top;
      for (const { fold } of wordsOf(exact ?? alias)) {
        let next = node.next.get(fold);
        if (!next) {
          next = { next: new Map(), ends: [] };
          node.next.set(fold, next);
        }
        node = next;
      }
      if (node !== top && !node.ends.some((end) => end.term === term && !end.exact)) {
        node.ends.push(exact ? { term, exact } : { term });
      }
    }
  }
  return top;
}
