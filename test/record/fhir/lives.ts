/** Random patient histories: turns in which a patient tells facts of every kind, in every form that extractors hand in. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { observationType } from '../../../src/clinical/observations/observation-types.ts';
import { toCanonical } from '../../../src/clinical/quantities/units.ts';
import { termNamed } from '../../../src/clinical/vocabulary/find-terms.ts';
import { type FactKind as AnyKind, FACT_KINDS, type Fact, type FamilyFact } from '../../../src/record/fact.ts';
import type { Provenance } from '../../../src/record/record.ts';

export type Turn = { facts: Fact[]; family: FamilyFact[]; provenance: Provenance };

/** Who the patient is has no resource of its own. */
type FactKind = Exclude<AnyKind, 'profile'>;
const KINDS = FACT_KINDS.filter((kind) => kind !== 'profile');

const NAMES: Readonly<Record<FactKind, readonly string[]>> = {
  condition: ['Hypertension', 'Type 2 diabetes', 'Asthma', "Grover's disease", '高血圧'],
  symptom: ['Headache', 'Cough', 'Dizziness', 'Odd taste of <metal>'],
  allergy: ['Penicillin', 'Peanut', 'Latex', 'Mangosteen'],
  observation: [
    'Systolic blood pressure',
    'Diastolic blood pressure',
    'Heart rate',
    'Weight',
    'Height',
    'Body temperature',
    'Oxygen saturation',
    'HbA1c',
    'LDL cholesterol',
    'Creatinine',
    'Grip strength',
  ],
  medication: ['Metformin', 'Lisinopril', 'Ibuprofen', 'St. Elsewhere drops'],
  encounter: ['Check-up', 'Emergency visit', 'Hospital stay', 'Telehealth visit', 'Cardiology appointment'],
  practitioner: ['Dr. Lee', 'Dr. Shah', 'Cardiologist'],
  organization: ['Mercy Hospital', 'Quest Diagnostics', 'Corner "Clinic"'],
  procedure: ['Appendectomy', 'Colonoscopy', 'Cupping'],
  document: ['Lab report', 'MRI report', 'Letter'],
};
const STATUSES: Readonly<Record<FactKind, readonly string[]>> = {
  condition: ['active', 'resolved', 'past', 'inactive', 'in remission'],
  symptom: ['active', 'resolved', 'past'],
  allergy: ['active', 'resolved', 'outgrown'],
  observation: ['final', 'preliminary'],
  medication: ['active', 'stopped', 'planned', 'past', 'completed', 'Discontinued'],
  encounter: ['scheduled', 'past', 'cancelled', 'missed'],
  practitioner: ['active', 'past', 'inactive'],
  organization: ['active', 'past'],
  procedure: ['scheduled', 'past', 'completed', 'declined'],
  document: ['past', 'received'],
};
const START = Date.UTC(2025, 0, 1, 9);
const DAY = 86_400_000;

const day = fc.integer({ min: -900, max: 200 }).map((days) => new Date(START + days * DAY).toISOString());
const time = fc.oneof(
  { arbitrary: day, weight: 4 },
  day.map((iso) => iso.slice(0, 10)),
  day.map((iso) => iso.slice(0, 7)),
  day.map((iso) => iso.slice(0, 4)),
  day.map((iso) => `${iso.slice(0, 10)}T23:30:00-05:00`),
  day.map((iso) => `${iso.slice(0, 10)}T07:15`),
  fc.constantFrom('last spring', '2024-02-30', 'March 2015'),
);
const words = (...texts: string[]) => fc.constantFrom(...texts);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const severity = maybe(words('mild', 'moderate', 'severe', '7/10', 'Severe'));
const duration = maybe(words('3 days', '1 week', 'since Monday', '10 months', 'a while'));
const bodySite = maybe(words('left knee', 'chest'));
const frequency = maybe(
  fc.record(
    {
      text: words('twice a day', 'every other day', 'weekly', 'at night', 'when needed'),
      times_per_day: fc.constantFrom(1, 2, 3, 0.5, 0.143, 0.286, 0.033, 0.071, 2.4, 1.7, 24),
      as_needed: fc.boolean(),
    },
    { requiredKeys: ['text'] },
  ),
);
const dose = fc.constantFrom<Partial<Fact>>(
  {},
  { value: 500, unit: 'mg' },
  { value: 0.25, unit: 'mcg' },
  { value: 2, unit: 'tablet' },
  { value: 3 },
  { value: '5/325', unit: 'mg' },
  { value: 'two puffs' },
  { value: 12, unit: 'units' },
  { value: 4, unit: 'thimble' },
);

const DETAILS: Readonly<Record<FactKind, fc.Arbitrary<Partial<Fact>>>> = {
  condition: fc.record({ severity, duration, body_site: bodySite }),
  symptom: fc.record({ severity, duration, body_site: bodySite }),
  allergy: fc.record({ severity, reaction: maybe(words('Hives', 'Hives, Swelling', 'throat closed, hives ,odd')) }),
  observation: fc.record({ body_site: bodySite }),
  medication: fc
    .tuple(
      dose,
      fc.record({
        frequency,
        duration,
        route: maybe(words('oral', 'nasal', 'by spoon')),
        form: maybe(words('tablet', 'gel')),
      }),
    )
    .map(([amount, rest]) => ({ ...amount, ...rest })),
  encounter: fc.record({ specialty: maybe(words('Cardiology')) }),
  practitioner: fc.record({ specialty: maybe(words('Cardiology', 'Dermatology')) }),
  organization: fc.constant({}),
  procedure: fc.record({ body_site: bodySite }),
  document: fc.record({ url: maybe(words('https://example.org/a', 'https://example.org/b?c=d%20e')) }),
};

/** A value as extractors give it: a number in one of the type's units, or words. */
function valueFor(name: string): fc.Arbitrary<Partial<Fact>> {
  const type = observationType(name);
  const spoken = fc.constantFrom<Partial<Fact>>(
    { value: '<5', ...(type && { unit: type.unit }) },
    { value: '≥ 7.0' },
    { value: '60-61.5', ...(type && { unit: type.unit }) },
    { value: '6 to 7' },
    { value: 'positive' },
    { value: 'off the scale', unit: 'bars' },
    {},
  );
  if (!type)
    return fc.oneof(
      spoken,
      fc.constantFrom<Partial<Fact>>({ value: 41.5, unit: 'kg' }, { value: 3, unit: 'widgets' }, { value: 0 }),
    );
  const { low, high } = type.usual;
  const number = fc
    .tuple(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(type.unit, type.unit, ...type.otherUnits))
    .map(([step, unit]) => {
      const value = Math.round((low + ((high - low) * step) / 1000) * 10) / 10;
      const canonical = toCanonical(name, value, unit);
      return { value, unit, ...(canonical && { canonical }) };
    });
  return fc.oneof({ arbitrary: number, weight: 4 }, spoken, fc.constant({ value: Math.round(low) }));
}

const fact = fc.constantFrom(...KINDS).chain((kind) =>
  fc.constantFrom(...NAMES[kind]).chain((name) =>
    fc.record({
      base: fc.constant({ kind, name }),
      details: DETAILS[kind],
      value: kind === 'observation' ? valueFor(name) : fc.constant({}),
      code: fc.constantFrom(
        termNamed(name)?.code,
        undefined,
        ...(termNamed(name)
          ? []
          : [
              { system: 'http://snomed.info/sct', code: '123' },
              { system: 'house list', code: 'A 1' },
            ]),
      ),
      status: maybe(words(...STATUSES[kind])),
      effective_time: maybe(time),
      confidence: fc.constantFrom(0.5, 0.75, 0.9, 1),
      source_agent: words('DataExtractorAgent', 'MedicalContextAgent'),
      gap: fc.integer({ min: 0, max: 160 }),
    }),
  ),
);
type Spoken = typeof fact extends fc.Arbitrary<infer T> ? T : never;

const relative = fc.record(
  {
    relation: words('mother', 'maternal grandmother', 'family', 'half-cousin'),
    name: fc.constantFrom(...NAMES.condition),
    age_at_onset: fc.integer({ min: 0, max: 99 }),
    code: fc.constant({ system: 'http://snomed.info/sct', code: '99' }),
  },
  { requiredKeys: ['relation', 'name'] },
);

const turn = fc.record({
  session: words('session-1', 'session-2'),
  later: fc.integer({ min: 1, max: 60 }),
  // A message tells a thing once: two extractors that read the same words are merged before filing.
  family: fc.uniqueArray(relative, { maxLength: 2, selector: ({ name, relation }) => `${relation} ${name}` }),
  facts: fc.uniqueArray(fact, { minLength: 1, maxLength: 8, selector: ({ base }) => `${base.kind} ${base.name}` }),
});

/** Turns in the order they were filed. The ids are new each time, so that a history can be filed twice in one store. */
export const life = fc.array(turn, { minLength: 1, maxLength: 6 });

export function turnsOf(told: typeof life extends fc.Arbitrary<infer T> ? T : never): Turn[] {
  let days = 0;
  return told.map(({ session, later, facts, family }) => {
    days += later;
    const filed_at = new Date(START + days * DAY).toISOString();
    const relatives = family.map((one) => ({
      ...one,
      id: randomUUID(),
      confidence: 0.8,
      source_agent: 'MedicalContextAgent',
      evidence: { start: 3, end: 7, text: 'kin' },
    }));
    return {
      facts: spoken(facts),
      family: relatives,
      provenance: { turn_id: randomUUID(), session_id: session, filed_at },
    };
  });
}

/** One after the other in the message, nearer or farther apart. */
function spoken(facts: readonly Spoken[]): Fact[] {
  let at = 0;
  return facts.map(({ base, gap, details, value, ...rest }) => {
    const start = at + gap;
    at = start + base.name.length;
    const evidence = { start, end: at, text: base.name };
    const whole = { ...base, ...rest, ...details, ...value, id: randomUUID(), evidence };
    return Object.fromEntries(Object.entries(whole).filter(([, one]) => one !== undefined)) as Fact;
  });
}
