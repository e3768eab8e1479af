/**
 * Measurements in words: value, unit, and where each stands in its reference range. Blood pressure is said the way people say
 * it, as one pair.
 */

import { DIASTOLIC, observationType, PRESSURE, SYSTOLIC } from '../observations/observation-types.ts';
import { type Interpretation, interpret, referenceRange, STANDING_WORDS, worseOf } from '../observations/ranges.ts';
import { toCanonical } from '../quantities/units.ts';
import { pressureText, rangeIn, rangeText, sourceText } from './range-words.ts';

export type Reading = {
  name: string;
  value?: number | string | undefined;
  unit?: string | undefined;
  time?: string | undefined;
};

export type DescribedReading = {
  name: string;
  /** "Blood pressure 120/80 mmHg" */
  title: string;
  /** "Blood pressure 120/80 mmHg is within the usual adult range of …" */
  line: string;
  standing: Interpretation | null;
  time?: string | undefined;
};

/** The value and its unit, without the name: "150/95 mmHg". */
export function shortTitle({ name, title }: DescribedReading): string {
  return title.slice(name.length).trim();
}

const HIGH_PRESSURE = { upper: 140, lower: 90 };
const FEVER_FROM = 38;
/** No body is this warm in degrees Celsius, and none so cold in Fahrenheit. */
const FAHRENHEIT_FROM = 80;

export function describeReadings(
  mentions: readonly (Omit<Reading, 'time'> & {
    effective_time?: string | undefined;
    assertion?: string | undefined;
  })[],
): DescribedReading[] {
  return describe(
    mentions
      .filter((mention) => mention.value !== undefined && (mention.assertion ?? 'present') !== 'absent')
      .map(({ name, value, unit, effective_time }) => ({ name, value, unit, time: effective_time })),
  );
}

export function describe(readings: readonly Reading[]): DescribedReading[] {
  return toDescribe(readings).map(({ describe }) => describe());
}

/** What there is to describe, by its name; both halves of a pressure are one. Of a record nobody asks for all of it. */
export function toDescribe(readings: readonly Reading[]): { name: string; describe(): DescribedReading }[] {
  const rest = [...readings];
  const named: { name: string; describe(): DescribedReading }[] = [];
  while (rest.length > 0) {
    const reading = rest.shift() as Reading;
    const other = reading.name === SYSTOLIC ? DIASTOLIC : reading.name === DIASTOLIC ? SYSTOLIC : null;
    const partner = other
      ? rest.findIndex((candidate) => candidate.name === other && candidate.time === reading.time)
      : -1;
    const [found] = partner < 0 ? [] : rest.splice(partner, 1);
    if (!found) named.push({ name: reading.name, describe: () => describeOne(reading) });
    else if (other === DIASTOLIC) named.push({ name: PRESSURE, describe: () => describePair(reading, found) });
    else named.push({ name: PRESSURE, describe: () => describePair(found, reading) });
  }
  return named;
}

function describeOne({ name, value, unit = '', time }: Reading): DescribedReading {
  const title = `${name} ${value}${unit && unit !== name ? ` ${unit}` : ''}`;
  if (name === PRESSURE && typeof value === 'string') {
    const [systolic, diastolic] = value.split('/').map(Number);
    if (systolic && diastolic)
      return describePair(
        { name: SYSTOLIC, value: systolic, unit, time },
        { name: DIASTOLIC, value: diastolic, unit, time },
      );
  }
  const standing = standingOf({ name, value, unit });
  const range = rangeIn(name, unit);
  const line =
    standing && range
      ? `${title} is ${STANDING_WORDS[standing]} the usual adult range of ${rangeText(range)} (${sourceText(range)})`
      : `${title}: I have no reference range to compare it with`;
  return { name, title, line, standing, time };
}

function describePair(systolic: Reading, diastolic: Reading): DescribedReading {
  const unit = systolic.unit ?? 'mmHg';
  const title = `${PRESSURE} ${systolic.value}/${diastolic.value} ${unit}`;
  const standing = worseOf(standingOf(systolic), standingOf(diastolic));
  const range = pressureText();
  const systolicRange = referenceRange(SYSTOLIC);
  const line =
    standing && range && systolicRange
      ? `${title} is ${isRaised(systolic, diastolic, standing) ? 'slightly ' : ''}${STANDING_WORDS[standing]} the usual adult range of ${range} (${sourceText(systolicRange)})`
      : `${title}: I have no reference range to compare it with`;
  return { name: PRESSURE, title, line, standing, time: systolic.time };
}

/** A number without a unit could be in either of two. */
function isAmbiguous(name: string): boolean {
  return (observationType(name)?.otherUnits.length ?? 0) > 0 && name !== SYSTOLIC && name !== DIASTOLIC;
}

/** Above the range, and below what counts as high blood pressure (NICE NG136). */
function isRaised({ value: upper }: Reading, { value: lower }: Reading, standing: Interpretation): boolean {
  return standing === 'high' && Number(upper) < HIGH_PRESSURE.upper && Number(lower) < HIGH_PRESSURE.lower;
}

function standingOf({ name, value, unit }: Reading): Interpretation | null {
  if (typeof value === 'string') return boundStanding(name, value, unit);
  if (value === undefined || (!unit && isAmbiguous(name))) return null;
  const canonical = unit ? toCanonical(name, value, unit) : null;
  if (unit && !canonical) return null;
  return interpret(name, canonical?.value ?? value);
}

/** 38 °C (100.4 °F) or more. */
export function isFever({ name, title }: DescribedReading): boolean {
  if (name !== 'Body temperature') return false;
  const value = Number(/[\d.]+/.exec(title)?.[0]);
  return (value > FAHRENHEIT_FROM ? ((value - 32) * 5) / 9 : value) >= FEVER_FROM;
}

const BOUND = /^\s*([<>≤≥])\s*(\d+(?:\.\d+)?)\s*$/;

/** "<5" is below 8 whatever it is; where it could be on either side of a limit, nothing is said. */
function boundStanding(name: string, value: string, unit: string | undefined): Interpretation | null {
  const [, sign, number] = BOUND.exec(value) ?? [];
  const range = referenceRange(name);
  if (!sign || !range) return null;
  const limit = unit ? toCanonical(name, Number(number), unit)?.value : Number(number);
  if (limit === undefined) return null;
  const [low, high] = [range.low ?? Number.NEGATIVE_INFINITY, range.high ?? Number.POSITIVE_INFINITY];
  if (sign === '<' || sign === '≤') return limit <= low ? 'low' : low < 0 && limit <= high ? 'normal' : null;
  return limit >= high ? 'high' : high === Number.POSITIVE_INFINITY && limit >= low ? 'normal' : null;
}
