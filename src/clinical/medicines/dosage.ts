/** Reads how a medicine is taken: the dose, the form, the route and how often. */
import { COUNT_WORDS, DIGITS, numberOf } from '../quantities/numbers.ts';

export type Frequency = { text: string; times_per_day?: number; as_needed?: boolean };
export type Placed<T> = { value: T; start: number; end: number };
export type Dose = { value: number | string; unit: string };

const NUMBER_WORDS: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };
const DOSE_UNITS: readonly [RegExp, string][] = [
  [/^(?:mcgs?|µg|μg|ug|micrograms?)$/i, 'mcg'],
  [/^(?:mgs?|milligrams?|milligrammes?)$/i, 'mg'],
  [/^(?:gm|g|grams?)$/i, 'g'],
  [/^(?:mls?|milliliters?|millilitres?|cc)$/i, 'mL'],
  [/^(?:iu|i\.u\.|international\s+units?)$/i, 'IU'],
  [/^(?:units?|u)$/i, 'units'],
  [/^meq$/i, 'mEq'],
  [/^(?:tablets?|tabs?)$/i, 'tablet'],
  [/^(?:capsules?|caps?)$/i, 'capsule'],
  [/^pills?$/i, 'pill'],
  [/^puffs?$/i, 'puff'],
  [/^drops?$/i, 'drop'],
  [/^sprays?$/i, 'spray'],
  [/^%$/, '%'],
];
const UNIT_PATTERN =
  '(mcgs?|µg|μg|ug|micrograms?|mgs?|milligrams?|milligrammes?|grams?|gm|g|mls?|milliliters?|millilitres?|cc|iu|i\\.u\\.|international\\s+units?|units?|meq|%)';
const COUNTABLE = '(tablets?|tabs?|capsules?|caps?|pills?|puffs?|drops?|sprays?)';
const STRENGTH = new RegExp(
  `(?<![\\d/.])((?:${DIGITS})(?:\\s*[-/]\\s*(?:${DIGITS}))?)\\s*-?\\s*${UNIT_PATTERN}(?![\\p{L}/])`,
  'giu',
);
const PIECES = new RegExp(
  `(?<![\\d/.])((?:${DIGITS})|${COUNT_WORDS})\\s+(?:(?:\\d+\\s*mg|small|white)\\s+)?${COUNTABLE}\\b`,
  'giu',
);
const FORM =
  /\b(tablets?|tabs?|capsules?|caps|pills?|injections?|shots?|inhaler|patch(?:es)?|creams?|ointment|gel|eye\s+drops|ear\s+drops|drops|nasal\s+spray|spray|liquid|syrup|suspension|suppositor(?:y|ies)|lozenges?|gummies|powder|pen|nebulizer)\b/giu;
const ROUTES: readonly [RegExp, string][] = [
  [/\b(?:by\s+mouth|orally|oral|p\.?o\.?)\b/iu, 'oral'],
  [/\b(?:subcutaneous(?:ly)?|under\s+the\s+skin|sub-?q|s\.?c\.?)\b/iu, 'subcutaneous'],
  [/\b(?:intramuscular(?:ly)?|into\s+the\s+muscle|i\.m\.)(?!\w)/iu, 'intramuscular'],
  [/\b(?:intravenous(?:ly)?|by\s+iv|iv\s+drip|through\s+an\s+iv)\b/iu, 'intravenous'],
  [/\b(?:topical(?:ly)?|on\s+(?:my|the)\s+skin)\b/iu, 'topical'],
  [/\b(?:inhal(?:ed|e|ing|ation))\b/iu, 'inhaled'],
  [/\b(?:sublingual(?:ly)?|under\s+(?:the|my)\s+tongue)\b/iu, 'sublingual'],
  [/\b(?:nasal(?:ly)?|in(?:to)?\s+(?:my|the|each)\s+(?:nose|nostril))\b/iu, 'nasal'],
  [/\b(?:rectal(?:ly)?)\b/iu, 'rectal'],
  [/\b(?:in(?:to)?\s+(?:my|the|each|both)\s+(?:left\s+|right\s+)?eyes?)\b/iu, 'ophthalmic'],
];

const COUNT = `(once|twice|thrice|\\d{1,2}|one|two|three|four|five|six)`;
const DAY_PARTS = '(?:morning|evening|night|afternoon|bedtime|breakfast|lunch|dinner|supper|meal)';
type FrequencyRule = [RegExp, (match: RegExpExecArray) => number | undefined];
const FREQUENCIES: readonly FrequencyRule[] = [
  [/\bevery\s+other\s+day\b|\balternate\s+days\b/iu, () => 0.5],
  [/\bevery\s+(\d{1,2}|two|three|four|six|eight|twelve)\s*(?:to|-)\s*\d{1,2}\s*(?:hours?|hrs?|h)\b/iu, () => undefined],
  [
    /\b(?:every|q)\s*(\d{1,2}|two|three|four|six|eight|twelve)\s*(?:hours?|hrs?|h)\b/iu,
    (m) => 24 / numberOf(String(m[1])),
  ],
  [/\bevery\s+(\d{1,2}|two|three|four)\s+days\b/iu, (m) => 1 / numberOf(String(m[1]))],
  [
    new RegExp(
      `\\b${COUNT}\\s*(?:times|x)?\\s*(?:a|per|each|every|/)\\s*(?:day\\b|d\\b)|\\b${COUNT}\\s*(?:times|x)?\\s*daily\\b|\\b(\\d)x\\s*/\\s*day\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2] ?? m[3]),
  ],
  [
    new RegExp(
      `\\b${COUNT}\\s*(?:times|x)?\\s*(?:a|per|each|every|/)\\s*week\\b|\\b${COUNT}\\s*(?:times|x)?\\s*weekly\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2]) / 7,
  ],
  [new RegExp(`\\b${COUNT}\\s*(?:times|x)?\\s*(?:a|per|each|every|/)\\s*month\\b`, 'iu'), (m) => countOf(m[1]) / 30],
  [
    /\b(?:b\.?i\.?d\b\.?|(?:every|in\s+the|each)?\s*morning\s+and\s+(?:at\s+|every\s+|in\s+the\s+)?(?:night|evening|bedtime)|with\s+breakfast\s+and\s+(?:dinner|supper))/iu,
    () => 2,
  ],
  [
    /\b(?:t\.?i\.?d\b\.?|with\s+(?:every|each|all)\s+meals?|with\s+meals|before\s+(?:each|every)\s+meal|before\s+meals)/iu,
    () => 3,
  ],
  [/\bq\.?i\.?d\b\.?/iu, () => 4],
  [/\b(?:every\s+(?:single\s+)?day|each\s+day|daily|q\.?d\b\.?|qhs|nightly|a\s+day|per\s+day)\b/iu, () => 1],
  [
    new RegExp(
      `\\b(?:every|each)\\s+${DAY_PARTS}\\b|\\b(?:in\\s+the|at|before|with|after)\\s+(?:my\\s+)?(?:${DAY_PARTS}|bed)\\b`,
      'iu',
    ),
    () => 1,
  ],
  [
    /\b(?:every\s+week|once\s+weekly|weekly|each\s+week|every\s+(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/iu,
    () => 1 / 7,
  ],
  [/\b(?:every\s+(?:two|2|other)\s+weeks?|biweekly|fortnightly)\b/iu, () => 1 / 14],
  [/\b(?:every\s+month|monthly|each\s+month)\b/iu, () => 1 / 30],
];
const AS_NEEDED =
  /\b(?:as\s+needed|when\s+needed|if\s+needed|prn|p\.r\.n\.|as\s+required|when\s+i\s+need\s+it|now\s+and\s+then|occasionally|sometimes)/iu;

/** All doses of a text: strengths before counts, so that "two 500 mg tablets" is 500 mg. */
export function dosesIn(text: string): Placed<Dose>[] {
  const strengths = [...text.matchAll(STRENGTH)].map((match) => dose(match));
  const pieces = [...text.matchAll(PIECES)].map((match) => dose(match));
  return [
    ...strengths,
    ...pieces.filter((piece) => strengths.every((one) => piece.end <= one.start || piece.start >= one.end)),
  ].sort((a, b) => a.start - b.start);
}

export function frequencyIn(text: string): Placed<Frequency> | null {
  const needed = AS_NEEDED.exec(text);
  for (const [pattern, rate] of FREQUENCIES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const start = match.index;
    const end = start + match[0].length;
    const times = rate(match);
    const value: Frequency = { text: match[0].trim().replace(/\s+/g, ' ') };
    if (times !== undefined) value.times_per_day = Math.round(times * 1000) / 1000;
    if (needed) value.as_needed = true;
    return {
      value,
      start,
      end: needed && needed.index >= end && needed.index - end < 4 ? needed.index + needed[0].length : end,
    };
  }
  if (!needed) return null;
  return { value: { text: needed[0], as_needed: true }, start: needed.index, end: needed.index + needed[0].length };
}

export function formIn(text: string): string | undefined {
  const word = [...text.matchAll(FORM)][0]?.[1]?.toLowerCase();
  if (!word) return undefined;
  if (/^tab/.test(word)) return 'tablet';
  if (/^cap/.test(word)) return 'capsule';
  if (/^shot/.test(word)) return 'injection';
  return word
    .replace(/\s+/g, ' ')
    .replace(/ies$/, 'y')
    .replace(/(?<=ch)es$/, '')
    .replace(/(?<!drop)s$/, '');
}

export function routeIn(text: string): string | undefined {
  return ROUTES.find(([pattern]) => pattern.test(text))?.[1];
}

function dose(match: RegExpMatchArray & { index: number }): Placed<Dose> {
  const written = String(match[1]).replace(/\s+/g, ' ').trim();
  const combined = /\d\s*[-/]\s*\d/.test(written);
  const unit = DOSE_UNITS.find(([pattern]) => pattern.test(String(match[2])))?.[1] ?? String(match[2]);
  return {
    value: { value: combined ? written.replace(/\s+/g, '') : numberOf(written), unit },
    start: match.index,
    end: match.index + match[0].length,
  };
}

function countOf(word: string | undefined): number {
  const text = String(word).toLowerCase();
  return NUMBER_WORDS[text] ?? numberOf(text);
}
