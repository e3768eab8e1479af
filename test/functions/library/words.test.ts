/** The words that a search is made of, and the order of what it finds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank } from '../../../src/functions/library/rank.ts';
import type { Candidate } from '../../../src/functions/library/store.ts';
import { informative, MAX_LOOKED_UP, partsOfNames, queryWords } from '../../../src/functions/library/words.ts';

test('words are letters and digits, once each, without those that every text has', () => {
  expect(queryWords('What is the A1C of a patient? HbA1c: 6.5% (a1c)')).toEqual(['a1c', 'patient', 'hba1c', '6', '5']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const words = queryWords(text);
      expect(new Set(words).size).toBe(words.length);
      expect(words.length).toBeLessThanOrEqual(MAX_LOOKED_UP);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
    }),
  );
});

test('of many words the rarest are searched by, and none that no chunk has', () => {
  const words = informative(
    Array.from({ length: 40 }, (_, n) => ({ word: `w${n}`, chunks: n })),
    100,
  );
  expect(words.map(({ word }) => word)).toEqual(Array.from({ length: 16 }, (_, n) => `w${n + 1}`));
  for (const { weight } of words) expect(weight).toBeGreaterThan(0);
});

test('names in code are found by their parts', () => {
  expect(partsOfNames('const parseJson = readFileSync(name);')).toBe('parse Json read File Sync');
});

describe('ranking', () => {
  const candidate = (id: string, text: string, score: number): Candidate => ({
    chunk_id: id,
    document_id: 'd',
    scope: 's',
    text,
    source: { source_type: 'book', title: 'T' },
    score,
  });
  const words = [
    { word: 'aspirin', weight: 2 },
    { word: 'strokes', weight: 1 },
  ];

  test('what has more of the query outranks a somewhat higher score', () => {
    const byWords = [candidate('a', 'Aspirin, aspirin', 5), candidate('b', 'a stroke and aspirin', 4.5)];
    const hits = rank({ byWords, byMeaning: [], words, limit: 10 });
    expect(hits.map(({ chunk_id, source }) => [chunk_id, source.similarity])).toEqual([
      ['b', 1],
      ['a', 0.667],
    ]);
  });

  test('what both lists have comes before what one has, and similarity is the greater of both', () => {
    const byWords = [candidate('a', 'aspirin', 9), candidate('b', 'stroke', 1)];
    const byMeaning = [candidate('c', 'other', 0.9), candidate('b', 'stroke', 0.8)];
    const hits = rank({ byWords, byMeaning, words, limit: 2 });
    expect(hits.map(({ chunk_id, source }) => [chunk_id, source.similarity])).toEqual([
      ['b', 0.8],
      ['a', 0.667],
    ]);
  });

  test('the order of the candidates does not matter, and similarity is within 0 and 1', () => {
    const list = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), score: fc.double({ min: -1, max: 1, noNaN: true }) }),
      { maxLength: 4 },
    );
    const unique = (rows: { id: string; score: number }[]) =>
      [...new Map(rows.map((row) => [row.id, row])).values()].map(({ id, score }) =>
        candidate(id, `aspirin ${id}`, score),
      );
    fc.assert(
      fc.property(list, list, (some, others) => {
        const [byWords, byMeaning] = [unique(some), unique(others)];
        const hits = rank({ byWords, byMeaning, words, limit: 10 });
        expect(rank({ byWords: byWords.toReversed(), byMeaning: byMeaning.toReversed(), words, limit: 10 })).toEqual(
          hits,
        );
        for (const { source } of hits) expect(source.similarity).toSatisfy((n: number) => n >= 0 && n <= 1);
      }),
    );
  });
});
