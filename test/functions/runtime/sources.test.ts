/** Markers of sources that tools find: unique while several members draft, and numbered on from the offered ones in the end. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byMarker, freeMarkers, renumber, settleSources } from '../../../src/functions/runtime/sources.ts';
import { source } from './calls.ts';

const numbersOf = ({ first, most }: { first: number; most: number }) =>
  Array.from({ length: most }, (_, index) => first + index);

describe('free markers', () => {
  test('follow the offered ones, and what the member’s tools have found before', () => {
    expect(freeMarkers([], 0, [], 0)).toEqual({ first: 1, most: 50 });
    expect(freeMarkers([source(3)], 0, [], 0)).toEqual({ first: 4, most: 50 });
    expect(freeMarkers([source(3)], 0, [source(4), source(9)], 0)).toEqual({ first: 10, most: 50 });
  });

  test('are never those of another member, or of another call of the same answer', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(7), fc.nat(7), fc.nat(30), fc.nat(30), (offered, one, other, i, j) => {
        fc.pre(one !== other || i !== j);
        const given = offered === 0 ? [] : [source(offered)];
        const taken = new Set(numbersOf(freeMarkers(given, one, [], i)));
        expect(numbersOf(freeMarkers(given, other, [], j)).filter((number) => taken.has(number))).toEqual([]);
      }),
    );
  });

  test('end where the member has found enough', () => {
    expect(freeMarkers([], 0, [source(480)], 0)).toEqual({ first: 481, most: 20 });
    expect(freeMarkers([], 0, [source(500)], 0).most).toBe(0);
  });
});

test('an output’s markers change with its sources; those it has no source for stay', () => {
  const output = { references: [1, 2], compressed_context: 'a[^1] b[^2] c[^7]', citations: [source(1), source(2)] };
  const { output: changed, found } = renumber(output, { first: 11, most: 50 });
  expect(changed).toMatchObject({ compressed_context: 'a[^11] b[^12] c[^7]', references: [1, 2] });
  // What is cut off at the end of a long result are not the markers.
  expect(Object.keys(changed)).toEqual(['compressed_context', 'citations', 'references']);
  expect(found).toEqual([
    { ...source(1), marker: '[^11]' },
    { ...source(2), marker: '[^12]' },
  ]);
});

describe('once the draft is there', () => {
  test('what it cites is numbered on from the offered sources, and what it does not cite is left out', () => {
    const found = [source(501, 'b'), source(502, 'c'), source(1003, 'd')];
    const { text, sources } = settleSources('x[^1003] y[^1] z[^501]', [source(1, 'a')], found);
    expect(text).toBe('x[^3] y[^1] z[^2]');
    expect(sources).toEqual([
      source(1, 'a'),
      { ...source(501, 'b'), marker: '[^2]' },
      { ...source(1003, 'd'), marker: '[^3]' },
    ]);
  });

  test('a source that was offered, or found twice, is one source', () => {
    const found = [source(11, 'a'), source(12, 'b'), source(511, 'b')];
    const { text, sources } = settleSources('x[^11] y[^12] z[^511]', [source(1, 'a')], found);
    expect(text).toBe('x[^1] y[^2] z[^2]');
    expect(sources.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('each marker leads to the same source as before', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const offer = fc.uniqueArray(ids, { maxLength: 3 });
    const finds = fc.uniqueArray(fc.tuple(fc.integer({ min: 4, max: 900 }), ids), {
      maxLength: 8,
      selector: ([n]) => n,
    });
    fc.assert(
      fc.property(offer, finds, fc.array(fc.nat(20), { maxLength: 12 }), (offered, found, cited) => {
        const before = [
          ...offered.map((id, index) => source(index + 1, id)),
          ...found.map(([number, id]) => source(number, id)).sort(byMarker),
        ];
        const used = before.length === 0 ? [] : cited.map((at) => before[at % before.length]);
        const { text, sources } = settleSources(
          used.map((one) => one?.marker).join(' '),
          before.slice(0, offered.length),
          before.slice(offered.length),
        );
        const read =
          text === '' ? [] : text.split(' ').map((marker) => sources.find((one) => one.marker === marker)?.id);
        expect(read).toEqual(used.map((one) => one?.id));
        expect(new Set(sources.map(({ marker }) => marker)).size).toBe(sources.length);
      }),
    );
  });
});
