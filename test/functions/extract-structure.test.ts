import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type ExtractStructureOutput, extractStructure } from '../../src/functions/extract-structure.ts';
import { tokensIn } from '../../src/functions/text/tokens.ts';
import { finishDraft, runInPieces, runRule } from './run-rule.ts';
import { CHAPTER, texts } from './texts.ts';

type Output = z.infer<typeof ExtractStructureOutput>;
type Type = 'keywords' | 'concepts' | 'entities' | 'outline';
const TYPES: readonly Type[] = ['keywords', 'concepts', 'entities', 'outline'];

const CODE = `import { Redis } from 'ioredis';

/** Counts requests in a sliding window. */
export class RateLimiter {
  constructor(private readonly redis: Redis) {}

  async take(key: string): Promise<boolean> {
    return (await this.count(key)) < 10;
  }
}

export function windowOf(now: number): number {
  return Math.floor(now / 1000);
}
`;

function extract(content: string, extraction_type: Type, domain = 'general'): Output {
  return runRule<Output>(extractStructure, { content, extraction_type, domain });
}

const said = (output: Output) => output.extracted.map(({ text }) => text);
const folded = (text: string) => text.toLowerCase().replace(/\s+/g, '');

function expectTruePlaces(content: string, { extracted, raw_positions }: Output): void {
  for (const { item, start, end, line } of raw_positions) {
    expect(folded(content.slice(start, end))).toBe(folded(extracted[item]?.text ?? ''));
    expect(line).toBe(content.slice(0, start).split(/\r\n|[\n\r\f]/).length);
  }
}

test('the keywords of a chapter are what it is about', () => {
  const keywords = said(extract(CHAPTER, 'keywords')).map((word) => word.toLowerCase());
  for (const word of ['smeaton', 'towers', 'granite', 'plymouth', 'douglass']) expect(keywords).toContain(word);
  expect(keywords).not.toContain('the');
});

test('concepts are phrases of the text and what its headings name', () => {
  const concepts = said(extract(CHAPTER, 'concepts'));
  expect(concepts).toContain('Plymouth Hoe');
  expect(concepts).toContain('Trinity House');
});

test('a word of the domain counts for more', () => {
  const content = 'The cache is slow today. The garden is slow today. A lamp stood beside a chair.';
  const confidence = (domain: string) =>
    extract(content, 'keywords', domain).extracted.find(({ text }) => text === 'cache');
  expect(confidence('systems')?.confidence).toBeGreaterThanOrEqual(confidence('general')?.confidence ?? 1);
  expect(said(extract(content, 'keywords', 'systems'))[0]).toBe('cache');
});

test.each([
  ['14 November 1698', 'date'],
  ['4,668 tons', 'quantity'],
  ['John Smeaton', 'name'],
  ['Dr. Spry of Plymouth', 'person'],
  ['Royal Society', 'organisation'],
])('%s is found as a %s', (text, kind) => {
  expect(extract(CHAPTER, 'entities').extracted).toContainEqual(expect.objectContaining({ text, kind }));
});

test('addresses, acronyms and names of code are entities', () => {
  const content =
    'Write to ann@example.org or see https://example.org/a. The HTTP client calls `parse_all` and readMessage.';
  const { extracted } = extract(content, 'entities');
  expect(extracted.map(({ text, kind }) => `${kind} ${text}`)).toEqual(
    expect.arrayContaining([
      'email ann@example.org',
      'url https://example.org/a',
      'acronym HTTP',
      'identifier parse_all',
      'identifier readMessage',
    ]),
  );
});

test('the outline of a chapter has its headings, in order, with their levels and places', () => {
  const output = extract(CHAPTER, 'outline');
  expect(output.extracted.slice(3, 6).map(({ text, level }) => [text, level])).toEqual([
    ["Smeaton's tower of stone", 2],
    ['The shape of an oak tree', 3],
    ['Stones that hold each other', 3],
  ]);
  expect(output.extracted).toHaveLength(13);
  for (const { start } of output.raw_positions) expect(CHAPTER.slice(0, start)).toMatch(/(?:^|\n)#+ $/);
});

test('the outline of plain text has its numbered, named and underlined headings', () => {
  const content = 'Chapter 1\n\nText here.\n\n1.1 Methods\n\nWe used 2.5 grams.\n\nResults\n-------\n\nNone.\n';
  expect(extract(content, 'outline').extracted.map(({ text, level }) => [text, level])).toEqual([
    ['Chapter 1', 1],
    ['1.1 Methods', 2],
    ['Results', 2],
  ]);
});

test('the outline of code has its declarations', () => {
  const output = extract(CODE, 'outline');
  expect(output.extracted.map(({ text, kind, level }) => [text, kind, level])).toEqual([
    ['class RateLimiter', 'class', 1],
    ['take', 'method', 2],
    ['function windowOf', 'function', 1],
  ]);
  expectTruePlaces(CODE, output);
});

test('the keywords of code are its names and not the words of its language', () => {
  const keywords = said(extract(CODE, 'keywords'));
  expect(keywords).toContain('RateLimiter');
  for (const word of ['export', 'return', 'const', 'class']) expect(keywords).not.toContain(word);
});

describe('for any text', () => {
  test('each place is where the item stands, and the summary has at most 500 tokens', () => {
    assert(
      property(texts, constantFrom(...TYPES), (content, type) => {
        const output = extract(content, type);
        expectTruePlaces(content, output);
        expect(tokensIn(output.compressed_summary)).toBeLessThanOrEqual(500);
        if (type !== 'concepts')
          expect(new Set(output.raw_positions.map(({ item }) => item)).size).toBe(output.extracted.length);
      }),
    );
  });

  test('in pieces, places are those of the whole', () => {
    assert(
      property(texts, constantFrom(...TYPES), integer({ min: 8, max: 100 }), (content, type, tokens) => {
        expectTruePlaces(content, runInPieces<Output>(extractStructure, { content, extraction_type: type }, tokens));
      }),
    );
  });
});

test('content far above the budget is read in pieces: nothing is lost, and the outline is the same', () => {
  const whole = extract(CHAPTER, 'outline');
  const input = { content: CHAPTER, extraction_type: 'outline' as const, domain: 'general' };
  const pieces = (extractStructure.split?.(input, 500) ?? []) as { content: string }[];
  expect(pieces.map(({ content }) => content).join('')).toBe(CHAPTER);
  expect(pieces.length).toBeGreaterThan(5);
  for (const { content } of pieces) expect(tokensIn(content)).toBeLessThanOrEqual(500);
  expect(runInPieces<Output>(extractStructure, input, 500).raw_positions).toEqual(whole.raw_positions);
});

test('what a model claims to have found and is not in the content is left out', () => {
  const draft = {
    extracted: [
      { text: 'Henry  winstanley', confidence: 0.9, kind: 'person' },
      { text: 'Isaac Newton', confidence: 0.9, kind: 'person' },
    ],
    compressed_summary: CHAPTER,
  };
  const output = finishDraft<Output>(extractStructure, draft, { content: CHAPTER, extraction_type: 'entities' });
  expect(said(output)).toEqual(['Henry  winstanley']);
  expect(output.raw_positions.length).toBeGreaterThan(0);
  expect(tokensIn(output.compressed_summary)).toBeLessThanOrEqual(500);
});
