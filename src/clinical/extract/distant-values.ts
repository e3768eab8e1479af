/**
 * The value of a name that stands some words away: "the ferritin was on the floor, 9", "they did my cholesterol and it came out at 6.4". Whatever
 * is said between, it belongs to the name if nothing else is measured there, if it is joined as a result is, and if it can be one.
 */
import { PRESSURE } from '../observations/observation-types.ts';
import type { Quantity } from '../quantities/find-quantities.ts';
import { readValue, type Value } from '../quantities/read-value.ts';
import { inferUnit, isPossible, toCanonical } from '../quantities/units.ts';
import { patternsOf } from '../text/patterns.ts';
import { CLOSE_PEOPLE } from '../text/persons.ts';
import { indexFrom, overlapping, startOf } from '../text/places.ts';
import { isQuestion } from '../text/questions.ts';
import { firstFrom, readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { Named } from './implied-names.ts';
import type { Reading } from './value-series.ts';

const { pattern } = patternsOf('extract', 'distant-values');

/** Right before the number. */
const JOINED = pattern('JOINED', 'i');
/** After a number without a unit nothing may follow that it could count. */
const ENDS = pattern('ENDS', 'i');
/** Of another number, of a wish, or of when it is done. */
const OF_OTHER = pattern('OF_OTHER', 'i');
const OTHERS = new Set([...CLOSE_PEOPLE, 'he', 'she', 'his', 'her', 'their', 'somebody', 'someone', 'else']);
const FAR = 70;

/** `until`: where the next name begins. Null where there is no such value, or another reader has it. */
export function distantValue(reading: Reading, named: Named, until: number, read: ReadonlySet<number>): Value | null {
  const { text, quantities, times, customs } = reading;
  const sentence = sentenceAt(text, named.start);
  const quantity = quantities[indexFrom(quantities, named.end, startOf)];
  if (!quantity || quantity.end > Math.min(until, sentence.end, named.end + FAR) || read.has(quantity.start))
    return null;
  const between = text.slice(named.end, quantity.start);
  if (!JOINED.test(between) || OF_OTHER.test(between) || isQuestion(text.slice(sentence.start, sentence.end)))
    return null;
  if (namesAnother(text, named.end, quantity.start)) return null;
  const time = overlapping(times, { start: named.end, end: quantity.end }).at(-1);
  // "On Monday at 9" is an hour.
  if (time && /^\s*(?:at\s+)?$/i.test(text.slice(time.end, quantity.start))) return null;
  if (time && time.end > quantity.start) return null;
  const value = readValue(reading, quantity.start, named.name);
  return value && canBe(named, value, quantity, text, customs) ? value : null;
}

/** "Mine was fine, my wife's was not, 160/95". */
function namesAnother(text: string, from: number, to: number): boolean {
  const { tokens } = readingOf(text);
  return tokens.slice(firstFrom(tokens, from), firstFrom(tokens, to)).some(({ word }) => OTHERS.has(word));
}

function canBe(named: Named, value: Value, quantity: Quantity, text: string, customs: Reading['customs']): boolean {
  if (value.number === undefined || (named.fits && !named.fits(value))) return false;
  if (named.name === PRESSURE) return value.second !== undefined;
  if (value.second !== undefined) return false;
  if (!value.unit && (quantity.unit || !ENDS.test(text.slice(value.end, value.end + 20)))) return false;
  const unit = value.unit ?? inferUnit(named.name, value.number, customs);
  const canonical = unit && unit !== 'unclear' ? toCanonical(named.name, value.number, unit) : null;
  return canonical !== null && isPossible(named.name, canonical.value);
}
