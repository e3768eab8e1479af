/**
 * Dangerous values as the record would read them (extract/measurements.ts): every spelling and unit that it knows. That reader costs
 * more than all other red flags together, so it is asked only where it can find something: a number after the name of an
 * observation that has a limit, or a number that needs no name.
 */
import { extractMeasurements } from '../extract/measurements.ts';
import { findQuantities, type Quantity } from '../quantities/find-quantities.ts';
import { toCanonical } from '../quantities/units.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { beyond, DIASTOLIC_FROM, LIMITS, type Read, SYSTOLIC } from './limits.ts';

const ANY_MOMENT = { now: new Date(0), timezone: 'UTC' };
/** Limits under another name. */
const SAME: Readonly<Record<string, string>> = { 'Fasting glucose': 'Blood glucose' };
const DIASTOLIC = 'Diastolic blood pressure';
/** Terms of the vocabulary after which the record reads a value that has a limit. */
const NAMES = new Set([
  ...LIMITS.keys(),
  ...Object.keys(SAME),
  DIASTOLIC,
  'Blood pressure',
  'Fever',
  'Hypertension',
  'Hypotension',
]);
/** Words that are no terms and that the record takes for a name before a number (extract/implied-names.ts). */
const IMPLIED = /\b(?:sugars?|glu|pressures?|numbers|hr|bp|creat|plts?|sat|[tpr])(?![a-z])|racing|beating|pounding/gi;
/** Further from its name than this no value is read. */
const REACH = 200;

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
  if (quantities.length === 0) return false;
  if (quantities.some(needsNoName)) return true;
  const follows = (end: number) => quantities.some(({ start }) => start >= end - 1 && start < end + REACH);
  if (findTerms(text).some(({ term, end }) => NAMES.has(term.name) && follows(end))) return true;
  IMPLIED.lastIndex = 0;
  for (let match = IMPLIED.exec(text); match; match = IMPLIED.exec(text)) if (follows(IMPLIED.lastIndex)) return true;
  return false;
}

/** A pair, so many a minute, and what only a thermometer shows (extract/unnamed-values.ts). */
function needsNoName({ value = 0, second, ucum, dimension }: Quantity): boolean {
  if (second !== undefined || ucum === '/min') return true;
  if (dimension !== 'none' && dimension !== 'temperature') return false;
  return (value >= 40 && value <= 43) || (value >= 104 && value <= 110);
}
