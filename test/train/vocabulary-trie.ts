/**
 * Makes a trie of folded words from the tables; vocabulary-index.ts writes it to the file that is read at each start. Every way to write
 * a term is a path; its end says which term is meant and under what condition: `=` in exactly this case, `~` only in medical
 * surroundings, or one meaning of an ambiguous abbreviation.
 */
import { wordsOf } from '../../src/clinical/text/words.ts';
import { ABBREVIATION_ROWS, senseAt } from '../../src/clinical/vocabulary/abbreviations.ts';
import type { TermRow } from '../../src/clinical/vocabulary/find-terms.ts';
import type { Term } from '../../src/clinical/vocabulary/term.ts';
import type { End } from '../../src/clinical/vocabulary/trie.ts';
import { innerWord } from '../../src/clinical/vocabulary/wording.ts';

export type Node = { next: Map<string, Node>; ends: End[] };

/** These vary at the beginning of a phrase; each variant is an entry of the index. */
const SAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bcan't\b/, ["can't", 'cannot', 'can not', "couldn't", 'could not', 'unable to', 'not able to', 'inability to']],
  [/\bdon't\b/, ["don't", 'do not', "didn't", 'did not', "doesn't", 'does not']],
  [/\bwon't\b/, ["won't", 'will not', "wouldn't", 'would not']],
  [/\bhaven't\b/, ["haven't", 'have not', "hasn't", 'has not']],
  [/^trouble\b/i, ['trouble', 'difficulty', 'problem', 'hard time', 'difficult time', 'issue']],
  [/^difficulty\b/i, ['difficulty', 'trouble', 'problem']],
  [/^feel(?:ing)?\b/i, ['feel', 'feeling', 'felt']],
];

export function trieOf(rows: readonly TermRow[]): Node {
  const root: Node = { next: new Map(), ends: [] };
  const ambiguous = new Set(ABBREVIATION_ROWS.map(({ written }) => written));
  const byName = new Map<string, Term>();
  for (const { term, aliases } of rows) {
    byName.set(`${term.kind} ${term.name}`, term);
    // One end for all plain names of a term.
    const plain: End = { term };
    const soft: End = { term, soft: true };
    addAll(root, term.name, plain);
    for (const alias of aliases) {
      const unmarked = alias.slice(1);
      if (alias.startsWith('~')) addAll(root, unmarked, soft);
      else if (!alias.startsWith('=')) addAll(root, alias, plain);
      else if (!ambiguous.has(unmarked)) addPath(root, unmarked, { term, exact: unmarked });
    }
  }
  for (const [number, { written, kind, name }] of ABBREVIATION_ROWS.entries()) {
    const term = byName.get(`${kind} ${name}`);
    if (term) addPath(root, written, { term, sense: senseAt(number) });
  }
  return root;
}

/** All ways to write an alias. */
export function variantsOf(alias: string): string[] {
  const found = SAME.find(([pattern]) => pattern.test(alias));
  return found ? found[1].map((words) => alias.replace(found[0], words)) : [alias];
}

function addAll(root: Node, alias: string, end: End): void {
  for (const variant of variantsOf(alias)) addPath(root, variant, end);
}

function addPath(root: Node, phrase: string, end: End): void {
  const folds = wordsOf(phrase).map(({ fold }) => fold);
  let node = root;
  for (const [index, fold] of folds.entries()) node = child(node, index === 0 ? fold : innerWord(fold));
  if (node !== root) addEnd(node, end);
}

function addEnd(node: Node, end: End): void {
  if (node.ends.includes(end)) return;
  const same = end.sense ? -1 : node.ends.findIndex(({ term, exact }) => term === end.term && exact === end.exact);
  if (same < 0) node.ends.push(end);
  // An unconditional entry replaces one that needs medical surroundings.
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
