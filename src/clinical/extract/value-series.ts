/**
 * The values that belong to a name: one or a series after it ("120/80 yesterday and 130/85 today"), the last of those that a message
 * takes back ("82 kg, sorry, 81"), or the one right before it ("138 LDL").
 */
import type { Customs } from '../dates/customs.ts';
import { MEASURED_OFTEN } from '../observations/measured-often.ts';
import { PRESSURE } from '../observations/observation-types.ts';
import { isOneOf, isSpace, matchAt, signAfterSpace } from '../quantities/match-at.ts';
import { readValue, skipFiller, type Reading as TextReading, type Value } from '../quantities/read-value.ts';
import { inferUnit } from '../quantities/units.ts';
import { patternsOf } from '../text/patterns.ts';
import { endOf, indexFrom, overlapping, type Stretch, startOf } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { correctionAfter } from './corrected-values.ts';
import type { Named } from './implied-names.ts';
import { itemAt } from './list-items.ts';

const { pattern } = patternsOf('extract', 'value-series');

/** `items`: the items of the lists of the text, found when somebody asks for them. */
export type Reading = TextReading & { customs: Customs; items(): readonly Stretch[] };

const AROUND_MEAL = /\s*(?:before|after)\s+(?:\w+ing|breakfast|lunch|dinner|supper|meals?|bed|food|coffee)\b/iy;
const NEXT_VALUE =
  /\s*(?:,|;|and|then|to|vs\.?|,\s*and|,\s*then)\s+(?:(?:[\w-]+\s+)?(?:hours?|hrs?|h)\s+(?:after(?:wards)?|later)\s+)?/iy;
/** "6.8, down from 7.5", "58 now, was 62", "9.8 at diagnosis, down to 0.1": up to the other of two values that are compared. */
const COMPARED = pattern('COMPARED', 'iy');
/** Measured at several places of the body: "-2.8 at the spine and -1.9 at the hip". */
const SITE = pattern('SITE', 'iy');
/** After a bare number of a series nothing may follow that it could count. */
const SERIES_GOES_ON =
  /\s*(?:$|[.,;:!?)\n]|and\b|then\b|before\b|after\b|this\b|last\b|in\s+the\b|over\s+the\b|at\b|on\b|yesterday\b|today\b|(?:rest|stand|sitt?|walk|ly)ing\b)/iy;
/** Between a number and the name that follows it, and after that name. */
const TO_NAME = /^\s*(?:degrees?\s+)?(?:(?:for|on|of|in|as)\s+)?(?:(?:my|the|a|an|his|her|blood|total)\s+){0,3}$/i;
const ITEM_ENDS = /^[\s.,;:!?)]*(?:(?:now|today|and|but|then|plus)[\s.,;:!?)]*|with\b[^\d]*)?$/i;
/** A third number makes it a list of something else, and so does a second one too near the first. */
const SECOND = /\s(\d{2,3})(?![\d/.%]|\s*(?:bpm|mg|kg|lbs?)\b|\s\d{2,3}\b)/uy;
const LEAST_APART = 15;

const EARLIER =
  /\b(?:was|were|before|previously|last\s+time|used\s+to\s+be|(?:up|down|risen|fallen|dropped|improved)\s+from)(?:\s+(?:that|it|was|at|about|around|only|just)){0,3}\s*$/i;
/** How far behind a value its time may be. */
const TIME_REACH = 20;

/** What opens a sentence as a time does. */
const NOW =
  /(?:now|currently|(?:the\s+|my\s+)?(?:latest|newest|last|most\s+recent)(?:\s+(?:one|reading|result|value))?)\s/iy;
const SPACES = 4;

/** How far the next day of a row may be from the last value. */
const ROW_REACH = 30;

/**
 * `replaces`: the value that the same message takes back, "155, no, 145". `earlier`: it was so before the one in front of it, and nobody
 * says when ("6.8, previously 7.5"): it has no place in time.
 */
type Read = { value: Value; replaces?: Value; earlier?: true };

/** The value before a name counts where none follows in the name's own item of the list: "138 LDL, 51 HDL". */
export function valuesOf(reading: Reading, named: Named, previousEnd: number, limit: number): Read[] {
  const after = valuesAfter(reading, named, limit);
  const items = reading.items();
  const item = items[itemAt(items, named.start)];
  const [first] = after;
  if (!item || (first && first.value.start < item.end)) return after;
  const before = valueBefore(reading, named, item, previousEnd);
  return before ? [{ value: before }] : after;
}

/** "7.8 for the A1c", "612 on my meter": the number right before the name, where the item ends with the name. */
function valueBefore(reading: Reading, named: Named, item: Stretch, previousEnd: number): Value | null {
  const { text, quantities, times, customs } = reading;
  const quantity = quantities[indexFrom(quantities, named.start + 1, endOf) - 1];
  if (!quantity || quantity.start < Math.max(item.start, previousEnd)) return null;
  if (previousEnd > item.start || !TO_NAME.test(text.slice(quantity.end, named.start))) return null;
  const value = readValue(reading, quantity.start, named.name);
  if (value?.number === undefined || (named.fits && !named.fits(value))) return null;
  // "18 weeks pregnant": with its unit and right before the name, whatever follows.
  const touches = named.fits && value.unit && named.start - value.end <= 1;
  const rest = overlapping(times, { start: named.end, end: item.end })[0]?.start ?? item.end;
  if (!touches && !ITEM_ENDS.test(text.slice(named.end, rest))) return null;
  return value.unit || inferUnit(named.name, value.number, customs) ? value : null;
}

/** One value, or a series of them: "120/80 yesterday and 130/85 today", "82 kg, sorry, 81". */
function valuesAfter(reading: Reading, named: Named, limit: number): Read[] {
  const values: Read[] = [];
  const meal = mealAfter(reading.text, named.end);
  let from = skipFiller(reading, named.end + (meal?.[0].length ?? 0));
  let corrects = false;
  let compared = false;
  while (from < limit) {
    const found = readValue(reading, from, named.name, values.length === 0 && !meal ? named.end : from);
    const value = found && named.name === PRESSURE ? withSecond(reading.text, found) : found;
    if (!value) break;
    const first = values[0]?.value;
    const continues = first && !corrects && !compared;
    if (continues ? !sameShape(reading, named.name, value, first) : named.fits && !named.fits(value)) break;
    const replaced = corrects ? values.pop() : undefined;
    const last = values.at(-1)?.value;
    const earlier = compared && last !== undefined && isEarlier(reading, last, value);
    values.push(
      replaced
        ? { value: withUnitOf(value, replaced.value), replaces: replaced.value }
        : { value, ...(earlier && { earlier }) },
    );
    const past = pastTime(reading, value.end);
    const slip = correctionOf(reading, value.end, past);
    const before = slip === null ? comparedPlace(reading.text, value.end, past) : null;
    const joined = slip ?? before ?? nextPlace(reading, value.end, past);
    const next = joined ?? nextSentence(reading, past);
    if (next === null) break;
    corrects = slip !== null;
    compared = before !== null;
    from = skipFiller(reading, next);
    if (joined === null && !isLike(reading, named.name, from, value)) break;
  }
  const last = values.findLast(({ value }) => value.unit)?.value;
  return last ? values.map((one) => ({ ...one, value: withUnitOf(one.value, last) })) : values;
}

function isEarlier({ text, times }: Reading, last: Value, { start, end }: Value): boolean {
  const isDated = overlapping(times, { start: last.end, end: end + TIME_REACH }).length > 0;
  return !isDated && EARLIER.test(text.slice(last.end, start));
}

function withUnitOf(value: Value, other: Value): Value {
  return other.unit && !value.unit ? { ...value, unit: other.unit } : value;
}

/** Right after a value and its time, or where the next sentence begins: "temp is 37.9 now. Sorry, 36.9". */
function correctionOf({ text, quantities }: Reading, end: number, past: number): number | null {
  const here = correctionAfter(text, end) ?? (past > end ? correctionAfter(text, past) : null);
  if (here !== null) return here;
  const sentence = sentenceAt(text, end - 1);
  const next = quantities[indexFrom(quantities, end, startOf)];
  return next && next.start >= sentence.end ? correctionAfter(text, sentence.end) : null;
}

function mealAfter(text: string, at: number): RegExpExecArray | null {
  const sign = signAfterSpace(text, at);
  return isOneOf('bBaA', sign) || isSpace(sign) ? matchAt(AROUND_MEAL, text, at) : null;
}

/** Past the meal and the time that were said of a value. */
function pastTime({ text, times }: Reading, end: number): number {
  const meal = mealAfter(text, end);
  const from = end + (meal?.[0].length ?? 0);
  const time = times[indexFrom(times, from, startOf)];
  if (!time || !/^\s*\(?$/.test(text.slice(from, time.start))) return from;
  return time.end + (text.charAt(time.end) === ')' ? 1 : 0);
}

/** Where the earlier value is that a value is compared with. */
function comparedPlace(text: string, end: number, past: number): number | null {
  const said = matchAt(COMPARED, text, end) ?? (past > end ? matchAt(COMPARED, text, past) : null);
  return said ? said.index + said[0].length : null;
}

/** Where the next value of a series may be: after what joins it, after its day in a row of days, else at the next item of the list. */
function nextPlace(reading: Reading, end: number, past: number): number | null {
  const { text, quantities } = reading;
  const joint = matchAt(NEXT_VALUE, text, past);
  const next = quantities[indexFrom(quantities, past, startOf)];
  // "Mon 8.1 Tue 9.0", "Tue 8.4, Wed forgot, Thu 7.9"
  if (next && next.start - end < ROW_REACH && isRowed(reading, next) && !/[.!?]\s|\n/.test(text.slice(end, next.start)))
    return next.start;
  if (joint) return joint.index + joint[0].length;
  const items = reading.items();
  const item = items[itemAt(items, end) + 1];
  return item && !/[.!?\n]/.test(text.slice(end, item.start)) ? item.start : null;
}

/** "Best is 430. This week 340, 350": the next sentence, where it begins with a time and nothing else is measured before it. */
function nextSentence({ text, timeAt }: Reading, past: number): number | null {
  const { end } = sentenceAt(text, past - 1);
  const opening = end + (/^\s*/.exec(text.slice(end, end + SPACES))?.[0].length ?? 0);
  const isNear = end - past < ROW_REACH && !/[\d\n?]/.test(text.slice(past, opening));
  return isNear && (timeAt.has(opening) || matchAt(NOW, text, opening)) ? opening : null;
}

/** Of the same size and unit as the last one, and nothing follows that it could count. */
function isLike(reading: Reading, name: string, at: number, last: Value): boolean {
  const value = readValue(reading, at, name);
  if (value?.number === undefined || last.number === undefined || !isAlike(value.number, last.number)) return false;
  if ((value.second === undefined) !== (last.second === undefined)) return false;
  return value.unit ? value.unit === last.unit : matchAt(SERIES_GOES_ON, reading.text, value.end) !== null;
}

function isRowed({ text, times }: Reading, { start }: Stretch): boolean {
  const time = times[indexFrom(times, start, startOf) - 1];
  return time !== undefined && time.end <= start && /^[\s:-]{1,3}$/.test(text.slice(time.end, start));
}

/** A later number belongs to the series only if it looks like the first: a pair, the same unit, its own time, a bare list. */
function sameShape({ text, times, customs }: Reading, name: string, value: Value, first: Value): boolean {
  if (first.second !== undefined) return value.second !== undefined;
  if (value.number === undefined) return false;
  // "88.4, yesterday 88.9, a week ago 90.1 kg": the last has the unit of all.
  if (value.unit && first.unit) return value.unit === first.unit;
  if (value.unit) return MEASURED_OFTEN.has(name);
  if (times.some((time) => isRightBeside(text, time, value))) return true;
  if (matchAt(SITE, text, first.end) && matchAt(SITE, text, value.end)) return true;
  // "Peaked at 1.9, now 1.2", "8.1 in May, 7.4 now"
  if (/\bnow\s+(?:(?:at|is|it|it['’]?s)\s+){0,2}$/i.test(text.slice(Math.max(0, value.start - 20), value.start)))
    return true;
  if (/^\s+(?:now|(?:\w+\s+){0,3}(?:later|earlier|ago))\b/i.test(text.slice(value.end, value.end + 30))) return true;
  if (first.unit || first.number === undefined || !matchAt(SERIES_GOES_ON, text, value.end)) return false;
  if (!MEASURED_OFTEN.has(name) && !isAlike(value.number, first.number)) return false;
  const unit = inferUnit(name, value.number, customs);
  return unit !== null && unit === inferUnit(name, first.number, customs);
}

/** "PSA went 3.1, 4.0, 5.2": of what is taken seldom, numbers of one size. */
function isAlike(one: number, other: number): boolean {
  return Math.max(one, other) < 3 * Math.min(one, other);
}

function isRightBeside(text: string, time: Stretch, value: Value): boolean {
  const gap = time.start >= value.end ? text.slice(value.end, time.start) : text.slice(time.end, value.start);
  return /^\s*\(?$/.test(gap);
}

/** "BP is 140 90" */
function withSecond(text: string, value: Value): Value {
  const found = value.second === undefined && !value.unit && value.number ? matchAt(SECOND, text, value.end) : null;
  const second = Number(found?.[1]);
  if (!found || !value.number || second < 30 || second > value.number - LEAST_APART || value.number < 70) return value;
  return { ...value, second, end: value.end + found[0].length };
}
