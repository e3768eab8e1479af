/**
 * Measurements as Observation. The value is the one in the type's own unit, because that is what another system can compare
 * and what R4's vital-signs profiles ask for; the value as it was told stands beside it. Systolic and diastolic pressure stay
 * two Observations: each is a node with its own evidence and confidence and may be told alone, and a panel of both would need an
 * identity that the record does not have.
 */
import type { Extension, Observation } from 'fhir/r4.js';
import type { SourceCodes } from '../fact.ts';
import type { PatientProfile } from '../patient-graph.ts';
import { textOf } from '../properties.ts';
import type { Interpretation, Person, Terminology } from '../terminology.ts';
import { type ObservationCategory, observationCategory } from '../vital-signs.ts';
import {
  ASSUMED_MARK,
  asTold,
  codeOf,
  compact,
  concept,
  detail,
  nameOf,
  reference,
  type Source,
  sourceCodes,
  textExtension,
} from './building.ts';
import { codeKept, compared, measured, ranged, valueIn } from './quantities.ts';
import { statusCode } from './statuses.ts';
import {
  DATA_ABSENT,
  FLAG,
  INTERPRETATION,
  JUDGED,
  LOINC,
  lookup,
  OBSERVATION_CATEGORY,
  UNIT_TOLD,
  VALUE_TOLD,
} from './systems.ts';
import { assumedTime, type Time, timed, timeOf } from './times.ts';

/** R4's oxygen-saturation profile asks for this code beside that of pulse oximetry. */
const ALSO_CODED: Readonly<Record<string, string>> = { '59408-5': '2708-6' };
const STANDINGS: Readonly<Record<Interpretation, string>> = {
  'critical-low': 'LL',
  low: 'L',
  normal: 'N',
  high: 'H',
  'critical-high': 'HH',
};

export function observationOf(
  source: Source,
  patient: string,
  { profile, terminology: known }: { profile: PatientProfile; terminology: Terminology },
): Observation {
  const { properties } = source;
  const status = statusCode('observation', detail(source, 'status'));
  const recorded = source.told.first;
  const told = timeOf(detail(source, 'effective_text'), textOf(properties, 'effective_time'));
  const code = codeOf(source);
  const also = lookup(ALSO_CODED, loincOf(source));
  if (also && !code.coding?.some((one) => one.code === also)) code.coding?.push({ system: LOINC, code: also });
  const codes = sourceCodes(source);
  // R4 says in which code a vital sign is given.
  const own = (unit: string) => (categoryCode(source) === 'vital-signs' ? known.ucumOf(unit) : undefined);
  const ucumOf = (unit: string) => own(unit) ?? codeKept(unit, codes.unit) ?? known.ucumOf(unit);
  const terminology = { ...known, ucumOf };
  const { extension, ...value } = resultOf(source, codes, terminology);
  return compact<Observation>({
    resourceType: 'Observation',
    id: source.id,
    extension: judgedBySource(source) ? [...extension, { url: JUDGED, valueString: 'source' }] : extension,
    // Final unless told otherwise; what has had another value before was corrected.
    status: source.corrected && status.code === 'final' ? 'corrected' : status.code,
    _status:
      source.corrected && status.code === 'final' && !status.told ? { extension: ASSUMED_MARK } : asTold(status.told),
    category: categoryOf(source),
    code,
    subject: reference('Patient', patient),
    ...effectiveOf(source, told ?? assumedTime(recorded)),
    issued: recorded,
    ...value,
    ...judged(source, terminology.personAt(profile, textOf(properties, 'effective_time') ?? recorded), terminology),
    bodySite: concept(detail(source, 'body_site')),
  });
}

/**
 * R4's vital signs have a day at least (vs-1): a month or a year is given as the period that it is, and "last spring" as
 * some time before it was told.
 */
function effectiveOf(source: Source, time: Time) {
  const vague = time.value === undefined || time.value.length < 'YYYY-MM-DD'.length;
  if (!vague || categoryCode(source) !== 'vital-signs') return timed('effectiveDateTime', time);
  return { effectivePeriod: { ...timed('start', time), end: time.value ?? source.told.first } };
}

function categoryOf(source: Source) {
  const code = categoryCode(source);
  return code === 'other' ? [] : [{ coding: [{ system: OBSERVATION_CATEGORY, code }] }];
}

function categoryCode(source: Source): ObservationCategory {
  const loinc = loincOf(source);
  return observationCategory(loinc === undefined ? undefined : { system: LOINC, code: loinc });
}

function loincOf(source: Source): string | undefined {
  return textOf(source.properties, 'code_system') === LOINC ? detail(source, 'code') : undefined;
}

function resultOf(
  source: Source,
  { answer }: SourceCodes,
  terminology: Terminology,
): { extension: Extension[] } & Record<string, unknown> {
  const { value, canonical_value: canonical } = source.properties;
  const unit = detail(source, 'unit');
  if (typeof value === 'number') {
    if (typeof canonical !== 'number') return { extension: [], valueQuantity: measured(terminology, value, unit) };
    const kept = detail(source, 'canonical_unit');
    const same = canonical === value && kept === unit;
    return {
      extension: same ? [] : [{ url: VALUE_TOLD, valueQuantity: measured(terminology, value, unit) }],
      valueQuantity: measured(terminology, canonical, kept),
    };
  }
  const words = detail(source, 'value');
  const coded = words !== undefined && answer?.text === value ? answer?.coding : undefined;
  if (coded) return { extension: textExtension(UNIT_TOLD, unit), valueCodeableConcept: { coding: coded, text: words } };
  if (words !== undefined) return wordsOf(words, unit, terminology);
  return {
    extension: textExtension(UNIT_TOLD, unit),
    dataAbsentReason: { coding: [{ system: DATA_ABSENT, code: 'unknown' }] },
  };
}

function wordsOf(
  words: string,
  unit: string | undefined,
  terminology: Terminology,
): { extension: Extension[] } & Record<string, unknown> {
  const bound = compared(terminology, words, unit);
  if (bound) return { extension: kept(words, valueIn(bound)), valueQuantity: bound };
  const range = ranged(terminology, words, unit);
  if (range) return { extension: kept(words, `${range.low.value}-${range.high.value}`), valueRange: range };
  return { extension: textExtension(UNIT_TOLD, unit), valueString: words };
}

/** The words themselves, unless the value would come back as exactly these. */
function kept(words: string, readBack: unknown): Extension[] {
  return words === readBack ? [] : textExtension(VALUE_TOLD, words);
}

function judgedBySource({ properties }: Source): boolean {
  return ['interpretation', 'range_low', 'range_high', 'range_text'].some((name) => properties[name] !== undefined);
}

/** As the laboratory wrote it, which knows its method and its patient. */
function judgmentOf(source: Source, terminology: Terminology) {
  const { range_low: low, range_high: high } = source.properties;
  const said = detail(source, 'interpretation');
  const unit = detail(source, 'range_unit');
  const bound = (value: unknown) => (typeof value === 'number' ? measured(terminology, value, unit) : undefined);
  return {
    interpretation: said
      ? [FLAG.test(said) ? { coding: [{ system: INTERPRETATION, code: said }] } : { text: said }]
      : [],
    referenceRange: [{ low: bound(low), high: bound(high), text: detail(source, 'range_text') }],
  };
}

/** The range that holds for this person, and where the value stands in it. */
function judged(source: Source, person: Person, terminology: Terminology) {
  if (judgedBySource(source)) return judgmentOf(source, terminology);
  const { canonical_value: value, canonical_unit: unit } = source.properties;
  const name = nameOf(source);
  const range = terminology.referenceRange(name, person);
  if (typeof value !== 'number' || !range || range.unit !== unit) return {};
  const standing = terminology.interpret(name, value, person);
  return {
    interpretation: standing ? [{ coding: [{ system: INTERPRETATION, code: STANDINGS[standing] }] }] : [],
    referenceRange: [
      {
        low: range.low === undefined ? undefined : measured(terminology, range.low, range.unit),
        high: range.high === undefined ? undefined : measured(terminology, range.high, range.unit),
        text: range.source,
      },
    ],
  };
}
