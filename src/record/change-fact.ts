/**
 * What a correction may change on a fact, and what the fact is then. A correction is checked as strictly as a new fact: the unit has to
 * measure the same thing, the value must be possible, the status must be one of the kind.
 */
import { invalidField } from '../platform/invalid-input.ts';
import { misfitOf, wordsFor } from './bounds.ts';
import type { DoseChange, FactChange } from './corrections.ts';
import { statusWords } from './fhir/statuses.ts';
import { isDateTime } from './fhir/times.ts';
import type { Properties } from './patient-graph.ts';
import { profileProblem } from './profile.ts';
import { textOf } from './properties.ts';
import { endedWith, hasBeenPlanned, retold } from './retell.ts';
import type { FiledKind } from './schema.ts';
import type { FilingTerms } from './terminology.ts';
import { utc } from './times.ts';

type Field = keyof FactChange;
type Fact = { kind: FiledKind; properties: Properties };
type Given = { terms: FilingTerms; now: string };

const FIELDS: Readonly<Partial<Record<FiledKind, readonly Field[]>>> = {
  observation: ['value', 'unit', 'effective_time', 'status'],
  medication: ['value', 'unit', 'effective_time', 'status', 'dose'],
  profile: ['value'],
  family_history: ['value'],
};
const OTHERS: readonly Field[] = ['effective_time', 'status'];
/** A time zone ahead of ours may have begun the next day. */
const AHEAD_MS = 86_400_000;
const OLDEST_AGE = 130;

/** The fact's properties after the change. Throws `invalid`, with the field and the fix. */
export function changed(fact: Fact, change: FactChange, given: Given): Properties {
  const misfit = misfitOf(change);
  if (misfit) refuse(misfit.field, wordsFor(misfit));
  const allowed = FIELDS[fact.kind] ?? OTHERS;
  const told = (Object.keys(change) as Field[]).filter((field) => change[field] !== undefined);
  for (const field of told) {
    if (!allowed.includes(field)) refuse(field, `this fact has none; it can be corrected in ${allowed.join(', ')}`);
  }
  if (change.dose) return redosed(fact, change.dose, change.effective_time, given);
  const { canonical_value, canonical_unit, ...rest } = fact.properties;
  const measured = told.includes('value') || told.includes('unit');
  const next: Properties = measured
    ? { ...rest, ...correctedValue(fact, change, given.terms) }
    : { ...fact.properties };
  if (measured && fact.kind === 'medication') delete next.source_codes;
  if (change.effective_time !== undefined)
    Object.assign(next, timeOf(fact, change.effective_time, change.status, given.now));
  if (change.status === undefined) return next;
  return endedWith(fact.kind, { ...next, status: statusOf(fact.kind, change.status) }, given.now);
}

/** Told again with the new dose, so that the one before is kept in the history. */
function redosed({ kind, properties }: Fact, dose: DoseChange, time: string | undefined, { terms }: Given): Properties {
  const { value } = properties;
  const kept = {
    ...((typeof value === 'number' || typeof value === 'string') && { value }),
    unit: textOf(properties, 'unit'),
    frequency: textOf(properties, 'frequency'),
  };
  const next = terms.withChangedDose(kept, dose) ?? refuse('dose', 'must be one that is taken at that time of day');
  const since = utc(time);
  return retold(kind, properties, { ...next, ...(since && time && { effective_time: since, effective_text: time }) });
}

function correctedValue(fact: Fact, change: FactChange, terms: FilingTerms): Properties {
  const { kind, properties } = fact;
  const value = change.value ?? properties.value;
  if (kind === 'profile') {
    const problem = profileProblem(textOf(properties, 'name') ?? '', value);
    return problem ? refuse('value', problem) : { value: String(value) };
  }
  if (kind === 'family_history') {
    const isAge = typeof value === 'number' && value >= 0 && value <= OLDEST_AGE;
    return isAge ? { age_at_onset: value } : refuse('value', `must be an age in years, at most ${OLDEST_AGE}`);
  }
  if (typeof value !== 'number' && typeof value !== 'string') return refuse('value', 'must be given with a unit');
  return kind === 'observation' ? reading(fact, value, change.unit, terms) : dose(fact, value, change.unit, terms);
}

function reading(
  { properties }: Fact,
  value: number | string,
  told: string | undefined,
  terms: FilingTerms,
): Properties {
  const name = textOf(properties, 'name') ?? '';
  const unit = told ?? textOf(properties, 'unit');
  const result = { value, ...(unit !== undefined && { unit }) };
  if (typeof value !== 'number') return result;
  const canonical = unit === undefined ? null : terms.toCanonical(name, value, unit);
  const kept = terms.toCanonical(name, 1, textOf(properties, 'canonical_unit') ?? '')?.unit;
  if (told !== undefined && !canonical && (kept !== undefined || told !== properties.unit)) {
    refuse('unit', `must be one in which this is measured${kept ? `, such as ${kept}` : ''}`);
  }
  if (value < 0 && terms.isPossible(name, 0) && !terms.isPossible(name, -1)) refuse('value', 'must not be negative');
  if (!canonical) return result;
  if (!terms.isPossible(name, canonical.value)) refuse('value', 'is none that a body can show, in this unit');
  return { ...result, canonical_value: canonical.value, canonical_unit: canonical.unit };
}

function dose({ properties }: Fact, value: number | string, told: string | undefined, terms: FilingTerms): Properties {
  const before = textOf(properties, 'unit');
  if (typeof value === 'number' && value <= 0) refuse('value', 'must be more than 0');
  if (told !== undefined && before !== undefined && !terms.measureAlike(told, before)) {
    refuse('unit', 'must measure the same as the unit before');
  }
  const unit = told ?? before;
  return { value, ...(unit !== undefined && { unit }) };
}

function statusOf(kind: FiledKind, status: string): string {
  const words = statusWords(kind);
  return words.includes(status) ? status : refuse('status', `must be one of ${words.join(', ')}`);
}

function timeOf({ kind, properties }: Fact, time: string, status: string | undefined, now: string): Properties {
  const moment = isDateTime(time) ? utc(time) : undefined;
  if (moment === undefined)
    return refuse('effective_time', 'must be a date such as 2025-03-01, or a time with its zone');
  const planned = kind === 'encounter' || hasBeenPlanned({ status: status ?? textOf(properties, 'status') ?? '' });
  if (!planned && Date.parse(moment) > Date.parse(now) + AHEAD_MS)
    refuse('effective_time', 'must not lie in the future');
  return { effective_time: moment, effective_text: time };
}

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}
