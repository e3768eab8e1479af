/**
 * Values whose name follows them or is missing: "a 103 fever", "it was 130/85 this time", "my heart was going at 140 bpm". They count
 * where their shape or unit, together with the sentence, leaves one meaning.
 */
import { PRESSURE } from '../observations/observation-types.ts';
import type { Quantity } from '../quantities/find-quantities.ts';
import { type Reading, readValue, type Value } from '../quantities/read-value.ts';
import { once } from '../text/cache.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { Named } from './implied-names.ts';

export type Unnamed = { named: Named; value: Value; confidence: number };

const TEMPERATURE = 'Body temperature';
const SPEAKS_OF_PRESSURE = /\bpressures?\b|\bb\.?p\b|\bcuff\b|\breadings?\b|\bpulse\b/iu;
const SPEAKS_OF_FEVER = /\b(?:fever(?:ish)?|temp(?:erature)?s?|thermometer|chills|sick|flu|burning\s+up|infection)\b/iu;
const FEVER_AFTER = /^\s+(?:degrees?\s+)?(?:fever|temp(?:erature)?)\b/iu;
const RUNNING = /\b(?:running|spiking|spiked|burning\s+up)\s+(?:at\s+|to\s+|a\s+|about\s+|around\s+)*$/iu;
const A1C_AFTER = /^\s*%?\s+(?:hb\s?)?a1c\b/iu;
const FAT_AFTER = /^\s+body\s?fat\b/iu;
const WAIST_AFTER = /^\s+waist\b/iu;
const BEATS = /\b(?:bpm|beats)\b/iu;
const BREATHS = /breath/iu;
/** What a unit tells where a message only puts a number right: "sorry, I meant 81 kg". */
const BY_UNIT: Readonly<Record<string, string>> = { kg: 'Weight', '[lb_av]': 'Weight', '[stone_av]': 'Weight' };

export function unnamedValues(
  reading: Reading,
  names: readonly Named[],
  read: ReadonlySet<number>,
  correcting: boolean,
): Unnamed[] {
  const spokenOf = once(() => names.some(({ name }) => name === PRESSURE) || SPEAKS_OF_PRESSURE.test(reading.text));
  return reading.quantities.flatMap((quantity) => {
    if (read.has(quantity.start) || read.has(quantity.comparisonStart ?? -1)) return [];
    const meant = meaningOf(reading.text, quantity, spokenOf, correcting);
    const value = meant && readValue(reading, quantity.start, meant.name);
    if (!meant || !value) return [];
    const named = {
      name: meant.name,
      start: value.start,
      end: Math.max(value.end, quantity.end + (meant.behind ?? 0)),
    };
    return [{ named, value, confidence: meant.confidence }];
  });
}

type Meaning = { name: string; confidence: number; behind?: number };

function meaningOf(text: string, quantity: Quantity, spokenOf: () => boolean, correcting: boolean): Meaning | null {
  const { value, second, dimension, ucum, end, unitText = '' } = quantity;
  if (value === undefined || quantity.comparator) return null;
  if (second !== undefined) {
    const plausible = value >= 70 && value <= 260 && second >= 35;
    const sure = plausible && (dimension === 'pressure' || spokenOf());
    return sure || (plausible && correcting) ? { name: PRESSURE, confidence: sure ? 0.95 : 0.7 } : null;
  }
  const after = text.slice(end, end + 24);
  const fever = FEVER_AFTER.exec(after);
  const bodily = (value >= 95 && value <= 110) || (value >= 35 && value <= 43);
  if (fever && bodily && (dimension === 'none' || dimension === 'temperature')) {
    return { name: TEMPERATURE, confidence: 0.9, behind: fever[0].length };
  }
  const a1c = A1C_AFTER.exec(after);
  if (a1c && value >= 4 && value <= 18) return { name: 'HbA1c', confidence: 0.9, behind: a1c[0].length };
  const fat = dimension === 'fraction' ? FAT_AFTER.exec(after) : null;
  if (fat) return { name: 'Body fat percentage', confidence: 0.9, behind: fat[0].length };
  const waist = dimension === 'length' ? WAIST_AFTER.exec(after) : null;
  if (waist) return { name: 'Waist circumference', confidence: 0.9, behind: waist[0].length };
  if (ucum === '/min' && BEATS.test(unitText)) return { name: 'Heart rate', confidence: 0.85 };
  if (ucum === '/min' && BREATHS.test(unitText)) return { name: 'Respiratory rate', confidence: 0.85 };
  if (dimension === 'temperature' && bodily) {
    const sentence = sentenceAt(text, quantity.start);
    const spoken = SPEAKS_OF_FEVER.test(text.slice(sentence.start, sentence.end));
    return spoken || correcting ? { name: TEMPERATURE, confidence: 0.8 } : null;
  }
  // "We measured 39.4", of a fever: to a decimal place, only thermometers show such numbers.
  if (
    dimension === 'none' &&
    !Number.isInteger(value) &&
    ((value > 37.2 && value < 42.6) || (value > 98.9 && value < 107))
  ) {
    const sentence = sentenceAt(text, quantity.start);
    const spoken = SPEAKS_OF_FEVER.test(text.slice(sentence.start, sentence.end));
    if (spoken || RUNNING.test(text.slice(sentence.start, quantity.start)))
      return { name: TEMPERATURE, confidence: 0.7 };
  }
  const byUnit = correcting ? BY_UNIT[ucum ?? ''] : undefined;
  return byUnit ? { name: byUnit, confidence: 0.7 } : null;
}
