/** The figures as a table: the targets, whether they are met, and what has changed since the last run. */
import type { Results } from './results.ts';
import type { Score } from './scorer.ts';

/** Differences below this are noise of rounding. */
const SMALLEST_CHANGE = 0.0005;

export function isMet({ value, target, better = 'higher' }: Score): boolean | null {
  if (target === undefined) return null;
  return better === 'lower' ? value <= target : value >= target;
}

export function missed(results: Results): Score[] {
  return results.scores.filter((score) => isMet(score) === false);
}

export function report(results: Results, last: Results | null): string {
  const before = new Map(last?.scores.map((score) => [score.name, score.value]));
  const rows = results.scores.map((score) => [
    score.name,
    figure(score.value),
    target(score),
    { true: 'met', false: 'MISSED', null: '' }[String(isMet(score))] ?? '',
    String(score.count),
    last ? change(score.value, before.get(score.name)) : '',
  ]);
  const targets = results.scores.filter((score) => score.target !== undefined).length;
  const lines = [
    table([['score', 'value', 'target', '', 'cases', 'change'], ...rows]),
    ...results.skipped.map(({ scorer, why }) => `${scorer}: ${why}`),
    ...results.failed.map(({ scorer, why }) => `FAILED ${scorer}: ${why}`),
    '',
    `${targets - missed(results).length} of ${targets} targets met, provider ${results.provider}${
      results.limit === undefined ? '' : `, at most ${results.limit} rows of each file`
    }.`,
  ];
  return lines.join('\n');
}

/** The first column to the left, figures to the right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...lines.slice(1)].join('\n');
}

export function figure(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : 'n/a';
}

export function change(value: number, before: number | undefined): string {
  if (before === undefined) return 'new';
  const by = value - before;
  if (!Number.isFinite(by) || Math.abs(by) < SMALLEST_CHANGE) return '=';
  return `${by > 0 ? '+' : ''}${by.toFixed(3)}`;
}

function target(score: Score): string {
  if (score.target === undefined) return '';
  return `${score.better === 'lower' ? '<=' : '>='} ${score.target}`;
}
