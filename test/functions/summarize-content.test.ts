import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Citation } from '../../src/engine/models/citation.ts';
import { type SummarizeContentOutput, summarizeContent } from '../../src/functions/summarize-content.ts';
import { contains, contentsOf } from '../../src/functions/text/containment.ts';
import { tokensIn } from '../../src/functions/text/tokens.ts';
import { finishDraft, runInPieces, runRule } from './run-rule.ts';
import { CHAPTER, texts } from './texts.ts';

type Output = z.infer<typeof SummarizeContentOutput>;
const STYLES = ['technical', 'executive', 'bullets'] as const;
const CONCEPTS = ['dovetails', 'hydraulic lime', 'Great Storm', 'molten lead', '374 hours', 'oak tree', 'unicorns'];

const plain = (text: string) => text.replace(/\[\^\w+\]/g, '');

function summarize(given: object, sources: readonly Citation[] = []): Output {
  return runRule<Output>(summarizeContent, { content: CHAPTER, target_tokens: 300, ...given }, sources);
}

function source(marker: string, chunk: string): Citation {
  return { id: marker, marker, source: 'library', source_type: 'book', supports: [], chunk };
}

describe('whatever is asked for', () => {
  const requests = [
    array(constantFrom(...CONCEPTS), { maxLength: 5 }),
    integer({ min: 16, max: 800 }),
    constantFrom(...STYLES),
  ] as const;

  test('a summary of the chapter stays within its target and holds each of its invariants', () => {
    assert(
      property(...requests, (preserve, target_tokens, style) => {
        const { summary, invariants, compression_ratio } = summarize({ preserve, target_tokens, style });
        expect(summary).not.toBe('');
        expect(tokensIn(summary)).toBeLessThanOrEqual(target_tokens);
        const contents = contentsOf(summary);
        for (const invariant of invariants) expect(contains(contents, invariant)).toBe(true);
        expect(compression_ratio).toBeCloseTo(tokensIn(summary) / tokensIn(CHAPTER));
      }),
      { numRuns: 40 },
    );
  });

  test('a summary of any text stays within its target, in pieces too', () => {
    assert(
      property(texts, ...requests, (content, preserve, target_tokens, style) => {
        const input = { content, preserve, target_tokens, style };
        const outputs = [summarize(input), runInPieces<Output>(summarizeContent, input, 40)];
        for (const { summary, invariants } of outputs) {
          expect(tokensIn(summary)).toBeLessThanOrEqual(target_tokens);
          const contents = contentsOf(plain(summary));
          for (const invariant of invariants) expect(contains(contents, invariant)).toBe(true);
        }
      }),
    );
  });
});

test('what is said again in the same words is in the summary once', () => {
  const { summary } = summarize({ content: 'The tower stood on the rock. '.repeat(200), target_tokens: 100 });
  expect(summary).toBe('The tower stood on the rock.');
});

test('every concept that the content has and the target allows is kept, and what it has not is not claimed', () => {
  const { summary, invariants } = summarize({ preserve: CONCEPTS, target_tokens: 400 });
  expect(invariants).toEqual(expect.arrayContaining(CONCEPTS.filter((concept) => concept !== 'unicorns')));
  expect(invariants).not.toContain('unicorns');
  expect(summary).toContain('374 hours');
});

test('a concept that only a heading names is kept with its heading', () => {
  const content =
    '# Tides\n\nThe sea rises twice a day.\n\n# Ballast stowage\n\nIron goes to the bottom of the hold. Wood goes on top.';
  const { summary, invariants } = summarize({ content, target_tokens: 24, preserve: ['ballast stowage'] });
  expect(summary).toContain('Ballast stowage: Iron');
  expect(invariants).toContain('ballast stowage');
});

test('a technical summary has sentences of the content in their order', () => {
  const { summary } = summarize({ target_tokens: 500 });
  const places = summary.split(/\n\n/).map((paragraph) => CHAPTER.indexOf(paragraph.slice(0, 30)));
  expect(places.length).toBeGreaterThan(5);
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('an executive summary is shorter, bullets are a list', () => {
  expect(tokensIn(summarize({ style: 'executive' }).summary)).toBeLessThan(tokensIn(summarize({}).summary));
  for (const line of summarize({ style: 'bullets' }).summary.split('\n')) expect(line).toMatch(/^- \S/);
});

test('sentences that rest on a source have its marker, and others have none', () => {
  const sources = [
    source(
      '[^1]',
      'Smeaton cut every stone with dovetails so that it locked into its neighbours and the rock. Marble joggles held the courses.',
    ),
    source('[^2]', 'The repository pattern provides a collection-like interface for accessing domain objects.'),
  ];
  const { summary } = summarize({ preserve: ['dovetails'] }, sources);
  expect(summary).toMatch(/dovetails[^.]*\.\[\^1\]/);
  expect(summary).not.toContain('[^2]');
  expect(summary.match(/\[\^1\]/g)?.length).toBeLessThan(4);
  expect(tokensIn(summary)).toBeLessThanOrEqual(300);
});

test('a title without a text of its own can be preserved, beside the heading below it', () => {
  const content = `# Notes of the harbour office\n\n## Ballast\n\nWater is pumped into the tanks before a ship leaves.\n\n## Salvage\n\n${'Whoever brings in an abandoned ship gets a part of it. '.repeat(9)}`;
  const preserve = ['Ballast', 'Notes of the harbour office'];
  const { summary, invariants } = summarize({ content, preserve, target_tokens: 40 });
  expect(summary).toContain('Notes of the harbour office: Ballast: Water is pumped');
  expect(invariants).toEqual(expect.arrayContaining(preserve));
});

test('a long summary has no more invariants than a validation takes', () => {
  const content = Array.from({ length: 300 }, (_, index) => `Tower ${index} is ${index + 7} feet high.`).join(' ');
  const preserve = Array.from({ length: 300 }, (_, index) => `Tower ${index}`);
  expect(summarize({ content, preserve, target_tokens: 4_096 }).invariants).toHaveLength(200);
});

test('what comes first in the list is not crowded out by what follows', () => {
  const named = ['Granite', 'Basalt', 'Marble', 'Slate', 'Flint', 'Chalk'];
  const content = `## The rock gives way\n\nThe sea took it.\n\n## Stones\n\n${named.map((stone) => `${stone} was carried to it in boats.`).join(' ')}`;
  const first = (concepts: string[]) => summarize({ content, preserve: concepts, target_tokens: 16 }).summary;
  expect(first(['The rock gives way', ...named])).toContain('The rock gives way');
  expect(first(['Flint', ...named, 'The rock gives way'])).toContain('Flint');
});

test('a sentence does not rest on a source that lacks its numbers', () => {
  const content = 'The foundation was cut 5 feet into the ledge in steps.';
  const cited = (chunk: string) => summarize({ content, target_tokens: 40 }, [source('[^1]', chunk)]).summary;
  expect(cited('They cut the foundation 2 feet into the ledge, in steps.')).not.toContain('[^1]');
  expect(cited('They cut the foundation 5 feet into the ledge, in steps.')).toContain('[^1]');
});

test('a footnote of the content is not taken for a source', () => {
  const content = 'The mortar hardened under water.[^1] It was new.\n\n[^1]: Somebody, Some Book.';
  expect(summarize({ content, target_tokens: 16 }).summary).not.toContain('[^1]');
});

test("a model's summary above the target is cut to it, keeps its markers, and claims only what it says", () => {
  const draft = {
    summary: `${'The tower was built of stone on the rock in many years of work. '.repeat(10)}Smeaton used dovetails.[^3]`,
    invariants: ['Smeaton used dovetails', 'The tower was painted red in 1999'],
  };
  const output = finishDraft<Output>(summarizeContent, draft, {
    content: CHAPTER,
    target_tokens: 32,
    preserve: ['dovetails'],
  });
  expect(tokensIn(output.summary)).toBeLessThanOrEqual(32);
  expect(output.summary).toContain('dovetails.[^3]');
  expect(output.invariants).toContain('Smeaton used dovetails');
  expect(output.invariants).not.toContain('The tower was painted red in 1999');
});

test('content far above the budget is summarised in pieces within the same target', () => {
  const content = CHAPTER.repeat(10);
  const { summary, invariants } = runInPieces<Output>(
    summarizeContent,
    { content, target_tokens: 600, preserve: ['hydraulic lime'] },
    4_000,
  );
  expect(tokensIn(summary)).toBeLessThanOrEqual(600);
  expect(invariants).toContain('hydraulic lime');
});
