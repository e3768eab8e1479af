/**
 * One name, two tests: under "Urinalysis" a glucose is the urine's, and neutrophils in per cent are another result than neutrophils in a
 * litre. The heading or the unit tells which.
 */
import type { Value } from '../quantities/read-value.ts';
import { isPossible, toCanonical } from '../quantities/units.ts';
import { matchesOf } from '../text/matches.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import type { Named } from './implied-names.ts';

const IN_URINE: Readonly<Record<string, string>> = {
  'Blood pH': 'Urine pH',
  'Blood glucose': 'Urine glucose',
  'Total protein': 'Urine protein',
  'White blood cell count': 'Urine white cells',
  'Red blood cell count': 'Urine red cells',
  'Beta-hydroxybutyrate': 'Urine ketones',
  Albumin: 'Urine albumin',
  Creatinine: 'Urine creatinine',
  Sodium: 'Urine sodium',
  Potassium: 'Urine potassium',
};
/** Names that stand for nothing but in a list of a urine's results. */
const ONLY_IN_URINE: readonly (readonly [RegExp, string])[] = [
  [/\bprotein\b/gi, 'Urine protein'],
  [/\bketones?\b/gi, 'Urine ketones'],
  [/\bLE\b/gu, 'Urine leukocyte esterase'],
  [/\bnits?\b/gi, 'Urine nitrite'],
  [/\b(?:leucocytes|leukocytes|leucs?|leuks?)\b/gi, 'Urine leukocyte esterase'],
];
const URINE = wordSet('urine urinalysis dip dipstick ua');
const SAME_LINE = /\b(?:urine|urinalysis|dip(?:stick)?|UA)\b[^.;\n]{0,200}$/i;
const HEADING = /^\s*(?:urinalysis|urine\b|UA\b|dip\s?stick)[^\d]*$/i;
const OTHER_HEADING = /^[^\d]*:\s*$|^\s*\p{Lu}[\p{Lu}\s]{3,}$/u;

const BY_UNIT: Readonly<Record<string, string>> = {
  Neutrophils: 'Neutrophil percentage',
  Lymphocytes: 'Lymphocyte percentage',
  Monocytes: 'Monocyte percentage',
  Eosinophils: 'Eosinophil percentage',
  Basophils: 'Basophil percentage',
  FEV1: 'FEV1 percent predicted',
  'Forced vital capacity': 'FVC percent predicted',
  'Peak expiratory flow': 'Peak flow percent of best',
  'Lipoprotein(a)': 'Lipoprotein(a) particles',
  'Free T3': 'Total T3',
  'Free T4': 'Total T4',
};

/** "Hep B, viral load not detected": of the virus that the text names. */
const VIRUSES: readonly (readonly [RegExp, string])[] = [
  [/\bhiv\b/i, 'HIV viral load'],
  [/\b(?:hep(?:atitis)?[\s-]?b|hbv)\b/i, 'Hepatitis B viral load'],
  [/\b(?:hep(?:atitis)?[\s-]?c|hcv)\b/i, 'Hepatitis C viral load'],
];

export function withVirus(text: string, name: string): string {
  if (name !== 'HIV viral load') return name;
  return VIRUSES.find(([virus]) => virus.test(text))?.[1] ?? name;
}

/** The names of a text, with those of a urine's results as such. */
export function withUrineNames(text: string, names: readonly Named[]): Named[] {
  if (!hasAny(readingOf(text).words, URINE)) return [...names];
  const more = ONLY_IN_URINE.flatMap(([pattern, name]) =>
    matchesOf(pattern, text).map(({ index, 0: found }) => ({ name, start: index, end: index + found.length })),
  ).filter((one) => names.every(({ start, end }) => one.end <= start || end <= one.start));
  return [...names, ...more]
    .flatMap((named) => {
      const urine = isOfUrine(text, named.start);
      if (!urine) return more.includes(named) ? [] : [named];
      return [{ name: IN_URINE[named.name] ?? named.name, start: named.start, end: named.end }];
    })
    .sort((a, b) => a.start - b.start);
}

/** On a line that speaks of urine before it, or in the lines below such a heading. */
function isOfUrine(text: string, at: number): boolean {
  let line = text.lastIndexOf('\n', at - 1);
  if (SAME_LINE.test(text.slice(line + 1, at))) return true;
  while (line > 0) {
    const before = text.lastIndexOf('\n', line - 1);
    const words = text.slice(before + 1, line);
    if (HEADING.test(words)) return true;
    if (words.trim() === '' || OTHER_HEADING.test(words)) return false;
    line = before;
  }
  return false;
}

/** The test of the same name to which this unit belongs. */
export function testOfUnit(name: string, { number, unit }: Value): string {
  const other = BY_UNIT[name];
  if (!other || !unit || number === undefined || isOne(name, number, unit)) return name;
  return isOne(other, number, unit) ? other : name;
}

function isOne(name: string, value: number, unit: string): boolean {
  const canonical = toCanonical(name, value, unit);
  return canonical !== null && isPossible(name, canonical.value);
}
