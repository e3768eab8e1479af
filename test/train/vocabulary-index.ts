/** The file that trie.ts reads, made of the tables. The same tables give the same file, so that a test can tell when it is out of date. */
import { ABBREVIATION_ROWS, senseAt } from '../../src/clinical/vocabulary/abbreviations.ts';
import { termRows } from '../../src/clinical/vocabulary/rows.ts';
import type { End, Index } from '../../src/clinical/vocabulary/trie.ts';
import { type Node, trieOf } from './vocabulary-trie.ts';

export function packIndex(): string {
  const root = trieOf(termRows());
  const terms = new Map(termRows().map(({ term }, number) => [term, number]));
  const ends = new Map<End, number>();
  const index: Index = {
    words: [...wordsBelow(root)].sort(),
    terms: [...terms.keys()].map(({ kind, name, code, system, drugClass }) =>
      [kind, name, code?.code, system, drugClass].join('|'),
    ),
    ends: [],
    wordTo: [],
    children: [],
    endings: [],
    endsOf: [],
  };
  const numbers = new Map(index.words.map((word, number) => [word, number]));
  const numberOf = (word: string) => numbers.get(word) ?? 0;

  function numberOfEnd(end: End): number {
    const known = ends.get(end);
    if (known !== undefined) return known;
    const sense = end.sense ? `?${ABBREVIATION_ROWS.findIndex((_, row) => senseAt(row) === end.sense)}` : '';
    const condition = end.exact ? `=${end.exact}` : end.soft ? '~' : sense;
    ends.set(end, index.ends.length);
    return index.ends.push(`${terms.get(end.term)}${condition}`) - 1;
  }

  // Breadth first: the children of a node are consecutive, and a node's number is its place in the queue.
  const queue: { node: Node; word: number }[] = [{ node: root, word: 0 }];
  for (const { node, word } of queue) {
    index.wordTo.push(word);
    index.children.push(node.next.size);
    index.endings.push(node.ends.length);
    index.endsOf.push(...node.ends.map(numberOfEnd));
    const children = [...node.next].map(([fold, child]) => ({ node: child, word: numberOf(fold) }));
    queue.push(...children.sort((a, b) => a.word - b.word));
  }
  return written(index);
}

function wordsBelow(node: Node, words = new Set<string>()): Set<string> {
  for (const [word, child] of node.next) wordsBelow(child, words.add(word));
  return words;
}

/** One list per line, ASCII only: a file of single bytes is read faster, and so is each word of it later. */
function written(index: Index): string {
  const lists = Object.entries(index).map(([name, list]) => `"${name}":${JSON.stringify(list)}`);
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `{${lists.join(',\n')}}\n`.replace(/[^\n -~]/g, escaped);
}
