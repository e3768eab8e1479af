/** Height and weight as people give them, without naming the measure: 5'11", "I'm 180 lbs", "12 stone 4". */
import { DIGITS, numberOf } from '../quantities/numbers.ts';
import { unitNamed } from '../quantities/units.ts';

export type BodyMeasure = {
  kind: 'observation';
  name: 'Height' | 'Weight';
  value: number;
  unit: string;
  quote: string;
  start: number;
  confidence: number;
};

const FEET_INCHES =
  /(?<![\d.])([3-8])\s*(?:['’′]|\s*(?:ft|feet|foot)\b\.?)\s*(?:(\d{1,2})(?:\.\d)?\s*(?:["”″]|['’]{2}|in(?:ches)?\b\.?)?)?(?![\d.])/giu;
const TALL = new RegExp(`\\b(${DIGITS})\\s*(cm|centimeters|centimetres|m|meters|metres)\\s+tall\\b`, 'giu');
const I_AM_HEAVY = new RegExp(
  `\\bi(?:['’]m|\\s+am|\\s+was)\\s+(?:now\\s+|about\\s+|at\\s+|currently\\s+|around\\s+|down\\s+to\\s+|up\\s+to\\s+)*((${DIGITS})\\s*(lbs?|pounds|kgs?|kilos|kilograms))\\b(?!\\s+(?:over|under|heavier|lighter|above|below))`,
  'giu',
);
/** "170 cm tall and 70 kg" */
const TALL_AND_HEAVY = new RegExp(
  `\\b(?:tall|cm|["”″])[\\s,]+(?:and\\s+)?(?:weigh(?:ing)?\\s+)?((${DIGITS})\\s*(lbs?|pounds|kgs?|kilos|kilograms))\\b`,
  'giu',
);
const STONES = /(?<![\d.])(\d{1,2})\s*(?:stones?|st)\s+(?:and\s+)?(\d{1,2})(?:\s*(?:lbs?|pounds?))?(?!\d)/giu;
const HEIGHT_WORDS = /\b(?:tall|height|i['’]m|i\s+am|stand)\b/iu;
const POUNDS_A_STONE = 14;
const INCHES_A_FOOT = 12;

export function extractBodyMeasures(text: string): BodyMeasure[] {
  return [...feetAndInches(text), ...tall(text), ...heavy(text), ...stones(text)];
}

function feetAndInches(text: string): BodyMeasure[] {
  return [...text.matchAll(FEET_INCHES)].flatMap((match) => {
    const inches = Number(match[2] ?? 0);
    const quote = match[0].trim();
    const marked = /["”″]|['’′]\s*\d/.test(quote);
    if (inches >= INCHES_A_FOOT || !(HEIGHT_WORDS.test(text) || (marked && match[2]))) return [];
    const value = Number(match[1]) * INCHES_A_FOOT + inches;
    return [measure('Height', value, 'in', quote, match.index, HEIGHT_WORDS.test(text) ? 0.9 : 0.7)];
  });
}

function tall(text: string): BodyMeasure[] {
  return [...text.matchAll(TALL)].map((match) =>
    measure('Height', numberOf(String(match[1])), unitNamed(String(match[2])) ?? 'cm', match[0], match.index, 0.95),
  );
}

function heavy(text: string): BodyMeasure[] {
  return [...text.matchAll(I_AM_HEAVY), ...text.matchAll(TALL_AND_HEAVY)].map((match) => {
    const quote = String(match[1]);
    const unit = unitNamed(String(match[3])) ?? 'lb';
    return measure(
      'Weight',
      numberOf(String(match[2])),
      unit,
      quote,
      match.index + match[0].length - quote.length,
      0.9,
    );
  });
}

function stones(text: string): BodyMeasure[] {
  return [...text.matchAll(STONES)].map((match) =>
    measure('Weight', Number(match[1]) * POUNDS_A_STONE + Number(match[2]), 'lb', match[0], match.index, 0.9),
  );
}

function measure(
  name: BodyMeasure['name'],
  value: number,
  unit: string,
  quote: string,
  start: number,
  confidence: number,
): BodyMeasure {
  return { kind: 'observation', name, value, unit, quote, start, confidence };
}
