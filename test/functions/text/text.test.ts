/** The library of text work that the rules are made of. */
import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress } from '../../../src/functions/text/compress.ts';
import { piecesOf } from '../../../src/functions/text/pieces.ts';
import { choose, readDocument } from '../../../src/functions/text/select.ts';
import { sentencesIn, sentencesOf } from '../../../src/functions/text/sentences.ts';
import { beginning, shortened, tokensIn } from '../../../src/functions/text/tokens.ts';
import { stemOf, termsOf } from '../../../src/functions/text/words.ts';
import { CHAPTER, texts } from '../texts.ts';

const split = (text: string) => sentencesIn(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  test.each([
    ['abbreviations', ['Dr. Spry paid Mr. J. Smeaton $3.50 on Jan. 5, i.e. a lot.', 'He left.']],
    ['quotations', ['"Why?" he asked.', '"Because."', 'They left.']],
    ['markers of footnotes belong to their sentence', ['It set under water.[^1][^2]', 'Then it hardened.']],
    [
      'an abbreviation at the end',
      ['He came to the U.S. in May.', 'It was built by Smith & Co.', 'They left at 5 p.m.', 'Nobody saw it.'],
    ],
    ['other marks', ['Is it?', 'Yes!', 'Well…', 'No.']],
  ])('%s', (_what, sentences) => {
    expect(split(sentences.join(' '))).toEqual(sentences);
  });

  test('a sentence goes on over the end of a line, and a list has one for each item', () => {
    const text = 'It was\nlong. Short.\n\n- one item\n- another\n\n# Not a sentence\n';
    expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'It was\nlong.',
      'Short.',
      'one item',
      'another',
    ]);
  });

  test('no word is lost between sentences', () => {
    const letters = (text: string) => text.replace(/\s/g, '');
    assert(
      property(texts, (text) => {
        expect(letters(split(text).join(''))).toBe(letters(text));
      }),
    );
  });
});

test('words are compared by stem, numbers by value', () => {
  expect(stemOf('hardened')).toBe(stemOf('hardens'));
  expect(stemOf("Smeaton's")).toBe(stemOf('Smeaton'));
  expect(stemOf('café')).toBe(stemOf('cafe'));
  const values = (text: string) => termsOf(text).flatMap(({ stem, number }) => (number ? [stem] : []));
  expect(values('1,250 and three and 3.50')).toEqual(['1250', '3', '3.5']);
});

test('a common word weighs less than a rare one, and a function word nothing', () => {
  const [common, rare, none] = termsOf('water dovetail the');
  expect(common?.weight).toBeLessThan(rare?.weight ?? 0);
  expect(none).toBeUndefined();
});

describe('what fits', () => {
  test('a text is never cut above its limit nor inside a character', () => {
    assert(
      property(texts, integer({ min: 0, max: 200 }), (text, bytes) => {
        for (const cut of [beginning(text, bytes), shortened(text, bytes)]) {
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
          expect(cut.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('compressed text is never above the target, and never empty', () => {
    assert(
      property(texts, integer({ min: 4, max: 100 }), (text, tokens) => {
        const kept = compress(text, tokens);
        expect(tokensIn(kept)).toBeLessThanOrEqual(tokens);
        expect(kept).not.toBe('');
      }),
    );
  });

  test('compressed text has sentences of the text, in order', () => {
    const kept = compress(CHAPTER, 300).split(/\n\n/);
    const places = kept.map((paragraph) => CHAPTER.indexOf(paragraph.slice(0, 40)));
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  test('compressed code has its declarations', () => {
    const code = `export class Limiter {\n  take() {\n${'    work();\n'.repeat(60)}  }\n}\n`;
    expect(compress(code, 20)).toBe('export class Limiter {\n  take() {');
  });

  test('pieces fit, lose nothing, and end with sections where they can', () => {
    assert(
      property(texts, integer({ min: 1, max: 60 }), (text, tokens) => {
        const pieces = piecesOf(text, tokens);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(tokensIn(piece)).toBeLessThanOrEqual(tokens);
      }),
    );
    expect(piecesOf(CHAPTER, 2_000)[1]).toMatch(/^#/);
  });
});

test('choosing looks at a bounded number of candidates, however long the text is', () => {
  let looks = 0;
  const copies = Array.from({ length: 20 }, (_, copy) => CHAPTER.replaceAll(/[.]\s/g, ` (${copy}).\n`)).join('\n');
  const passages = readDocument(copies).passages.map((passage) => ({
    ...passage,
    get terms() {
      looks += 1;
      return passage.terms;
    },
  }));
  expect(passages.length).toBeGreaterThan(2_000);
  const chosen = choose(passages, 4_000);
  expect(looks).toBeLessThanOrEqual((chosen.length + 1) * 1_001);
});
