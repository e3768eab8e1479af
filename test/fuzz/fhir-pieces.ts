/** FHIR bundles of plausible resources, some of whose fields are replaced. */
import { hostileJson, hostileNumber, hostileText } from './hostile.ts';
import type { Random } from './random.ts';

type Fields = Record<string, unknown>;

const NAMES = [
  'Hemoglobin A1c',
  'Body weight',
  'Asthma',
  'Metformin',
  'constructor',
  '__proto__',
  'Blood pressure',
  '',
];
const DATES = ['2024-05-01', '2024-05-01T10:00:00Z', '2024', '9999-12-31', '0000-01-01', '+275760-09-13', 'yesterday'];
const UNITS = ['mg', '%', 'kg', 'mmHg', 'constructor', '1', 'μg/dL', 'mg/{total}'];

export function bundle(random: Random): unknown {
  const entries = Array.from({ length: random.pick([0, 1, 2, 5, 30]) }, () => ({ resource: resource(random) }));
  const whole: Fields = { resourceType: 'Bundle', type: 'collection', entry: entries };
  return random.chance(0.3) ? replaced(whole, random) : whole;
}

function resource(random: Random): unknown {
  const made = random.pick([observation, condition, medication, allergy, encounter, patient, family])(random);
  return random.chance(0.5) ? replaced(made, random) : made;
}

const concept = (random: Random): Fields => ({
  text: random.pick(NAMES),
  coding: [
    {
      system: random.pick(['http://loinc.org', 'http://snomed.info/sct', 'urn:x']),
      code: '4548-4',
      display: random.pick(NAMES),
    },
  ],
});
const amount = (random: Random): Fields => ({
  value: random.chance(0.5) ? random.below(200) : hostileNumber(random),
  unit: random.pick(UNITS),
  code: random.pick(UNITS),
  system: 'http://unitsofmeasure.org',
});
const date = (random: Random) => random.pick(DATES);

const observation = (random: Random): Fields => ({
  resourceType: 'Observation',
  status: random.pick(['final', 'entered-in-error', 'constructor']),
  code: concept(random),
  effectiveDateTime: date(random),
  valueQuantity: amount(random),
  component: [{ code: concept(random), valueQuantity: amount(random) }],
  referenceRange: [{ low: amount(random), high: amount(random) }],
});
const condition = (random: Random): Fields => ({
  resourceType: 'Condition',
  clinicalStatus: concept(random),
  code: concept(random),
  onsetDateTime: date(random),
  onsetAge: amount(random),
});
const medication = (random: Random): Fields => ({
  resourceType: random.pick(['MedicationStatement', 'MedicationRequest']),
  status: 'active',
  medicationCodeableConcept: concept(random),
  dosageInstruction: [
    {
      timing: {
        repeat: {
          frequency: hostileNumber(random),
          period: hostileNumber(random),
          periodUnit: random.pick(['d', 'h', 'wk', 'constructor']),
        },
      },
      doseAndRate: [{ doseQuantity: amount(random) }],
    },
  ],
});
const allergy = (random: Random): Fields => ({
  resourceType: 'AllergyIntolerance',
  code: concept(random),
  reaction: [{ manifestation: [concept(random)], severity: random.pick(['mild', 'toString']) }],
});
const encounter = (random: Random): Fields => ({
  resourceType: 'Encounter',
  status: 'finished',
  period: { start: date(random), end: date(random) },
  participant: [{ individual: { display: random.pick(NAMES), reference: 'Practitioner/1' } }],
});
const patient = (random: Random): Fields => ({
  resourceType: 'Patient',
  birthDate: date(random),
  gender: random.pick(['female', 'constructor']),
  name: [{ given: [random.pick(NAMES)], family: random.pick(NAMES) }],
});
const family = (random: Random): Fields => ({
  resourceType: 'FamilyMemberHistory',
  relationship: concept(random),
  condition: [{ code: concept(random), onsetAge: amount(random) }],
});

/** One value somewhere inside is another one, or is gone, or there is one more. */
function replaced(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return hostileJson(random, 2);
  const keys = Object.keys(value);
  const key = random.pick(keys) ?? 'x';
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Fields;
  const change = random.below(10);
  if (change === 0) delete copy[key];
  else if (change === 1) copy[hostileText(random)] = hostileJson(random, 2);
  else copy[key] = replaced(copy[key], random);
  return copy;
}
