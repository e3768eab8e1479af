/**
 * Plants the tables as a trie of folded words, of which pack-index.ts makes the file that is read at each start. Every way to write a
 * term is a path; its end says which term is meant and under what condition: `=` in exactly this case, `~` only in medical
 * surroundings, or one meaning of an ambiguous abbreviation.
 */
import { foldWord } from '../text/words.ts';
import { ABBREVIATION_ROWS, senseAt } from './abbreviations.ts';
import type { Term, TermRow } from './find-terms.ts';
import type { End } from './trie.ts';
import { innerWord, variantsOf } from './wording.ts';

export type Node = { next: Map<string, Node>; ends: End[] };

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}’']+/u;

export function plant(rows: readonly TermRow[]): Node {
  const root: Node = { next: new Map(), ends: [] };
  const ambiguous = new Set(ABBREVIATION_ROWS.map(({ written }) => written));
  const byName = new Map<string, Term>();
  for (const { term, aliases } of rows) {
    byName.set(`${term.kind} ${term.name}`, term);
    // One end for all plain names of a term.
    const plain: End = { term };
    const soft: End = { term, soft: true };
    growAll(root, term.name, plain);
    for (const alias of aliases) {
      const unmarked = alias.slice(1);
      if (alias.startsWith('~')) growAll(root, unmarked, soft);
      else if (!alias.startsWith('=')) growAll(root, alias, plain);
      else if (!ambiguous.has(unmarked)) grow(root, unmarked, { term, exact: unmarked });
    }
  }
  for (const [number, { written, kind, name }] of ABBREVIATION_ROWS.entries()) {
    const term = byName.get(`${kind} ${name}`);
    if (term) grow(root, written, { term, sense: senseAt(number) });
  }
  return root;
}

function growAll(root: Node, alias: string, end: End): void {
  for (const variant of variantsOf(alias)) grow(root, variant, end);
}

/** "X-ray" is two words, as wordsOf sees it. */
function grow(root: Node, phrase: string, end: End): void {
  const folds = phrase.split(BETWEEN_WORDS).map(foldWord).filter(Boolean);
  let node = root;
  for (const [index, fold] of folds.entries()) node = child(node, index === 0 ? fold : innerWord(fold));
  if (node !== root) add(node, end);
}

function add(node: Node, end: End): void {
  if (node.ends.includes(end)) return;
  const same = end.sense ? -1 : node.ends.findIndex(({ term, exact }) => term === end.term && exact === end.exact);
  if (same < 0) node.ends.push(end);
  // Said plainly in one place, a word needs no surroundings.
  else if (node.ends[same]?.soft && !end.soft) node.ends[same] = end;
}

function child(node: Node, fold: string): Node {
  let next = node.next.get(fold);
  if (!next) {
    next = { next: new Map(), ends: [] };
    node.next.set(fold, next);
  }
  return next;
}
