/**
 * Values without a name: "142/91, 88 bpm, 81 kilos", "it was 130/85 this time", "my heart was going at 140 bpm". They count where their
 * shape or unit, together with the sentence, leaves one meaning.
 */
import { PRESSURE } from '../observations/observation-types.ts';
import type { Quantity } from '../quantities/find-quantities.ts';
import { type Reading, readValue, type Value } from '../quantities/read-value.ts';
import { once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { indexFrom, type Stretch, startOf } from '../text/places.ts';
import { isQuestion } from '../text/questions.ts';
import { sentenceAt } from '../text/sentences.ts';
import { MONTH_START } from '../text/time-words.ts';
import type { Named } from './implied-names.ts';
import { itemAt } from './list-items.ts';

const { pattern } = patternsOf('extract', 'unnamed-values');

export type Unnamed = { named: Named; value: Value; confidence: number };

const TEMPERATURE = 'Body temperature';
const SPEAKS_OF_PRESSURE = /\bpressures?\b|\bb\.?p\b|\breadings?\b|\bpulse\b/i;
const SPEAKS_OF_FEVER =
  /\b(?:fever(?:ish)?|pyrexia|temp(?:erature)?s?|thermometer|chills|sick|flu|burning\s+up|infection)\b/i;
const OVER = /\bover\b/i;
const RUNNING = /\b(?:running|spiking|spiked|burning\s+up)\s+(?:at\s+|to\s+|a\s+|about\s+|around\s+)*$/i;
/** Somebody measured. */
const MEASURED = /\b(?:measure[ds]?|took\s+my|checked|weighed|wrote\s+down|vitals|obs)\b/i;
const BEATS = /\b(?:bpm|beats)\b/i;
const BREATHS = /breath/i;
/** What may be left of a list's item beside its number, before and after. */
const NOTHING_BEFORE =
  /^[\s,;:.!?()–—-]*(?:(?:i|im|i['’]m|am|me|my|it|it['’]s|is|was|at|about|around|now|today|just|only|currently|also|on|the|in)\b[\s,;:.!?()–—-]*)*$/i;
const NOTHING_ELSE =
  /^[\s,;:.!?()–—-]*(?:(?:now|today|at\s+rest|resting|only|here|tall|and|but|then|plus)\b[\s,;:.!?()–—-]*)*$/i;
/** The day or the time of day, which stands before a value in a diary. */
const OPENS_A_LINE = pattern('OPENS_A_LINE', 'i', { MONTH: String.raw`${MONTH_START}\w{0,6}` });
/** What else is given in kilograms. */
const LIFTED =
  /\b(?:lift\w*|press|squats?|dead\s?lifts?|bench|reps|sets|dumb\s?bells?|bar\s?bell|luggage|suitcase|bags?|parcel|flour|rice|potatoes|lost|gained|to lose|less|more|dog|cat|he|she|his|her)\b/i;
/** Where a body's weight and height lie, in the units that people give them in. */
const BODY: readonly { unit: string; name: string; low: number; high: number }[] = [
  { unit: 'kg', name: 'Weight', low: 25, high: 250 },
  { unit: '[lb_av]', name: 'Weight', low: 55, high: 550 },
  { unit: '[stone_av]', name: 'Weight', low: 4, high: 40 },
  { unit: 'cm', name: 'Height', low: 100, high: 215 },
  { unit: 'm', name: 'Height', low: 1.2, high: 2.2 },
];

/** Between a value and its day: "at", "in", "on the". */
const BESIDE = 8;

/** `items`: the items of the lists of the text. */
export function unnamedValues(
  reading: Reading,
  names: readonly Named[],
  items: () => readonly Stretch[],
  read: ReadonlySet<number>,
  correcting: boolean,
): Unnamed[] {
  const spokenOf = once(
    () =>
      names.some(({ name }) => name === PRESSURE) ||
      SPEAKS_OF_PRESSURE.test(reading.text) ||
      // Several pairs of such numbers are nothing else.
      reading.quantities.filter((quantity) => vitalOf(quantity) === PRESSURE).length > 1,
  );
  const company = once(() => companyOf(reading, names, items));
  return reading.quantities.flatMap((quantity) => {
    if (read.has(quantity.start) || read.has(quantity.comparisonStart ?? -1)) return [];
    const meant = meaningOf(reading.text, quantity, spokenOf, correcting) ?? inCompany(reading, quantity, company);
    const value = meant && readValue(reading, quantity.start, meant.name);
    if (!meant || !value) return [];
    return [{ named: { name: meant.name, start: value.start, end: value.end }, value, confidence: meant.confidence }];
  });
}

type Meaning = { name: string; confidence: number };
type Vital = Stretch & { name: string };

/** What a number can only be if it is a vital sign at all. */
function vitalOf({ value, second, dimension, ucum, comparator }: Quantity): string | undefined {
  if (value === undefined || comparator) return undefined;
  if (second !== undefined) return isPressure(value, second) ? PRESSURE : undefined;
  if (dimension === 'temperature') return isBodily(value) ? TEMPERATURE : undefined;
  return BODY.find(({ unit, low, high }) => unit === ucum && value >= low && value <= high)?.name;
}

/** The same where nothing but numbers and times stands in its item: "I lifted 80 kg" is no weight of a body. */
function vitalAlone(reading: Reading, quantity: Quantity, itemsOf: () => readonly Stretch[]): Vital[] {
  const name = vitalOf(quantity);
  if (!name) return [];
  // Two numbers, one over the other, are nothing else.
  if (name === PRESSURE) return [{ name, start: quantity.start, end: quantity.end }];
  const items = itemsOf();
  const item = items[itemAt(items, quantity.start)];
  if (!item) return [];
  const { text, quantities, times } = reading;
  const at = indexFrom(quantities, quantity.start, startOf);
  const last = times[indexFrom(times, quantity.start, startOf) - 1];
  const from = Math.max(item.start, quantities[at - 1]?.end ?? 0, last && last.end <= quantity.start ? last.end : 0);
  if (!NOTHING_BEFORE.test(text.slice(from, quantity.start))) return [];
  const time = times[indexFrom(times, quantity.end, startOf)];
  const next = Math.min(item.end, quantities[at + 1]?.start ?? item.end, time?.start ?? item.end);
  return NOTHING_ELSE.test(text.slice(quantity.end, next)) ? [{ name, start: quantity.start, end: quantity.end }] : [];
}

/** Which vital signs stand alone in their items, by place, and what is measured in each sentence, by where it begins. */
type Company = { alone: ReadonlyMap<number, string>; measured: ReadonlyMap<number, ReadonlySet<string>> };

function companyOf(reading: Reading, names: readonly Named[], items: () => readonly Stretch[]): Company {
  const vitals = reading.quantities.flatMap((quantity) => vitalAlone(reading, quantity, items));
  const measured = new Map<number, Set<string>>();
  for (const { name, start } of [...vitals, ...names]) {
    const sentence = sentenceAt(reading.text, start).start;
    measured.set(sentence, (measured.get(sentence) ?? new Set()).add(name));
  }
  return { alone: new Map(vitals.map(({ name, start }) => [start, name])), measured };
}

/** "1.74m, 62kg, 118/74": with another vital sign in the sentence, or where somebody measured. */
function inCompany(reading: Reading, quantity: Quantity, company: () => Company): Meaning | null {
  if (!vitalOf(quantity)) return null;
  const { text } = reading;
  const { start } = quantity;
  const { alone, measured } = company();
  const sentence = sentenceAt(text, start);
  // "5'9 rower 190lbs"
  const beside = measured.get(sentence.start)?.has('Height') && !LIFTED.test(text.slice(sentence.start, sentence.end));
  if (beside && vitalOf(quantity) === 'Weight') return { name: 'Weight', confidence: 0.85 };
  const name = alone.get(start);
  if (!name) return null;
  const others = (measured.get(sentence.start)?.size ?? 0) > 1;
  const isMeasured = others || MEASURED.test(text.slice(sentence.start, start));
  return isMeasured || isDiary(text, start) || isDated(reading, quantity) ? { name, confidence: 0.85 } : null;
}

/** "74 kilos at Christmas", "Jan 101 kg": what has its day was measured then. */
function isDated({ text, times }: Reading, { start, end }: Quantity): boolean {
  const after = times[indexFrom(times, end, startOf)];
  const before = times.findLast((time) => time.end <= start);
  const isBeside =
    (after !== undefined && after.start - end <= BESIDE) || (before !== undefined && start - before.end <= BESIDE);
  const sentence = sentenceAt(text, start);
  const words = text.slice(sentence.start, sentence.end);
  return isBeside && !LIFTED.test(words) && !isQuestion(words);
}

/** "81.3 kg this morning, 40 minutes walk": a line of a diary begins with the value, or with its day, and nothing else is weighed. */
function isDiary(text: string, start: number): boolean {
  const from = text.lastIndexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(from, end < 0 ? text.length : end);
  return OPENS_A_LINE.test(text.slice(from, start)) && !LIFTED.test(text) && !isQuestion(line);
}

function isPressure(value: number, second: number): boolean {
  return value >= 70 && value <= 260 && second >= 35 && second < value;
}

function isBodily(value: number): boolean {
  return (value >= 95 && value <= 110) || (value >= 35 && value <= 43);
}

function meaningOf(text: string, quantity: Quantity, spokenOf: () => boolean, correcting: boolean): Meaning | null {
  const { value, second, dimension, ucum, unitText = '' } = quantity;
  if (value === undefined || quantity.comparator) return null;
  if (second !== undefined) {
    // "158 over 96" is said of nothing else.
    const inWords = OVER.test(text.slice(quantity.start, quantity.end));
    const sure = isPressure(value, second) && (dimension === 'pressure' || inWords || spokenOf());
    return sure || (isPressure(value, second) && correcting) ? { name: PRESSURE, confidence: sure ? 0.95 : 0.7 } : null;
  }
  if (ucum === '/min' && BEATS.test(unitText)) return { name: 'Heart rate', confidence: 0.85 };
  if (ucum === '/min' && BREATHS.test(unitText)) return { name: 'Respiratory rate', confidence: 0.85 };
  const spoken = () => {
    const sentence = sentenceAt(text, quantity.start);
    return SPEAKS_OF_FEVER.test(text.slice(sentence.start, sentence.end));
  };
  if (dimension === 'temperature' && isBodily(value))
    return spoken() || correcting ? { name: TEMPERATURE, confidence: 0.8 } : null;
  // "We measured 39.4", of a fever: to a decimal place, only thermometers show such numbers.
  const shown = (value > 37.2 && value < 42.6) || (value > 98.9 && value < 107);
  if (dimension === 'none' && !Number.isInteger(value) && shown) {
    const sentence = sentenceAt(text, quantity.start);
    if (spoken() || RUNNING.test(text.slice(sentence.start, quantity.start)))
      return { name: TEMPERATURE, confidence: 0.7 };
  }
  // Where a message only puts a number right, its unit tells what it is: "sorry, I meant 81 kg".
  const byUnit = correcting ? vitalOf(quantity) : undefined;
  return byUnit === 'Weight' ? { name: byUnit, confidence: 0.7 } : null;
}
