/** Reads Observation: a value, or a panel of them, each in the unit its type is kept in as well. */
import type { z } from 'zod';
import type { Fact } from '../fact.ts';
import {
  type Context,
  codeIn,
  type Draft,
  find,
  type Reading,
  SURE,
  statusIn,
  textIn,
  timeIn,
  told,
  wordsIn,
} from './draft.ts';
import { InObservation, type InObserved, type InQuantity } from './incoming.ts';
import { keptOf, named, untagged } from './naming.ts';
import { unitCoded, valueIn } from './quantities.ts';
import { FLAG, JUDGED, lookup, UNIT_TOLD, VALUE_TOLD } from './systems.ts';

const NOT_A_RESULT: Readonly<Record<string, string>> = {
  'entered-in-error': 'It was entered in error',
  cancelled: 'The test was cancelled',
};

type Value = { value?: number | string; unit?: string; canonical?: { value: number; unit: string } };
type Told = z.infer<typeof InQuantity> | string | undefined;

export function readObservation(resource: unknown, context: Context): Reading {
  const { own } = context;
  const observation = InObservation.parse(resource);
  const refusal = lookup(NOT_A_RESULT, observation.status);
  if (refusal && !context.withdrawn) return refusal;
  const shared = {
    status: statusIn('observation', observation.status, observation._status),
    effective_time:
      timeIn(observation.effectiveDateTime, observation._effectiveDateTime) ??
      timeIn(observation.effectivePeriod?.start, observation.effectivePeriod?._start) ??
      observation.effectiveInstant,
    body_site: wordsIn(observation.bodySite),
  };
  const asTold = find(observation.extension, VALUE_TOLD);
  const beside: Told = asTold?.valueString ?? asTold?.valueQuantity;
  const unit = textIn(observation.extension, UNIT_TOLD);
  const parts = [
    resultOf(context, observation, beside, unit),
    ...(observation.component ?? []).map((component) => resultOf(context, component)),
  ].filter((part) => part !== 'empty' || own);
  const drafts = parts.flatMap((part) => (typeof part === 'string' ? [] : part));
  if (drafts.length > 0) return drafts.map((part) => ({ ...part, details: told({ ...shared, ...part.details }) }));
  if (parts.includes('impossible')) return 'No body shows such a value';
  if (parts.includes('unnamed')) return 'It does not say what was measured';
  return observation.hasMember?.length ? 'Its results are resources of their own' : 'It holds no result';
}

function resultOf(
  context: Context,
  observed: InObserved,
  beside?: Told,
  unit?: string,
): Draft | 'unnamed' | 'empty' | 'impossible' {
  const { own, terminology } = context;
  const what = named(context, observed.code, ['observation']);
  if (!what) return 'unnamed';
  const value = readValue(context, observed, what.name, beside);
  if (value.value === undefined && !own) return 'empty';
  if (value.canonical && !own && !terminology.isPossible(what.name, value.canonical.value)) return 'impossible';
  const judged = judgedIn(observed, own);
  const quantity = typeof beside === 'object' ? beside : (observed.valueQuantity ?? observed.valueRange?.low);
  const coding = keptOf(observed.valueCodeableConcept?.coding);
  const written: Fact['source_codes'] = told({
    ...what.coded.source_codes,
    unit: unitCoded(value.unit, quantity, terminology.ucumOf, terminology),
    answer: coding.length > 0 && typeof value.value === 'string' ? { text: value.value, coding } : undefined,
  });
  const source_codes = Object.keys(written).length > 0 ? written : undefined;
  const details = told({ ...what.coded, source_codes, ...(unit !== undefined && { unit }), ...value, judged });
  return { kind: 'observation', name: what.name, words: what.words, confidence: own ? SURE : 1, details };
}

/** Ours says when it is the source's: another one is computed anew for the person. */
function judgedIn({ interpretation, referenceRange = [], extension }: InObserved, own: boolean): Fact['judged'] {
  if (own && !find(extension, JUDGED)) return undefined;
  const range = referenceRange.find(({ type }) => !type || codeIn(type) === 'normal') ?? referenceRange[0];
  const unit = range?.low ?? range?.high;
  const standard = interpretation?.flatMap(({ coding = [] }) => coding).find(({ code = '' }) => FLAG.test(code));
  const judged = told({
    interpretation: standard?.code ?? wordsIn(interpretation?.[0]) ?? codeIn(interpretation?.[0]),
    low: range?.low?.value,
    high: range?.high?.value,
    unit: unit?.unit ?? unit?.code,
    text: range?.text,
  });
  return Object.keys(judged).length > 0 ? judged : undefined;
}

function readValue({ own, terminology }: Context, observed: InObserved, name: string, beside: Told): Value {
  const { valueQuantity: quantity, valueRange: range, valueRatio: ratio } = observed;
  // Ours stays as it was told; that of others is brought into our spelling.
  const unitIn = (given: { unit?: string; code?: string }): string | undefined =>
    own ? given.unit : (terminology.unitOf(name, given) ?? given.unit ?? given.code);
  if (quantity) {
    const unit = unitIn(quantity);
    if (typeof beside === 'string') return told({ value: beside, unit });
    if (beside && quantity.value !== undefined && unit !== undefined) {
      const asTold = told({ value: beside.value, unit: beside.unit });
      return { ...asTold, canonical: { value: quantity.value, unit } };
    }
    const value = valueIn(quantity);
    const canonical = typeof value === 'number' && unit ? terminology.toCanonical(name, value, unit) : null;
    return { ...told({ value, unit }), ...(canonical && { canonical }) };
  }
  if (range) {
    const value = typeof beside === 'string' ? beside : `${range.low?.value ?? ''}-${range.high?.value ?? ''}`;
    return told({ value, unit: unitIn(range.low ?? range.high ?? {}) });
  }
  if (ratio) return { value: `${ratio.numerator?.value ?? ''}:${ratio.denominator?.value ?? ''}` };
  if (observed.valueBoolean !== undefined) return { value: observed.valueBoolean ? 'yes' : 'no' };
  const answer = wordsIn(observed.valueCodeableConcept) ?? codeIn(observed.valueCodeableConcept);
  return told({
    value:
      observed.valueString ??
      observed.valueInteger ??
      (own ? answer : untagged(answer)) ??
      observed.valueDateTime ??
      observed.valueTime,
  });
}
