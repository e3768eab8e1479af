/** Texts of several agents brought together: what a marker stands for afterwards is what it stood for before, or nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Citation } from '../../../src/engine/models/citation.ts';
import { type CitedText, dataBeside, sideBySide, withEarlier } from '../../../src/engine/models/cited-text.ts';
import { labelOf, markersIn } from '../../../src/engine/models/markers.ts';
import { cited } from '../../support/citations.ts';

const listed = (citations: readonly Citation[]) => citations.map(({ id, marker }) => `${marker} ${id}`);

describe('texts side by side', () => {
  test('the second text’s markers get free numbers; a source of both keeps one', () => {
    const { texts, citations } = sideBySide([
      { text: 'A[^1] b[^2].', citations: [cited('a', 1), cited('b', 2, { supports: ['b'] })] },
      { text: 'C[^1] b[^2].', citations: [cited('c', 1), cited('b', 2, { supports: ['B', 'b'], similarity: 0.5 })] },
    ]);
    expect(texts).toEqual(['A[^1] b[^2].', 'C[^3] b[^2].']);
    expect(listed(citations)).toEqual(['[^1] a', '[^2] b', '[^3] c']);
    expect(citations[1]).toMatchObject({ supports: ['b', 'B'], similarity: 0.5 });
  });

  test('a marker without a source gets none, on either side', () => {
    const { texts, citations } = sideBySide([
      { text: 'A[^2].', citations: [cited('a', 1)] },
      { text: 'B[^2] c[^1].\n\n[^1]: Its own note.', citations: [cited('b', 2)] },
    ]);
    expect(texts).toEqual(['A[^2].', 'B[^3] c[^4].\n\n[^4]: Its own note.']);
    expect(listed(citations)).toEqual(['[^1] a', '[^3] b']);
  });

  test('sources that are taken keep their markers', () => {
    const { texts, citations } = sideBySide(
      [{ text: 'B[^1] a[^2].', citations: [cited('b', 1), cited('a', 2)] }],
      [cited('a', 1)],
    );
    expect(texts).toEqual(['B[^2] a[^1].']);
    expect(listed(citations)).toEqual(['[^1] a', '[^2] b']);
  });

  test('texts of data are changed like others, and each stands by itself', () => {
    const data = {
      a: 'a ` tick',
      b: ['cites[^1]', 7, null],
      c: 'code `[^1]`, another ` tick',
      citations: [cited('b', 1)],
    };
    const placed = dataBeside({ data, citations: data.citations }, [cited('a', 1)]);
    expect(placed.data).toEqual({ ...data, b: ['cites[^2]', 7, null], citations: [cited('b', 2)] });
    expect(listed(placed.citations)).toEqual(['[^1] a', '[^2] b']);
  });

  test('without sources nothing is changed', () => {
    const texts = ['A[^1].', 'B[^1].'];
    expect(sideBySide(texts.map((text) => ({ text, citations: [] })))).toEqual({ texts, citations: [] });
  });
});

describe('a text and what it was made from', () => {
  test('its own markers stay; a source that it can only mean by its marker keeps it', () => {
    const own = { text: 'A[^1] b[^2].', citations: [cited('a', 1)] };
    expect(listed(withEarlier(own, [[cited('b', 2), cited('c', 1)]]))).toEqual(['[^1] a', '[^2] b', '[^3] c']);
  });

  test('a marker that two earlier texts have used for different sources stands for neither', () => {
    const own = { text: 'Says[^1].', citations: [] };
    expect(listed(withEarlier(own, [[cited('a', 1)], [cited('b', 1)]]))).toEqual(['[^2] a', '[^3] b']);
    expect(listed(withEarlier(own, [[cited('a', 1)], [cited('a', 1)]]))).toEqual(['[^1] a']);
  });
});

type Token = { text: string; label?: string };

/** A text with sources; its tokens say which marker stands where. */
const citedTexts = fc
  .record({
    ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }),
    labels: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
    tokens: fc.array(
      fc.oneof(
        fc.integer({ min: 1, max: 9 }).map((label): Token => ({ text: `[^${label}]`, label: String(label) })),
        fc.constantFrom<Token>(
          { text: 'word ' },
          { text: '`[^1]` ' },
          { text: '\\[^2] ' },
          { text: '\n\n```\n[^3]\n```\n' },
          { text: '. ' },
        ),
      ),
      { maxLength: 20 },
    ),
  })
  .map(({ ids, labels, tokens }): CitedText & { tokens: Token[] } => ({
    text: tokens.map(({ text }) => text).join(''),
    citations: ids.map((id, index) => cited(id, labels[index] ?? 0)),
    tokens,
  }));

const idsOf = (labels: readonly string[], citations: readonly Citation[]) =>
  labels.map((label) => citations.find(({ marker }) => labelOf(marker) === label)?.id);
const labelsOf = (text: string) => markersIn(text).map(({ label }) => label);
const withoutLabels = (text: string) => text.replace(/\[\^\d+\]/g, '[^]');

test('renumbering never makes a marker point to another source, and loses no text', () => {
  fc.assert(
    fc.property(fc.array(citedTexts, { minLength: 1, maxLength: 4 }), (given) => {
      const { texts, citations } = sideBySide(given);
      for (const [index, { tokens, text, citations: own }] of given.entries()) {
        const before = tokens.flatMap(({ label }) => label ?? []);
        expect(idsOf(labelsOf(texts[index] ?? ''), citations)).toEqual(idsOf(before, own));
        expect(withoutLabels(texts[index] ?? '')).toBe(withoutLabels(text));
      }
      expect(texts[0]).toBe(given[0]?.text);
      expect(new Set(citations.map(({ marker }) => marker)).size).toBe(citations.length);
      expect(new Set(citations.map(({ id }) => id))).toEqual(
        new Set(given.flatMap(({ citations: own }) => own.map(({ id }) => id))),
      );
    }),
  );
});

test('earlier sources never take over a marker of the text’s own', () => {
  fc.assert(
    fc.property(citedTexts, fc.array(citedTexts, { maxLength: 3 }), (own, earlier) => {
      const all = withEarlier(
        own,
        earlier.map(({ citations }) => citations),
      );
      expect(all.slice(0, own.citations.length).map(({ id, marker }) => [id, marker])).toEqual(
        own.citations.map(({ id, marker }) => [id, marker]),
      );
      expect(new Set(all.map(({ marker }) => marker)).size).toBe(all.length);
      for (const { id, marker } of all.slice(own.citations.length)) {
        const meant = earlier.flatMap(({ citations }) => citations.filter((one) => one.marker === marker));
        // Either everybody has meant this source by the marker, or the text does not have it.
        if (labelsOf(own.text).includes(labelOf(marker)))
          expect(new Set(meant.map((one) => one.id))).toEqual(new Set([id]));
      }
    }),
  );
});
