/** The limits of red-flag-values.psv: at which readings guidelines ask for help at once, and what people call them. */
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Span } from './words.ts';

type Limit = {
  name: string;
  called: string;
  below: number;
  from: number;
  least: number;
  most: number;
  /** From and to: a later reading in between ends the alarm of an earlier one. */
  settled: readonly [number, number] | null;
  source: string;
};
/** A reading beyond its limit. */
export type Read = { limit: Limit; span: Span; numberAt: number; low: boolean };

const ROWS = readTable('red-flag-values', [
  'name',
  'called',
  'words',
  'below',
  'from',
  'least',
  'most',
  'settled',
  'source',
]);
export const LIMITS: ReadonlyMap<string, Limit> = new Map(
  ROWS.map((row) => [
    row.name,
    {
      name: row.name,
      called: row.called,
      below: row.below === '' ? Number.NEGATIVE_INFINITY : Number(row.below),
      from: row.from === '' ? Number.POSITIVE_INFINITY : Number(row.from),
      least: Number(row.least),
      most: Number(row.most),
      settled: row.settled === '' ? null : settledIn(row.settled),
      source: row.source,
    },
  ]),
);
/** A lower number as high as this counts like an upper one beyond its limit. */
export const DIASTOLIC_FROM = 120;

const NAME_OF = new Map<string, string>();
const EXACT = new Map<string, string>();
for (const { name, words } of ROWS) {
  for (const word of listOf(words)) {
    if (word.startsWith('=')) EXACT.set(word.slice(1), name);
    else NAME_OF.set(word, name);
  }
}
function settledIn(cell: string): readonly [number, number] {
  const [from, to] = cell.split('-').map(Number);
  return [from as number, to as number];
}

/** What the observations are called, in small letters. */
export const CALLED: readonly string[] = [...NAME_OF.keys(), ...[...EXACT.keys()].map((word) => word.toLowerCase())];

/** The observation that is called so: "K" counts only in this case. */
export function observationCalled(written: string): string | undefined {
  const lower = written.toLowerCase();
  return EXACT.get(written) ?? NAME_OF.get(lower.replace(/-/g, ' ')) ?? NAME_OF.get(lower);
}

export function beyond(name: string, value: number, span: Span, numberAt: number): Read[] {
  const limit = LIMITS.get(name);
  if (!limit || value < limit.least || value > limit.most || (value >= limit.below && value < limit.from)) return [];
  return [{ limit, span, numberAt, low: value < limit.below }];
}
