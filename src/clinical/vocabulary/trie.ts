/**
 * The vocabulary as a trie of folded words. Every way to write a term is a path; its end says which term is meant and under
 * what condition: `=` in exactly this case, `~` only in medical surroundings, or one meaning of an ambiguous abbreviation.
 */
import { wordsOf } from '../text/words.ts';
import { ABBREVIATIONS, type Sense } from './abbreviations.ts';
import type { Term, TermRow } from './find-terms.ts';
import { innerWord, variantsOf } from './wording.ts';

export type End = { term: Term; exact?: string; soft?: true; sense?: Sense };

export type Node = { next: Map<string, Node>; ends: End[] };

/** Shorter joined words ("a fib") would be found in ordinary ones. */
const JOINED_FROM = 6;

export function plant(rows: readonly TermRow[]): { root: Node; words: Set<string> } {
  const root = emptyNode();
  const words = new Set<string>();
  const byName = new Map<string, Term>();
  const ambiguous = new Set(ABBREVIATIONS.map(({ written }) => written));
  for (const { term, aliases } of rows) {
    byName.set(`${term.kind} ${term.name}`, term);
    grow(root, words, term.name, { term });
    for (const alias of aliases) {
      if (alias.startsWith('=')) {
        const exact = alias.slice(1);
        if (!ambiguous.has(exact)) grow(root, words, exact, { term, exact });
      } else if (alias.startsWith('~')) growAll(root, words, alias.slice(1), { term, soft: true });
      else growAll(root, words, alias, { term });
    }
  }
  for (const sense of ABBREVIATIONS) {
    const term = byName.get(`${sense.kind} ${sense.name}`);
    if (term) grow(root, words, sense.written, { term, sense });
  }
  return { root, words };
}

function growAll(root: Node, words: Set<string>, alias: string, end: End): void {
  for (const variant of variantsOf(alias)) grow(root, words, variant, end);
}

function grow(root: Node, words: Set<string>, phrase: string, end: End): void {
  const path = wordsOf(phrase).map(({ fold }, index) => (index === 0 ? fold : innerWord(fold)));
  if (path.length === 0) return;
  let node = root;
  for (const fold of path) {
    words.add(fold);
    node = child(node, fold);
  }
  add(node, end);
  // "Chicken pox" is also written "chickenpox".
  const joined = path.join('');
  if (path.length === 2 && !end.exact && joined.length >= JOINED_FROM && /^[a-z]{3,} [a-z]{3,}$/.test(path.join(' ')))
    add(child(root, joined), end);
}

function add(node: Node, end: End): void {
  const known = node.ends.find(({ term, exact, sense }) => term === end.term && exact === end.exact && !sense);
  if (known && !end.sense) {
    if (!end.soft) delete known.soft;
  } else node.ends.push({ ...end });
}

function child(node: Node, fold: string): Node {
  let next = node.next.get(fold);
  if (!next) {
    next = emptyNode();
    node.next.set(fold, next);
  }
  return next;
}

function emptyNode(): Node {
  return { next: new Map(), ends: [] };
}
