/**
 * What is measured without being named as the vocabulary names it: "sugar was 180", "pressure 150/100", "T 98.6 P 72 R 16". Each of
 * these words means something else elsewhere, so each says what its value must look like.
 */
import { PRESSURE } from '../observations/observation-types.ts';
import type { Value } from '../quantities/read-value.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { readingOf } from '../text/reading.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';

const { pattern } = patternsOf('extract', 'implied-names');

/** A name in the text. `fits`: only a value like this makes it one. */
export type Named = { name: string; start: number; end: number; fits?: (value: Value) => boolean };

const within = (low: number, high: number) => (value: Value) =>
  value.number !== undefined && value.number >= low && value.number <= high;
const isPair = (value: Value) => value.second !== undefined;
/** mg/dL are whole and large, mmol/L small; "2 sugars" are in the coffee. */
const isSugar = ({ number, words, unit }: Value) =>
  unit !== undefined ||
  words !== undefined ||
  (number !== undefined && (Number.isInteger(number) ? number >= 40 : number >= 1.5));

/** `behind`: what must have been said not far before it. */
type Implied = {
  needs: ReadonlySet<string>;
  pattern: RegExp;
  behind?: RegExp;
  name: string;
  fits: Fits;
};
type Fits = (value: Value) => boolean;

/** `words`: one of them is in a text in which the pattern need be tried. */
function implied(name: string, words: string, pattern: RegExp, fits: Fits, behind?: RegExp): Implied {
  return { needs: wordSet(words), pattern, name, fits, ...(behind && { behind }) };
}

const IMPLIED: readonly Implied[] = [
  implied('Blood glucose', 'sugar sugars', /\bsugars?\b(?!\s*(?:free|cane|cubes?|coated|alcohol|pills?))/gi, isSugar),
  // A meter's reading in Britain; "BM" is a bowel movement too.
  implied(
    'Blood glucose',
    'bm bms',
    /\bbms?\b/gi,
    ({ number, unit, words }) => /mmol|mg/.test(unit ?? '') || (!words && number !== undefined && number % 1 !== 0),
  ),
  implied(
    'Fasting glucose',
    'fasting',
    /\bfasting\b(?!\s+(?:blood|sugars?|glucose|plasma|insulin|lipids?|cholesterol|for|since|day))/gi,
    ({ number, second, unit }) =>
      second === undefined &&
      number !== undefined &&
      (unit
        ? /^m(?:mol|g)/.test(unit)
        : Number.isInteger(number)
          ? number >= 50 && number <= 600
          : number >= 2.5 && number <= 33),
  ),
  // Beside a fasting sugar: after the meal.
  implied('Blood glucose', 'pp ppbs prandial', /\b(?:pp|post[-\s]?prandial)\b/gi, within(50, 700)),
  implied(
    'Blood glucose',
    'after',
    /\bafter\s+(?:food|meals?|lunch|breakfast|dinner|eating)\b/gi,
    within(50, 700),
    /\b(?:sugars?|suger|glucose|fasting)\b[^.\n]{1,40}$/i,
  ),
  // "GTT: fasting 5.1, 1hr 9.8, 2hr 8.6"
  ...(['one', 'two', 'three'] as const).map((count, index) =>
    implied(
      `Glucose ${count} hour${index > 0 ? 's' : ''} after a glucose drink`,
      'gtt ogtt tolerance',
      new RegExp(`\\b(?:${index + 1}|${count})[\\s-]?(?:hrs?|hours?|h)\\b(?=\\s*(?:was|is|at|of|[:=-])?\\s*\\d)`, 'gi'),
      within(2, 600),
    ),
  ),
  implied('Lipoprotein(a)', 'lp', /\blp\s?\(a\)/gi, within(0, 1000)),
  implied('Calcium', 'ca', /\bCa\b(?![-\s]?(?:125|15|19|27))/gu, within(1, 20)),
  implied('Magnesium', 'mg', /(?<![\d.]\s?)\bMg\b(?!\s*\/)/gu, within(0.2, 10)),
  implied('Bicarbonate', 'co', /(?<![\p{L}\p{N}])CO2\b/gu, within(8, 50)),
  implied('Respiratory rate', 'resp resps', /\bresps?\b/gi, within(6, 70)),
  implied('Phosphate', 'po', /(?<![\p{L}\p{N}])PO4\b/gu, within(0.1, 15)),
  implied('Albumin', 'alb', /\bAlb\b/gu, within(1, 70)),
  implied('Heart rate', 'hr', /\bhr(?=\d{2,3}\b)/gi, within(30, 250)),
  // "138/86 p 72"
  implied('Heart rate', 'p', /(?<=\d\s?\/\s?\d{2,3},?\s)p(?=\s?\d{2,3}\b)/gi, within(30, 250)),
  implied(PRESSURE, 'bp', /\bbp(?=\d)/gi, isPair),
  implied('Blood glucose', 'glu', /\bGlu\b/gu, within(20, 900)),
  implied('Creatinine', 'creat', /\bcreat\b/gi, within(0.1, 1500)),
  implied('Platelet count', 'plt plts', /\bplts?\b/gi, within(1, 2e6)),
  implied('Oxygen saturation', 'sat', /\bsat\b(?=\s*(?:is|was|of|at|:)?\s*\d{2,3}\s*%)/gi, within(40, 100)),
  // "78 % oxygen"; "on 28 % oxygen" is what is given.
  implied(
    'Oxygen saturation',
    'oxygen saturation',
    /(?<=(?<!\b(?:on|with)\s)\b\d\d\s?%\s(?:of\s|blood\s)?)(?:oxygen|saturation)\b/gi,
    within(40, 100),
  ),
  // What shows the number tells what it is.
  implied(
    PRESSURE,
    'monitor cuff machine',
    /\b(?:monitor|cuff|machine)\b(?=[^.;\n]{0,60}\d\s?(?:\/|over)\s?\d)/gi,
    isPair,
  ),
  implied(
    'Blood glucose',
    'meter glucometer cgm libre dexcom',
    /(?<!flow\s)\b(?:meter|glucometer|cgm|libre|dexcom)\b/gi,
    isSugar,
  ),
  implied('Weight', 'scale scales', /(?<!\bpain\s)\bscales?\b(?!\s+(?:of|from)\b)/gi, within(25, 550)),
  implied(
    'Height',
    'measured',
    /\bmeasured\s+(?:me|myself)\b/gi,
    ({ number = 0, unit }) => (unit === 'cm' && number > 90) || unit === 'm' || unit === 'ft' || unit === 'in',
  ),
  // Of the womb, to whom it is measured.
  implied('Endometrial thickness', 'lining', /\blining\b/gi, ({ unit }) => unit === 'mm' || unit === 'cm'),
  implied('Gestational age', 'pregnant along', /\b(?:pregnant|along)\b/gi, ({ unit }) => unit === 'wk'),
  implied('Body temperature', 'thermometer', /\bthermometer\b/gi, within(30, 110)),
  implied('Oxygen saturation', 'oximeter finger fingertip', pattern('OXIMETER', 'gi'), within(40, 100)),
  implied(
    'Total cholesterol',
    'total',
    /\btotal\b(?:(?=[^\n]{0,40}\b(?:LDL|HDL)\b)|(?=\s+\d)(?<=\b(?:LDL|HDL)\b[^\n]{0,60}total))/gi,
    within(2, 600),
  ),
  implied('Fasting glucose', 'fasting', /\bfasting\s+(?:numbers|readings|values|ones)\b/gi, isSugar),
  implied(PRESSURE, 'pressure pressures numbers', /\b(?:pressures?|numbers)\b/gi, isPair),
  implied('Heart rate', 'hr', /(?<!\d[\s-]?|per\s|an\s|\/)\bhr\b(?!s)/gi, within(30, 250)),
  // Whatever it does at that number: racing, fluttering, flip-flopping.
  implied(
    'Heart rate',
    'heart',
    /\bheart(?:['’]s)?\s+(?:(?:was|is|been|has been)\s+)?(?:racing|beating|pounding|[a-z-]{2,20}ing(?:\s+away)?(?=\s+at\s+\d))/gi,
    within(30, 250),
  ),
  implied(
    'Heart rate',
    'racing beating pounding',
    /\bit\s+(?:was\s+|is\s+|been\s+)?(?:racing|beating|pounding)\b/gi,
    within(30, 250),
  ),
  implied(
    'Heart rate',
    'watch fitbit garmin',
    /\b(?:watch|fitbit|garmin)\b(?=\s+(?:says?|said|shows?|showed|showing|reads?|alarm\w*\s+at|is\s+at|at)\b[^\n]{0,80}\b(?:heart|pulse|heartbeat)\b)/gi,
    within(30, 250),
  ),
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
  return [...named, ...implied].sort((a, b) => a.start - b.start);
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
