/** A regimen as MedicationStatement: what the patient takes or took, and how. */
import type { Dosage, Extension, MedicationStatement } from 'fhir/r4.js';
import { textOf } from '../properties.ts';
import {
  asTold,
  codeOf,
  compact,
  concept,
  detail,
  reference,
  type Source,
  sourceCodes,
  textExtension,
} from './building.ts';
import { endedExtension } from './export-findings.ts';
import { dosed } from './quantities.ts';
import { statusCode } from './statuses.ts';
import { DURATION, FORM, ROUTES, TIMES_PER_DAY, UCUM, UNIT_TOLD, VALUE_TOLD } from './systems.ts';
import { momentOf, timed, timeOf } from './times.ts';
import { lengthOf, lengthWords, repeatOf } from './timing.ts';

export function medicationOf(source: Source, patient: string): MedicationStatement {
  const status = statusCode('medication', detail(source, 'status'));
  const form = detail(source, 'form');
  const { period, extension } = periodOf(source);
  return compact<MedicationStatement>({
    resourceType: 'MedicationStatement',
    id: source.id,
    extension: [...(form === undefined ? [] : [{ url: FORM, valueCodeableConcept: { text: form } }]), ...extension],
    status: status.code,
    _status: asTold(status.told),
    medicationCodeableConcept: codeOf(source),
    subject: reference('Patient', patient),
    effectivePeriod: period,
    dateAsserted: source.told.last,
    dosage: [dosageOf(source)],
  });
}

/** From when until when. An end told before the beginning is no period (per-1); it stands beside it. */
export function periodOf(source: Source) {
  const { properties } = source;
  const start = timeOf(detail(source, 'effective_text'), textOf(properties, 'effective_time'));
  const end = timeOf(undefined, textOf(properties, 'ended_time'));
  const inverted = momentOf(end?.value) < momentOf(start?.value);
  return {
    period: { ...timed('start', start), ...timed('end', inverted ? undefined : end) },
    extension: inverted ? endedExtension(source) : [],
  };
}

function dosageOf(source: Source) {
  const { value, as_needed: asNeeded } = source.properties;
  const unit = detail(source, 'unit');
  const route = detail(source, 'route');
  const words = detail(source, 'value');
  const { timing, extension } = timingOf(source);
  const dosage = {
    extension: [
      ...textExtension(VALUE_TOLD, words),
      ...(typeof value === 'number' ? [] : textExtension(UNIT_TOLD, unit)),
      ...extension,
    ],
    timing,
    asNeededBoolean: typeof asNeeded === 'boolean' ? asNeeded : undefined,
    route: concept(route, ROUTES),
    doseAndRate: typeof value === 'number' ? [{ doseQuantity: dosed(value, unit, sourceCodes(source).unit) }] : [],
  };
  const dose =
    typeof value === 'number' || words !== undefined
      ? [words ?? value, unit].filter((part) => part !== undefined).join(' ')
      : undefined;
  const text = [dose, detail(source, 'frequency'), route].filter(Boolean).join(', ');
  return compact<Dosage>({ text: text || undefined, ...dosage });
}

function timingOf(source: Source): { timing: Dosage['timing']; extension: Extension[] } {
  const { times_per_day: times } = source.properties;
  const frequency = detail(source, 'frequency');
  const duration = detail(source, 'duration');
  const repeat = typeof times === 'number' ? repeatOf(times) : undefined;
  const length = duration === undefined ? undefined : lengthOf(duration);
  const plain = length !== undefined && lengthWords(length) === duration;
  return {
    timing: compact<NonNullable<Dosage['timing']>>({
      repeat: { boundsDuration: plain ? { ...length, system: UCUM } : undefined, ...repeat },
      code: frequency === undefined ? undefined : { text: frequency },
    }),
    extension: [
      ...(typeof times === 'number' && !repeat ? [{ url: TIMES_PER_DAY, valueDecimal: times }] : []),
      ...(plain ? [] : textExtension(DURATION, duration)),
    ],
  };
}
