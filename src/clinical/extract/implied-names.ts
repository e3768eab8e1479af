/**
 * What is measured without being named as the vocabulary names it: "sugar was 180", "pressure 150/100", "T 98.6 P 72 R 16". Each of
 * these words means something else elsewhere, so each says what its value must look like.
 */
import type { Value } from '../quantities/read-value.ts';

/** A name in the text. `fits`: only a value like this makes it one. */
export type Named = { name: string; start: number; end: number; fits?: (value: Value) => boolean };

const PRESSURE = 'Blood pressure';
const within = (low: number, high: number) => (value: Value) =>
  value.number !== undefined && value.number >= low && value.number <= high;
const isPair = (value: Value) => value.second !== undefined;
/** mg/dL are whole and large, mmol/L small; "2 sugars" are in the coffee. */
const isSugar = ({ number, words, unit }: Value) =>
  unit !== undefined ||
  words !== undefined ||
  (number !== undefined && (Number.isInteger(number) ? number >= 40 : number >= 2));

const IMPLIED: readonly { pattern: RegExp; name: string; fits: (value: Value) => boolean }[] = [
  {
    pattern: /\bsugars?\b(?!\s*(?:free|cane|cubes?|coated|alcohol|pills?))/giu,
    name: 'Blood glucose',
    fits: isSugar,
  },
  { pattern: /\bhr(?=\d{2,3}\b)/giu, name: 'Heart rate', fits: within(30, 250) },
  { pattern: /\bbp(?=\d)/giu, name: PRESSURE, fits: isPair },
  { pattern: /\bGlu\b/gu, name: 'Blood glucose', fits: within(20, 900) },
  { pattern: /\bcreat\b/giu, name: 'Creatinine', fits: within(0.1, 1500) },
  { pattern: /\bplts?\b/giu, name: 'Platelet count', fits: within(1, 2e6) },
  { pattern: /\bsat\b(?=\s*(?:is|was|of|at|:)?\s*\d{2,3}\s*%)/giu, name: 'Oxygen saturation', fits: within(40, 100) },
  { pattern: /\b(?:pressures?|numbers)\b/giu, name: PRESSURE, fits: isPair },
  { pattern: /(?<!\d[\s-]?|per\s|an\s|\/)\bhr\b(?!s)/giu, name: 'Heart rate', fits: within(30, 250) },
  {
    pattern: /\b(?:heart|it)\s+(?:was\s+|is\s+|been\s+)?(?:racing|beating|pounding)\b/giu,
    name: 'Heart rate',
    fits: within(30, 250),
  },
];
/** Most messages hold none of these: one look, before each is sought. */
const HINT = /\b(?:sugar|glu\b|pressure|numbers|hr\b|hr\d|bp\d|creat\b|plt|sat\b)|racing|beating|pounding/i;
/** One letter is a vital sign only in a row of them. */
const LETTER = /(?<![\p{L}\p{N}])([TPR])\s?[:=]?\s?(?=\d)/gu;
const ROW = /(?<![\p{L}\p{N}])(?:T|P|R|BP|HR|RR|SpO2|O2|Temp|Wt)\s?[:=]?\s?\d/gu;
const LETTERS: Readonly<Record<string, { name: string; fits: (value: Value) => boolean }>> = {
  T: { name: 'Body temperature', fits: within(34, 110) },
  P: { name: 'Heart rate', fits: within(25, 250) },
  R: { name: 'Respiratory rate', fits: within(4, 70) },
};

/** In reading order, without those that a name of the vocabulary already covers. */
export function withImpliedNames(text: string, named: readonly Named[]): Named[] {
  const implied = [...impliedIn(text), ...vitalLetters(text)].filter(
    ({ start, end }) => !named.some((other) => other.start < end && start < other.end),
  );
  return implied.length === 0 ? [...named] : [...named, ...implied].sort((a, b) => a.start - b.start);
}

function impliedIn(text: string): Named[] {
  if (!HINT.test(text)) return [];
  return IMPLIED.flatMap(({ pattern, name, fits }) =>
    [...text.matchAll(pattern)].map(({ index, 0: words }) => ({ name, start: index, end: index + words.length, fits })),
  );
}

function vitalLetters(text: string): Named[] {
  const row = text.match(ROW);
  if (!row || new Set(row.map((part) => part.replace(/[^A-Za-z]/g, ''))).size < 2) return [];
  return [...text.matchAll(LETTER)].flatMap(({ index, 1: letter }) => {
    const meant = LETTERS[String(letter)];
    return meant ? [{ ...meant, start: index, end: index + 1 }] : [];
  });
}
