/** Reads MedicationStatement and MedicationRequest into what the patient takes and how. */
import type { Fact } from '../fact.ts';
import type { Terminology } from '../terminology.ts';
import { type Context, codeIn, find, type Reading, SURE, statusIn, textIn, timeIn, told, wordsIn } from './draft.ts';
import { type InDosage, InMedication, InMedicationUse } from './incoming.ts';
import { brief, named } from './naming.ts';
import { doseCode, doseUnitIn, unitCoded } from './quantities.ts';
import { DURATION, ENDED, FORM, lookup, ROUTES, TIMES_PER_DAY, UNIT_TOLD, VALUE_TOLD, wordFor } from './systems.ts';
import { lengthWords, rhythmWords, timesPerDay } from './timing.ts';

const NOT_TAKEN: Readonly<Record<string, string>> = {
  'entered-in-error': 'It was entered in error',
  'not-taken': 'It was never taken',
  cancelled: 'It was cancelled before it began',
};

/** "Two tablets" of a medicine whose label says 500 mg are 1000 mg. */
const PIECES = /^(?:tab|cap|pill)/i;

export function readMedicationUse(resource: unknown, context: Context): Reading {
  const { own, resolve, terminology } = context;
  const use = InMedicationUse.parse(resource);
  const refusal = lookup(NOT_TAKEN, use.status);
  if (refusal && !context.withdrawn) return refusal;
  if (use.intent === 'proposal' || use.intent === 'option') return 'It was only proposed';
  const medication = InMedication.safeParse(resolve(use.medicationReference)).data;
  const concept = use.medicationCodeableConcept ?? medication?.code;
  const display = use.medicationReference?.display;
  const what = named(context, concept ?? (display === undefined ? undefined : { text: display }), ['drug']);
  if (!what) return 'It does not say which medicine';
  const dosage = use.dosage?.[0] ?? use.dosageInstruction?.[0];
  const ended = use.effectivePeriod?.end ?? find(use.extension, ENDED)?.valueDateTime;
  // "… 500 MG Oral Tablet" says the form and the strength that the dose leaves out.
  const details = told({
    ...what.coded,
    status: statusIn('medication', use.status, use._status),
    effective_time:
      timeIn(use.effectivePeriod?.start, use.effectivePeriod?._start) ?? use.effectiveDateTime ?? use.authoredOn,
    form:
      wordsIn(find(use.extension, FORM)?.valueCodeableConcept) ??
      wordsIn(medication?.form)?.toLowerCase() ??
      what.label?.form,
    ...(dosage ? dosageIn(dosage, context) : {}),
  });
  const count = piecesOf(details);
  if (count && what.label?.dose) Object.assign(details, timesStrength(count, what.label.dose));
  const unit = unitCoded(details.unit, dosage?.doseAndRate?.[0]?.doseQuantity, doseCode, terminology);
  if (unit) details.source_codes = { ...details.source_codes, unit };
  return [
    {
      kind: 'medication',
      name: what.name,
      words: what.words,
      confidence: own ? SURE : 1,
      details,
      ...(ended !== undefined && { ended }),
    },
  ];
}

function piecesOf({ value, unit }: Partial<Fact>): number | undefined {
  if (unit !== undefined && !PIECES.test(unit)) return undefined;
  if (value === undefined || value === 1) return 1;
  return unit !== undefined && typeof value === 'number' ? value : undefined;
}

/** Of each ingredient. */
function timesStrength(count: number, { value, unit }: { value: number | string; unit: string }) {
  const times = (number: number) => Number((number * count).toPrecision(8));
  const all =
    typeof value === 'number' ? times(value) : value.replace(/\d+(?:\.\d+)?/g, (one) => String(times(Number(one))));
  return told({ value: all, unit });
}

function dosageIn(dosage: InDosage, { own, terminology }: Context): Partial<Fact> {
  const { doseQuantity, doseRange } = dosage.doseAndRate?.[0] ?? {};
  const text = own ? {} : terminology.dosageIn(brief(dosage.text ?? ''));
  const dose = doseQuantity ?? doseRange?.low;
  const read = dose ? undefined : text.dose;
  const words = doseRange?.high ? `${doseRange.low?.value ?? ''}-${doseRange.high.value ?? ''}` : undefined;
  const bounds = dosage.timing?.repeat?.boundsDuration;
  return told({
    value: textIn(dosage.extension, VALUE_TOLD) ?? words ?? dose?.value ?? read?.value,
    unit: textIn(dosage.extension, UNIT_TOLD) ?? (dose ? doseUnitIn(dose) : read?.unit),
    frequency: frequencyOf(dosage, text.frequency),
    route: own ? dosage.route?.text : routeOf(dosage, text.route, terminology),
    duration: textIn(dosage.extension, DURATION) ?? (bounds ? lengthWords(bounds) : undefined),
  });
}

function routeOf({ route }: InDosage, read: string | undefined, terminology: Terminology): string | undefined {
  const words = wordsIn(route);
  return wordFor(ROUTES, codeIn(route)) ?? terminology.dosageIn(words ?? '').route ?? words?.toLowerCase() ?? read;
}

function frequencyOf(dosage: InDosage, read: Fact['frequency']): Fact['frequency'] {
  const repeat = dosage.timing?.repeat ?? {};
  const times = find(dosage.extension, TIMES_PER_DAY)?.valueDecimal ?? timesPerDay(repeat);
  const needed = dosage.asNeededBoolean ?? (dosage.asNeededCodeableConcept ? true : undefined);
  const words = wordsIn(dosage.timing?.code) ?? rhythmWords(repeat);
  if (words === undefined && read) return { ...read, ...(needed !== undefined && { as_needed: needed }) };
  if (words === undefined) return needed ? { text: 'as needed', as_needed: true } : undefined;
  return {
    text: words,
    ...(times !== undefined && { times_per_day: times }),
    ...(needed !== undefined && { as_needed: needed }),
  };
}
