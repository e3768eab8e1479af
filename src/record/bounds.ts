/**
 * What a fact may hold so that whatever is stored can be read again: finite numbers in sensible bounds, texts of a bounded length. Every
 * way into the record passes here: `record.file` refuses what does not fit, and those who make facts leave it out and say why.
 */
import { AppError } from '../platform/errors.ts';
import type { Correction } from './corrections.ts';
import { type Fact, type FamilyFact, type Telling, tellingsOf } from './fact.ts';
import type { CorrectionSource, Provenance } from './record.ts';
import { utc } from './times.ts';

/** About ten times the longest name in the vocabulary. A longer text in place of a name is a mistake, or an attempt to cause work. */
export const MAX_NAME_LENGTH = 500;
/** For every text that is not in the table. */
const MAX_TEXT_LENGTH = 200;
const TEXT_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['name', MAX_NAME_LENGTH],
  ['frequency.text', MAX_NAME_LENGTH],
  ['body_site', MAX_NAME_LENGTH],
  ['specialty', MAX_NAME_LENGTH],
  ['code.system', MAX_NAME_LENGTH],
  ['value', 2_000],
  ['reaction', 2_000],
  ['judged.interpretation', 1_000],
  ['judged.text', 1_000],
  ['reason', 1_000],
  ['url', 2_000],
  // As JSON.
  ['source_codes', 20_000],
  // A quote can be the whole message.
  ['evidence.text', 20_000],
]);

/** For every number that is not in the table: unit conversion multiplies by some thousands, which stays finite and exact enough. */
const NUMBER_RANGE = [-1e15, 1e15] as const;
const NUMBER_RANGES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['frequency.times_per_day', [0, 10_000]],
  ['confidence', [0, 1]],
  ['evidence.start', [0, 1e9]],
  ['evidence.end', [0, 1e9]],
]);

export const MISFITS = ['too_long', 'out_of_bounds', 'no_text', 'no_name'] as const;
export type Misfit = { field: string; problem: (typeof MISFITS)[number] };

/** Why this cannot be stored; null if it can. `besides`: fields that are not. */
export function misfitOf(
  value: object,
  { path = '', besides }: { path?: string; besides?: ReadonlySet<string> } = {},
): Misfit | null {
  for (const key of Object.keys(value)) {
    if (besides?.has(key)) continue;
    const held: unknown = value[key as keyof typeof value];
    const item = key === 'source_codes' ? JSON.stringify(held) : held;
    const field = `${path}${key}`;
    const problem = problemOf(field, item);
    if (problem) return { field, problem };
    const inside = typeof item === 'object' && item !== null ? misfitOf(item, { path: `${field}.` }) : null;
    if (inside) return inside;
  }
  return null;
}

/** In words that repeat nothing of what was given. */
export function wordsFor({ field, problem }: Misfit): string {
  switch (problem) {
    case 'too_long':
      return `Its ${field} is too long`;
    case 'out_of_bounds':
      return `Its ${field} is no number that can be stored`;
    case 'no_text':
      return `Its ${field} is no well-formed text`;
    case 'no_name':
      return 'It has no name';
  }
}

/** All that a turn tells, checked. */
export function fileable(
  facts: readonly Fact[],
  family: readonly FamilyFact[] | undefined,
  provenance: Provenance,
): Telling[] {
  const tellings = tellingsOf(facts, family);
  for (const given of [provenance, ...tellings]) {
    const misfit = misfitOf(given);
    if (misfit) throw new AppError('invalid', `A fact cannot be filed. ${wordsFor(misfit)}.`);
  }
  if (utc(provenance.filed_at) === undefined) throw new AppError('invalid', 'A fact cannot be filed without a time.');
  return tellings;
}

/** Corrections, checked like facts; what they change is checked against the fact itself. */
export function correctable(corrections: readonly Correction[], source: CorrectionSource): readonly Correction[] {
  for (const { evidence, reason } of corrections) {
    const misfit = misfitOf({ evidence, ...(reason !== undefined && { reason }) });
    if (misfit) throw new AppError('invalid', `The record cannot be corrected. ${wordsFor(misfit)}.`);
  }
  const misfit = misfitOf(source);
  if (misfit || utc(source.filed_at) === undefined)
    throw new AppError('invalid', 'A correction needs a source and a time.');
  return corrections;
}

function problemOf(field: string, value: unknown): Misfit['problem'] | null {
  if (typeof value === 'number') {
    const [low, high] = NUMBER_RANGES.get(field) ?? NUMBER_RANGE;
    return value >= low && value <= high ? null : 'out_of_bounds';
  }
  if (typeof value !== 'string') return null;
  if (value.length > (TEXT_LENGTHS.get(field) ?? MAX_TEXT_LENGTH)) return 'too_long';
  if (!value.isWellFormed()) return 'no_text';
  return field === 'name' && value.trim() === '' ? 'no_name' : null;
}
