/** "Lithium 600 at night, last level 0.8": a level that is told after a medicine is that of the medicine in the blood. */
import { observationType } from '../observations/observation-types.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { Named } from './implied-names.ts';

const { pattern } = patternsOf('extract', 'medicine-levels');

const NEEDED = wordSet('level levels trough troughs');
const LEVEL = pattern('LEVEL', 'gi');
/** What follows a dose, and no result. */
const TAKEN = pattern('TAKEN', 'iy');
/** How far before its level a medicine may be named. */
const REACH = 100;

/** `named`: what has its own name already ("sugar levels"). */
export function medicineLevels(text: string, terms: readonly TermMatch[], named: readonly Named[]): Named[] {
  if (!hasAny(readingOf(text).words, NEEDED)) return [];
  return matchesOf(LEVEL, text).flatMap(({ index, 0: word }) => {
    const end = index + word.length;
    if (named.some((one) => one.start < end && index < one.end)) return [];
    const before = terms.filter((one) => one.term.kind === 'drug' && one.end <= index && index - one.end < REACH);
    const name = before.flatMap(({ term }) => levelOf(term.name) ?? []).at(-1);
    return name ? [{ name, start: index, end, fits: ({ number }) => number !== undefined }] : [];
  });
}

function levelOf(medicine: string): string | null {
  return (observationType(`${medicine} level`) ?? observationType(`${medicine} trough`))?.name ?? null;
}

/** "Progesterone 100 at bedtime": of a hormone or a vitamin that is taken as well as measured, a bare number may be its dose. */
export function isDose(text: string, end: number): boolean {
  TAKEN.lastIndex = end;
  return TAKEN.test(text);
}
