/**
 * The vocabulary as a trie of folded words, read from the file that test/train makes of the tables (why it is made beforehand:
 * docs/decisions/018). A node is a number. Its children are consecutive, in the order of their words, so that one is found by
 * halving; terms and ends are lines of text until somebody asks for them, because a message names a few of thousands.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sense, senseAt } from './abbreviations.ts';
import type { Term, TermKind } from './term.ts';
import { termOf } from './term.ts';
import { IS, innerWord, MY } from './wording.ts';

/** What a path means, and under what condition: in exactly this spelling, only in medical surroundings, or one of several meanings. */
export type End = { term: Term; exact?: string; soft?: true; sense?: Sense };

/** The file: lists of words, of terms, of ends and of nodes. The number of a thing is its place in its list. */
export type Index = {
  /** In the order of their letters. */
  words: string[];
  /** kind|name|code|system|class */
  terms: string[];
  /** The number of a term, and its condition: `~` in medical surroundings, `=ABC` written so, `?3` row 3 of the abbreviations. */
  ends: string[];
  /** For each node the word that leads to it, how many children it has, and how many ends. */
  wordTo: number[];
  children: number[];
  endings: number[];
  /** The ends of all nodes, one node after the other. */
  endsOf: number[];
};

export const INDEX_FILE = join(import.meta.dirname, '..', 'data', 'vocabulary.index');

export const ROOT = 0;
/** No word leads back to the root: its number also says that there is no such node. */
const NO_NODE = ROOT;
const NO_WORD = -1;
const NO_ENDS: readonly End[] = [];
const END = /^(\d+)(?:([~=?])(.*))?$/;

export class Trie {
  readonly words: ReadonlyMap<string, number>;
  readonly my: number;
  readonly is: number;
  readonly #index: Index;
  readonly #wordTo: Uint32Array;
  /** Where each node's children begin, and where its ends do in `endsOf`. The next node's is where they stop. */
  readonly #firstChild: Uint32Array;
  readonly #firstEnd: Uint32Array;
  readonly #terms: Term[] = [];
  readonly #ends = new Map<number, readonly End[]>();

  constructor(index: Index) {
    this.#index = index;
    this.#wordTo = new Uint32Array(index.wordTo);
    this.#firstChild = runningSums(index.children, ROOT + 1);
    this.#firstEnd = runningSums(index.endings, 0);
    const words = new Map<string, number>();
    for (let number = 0; number < index.words.length; number += 1) words.set(index.words[number] as string, number);
    this.words = words;
    this.my = this.numberOf(MY);
    this.is = this.numberOf(IS);
  }

  /** The number of a folded word; no node has a child for one that the vocabulary does not hold. */
  numberOf(fold: string): number {
    return this.words.get(fold) ?? NO_WORD;
  }

  /** The number of what the word counts as within a phrase. */
  innerNumber(fold: string, number: number): number {
    const inner = innerWord(fold);
    if (inner === fold) return number;
    return inner === MY ? this.my : this.is;
  }

  holds(number: number): boolean {
    return number !== NO_WORD;
  }

  /** The node that a word leads to, or 0. */
  next(node: number, word: number): number {
    if (word === NO_WORD) return NO_NODE;
    let low = this.#firstChild[node] as number;
    let high = this.#firstChild[node + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#wordTo[middle] as number;
      if (found === word) return middle;
      if (found < word) low = middle + 1;
      else high = middle;
    }
    return NO_NODE;
  }

  leadsOn(node: number): boolean {
    return this.#firstChild[node] !== this.#firstChild[node + 1];
  }

  isEnd(node: number): boolean {
    return this.#firstEnd[node] !== this.#firstEnd[node + 1];
  }

  endsAt(node: number): readonly End[] {
    if (!this.isEnd(node)) return NO_ENDS;
    let ends = this.#ends.get(node);
    if (!ends) {
      const numbers = this.#index.endsOf.slice(this.#firstEnd[node], this.#firstEnd[node + 1]);
      ends = numbers.map((number) => this.#endOf(number));
      this.#ends.set(node, ends);
    }
    return ends;
  }

  #endOf(number: number): End {
    const [, termNumber, mark, rest] = END.exec(this.#index.ends[number] as string) ?? [];
    const term = this.#termOf(Number(termNumber));
    if (mark === '~') return { term, soft: true };
    if (mark === '=') return { term, exact: String(rest) };
    return mark === '?' ? { term, sense: senseAt(Number(rest)) } : { term };
  }

  #termOf(number: number): Term {
    let term = this.#terms[number];
    if (!term) {
      const [kind, name = '', code, system, drugClass] = (this.#index.terms[number] as string).split('|');
      term = termOf(kind as TermKind, name, code, system, drugClass);
      this.#terms[number] = term;
    }
    return term;
  }
}

export function readTrie(): Trie {
  // Nothing in the file is beyond ASCII, so this is the quickest way to read it.
  return new Trie(JSON.parse(readFileSync(INDEX_FILE, 'latin1')));
}

function runningSums(counts: readonly number[], from: number): Uint32Array {
  const sums = new Uint32Array(counts.length + 1);
  sums[0] = from;
  for (let at = 0; at < counts.length; at += 1) sums[at + 1] = (sums[at] as number) + (counts[at] as number);
  return sums;
}
