/**
 * The vocabulary as a trie of folded words. Every way to write a term is a path; its end says which term is meant and under
 * what condition: `=` in exactly this case, `~` only in medical surroundings, or one meaning of an ambiguous abbreviation.
 */
import { foldWord } from '../text/words.ts';
import { ABBREVIATIONS, type Sense } from './abbreviations.ts';
import type { Term, TermRow } from './find-terms.ts';
import { innerWord, variantsOf } from './wording.ts';

export type End = { term: Term; exact?: string; soft?: true; sense?: Sense };

export type Node = { next: ReadonlyMap<string, Node>; ends: readonly End[] };

/** Most words end a term and lead no further: they share these. */
const NO_CHILDREN: ReadonlyMap<string, Node> = new Map();
const NO_ENDS: readonly End[] = [];
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}’']+/u;
const SIMPLE = /^[A-Za-z]+$/;

/** It runs at every start over some 14,000 phrases, so it makes few objects: one end for all plain names of a term. */
export function plant(rows: readonly TermRow[]): { root: Node; words: Set<string> } {
  const root: Node = { next: NO_CHILDREN, ends: NO_ENDS };
  const folds = new Map<string, string>();
  const ambiguous = new Set(ABBREVIATIONS.map(({ written }) => written));
  const abbreviated = new Set(ABBREVIATIONS.map(({ name }) => name));
  const byName = new Map<string, Term>();
  for (const { term, aliases } of rows) {
    if (abbreviated.has(term.name)) byName.set(`${term.kind} ${term.name}`, term);
    const plain: End = { term };
    const soft: End = { term, soft: true };
    for (const name of variantsOf(term.name)) grow(root, folds, name, plain);
    for (const alias of aliases) {
      const mark = alias[0];
      if (mark !== '=') {
        const end = mark === '~' ? soft : plain;
        for (const name of variantsOf(mark === '~' ? alias.slice(1) : alias)) grow(root, folds, name, end);
      } else if (!ambiguous.has(alias.slice(1))) {
        grow(root, folds, alias.slice(1), { term, exact: alias.slice(1) });
      }
    }
  }
  for (const sense of ABBREVIATIONS) {
    const term = byName.get(`${sense.kind} ${sense.name}`);
    if (term) grow(root, folds, sense.written, { term, sense });
  }
  return { root, words: new Set([...folds.values()].flatMap((fold) => fold.split(' '))) };
}

function grow(root: Node, folds: Map<string, string>, phrase: string, end: End): void {
  let node = root;
  const parts = phrase.split(' ');
  for (let index = 0; index < parts.length; index += 1) {
    const fold = foldOf(folds, parts[index] as string);
    if (!fold.includes(' ')) node = node === root ? child(node, fold) : child(node, innerWord(fold));
    else for (const word of fold.split(' ')) node = node === root ? child(node, word) : child(node, innerWord(word));
  }
  if (node !== root) add(node, end);
}

/** What stands between two spaces, folded once and remembered. "X-ray" is two words, as wordsOf sees it. */
function foldOf(folds: Map<string, string>, part: string): string {
  let fold = folds.get(part);
  if (fold === undefined) {
    fold = SIMPLE.test(part) ? foldWord(part) : part.split(BETWEEN_WORDS).map(foldWord).filter(Boolean).join(' ');
    folds.set(part, fold);
  }
  return fold;
}

function add(node: Node, end: End): void {
  if (node.ends === NO_ENDS) node.ends = [end];
  else if (!node.ends.includes(end)) {
    const same = end.sense
      ? undefined
      : node.ends.find((other) => other.term === end.term && other.exact === end.exact);
    // Said plainly in one place, a word needs no surroundings.
    if (!same) node.ends = [...node.ends, end];
    else if (same.soft && !end.soft) node.ends = node.ends.map((other) => (other === same ? end : other));
  }
}

function child(node: Node, fold: string): Node {
  const known = node.next.get(fold);
  if (known) return known;
  const next: Node = { next: NO_CHILDREN, ends: NO_ENDS };
  if (node.next === NO_CHILDREN) node.next = new Map();
  (node.next as Map<string, Node>).set(fold, next);
  return next;
}
