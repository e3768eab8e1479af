/**
 * What is measured without being named as the vocabulary names it: "sugar was 180", "pressure 150/100", "T 98.6 P 72 R 16". Each of
 * these words means something else elsewhere, so each says what its value must look like.
 */
import { PRESSURE } from '../observations/observation-types.ts';
import type { Value } from '../quantities/read-value.ts';
import { matchesOf } from '../text/matches.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';

/** A name in the text. `fits`: only a value like this makes it one. */
export type Named = { name: string; start: number; end: number; fits?: (value: Value) => boolean };

const within = (low: number, high: number) => (value: Value) =>
  value.number !== undefined && value.number >= low && value.number <= high;
const isPair = (value: Value) => value.second !== undefined;
/** mg/dL are whole and large, mmol/L small; "2 sugars" are in the coffee. */
const isSugar = ({ number, words, unit }: Value) =>
  unit !== undefined ||
  words !== undefined ||
  (number !== undefined && (Number.isInteger(number) ? number >= 40 : number >= 2));

/** `behind`: what must have been said not far before it. */
type Implied = {
  needs: ReadonlySet<string>;
  pattern: RegExp;
  behind?: RegExp;
  name: string;
  fits: (value: Value) => boolean;
};

const IMPLIED: readonly Implied[] = [
  {
    needs: wordSet('sugar sugars'),
    pattern: /\bsugars?\b(?!\s*(?:free|cane|cubes?|coated|alcohol|pills?))/giu,
    name: 'Blood glucose',
    fits: isSugar,
  },
  // A meter's reading in Britain; "BM" is a bowel movement too.
  {
    needs: wordSet('bm bms'),
    pattern: /\bbms?\b/giu,
    name: 'Blood glucose',
    fits: ({ number, unit, words }) =>
      /mmol|mg/.test(unit ?? '') || (!words && number !== undefined && number % 1 !== 0),
  },
  {
    needs: wordSet('fasting'),
    pattern: /\bfasting\b(?!\s+(?:blood|sugars?|glucose|plasma|insulin|lipids?|cholesterol|for|since|day))/giu,
    name: 'Fasting glucose',
    fits: ({ number, second, unit }) =>
      second === undefined &&
      number !== undefined &&
      (unit
        ? /^m(?:mol|g)/.test(unit)
        : Number.isInteger(number)
          ? number >= 50 && number <= 600
          : number >= 2.5 && number <= 33),
  },
  // Beside a fasting sugar: after the meal.
  {
    needs: wordSet('pp ppbs prandial'),
    pattern: /\b(?:pp|post[-\s]?prandial)\b/giu,
    name: 'Blood glucose',
    fits: within(50, 700),
  },
  {
    needs: wordSet('after'),
    pattern: /\bafter\s+(?:food|meals?|lunch|breakfast|dinner|eating)\b/giu,
    behind: /\b(?:sugars?|suger|glucose|fasting)\b[^.\n]{1,40}$/iu,
    name: 'Blood glucose',
    fits: within(50, 700),
  },
  { needs: wordSet('ca'), pattern: /\bCa\b(?![-\s]?(?:125|15|19|27))/gu, name: 'Calcium', fits: within(1, 20) },
  { needs: wordSet('mg'), pattern: /(?<![\d.]\s?)\bMg\b(?!\s*\/)/gu, name: 'Magnesium', fits: within(0.2, 10) },
  { needs: wordSet('co'), pattern: /(?<![\p{L}\p{N}])CO2\b/gu, name: 'Bicarbonate', fits: within(8, 50) },
  { needs: wordSet('resp resps'), pattern: /\bresps?\b/giu, name: 'Respiratory rate', fits: within(6, 70) },
  { needs: wordSet('po'), pattern: /(?<![\p{L}\p{N}])PO4\b/gu, name: 'Phosphate', fits: within(0.1, 15) },
  { needs: wordSet('alb'), pattern: /\bAlb\b/gu, name: 'Albumin', fits: within(1, 70) },
  { needs: wordSet('hr'), pattern: /\bhr(?=\d{2,3}\b)/giu, name: 'Heart rate', fits: within(30, 250) },
  { needs: wordSet('bp'), pattern: /\bbp(?=\d)/giu, name: PRESSURE, fits: isPair },
  { needs: wordSet('glu'), pattern: /\bGlu\b/gu, name: 'Blood glucose', fits: within(20, 900) },
  { needs: wordSet('creat'), pattern: /\bcreat\b/giu, name: 'Creatinine', fits: within(0.1, 1500) },
  { needs: wordSet('plt plts'), pattern: /\bplts?\b/giu, name: 'Platelet count', fits: within(1, 2e6) },
  {
    needs: wordSet('sat'),
    pattern: /\bsat\b(?=\s*(?:is|was|of|at|:)?\s*\d{2,3}\s*%)/giu,
    name: 'Oxygen saturation',
    fits: within(40, 100),
  },
  // What shows the number tells what it is.
  {
    needs: wordSet('monitor cuff machine'),
    pattern: /\b(?:monitor|cuff|machine)\b/giu,
    name: PRESSURE,
    fits: isPair,
  },
  {
    needs: wordSet('meter glucometer cgm libre dexcom'),
    pattern: /(?<!flow\s)\b(?:meter|glucometer|cgm|libre|dexcom)\b/giu,
    name: 'Blood glucose',
    fits: isSugar,
  },
  {
    needs: wordSet('scale scales'),
    pattern: /(?<!\bpain\s)\bscales?\b(?!\s+(?:of|from)\b)/giu,
    name: 'Weight',
    fits: within(25, 550),
  },
  {
    needs: wordSet('thermometer'),
    pattern: /\bthermometer\b/giu,
    name: 'Body temperature',
    fits: within(30, 110),
  },
  {
    needs: wordSet('oximeter'),
    pattern: /\boximeter\b/giu,
    name: 'Oxygen saturation',
    fits: within(40, 100),
  },
  {
    needs: wordSet('total'),
    pattern: /\btotal\b(?:(?=[^\n]{0,40}\b(?:LDL|HDL)\b)|(?=\s+\d)(?<=\b(?:LDL|HDL)\b[^\n]{0,60}total))/giu,
    name: 'Total cholesterol',
    fits: within(2, 600),
  },
  {
    needs: wordSet('pressure pressures numbers'),
    pattern: /\b(?:pressures?|numbers)\b/giu,
    name: PRESSURE,
    fits: isPair,
  },
  {
    needs: wordSet('hr'),
    pattern: /(?<!\d[\s-]?|per\s|an\s|\/)\bhr\b(?!s)/giu,
    name: 'Heart rate',
    fits: within(30, 250),
  },
  {
    needs: wordSet('racing beating pounding'),
    pattern: /\b(?:heart|it)\s+(?:was\s+|is\s+|been\s+)?(?:racing|beating|pounding)\b/giu,
    name: 'Heart rate',
    fits: within(30, 250),
  },
];
const REACH = 60;
/** One letter is a vital sign only in a row of them. */
const ROW_LETTERS = wordSet('t p r pr t/p p/r r/p p/t');
const LETTER = /(?<![\p{L}\p{N}])(PR|[TPR])\s?[:=-]?\s?(?=\d)/gu;
const ROW = /(?<![\p{L}\p{N}])(?:T|P|R|PR|BP|HR|RR|SpO2|O2|Temp|Wt)\s?[:=]?\s?\d/gu;
const LETTERS: Readonly<Record<string, { name: string; fits: (value: Value) => boolean }>> = {
  T: { name: 'Body temperature', fits: within(34, 110) },
  P: { name: 'Heart rate', fits: within(25, 250) },
  PR: { name: 'Heart rate', fits: within(25, 119) },
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
  const { words } = readingOf(text);
  return IMPLIED.filter(({ needs }) => hasAny(words, needs)).flatMap(({ pattern, behind, name, fits }) =>
    matchesOf(pattern, text)
      .filter(({ index }) => !behind || behind.test(text.slice(Math.max(0, index - REACH), index)))
      .map(({ index, 0: found }) => ({ name, start: index, end: index + found.length, fits })),
  );
}

function vitalLetters(text: string): Named[] {
  if (!hasAny(readingOf(text).words, ROW_LETTERS)) return [];
  const row = text.match(ROW);
  if (!row || new Set(row.map((part) => part.replace(/[^A-Za-z]/g, ''))).size < 2) return [];
  return matchesOf(LETTER, text).flatMap(({ index, 1: letter }) => {
    const meant = LETTERS[String(letter)];
    return meant ? [{ ...meant, start: index, end: index + String(letter).length }] : [];
  });
}
