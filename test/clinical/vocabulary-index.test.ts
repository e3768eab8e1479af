/** The index that findTerms reads is made of the tables beforehand: it must not fall behind them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packIndex } from '../../src/clinical/vocabulary/pack-index.ts';
import { TERM_ROWS } from '../../src/clinical/vocabulary/rows.ts';
import { INDEX_FILE, readTrie } from '../../src/clinical/vocabulary/trie.ts';

test('the index is that of the tables', () => {
  const same = readFileSync(INDEX_FILE, 'utf8') === packIndex();
  expect(same, 'a table or the folding has changed: run node --import tsx test/train/vocabulary.ts').toBe(true);
});

test('what is read from the index is what the tables say', () => {
  const trie = readTrie();
  const found = new Set<string>();
  const nodes = [0];
  for (const node of nodes) {
    for (const { term } of trie.endsAt(node)) found.add(JSON.stringify(term));
    for (const number of trie.words.values()) {
      const next = node === 0 ? trie.next(node, number) : 0;
      if (next) nodes.push(next);
    }
  }
  const terms = new Set(TERM_ROWS.map(({ term }) => JSON.stringify(term)));
  expect([...found].filter((term) => !terms.has(term))).toEqual([]);
  expect(found.size).toBeGreaterThan(terms.size / 2);
});

test('words that the vocabulary does not hold lead nowhere', () => {
  const trie = readTrie();
  expect(trie.next(0, trie.numberOf('nosuchword'))).toBe(0);
  expect(trie.holds(trie.numberOf('nosuchword'))).toBe(false);
  expect(trie.holds(trie.numberOf('headache'))).toBe(true);
});
