/** Compares the spans that were found with the gold ones: strict (the same place) and overlap (any common letter). */
import type { Confusion, Score } from './scorer.ts';

export type Span = { start: number; end: number };
export type Judged = { text: string; gold: readonly Span[]; found: readonly Span[] };

type How = 'overlap' | 'strict';

/** Precision, recall and F1 of one type. */
export function spanScores(
  name: string,
  rows: readonly Judged[],
  ways: readonly How[] = ['overlap', 'strict'],
): Score[] {
  return ways.flatMap((how) => {
    const same = how === 'overlap' ? overlap : equal;
    const { found, right, gold, met } = count(rows, same);
    const [precision, recall] = [right / Math.max(found, 1), met / Math.max(gold, 1)];
    const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    return [
      { name: `${name}.${how}.precision`, value: precision, count: found },
      { name: `${name}.${how}.recall`, value: recall, count: gold },
      { name: `${name}.${how}.f1`, value: f1, count: gold },
    ];
  });
}

/** What was missed and what was found wrongly, by overlap. */
export function spanConfusions(name: string, rows: readonly Judged[]): Confusion[] {
  return rows.flatMap(({ text, gold, found }) => [
    ...gold
      .filter((one) => !found.some((other) => overlap(one, other)))
      .map((one) => ({ score: `${name}.overlap.recall`, expected: text.slice(one.start, one.end), got: '', text })),
    ...found
      .filter((one) => !gold.some((other) => overlap(one, other)))
      .map((one) => ({ score: `${name}.overlap.precision`, expected: '', got: text.slice(one.start, one.end), text })),
  ]);
}

function count(rows: readonly Judged[], same: (a: Span, b: Span) => boolean) {
  const sums = { found: 0, right: 0, gold: 0, met: 0 };
  for (const { gold, found } of rows) {
    sums.found += found.length;
    sums.gold += gold.length;
    sums.right += found.filter((one) => gold.some((other) => same(one, other))).length;
    sums.met += gold.filter((one) => found.some((other) => same(one, other))).length;
  }
  return sums;
}

export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function equal(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
