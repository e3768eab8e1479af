/**
 * Dangerous values as the record would read them (extract/measurements.ts): every spelling and unit that it knows. That reader costs
 * more than all other red flags together, so it is asked only where it can find something: a number after the name of an
 * observation that has a limit, or a number that needs no name.
 */

import { extractMeasurements, measuredNames } from '../extract/measurements.ts';
import { DIASTOLIC, PRESSURE, SYSTOLIC } from '../observations/observation-types.ts';
import { findQuantities, type Quantity } from '../quantities/find-quantities.ts';
import { toCanonical } from '../quantities/units.ts';
import { beyond, DIASTOLIC_FROM, LIMITS, type Read } from './limits.ts';

const ANY_MOMENT = { now: new Date(0), timezone: 'UTC' };
/** Limits under another name. */
const SAME: Readonly<Record<string, string>> = { 'Fasting glucose': 'Blood glucose' };
const NAMES = new Set([...LIMITS.keys(), ...Object.keys(SAME), DIASTOLIC, PRESSURE]);
/** The upper number of "140 90" is at least this. */
const LEAST_OF_PAIR = 70;
/** Further from its name than this no value begins, and in no other clause. */
const REACH = 120;
const ENDS = /[?!;]|\.\s+[A-Z]|\b(?:because|but|and (?:i|my|he|his|she|her|the|it))\b/;

export function recordedValues(text: string): Read[] {
  if (!isPossible(text)) return [];
  return extractMeasurements(text, ANY_MOMENT).flatMap(({ name, value, unit, start = 0, quote, assertion }) => {
    const amount =
      typeof value === 'number' ? value : Number(/^[<>≤≥]=?\s?([\d.]+)/.exec(String(value))?.[1] ?? Number.NaN);
    if (!Number.isFinite(amount) || assertion === 'absent') return [];
    const canonical = unit ? (toCanonical(name, amount, unit)?.value ?? amount) : amount;
    const span = { start, end: start + quote.length };
    if (name === DIASTOLIC && canonical >= DIASTOLIC_FROM) return beyond(SYSTOLIC, 300, span, start);
    return beyond(SAME[name] ?? name, canonical, span, start);
  });
}

function isPossible(text: string): boolean {
  const quantities = findQuantities(text);
  if (quantities.some(needsNoName)) return true;
  const values = quantities.filter(mayBeValue);
  if (values.length === 0) return false;
  return measuredNames(text).some(({ name, end, fits }) => {
    // A word that merely implies a pressure needs a pair after it (extract/implied-names.ts).
    const least = fits && name === PRESSURE ? LEAST_OF_PAIR : 0;
    return NAMES.has(name) && values.some(({ start, value = least }) => value >= least && follows(text, end, start));
  });
}

/** What only a thermometer shows, so many a minute, or a pair of dangerous pressures (extract/unnamed-values.ts). */
function needsNoName({ value = 0, second, ucum, dimension }: Quantity): boolean {
  if (ucum === '/min') return true;
  if (second !== undefined) return value < 80 || value >= 180 || second >= DIASTOLIC_FROM || ucum !== undefined;
  if (dimension !== 'none' && dimension !== 'temperature') return false;
  return (value >= 40 && value <= 43) || (value >= 104 && value <= 110);
}

/** A dose, a duration or a year is no value of a body; a comparison is read whatever its unit. */
function mayBeValue({ value = 0, dimension, second, comparator }: Quantity): boolean {
  if (comparator !== undefined) return true;
  return second === undefined && dimension !== 'mass' && dimension !== 'time' && !(value >= 1900 && value < 2100);
}

function follows(text: string, end: number, start: number): boolean {
  return start >= end - 1 && start < end + REACH && !ENDS.test(text.slice(end, start));
}
