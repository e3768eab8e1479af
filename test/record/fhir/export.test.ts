/** What others see of a record: the FHIR that they will compute with. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact, FamilyFact } from '../../../src/record/fact.ts';
import type { PatientProfile } from '../../../src/record/patient-graph.ts';
import { amendment, by, newPatient, told, turn } from '../told.ts';
import { exported, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { problemsOf } from './validate.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const pressure = (name: string, code: string, value: number): Fact =>
  told('observation', name, {
    value,
    unit: 'mmHg',
    canonical: { value, unit: 'mmHg' },
    code: { system: 'http://loinc.org', code },
    effective_time: '2025-02-28T08:00:00+01:00',
  });

async function resourcesOf(facts: readonly Fact[], profile: PatientProfile = {}, family: FamilyFact[] = []) {
  const patient = newPatient();
  await store.record.describe(patient, profile);
  await store.record.file(patient, facts, turn(), family);
  const bundle = onTheWire(await exported(store, patient));
  expect(problemsOf(bundle)).toEqual([]);
  return (bundle.entry ?? [])
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType !== 'Provenance');
}

test('the patient is who the caller says, with the sex and birth date that ranges need', async () => {
  const [patient] = await resourcesOf([told('condition', 'Asthma')], { sex: 'male', birth_date: '1970-05' });
  expect(patient).toMatchObject({
    resourceType: 'Patient',
    identifier: [{ value: 'P-7' }],
    gender: 'male',
    birthDate: '1970-05',
  });
});

test('a blood pressure is two vital signs with their units, ranges and standing', async () => {
  const facts = [
    pressure('Systolic blood pressure', '8480-6', 185),
    pressure('Diastolic blood pressure', '8462-4', 75),
  ];
  const [, systolic, diastolic] = await resourcesOf(facts);
  expect(systolic).toMatchObject({
    resourceType: 'Observation',
    status: 'final',
    category: [{ coding: [{ code: 'vital-signs' }] }],
    code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }], text: 'Systolic blood pressure' },
    effectiveDateTime: '2025-02-28T08:00:00+01:00',
    valueQuantity: { value: 185, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
    interpretation: [{ coding: [{ code: 'HH' }] }],
    referenceRange: [{ low: { value: 90, code: 'mm[Hg]' }, high: { value: 120, code: 'mm[Hg]' } }],
  });
  expect(diastolic).toMatchObject({ valueQuantity: { value: 75 }, interpretation: [{ coding: [{ code: 'N' }] }] });
});

test('a weight in pounds is exported in kilograms, and as it was told', async () => {
  const weight = told('observation', 'Weight', {
    value: 180,
    unit: 'lb',
    canonical: { value: 81.6466, unit: 'kg' },
    code: { system: 'http://loinc.org', code: '29463-7' },
  });
  const [, observation] = await resourcesOf([weight]);
  expect(observation).toMatchObject({
    valueQuantity: { value: 81.6466, unit: 'kg', code: 'kg' },
    extension: [{ url: 'urn:medfleet:fhir:value-as-told', valueQuantity: { value: 180, unit: 'lb', code: '[lb_av]' } }],
  });
});

test('a result below the limit of the test keeps its comparator, and a result in words stays words', async () => {
  const crp = told('observation', 'C-reactive protein', { value: '<5', unit: 'mg/L' });
  const swab = told('observation', 'Strep test', { value: 'positive' });
  const [, low, words] = await resourcesOf([crp, swab]);
  expect(low).toMatchObject({ valueQuantity: { value: 5, comparator: '<', unit: 'mg/L', code: 'mg/L' } });
  expect(words).toMatchObject({ valueString: 'positive' });
  expect(words).not.toHaveProperty('valueQuantity');
});

test('no range is claimed for a child, nor one of the other sex', async () => {
  const hemoglobin = told('observation', 'Hemoglobin', {
    value: 12.5,
    unit: 'g/dL',
    canonical: { value: 12.5, unit: 'g/dL' },
    code: { system: 'http://loinc.org', code: '718-7' },
    effective_time: '2025-02-01',
  });
  const [, ofWoman] = await resourcesOf([{ ...hemoglobin, id: told('condition', '').id }], { sex: 'female' });
  expect(ofWoman).toMatchObject({ interpretation: [{ coding: [{ code: 'N' }] }] });
  const [, ofMan] = await resourcesOf([{ ...hemoglobin, id: told('condition', '').id }], { sex: 'male' });
  expect(ofMan).toMatchObject({ interpretation: [{ coding: [{ code: 'L' }] }] });
  const [, ofChild] = await resourcesOf([hemoglobin], { birth_date: '2016-01-01' });
  expect(ofChild).not.toHaveProperty('referenceRange');
  expect(ofChild).not.toHaveProperty('interpretation');
});

test('a regimen says dose, rhythm, route and when it is taken', async () => {
  const tablets = told('medication', 'Metformin', {
    value: 500,
    unit: 'mg',
    frequency: { text: 'twice a day', times_per_day: 2, as_needed: false },
    route: 'oral',
    form: 'tablet',
    duration: '10 days',
    status: 'active',
    effective_time: '2025-01-15',
    code: { system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '6809' },
  });
  const [, statement] = await resourcesOf([tablets]);
  expect(statement).toMatchObject({
    resourceType: 'MedicationStatement',
    status: 'active',
    medicationCodeableConcept: { coding: [{ code: '6809' }], text: 'Metformin' },
    effectivePeriod: { start: '2025-01-15' },
    dosage: [
      {
        text: '500 mg, twice a day, oral',
        timing: {
          repeat: { frequency: 2, period: 1, periodUnit: 'd', boundsDuration: { value: 10, code: 'd' } },
          code: { text: 'twice a day' },
        },
        asNeededBoolean: false,
        route: { coding: [{ system: 'http://snomed.info/sct', code: '26643006' }], text: 'oral' },
        doseAndRate: [{ doseQuantity: { value: 500, unit: 'mg', code: 'mg' } }],
      },
    ],
  });
});

test('a symptom is not taken for a diagnosis, and what the patient says is not confirmed by anyone', async () => {
  const facts = [
    told('symptom', 'Headache', { severity: 'severe', body_site: 'left temple', status: 'active' }),
    told('condition', 'Gout', { code: { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'M10.9' }, status: 'past' }),
  ];
  const [, symptom, condition] = await resourcesOf(facts);
  expect(symptom).toMatchObject({
    category: [{ coding: [{ system: 'http://snomed.info/sct', code: '418799008' }] }],
    severity: { coding: [{ code: '24484000' }], text: 'severe' },
    bodySite: [{ text: 'left temple' }],
    clinicalStatus: { coding: [{ code: 'active' }] },
  });
  expect(condition).toMatchObject({
    category: [{ coding: [{ code: 'problem-list-item' }] }],
    clinicalStatus: { coding: [{ code: 'resolved' }], text: 'past' },
    verificationStatus: { coding: [{ code: 'unconfirmed' }] },
    abatementDateTime: '2025-03-01T09:00:00.000Z',
  });
});

test('an allergy names the substance, each reaction and how bad it was', async () => {
  const allergy = told('allergy', 'Penicillin', { reaction: 'Hives, Swelling', severity: 'severe', status: 'active' });
  const [, resource] = await resourcesOf([allergy]);
  expect(resource).toMatchObject({
    resourceType: 'AllergyIntolerance',
    clinicalStatus: { coding: [{ code: 'active' }] },
    category: ['medication'],
    code: { text: 'Penicillin' },
    reaction: [{ manifestation: [{ text: 'Hives' }, { text: 'Swelling' }], severity: 'severe' }],
  });
});

test('a visit points to who was seen and where', async () => {
  const at = (start: number, text: string) => ({ evidence: { start, end: start + text.length, text } });
  const facts = [
    told('encounter', 'Emergency visit', { status: 'past', effective_time: '2025-02-01', ...at(0, 'went to the ER') }),
    told('practitioner', 'Dr. Lee', { specialty: 'Cardiology', ...at(20, 'Dr. Lee') }),
    told('organization', 'Mercy Hospital', at(32, 'Mercy')),
  ];
  const [, encounter, practitioner, organization] = await resourcesOf(facts);
  expect(encounter).toMatchObject({
    status: 'finished',
    class: { code: 'EMER' },
    period: { start: '2025-02-01' },
    participant: [{ individual: { reference: `urn:uuid:${practitioner?.id}` } }],
    serviceProvider: { reference: `urn:uuid:${organization?.id}` },
  });
  expect(practitioner).toMatchObject({
    name: [{ text: 'Dr. Lee' }],
    qualification: [{ code: { text: 'Cardiology' } }],
  });
});

test("a relative's condition is family history and nothing of the patient's", async () => {
  const { id, confidence, evidence, source_agent } = told('condition', '');
  const mother = { id, confidence, evidence, source_agent, relation: 'mother', name: 'Breast cancer' };
  const resources = await resourcesOf([], {}, [mother]);
  expect(resources.map(({ resourceType }) => resourceType)).toEqual(['Patient', 'FamilyMemberHistory']);
  expect(resources[1]).toMatchObject({
    relationship: { coding: [{ code: 'MTH' }], text: 'mother' },
    condition: [{ code: { text: 'Breast cancer' } }],
  });
});

test('a corrected value is marked as an error, so that nobody computes with it', async () => {
  const patient = newPatient();
  const when = turn();
  const slip = pressure('Systolic blood pressure', '8480-6', 230);
  await store.record.file(patient, [slip], when);
  await store.record.correct(patient, [amendment({ fact_id: slip.id }, { value: 130 })], by());
  const { entry = [] } = onTheWire(await exported(store, patient));
  const readings = entry.flatMap(({ resource }) => (resource.resourceType === 'Observation' ? [resource] : []));
  expect(readings).toMatchObject([
    { id: slip.id, status: 'corrected', valueQuantity: { value: 130 } },
    { status: 'entered-in-error', valueQuantity: { value: 230 } },
  ]);
});

test('every fact says who read it, when, in which turn and in which words', async () => {
  const patient = newPatient();
  const when = turn();
  const fact = told('condition', 'Gout', { evidence: { start: 7, end: 11, text: 'gout' }, confidence: 0.7 });
  await store.record.file(patient, [fact], when);
  const { entry = [] } = onTheWire(await exported(store, patient));
  expect(entry.map(({ resource }) => resource)).toContainEqual(
    expect.objectContaining({
      resourceType: 'Provenance',
      target: [{ reference: `urn:uuid:${fact.id}`, type: 'Condition' }],
      recorded: when.filed_at,
      agent: [expect.objectContaining({ who: expect.objectContaining({ display: 'DataExtractorAgent' }) })],
      entity: [
        {
          role: 'source',
          what: {
            type: 'Communication',
            identifier: { system: 'urn:medfleet:turn', value: when.turn_id },
            display: 'gout',
          },
        },
      ],
      extension: expect.arrayContaining([
        { url: 'urn:medfleet:fhir:confidence', valueDecimal: 0.7 },
        { url: 'urn:medfleet:fhir:evidence-start', valueInteger: 7 },
      ]),
    }),
  );
});

test('a patient of whom nothing is known has an empty bundle, not an error', async () => {
  const bundle = onTheWire(await exported(store, newPatient()));
  expect(bundle).toEqual({ resourceType: 'Bundle', type: 'collection', timestamp: NOW });
  expect(problemsOf(bundle)).toEqual([]);
});

test('odd words in any field neither break the bundle nor turn into code', async () => {
  const words = ['constructor', '__proto__', 'toString', 'a\u0000b\u00a0c\u2028d', '<b>"x"</b>', '🩺 高血圧'];
  const facts = words.flatMap((word) => [
    told('condition', `C ${word}`, { status: word, severity: word, body_site: word, effective_time: word }),
    told('medication', `M ${word}`, { status: word, value: word, unit: word, route: word, frequency: { text: word } }),
    told('medication', `N ${word}`, { value: 1, unit: word, form: word, duration: word }),
    told('allergy', `A ${word}`, { severity: word, reaction: word }),
    told('observation', `O ${word}`, { value: word, unit: word, code: { system: word, code: word } }),
    told('document', `D ${word}`, { url: `https://example.org/${word}`, status: word }),
    told('encounter', `E ${word}`, { status: word, specialty: word }),
  ]);
  expect(await resourcesOf(facts)).toHaveLength(facts.length + 1);
});
