/**
 * Values that belonged to somebody else: "mine was 136, the 186 was my husband's". The number (or the test) comes first, then that it
 * was another person's; the own number stands in a clause of the writer. Without one the value is taken out of the record.
 */
import {
  CLOSE_PEOPLE,
  DIASTOLIC,
  findTerms,
  matchesOf,
  patternsOf,
  SYSTOLIC,
  unitNamed,
} from '../../../clinical/index.ts';
import type { CorrectionInput } from '../../../record/index.ts';

const NUMBER = String.raw`(?<![\w.,/])(?<number>\d+(?:\.\d+)?(?:\/\d+)?)(?![\d/])`;
const { pattern } = patternsOf('health-offline', 'read-owners');
const OTHERS = `(?:${[...CLOSE_PEOPLE, 'patient', 'somebody', 'someone'].join('|')})`;
const NAMES_OWNER = new RegExp(`\\b(?:${OTHERS}|mine|my own)\\b`, 'i');
const OF_OTHER = pattern('OF_OTHER', 'i', { NUMBER, OTHERS });
const WHO_HAD = pattern('WHO_HAD', 'i', { NUMBER, OTHERS });
const NOT_MINE = new RegExp(
  `${NUMBER}[^,.;!?\\d]{0,40}?\\b(?:is|was|were|are)(?:\\s+not|n['’]t)\\s+(?:mine|my own)\\b`,
  'i',
);
const OWN = new RegExp(
  `\\b(?:mine|my own|i)\\b[^,.;!?\\d]{0,30}?${NUMBER}\\s{0,3}(?<unit>[%\\p{L}µ°][\\p{L}\\d/%µ°]{0,10})?`,
  'giu',
);

export function readOwners(text: string): CorrectionInput[] {
  if (!NAMES_OWNER.test(text)) return [];
  const other = WHO_HAD.exec(text) ?? OF_OTHER.exec(text) ?? NOT_MINE.exec(text);
  if (!other) return [];
  const wrong = other.groups?.number;
  const end = other.index + other[0].length;
  const own = matchesOf(OWN, text).find(
    ({ index, groups }) => groups?.number !== wrong && (index >= end || index < other.index),
  );
  const test = findTerms(other[0]).find(({ term }) => term.kind === 'observation')?.term.name;
  if (!own?.groups?.number) return wrong ? withdrawn(other[0], other.index, wrong, test) : [];
  // "The letter is my wife's, I had 5": neither a number nor a test is said to be wrong.
  if (!wrong && !test) return [];
  const { number, unit } = own.groups;
  const known = unit ? unitNamed(unit) : null;
  const start = own.index + own[0].indexOf(number);
  return pairs(wrong, number, wrong ? undefined : test).map(({ old, value, name }) => ({
    action: 'change',
    kind: 'observation',
    ...(name && { name }),
    ...(old !== undefined && { old_value: old }),
    value,
    ...(known && unit && { unit }),
    quote: number,
    start,
  }));
}

function withdrawn(words: string, at: number, wrong: string, test: string | undefined): CorrectionInput[] {
  return pairs(wrong, wrong, wrong.includes('/') ? undefined : test).map(({ old, name }) => ({
    action: 'withdraw',
    kind: 'observation',
    ...(name && { name }),
    ...(old !== undefined && { old_value: old }),
    quote: words,
    start: at,
  }));
}

/** A pressure is two values. */
function pairs(wrong: string | undefined, right: string, name: string | undefined) {
  const [olds, values] = [wrong?.split('/').map(Number), right.split('/').map(Number)];
  const names = values.length === 2 ? [SYSTOLIC, DIASTOLIC] : [name];
  return values.map((value, nth) => ({ old: olds?.[nth], value, name: names[nth] }));
}
