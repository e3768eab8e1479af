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
/** Shorter joined words ("a fib") would be found in ordinary ones. */
const JOINED_FROM = 6;
const LETTERS = /^[a-z]+$/;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}’']+/u;
const FOLDS = new Map<string, string[]>();

export function plant(rows: readonly TermRow[]): { root: Node; words: Set<string> } {
  const root: Node = { next: NO_CHILDREN, ends: NO_ENDS };
  const byName = new Map<string, Term>();
  const ambiguous = new Set(ABBREVIATIONS.map(({ written }) => written));
  for (const { term, aliases } of rows) {
    byName.set(`${term.kind} ${term.name}`, term);
    growAll(root, term.name, { term });
    for (const alias of aliases) {
      if (alias.startsWith('=')) {
        const exact = alias.slice(1);
        if (!ambiguous.has(exact)) grow(root, exact, { term, exact });
      } else if (alias.startsWith('~')) growAll(root, alias.slice(1), { term, soft: true });
      else growAll(root, alias, { term });
    }
  }
  for (const sense of ABBREVIATIONS) {
    const term = byName.get(`${sense.kind} ${sense.name}`);
    if (term) grow(root, sense.written, { term, sense });
  }
  const words = new Set([...FOLDS.values()].flat());
  FOLDS.clear();
  return { root, words };
}

function growAll(root: Node, alias: string, end: End): void {
  for (const variant of variantsOf(alias)) grow(root, variant, end);
}

function grow(root: Node, phrase: string, end: End): void {
  const path = pathOf(phrase);
  let node = root;
  for (const fold of path) node = child(node, fold);
  if (node === root) return;
  add(node, end);
  // "Chicken pox" is also written "chickenpox".
  const [left, right] = path;
  if (path.length !== 2 || end.exact || !left || !right || left.length < 3 || right.length < 3) return;
  if (left.length + right.length >= JOINED_FROM && LETTERS.test(left) && LETTERS.test(right))
    add(child(root, left + right), end);
}

/** The folded words of a phrase, as wordsOf gives them. There are some 20,000 phrases of 10,000 words, so each word is folded once. */
function pathOf(phrase: string): string[] {
  const path: string[] = [];
  for (const part of phrase.split(' ')) {
    let folds = FOLDS.get(part);
    if (!folds) {
      folds = part.split(BETWEEN_WORDS).map(foldWord).filter(Boolean);
      FOLDS.set(part, folds);
    }
    for (const fold of folds) path.push(path.length === 0 ? fold : innerWord(fold));
  }
  return path;
}

function add(node: Node, end: End): void {
  const known = node.ends.find(({ term, exact, sense }) => term === end.term && exact === end.exact && !sense);
  if (!known || end.sense) node.ends = node.ends === NO_ENDS ? [end] : [...node.ends, end];
  else if (known.soft && !end.soft) node.ends = node.ends.map((other) => (other === known ? end : other));
}

function child(node: Node, fold: string): Node {
  const known = node.next.get(fold);
  if (known) return known;
  const next: Node = { next: NO_CHILDREN, ends: NO_ENDS };
  if (node.next === NO_CHILDREN) node.next = new Map();
  (node.next as Map<string, Node>).set(fold, next);
  return next;
}
