/** Reads the value that follows an observation's name: over the small words between them, the number, its unit, its mark. */
import type { TimeMatch } from '../dates/dates.ts';
import { MEASURED_OFTEN } from '../observations/measured-often.ts';
import { observationType, PRESSURE } from '../observations/observation-types.ts';
import { patternsOf } from '../text/patterns.ts';
import { indexFrom, startOf } from '../text/places.ts';
import { findQuantities, type Quantity } from './find-quantities.ts';
import { isDigit, isOneOf, matchAt } from './match-at.ts';
import { hasMoved, isRanging } from './moved-value.ts';
import { isSkipped, readNumber } from './read-number.ts';
import { readUnitAt } from './read-unit.ts';
import { toCanonical, unitFor, unitNamed } from './units.ts';

const { pattern } = patternsOf('quantities', 'read-value');

/** One number, or the two of a blood pressure. `words` holds what is no plain number: "<5", "110-130", "negative". */
export type Value = { start: number; end: number; number?: number; second?: number; words?: string; unit?: string };

/** A text with what has been found in it once, by place. */
export type Reading = {
  text: string;
  times: readonly TimeMatch[];
  timeAt: ReadonlyMap<number, TimeMatch>;
  quantities: readonly Quantity[];
  /** By where its number begins, or the words of its comparison. */
  quantityAt: ReadonlyMap<number, Quantity>;
};

/** What may be between a name and its value. Each is skipped whole, in any order. */
const FILLER = pattern('FILLER', 'iy');
/** "Up 5 kg" is a change, not a value. */
const CHANGE = /\b(?:up|down|by|gained|lost|increase\s+of|decrease\s+of|drop\s+of|another|more|less)\s+$/i;
const RESULT_WORD =
  /(positive|negative|undetectable|not\s+detected|detected|inconclusive|pos|neg|trace)\b|([+-]ve)\b/iy;
const SHORT: Readonly<Record<string, string>> = {
  pos: 'positive',
  '+ve': 'positive',
  neg: 'negative',
  '-ve': 'negative',
};
/** How strips of urine are read. */
const PLUSES = /(\+{1,4}|[1-4]\+)(?=[\s,.;)]|$)/uy;
/** "In the 120s" */
const DECADE = /\d{2,3}['’]?s\b/uy;
const FROM = /from\s+(?:about\s+|around\s+)?/iy;
const TO = pattern('TO', 'iu');
const MOVED = /\b(?:is|['’]s|was|went|gone|back|crept|shot|jumped|came|come|right|now)\s+$/i;
const REACHED = /^\s+(?:from|after|now|today|since|this\s+(?:week|month|time))\b/i;
/** "94 - 91" may be anything; "94 to 91" goes from one to the other. */
const TO_WORD = /\sto\s/i;
const ARROW = /^\s*(?:-{1,2}>|=>|→|➜)\s*$/u;
/** A laboratory's mark is between a number and its unit: "11.2 L g/dL". */
const MARK =
  /(?:[\s|]{1,20}[([]?(?:H{1,2}|L{1,2}|A|N|high|low|abn(?:ormal)?|normal|\*+|!)[)\]]?(?=[\s|]|$))[\s|]{1,20}|\s*\|\s*/iy;
/** Between a result and its usual range. */
const COLUMNS = pattern('COLUMNS', 'i');
const UNIT_AS_MARK = /\d\s+(?:[LAN]|[([][LAN][)\]])$/u;
const UNIT_IN_NAME = /\(\s*([^()]{1,20}?)\s*\)|\b(?:in|as)\s+([^\s()]{2,12})\s*[:=]/u;
/** A number of something else: "2 tablets", "20 x". */
const OTHER_THING =
  /\s*-?\s*(?:times|x|units?|drops?|puffs?|pills?|tab(?:let)?s?|caps(?:ule)?s?|doses?|people|kids|children)\b(?!\s*\/)/iy;
/** Of vitamin D, and of the sum of a Gleason score. */
const FIGURES_OF_NAME = /25[-\s]?(?:OH|hydroxy)\b|[1-5]\s?\+\s?[1-5]\s?=/iy;
const OF_POINTS = /^(\d{1,3}(?:\.\d)?)\s?\/\s?\d/;
const MAX_GAP = 60;

export function readingOf(text: string, times: readonly TimeMatch[]): Reading {
  const quantities = findQuantities(text);
  const quantityAt = new Map<number, Quantity>();
  for (const quantity of quantities) {
    quantityAt.set(quantity.start, quantity);
    if (quantity.comparisonStart !== undefined) quantityAt.set(quantity.comparisonStart, quantity);
  }
  return { text, times, timeAt: new Map(times.map((time) => [time.start, time])), quantities, quantityAt };
}

/** The place where a value may be after a name, past filler words and times. */
export function skipFiller({ text, timeAt, quantityAt }: Reading, from: number): number {
  let at = from;
  while (at < text.length && at - from < MAX_GAP) {
    const time = timeAt.get(at);
    const quantity = time ? undefined : quantityAt.get(at);
    // "A hundred and ten" begins like a filler.
    if (quantity && quantity.dimension !== 'time' && !(isDigit(text.charAt(at)) && matchAt(FIGURES_OF_NAME, text, at)))
      break;
    // "TSH (5 March) was 2.1"
    const aside = text.charAt(at) === '(' ? timeAt.get(at + 1) : undefined;
    const skipped = time ?? aside;
    const step = skipped ? skipped.end - at : (matchAt(FILLER, text, at)?.[0].length ?? 0);
    if (step === 0) break;
    at += step;
  }
  return at;
}

/** The value at a place, read as one of this observation. `nameEnd`: where its name ended, if it has one. */
export function readValue(reading: Reading, at: number, observation: string, nameEnd = at): Value | null {
  const { text, quantityAt } = reading;
  const sign = text.charAt(at);
  const from = isOneOf('fF', sign) ? matchAt(FROM, text, at) : null;
  const first = quantityAt.get(at);
  // "Up 5 kg", "wt +4 kg"; two numbers are never a change.
  if (
    !from &&
    first?.second === undefined &&
    ((sign === '+' && isDigit(text.charAt(at + 1))) || CHANGE.test(text.slice(Math.max(0, at - 16), at)))
  )
    return null;
  const strip = observation.startsWith('Urine ') ? matchAt(PLUSES, text, at) : null;
  const word = (strip ?? (isDigit(sign) ? null : matchAt(RESULT_WORD, text, at)))?.[0];
  if (word) return { start: at, end: at + word.length, words: resultOf(word) };
  const decade = isDigit(sign) ? matchAt(DECADE, text, at) : null;
  if (decade) return { start: at, end: at + decade[0].length, words: decade[0] };
  const later = from ? laterOf(reading, at + from[0].length, TO) : (laterOf(reading, at, ARROW) ?? first);
  const quantity =
    later && observation !== PRESSURE ? moved(text, later, from !== null && !MEASURED_OFTEN.has(observation)) : later;
  if (!quantity) return null;
  const bare = quantity !== first || isReached(text, at, quantity, nameEnd);
  const value = quantityAsValue(text, quantity, bare ? quantity.start : at, observation);
  if (!value || value.unit || value.words === '') return value;
  const named = UNIT_IN_NAME.exec(text.slice(nameEnd, value.start));
  const unit = (named && unitNamed(String(named[1] ?? named[2]))) ?? unitOfRange(reading, value, observation);
  return unit ? { ...value, unit } : value;
}

/** "A1c is up to 8.1", "Hb up to 11.2", "up to 45 from 30": what it has come to, and no bound. */
function isReached(text: string, at: number, { start, end }: Quantity, nameEnd: number): boolean {
  if (!/^(?:up|down)\s/i.test(text.slice(at, start))) return false;
  if (nameEnd < at && text.slice(nameEnd, at).trim() === '') return true;
  return MOVED.test(text.slice(Math.max(0, at - 12), at)) || REACHED.test(text.slice(end, end + 16));
}

/** "Neg", "+ve" and "not  detected" as we say them. */
function resultOf(word: string): string {
  const plain = word.toLowerCase().replace(/\s+/g, ' ');
  return SHORT[plain] ?? plain;
}

/** In a table the unit may be with the usual range alone: "9.8 | 2.5-7.8 mmol/L". */
function unitOfRange({ text, quantities }: Reading, { end }: Value, observation: string): string | null {
  const range = quantities[indexFrom(quantities, end, startOf)];
  if (!range?.unit || (range.low === undefined && !range.comparator)) return null;
  if (!COLUMNS.test(text.slice(end, range.comparisonStart ?? range.start))) return null;
  const unit = unitFor(observation, range);
  return unit && toCanonical(observation, 1, unit) ? unit : null;
}

/** "From 8.1 to 6.9", "from 8.1, it is 6.9 now", "8.1 -> 6.9": what it is now. */
function laterOf({ text, quantities, quantityAt }: Reading, at: number, joint: RegExp): Quantity | undefined {
  const first = quantityAt.get(at);
  if (!first || first.low !== undefined) return first;
  const second = quantities[quantities.indexOf(first) + 1];
  return second && second.start - first.end < 40 && joint.test(text.slice(first.end, second.start))
    ? second
    : undefined;
}

/** The second of two that were read as a range, where the value came to it. `isChange`: "from 6 to 14", of what is measured seldom. */
function moved(text: string, quantity: Quantity, isChange: boolean): Quantity {
  const { low, high, ...rest } = quantity;
  const first = readNumber(text, quantity.start);
  if (low === undefined || high === undefined || low === high || !first || isSkipped(first)) return quantity;
  if (!TO_WORD.test(quantity.text)) return quantity;
  const second = first.value === high ? low : high;
  const isMoved = (isChange && !isRanging(text, quantity.start)) || hasMoved(text, quantity.start, first.value, second);
  if (!isMoved) return quantity;
  const start = quantity.start + quantity.text.lastIndexOf(String(second));
  return start < first.end ? quantity : { ...rest, value: second, start, text: text.slice(start, quantity.end) };
}

function quantityAsValue(text: string, quantity: Quantity, at: number, observation: string): Value | null {
  const type = observationType(observation);
  const value: Value = { start: at, end: quantity.end };
  const marked = UNIT_AS_MARK.test(quantity.text) && observation !== 'Weight';
  if (marked) value.end = quantity.start + quantity.text.search(/\s/);
  const unit = marked ? undefined : unitFor(observation, quantity);
  if (unit === null) return null;
  if (unit !== undefined) value.unit = unit;
  else if (quantity.ucum === undefined || marked) {
    const mark = matchAt(MARK, text, value.end);
    const later = mark && readUnitAt(text, value.end + mark[0].length);
    const shown = later && unitFor(observation, { ucum: later.ucum, unitText: later.written });
    if (later && shown) [value.unit, value.end] = [shown, later.end];
    else if (matchAt(OTHER_THING, text, value.end)) return null;
  }
  const compared = quantity.comparator && quantity.comparisonStart === at ? quantity.comparator : undefined;
  if (quantity.second !== undefined)
    return compared ? null : { ...value, number: quantity.value as number, second: quantity.second };
  if (quantity.low !== undefined) return { ...value, words: `${quantity.low}-${quantity.high}` };
  if (compared) return { ...value, words: `${SIGNS[compared]}${quantity.value}` };
  // "MoCA 22/30": so many of so many.
  const points = type?.unit === 'score' && OF_POINTS.exec(quantity.text);
  if (points) return { ...value, number: Number(points[1]) };
  return { ...value, number: quantity.value as number };
}

const SIGNS = { '<': '<', '>': '>', '<=': '≤', '>=': '≥' } as const;
