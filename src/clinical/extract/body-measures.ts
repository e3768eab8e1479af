/** Height and weight as people give them, without naming the measure: 5'11", "I'm 180 lbs", "12 stone 4", "five foot four". */
import type { Quantity } from '../quantities/find-quantities.ts';
import { unitNamed } from '../quantities/units.ts';
import { once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('extract', 'body-measures');

export type BodyMeasure = {
  kind: 'observation';
  name: 'Height' | 'Weight';
  value: number;
  unit: string;
  quote: string;
  start: number;
  confidence: number;
};

const FEET = /['’′]\s?\d|ft\b|feet\b|foot\b/i;
const MARKED = /["”″]|['’′]\s*\d/u;
const HEIGHT_WORDS = /\b(?:tall|height|years?[-\s]old|i['’]?m|i\s+am|i\s+was|stand|bp|bmi|pulse|weigh|weight)\b/i;
const TALL_AFTER = /^\s+tall\b/i;
/** "I'm down to 180 lbs": the person is the weight. */
const I_AM = pattern('I_AM', 'iu');
/** "3yo M, 15 kg" */
const AFTER_AGE =
  /\d\s?(?:yo|y\/o|yrs?|mo|m\/o|year[-\s]old|month[-\s]old)\b[\s,]*(?:[MF]|male|female|boy|girl|man|woman)?[\s,]{1,20}$/u;
const COMPARED_AFTER = /^\s+(?:over|under|heavier|lighter|above|below|more|less|overweight)\b/i;
/** "Lost 3 kg, now 96 kg" */
/** How far before a weight it may be said that some was lost. */
const TOLD_WITHIN = 300;
const NOW = /\bnow\s+(?:at\s+|down\s+to\s+|up\s+to\s+)?$/i;
const LOST = /\b(?:lost|lose|losing|gained?|gaining|put\s+on|dropped|shed|down|up)\b/i;
const STONES = /\d\s*(?:stones?|st)\b/i;
const INCHES: readonly [number, number] = [24, 96];
const CENTIMETRES: readonly [number, number] = [100, 215];
/** "94 kilos at 178 cm" */
const WEIGHT_AT = /\d\s?(?:kg|kgs|kilos?)\s+(?:at|for|and|on)\s+$/i;
const LEAD = 20;

export function extractBodyMeasures(text: string, quantities: readonly Quantity[]): BodyMeasure[] {
  const speaks = once(() => HEIGHT_WORDS.test(text) || quantities.some(({ unit }) => unit === 'kg' || unit === 'lb'));
  return quantities.flatMap((quantity) => {
    if (quantity.dimension === 'length') return heightOf(text, quantity, speaks);
    return quantity.dimension === 'mass' ? weightOf(text, quantity) : [];
  });
}

function heightOf(
  text: string,
  { start, end, value, text: quote, unitText }: Quantity,
  speaks: () => boolean,
): BodyMeasure[] {
  if (value === undefined) return [];
  const tall = TALL_AFTER.exec(text.slice(end, end + 12));
  if (FEET.test(quote)) {
    const inches = /^(?:ft|feet|foot)$/i.test(unitText ?? '') ? inchesOf(value, quote) : value;
    const likely = inches >= INCHES[0] && inches <= INCHES[1] && (speaks() || MARKED.test(quote));
    return likely ? [measure('Height', inches, 'in', quote, start, speaks() ? 0.9 : 0.7)] : [];
  }
  const unit = unitNamed(unitText ?? '');
  if (!unit) return [];
  if (tall) return [measure('Height', value, unit, text.slice(start, end + tall[0].length), start, 0.95)];
  const isBesideWeight = WEIGHT_AT.test(text.slice(Math.max(0, start - LEAD), start));
  return isBesideWeight && unit === 'cm' && value >= CENTIMETRES[0] && value <= CENTIMETRES[1]
    ? [measure('Height', value, unit, quote, start, 0.9)]
    : [];
}

/** "5.10 feet" is five feet ten; "5.5 feet" five and a half. */
function inchesOf(feet: number, quote: string): number {
  const [, whole, rest] = /^([4-7])\.(1[01])(?!\d)/.exec(quote) ?? [];
  return whole && rest ? Number(whole) * 12 + Number(rest) : Math.round(feet * 120) / 10;
}

function weightOf(text: string, { start, end, value, unit, text: quote }: Quantity): BodyMeasure[] {
  if (value === undefined || (unit !== 'lb' && unit !== 'kg' && unit !== 'st')) return [];
  if (COMPARED_AFTER.test(text.slice(end, end + 14))) return [];
  if (unit === 'lb' && STONES.test(quote)) return [measure('Weight', value, 'lb', quote, start, 0.9)];
  const lead = text.slice(Math.max(0, start - 40), start);
  // Nothing but people is weighed in stones.
  if (unit === 'st' && value >= 5 && value <= 45 && !LOST.test(lead))
    return [measure('Weight', value, unit, quote, start, 0.8)];
  const now = NOW.test(lead) && LOST.test(text.slice(Math.max(0, start - TOLD_WITHIN), start));
  return I_AM.test(lead) || AFTER_AGE.test(lead) || now ? [measure('Weight', value, unit, quote, start, 0.9)] : [];
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
