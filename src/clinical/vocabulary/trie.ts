/**
 * The vocabulary as a trie of folded words. Every way to write a term is a path; its end says which term is meant and under
 * what condition: `=` in exactly this case, `~` only in medical surroundings, or one meaning of an ambiguous abbreviation.
 */
import { foldWord } from '../text/words.ts';
import { ABBREVIATIONS, type Sense } from './abbreviations.ts';
import type { Term, TermRow } from './find-terms.ts';
import { innerWord, mayVary, variantsOf } from './wording.ts';

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
  const folds: Folds = { first: new Map(), inner: new Map() };
  const ambiguous = new Set(ABBREVIATIONS.map(({ written }) => written));
  const abbreviated = new Set(ABBREVIATIONS.map(({ name }) => name));
  const byName = new Map<string, Term>();
  for (const { term, aliases } of rows) {
    if (abbreviated.has(term.name)) byName.set(`${term.kind} ${term.name}`, term);
    const plain: End = { term };
    const soft: End = { term, soft: true };
    growAll(root, folds, term.name, plain);
    for (const alias of aliases) {
      const mark = alias[0];
      if (mark === '~') growAll(root, folds, alias.slice(1), soft);
      else if (mark !== '=') growAll(root, folds, alias, plain);
      else if (!ambiguous.has(alias.slice(1))) grow(root, folds, alias.slice(1), { term, exact: alias.slice(1) });
    }
  }
  for (const sense of ABBREVIATIONS) {
    const term = byName.get(`${sense.kind} ${sense.name}`);
    if (term) grow(root, folds, sense.written, { term, sense });
  }
  return { root, words: new Set([...folds.first.values(), ...folds.inner.values()].flat()) };
}

function growAll(root: Node, folds: Folds, alias: string, end: End): void {
  if (mayVary(alias)) for (const variant of variantsOf(alias)) grow(root, folds, variant, end);
  else grow(root, folds, alias, end);
}

function grow(root: Node, folds: Folds, phrase: string, end: End): void {
  let node = root;
  const parts = phrase.split(' ');
  for (let index = 0; index < parts.length; index += 1) {
    const folded = foldsOf(folds, parts[index] as string, node === root);
    for (let at = 0; at < folded.length; at += 1) node = child(node, folded[at] as string);
  }
  if (node !== root) add(node, end);
}

/** What stands between two spaces is folded once, as the first word of a phrase or as a later one. "X-ray" is two words, as wordsOf sees it. */
type Folds = { first: Map<string, readonly string[]>; inner: Map<string, readonly string[]> };

function foldsOf(folds: Folds, part: string, isFirst: boolean): readonly string[] {
  const known = isFirst ? folds.first : folds.inner;
  let folded = known.get(part);
  if (!folded) {
    const words = SIMPLE.test(part) ? [foldWord(part)] : part.split(BETWEEN_WORDS).map(foldWord).filter(Boolean);
    folded = words.map((word, index) => (isFirst && index === 0 ? word : innerWord(word)));
    known.set(part, folded);
  }
  return folded;
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
