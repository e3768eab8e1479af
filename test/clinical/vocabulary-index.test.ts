/** The index that findTerms reads is made of the tables beforehand: it must be up to date with them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { termRows } from '../../src/clinical/vocabulary/rows.ts';
import { INDEX_FILE, ROOT, readTrie } from '../../src/clinical/vocabulary/trie.ts';
import { packIndex } from '../train/vocabulary-index.ts';

test('the index is that of the tables', () => {
  const same = readFileSync(INDEX_FILE, 'utf8') === packIndex();
  expect(same, 'a table or the folding has changed: run npm run vocabulary:index').toBe(true);
});

test('a term that is read from the index is as its table has it', () => {
  const trie = readTrie();
  const firstWords = [...trie.words.values()].map((word) => trie.next(ROOT, word)).filter((node) => node !== ROOT);
  const found = new Set(firstWords.flatMap((node) => trie.endsAt(node).map(({ term }) => JSON.stringify(term))));
  const terms = new Set(termRows().map(({ term }) => JSON.stringify(term)));
  expect([...found].filter((term) => !terms.has(term))).toEqual([]);
  // More than half of all terms can be said in one word.
  expect(found.size).toBeGreaterThan(terms.size / 2);
});

test('words that the vocabulary does not hold lead nowhere', () => {
  const trie = readTrie();
  expect(trie.next(ROOT, trie.numberOf('nosuchword'))).toBe(ROOT);
  expect(trie.holds(trie.numberOf('nosuchword'))).toBe(false);
  expect(trie.holds(trie.numberOf('headache'))).toBe(true);
});
