/** What becomes of the FHIR that other systems write. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fact, FamilyFact } from '../../../src/record/fact.ts';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient, told, turn } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { problemsOf } from './validate.ts';

type Json = Record<string, unknown>;
const harrowby = JSON.parse(readFileSync(new URL('./fixtures/harrowby.json', import.meta.url), 'utf8')) as Json & {
  entry: { fullUrl: string; resource: Json }[];
};

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const imported = (bundle: unknown, patient = newPatient()) =>
  fromFhirBundle(bundle, { patient, now: NOW, terminology });
const factsIn = (bundle: unknown) => imported(bundle).sources.flatMap(({ facts }) => facts);
const bundleOf = (...resources: Json[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource) => ({ resource })),
});
const ANNA = { resourceType: 'Patient', id: 'anna' };
const about = { subject: { reference: 'Patient/anna' } };
const reasons = (...resources: Json[]) => imported(bundleOf(ANNA, ...resources)).skipped.map(({ reason }) => reason);

async function filed(bundle: unknown, patient = newPatient()) {
  await fileImport(store, patient, imported(bundle, patient));
  return { patient, panel: await store.record.sidePanel(patient, 'P') };
}

test("a hospital's bundle is in the side panel, under the names and units that the record uses", async () => {
  const { patient, panel } = await filed(harrowby);
  expect(panel.conditions.map(({ name, status }) => [name, status])).toEqual(
    expect.arrayContaining([
      ['Hypertension', 'active'],
      ['Type 2 diabetes', 'active'],
      ['Viral sinusitis', 'resolved'],
      ['Back pain', 'resolved'],
    ]),
  );
  expect(panel.symptoms).toMatchObject([{ name: 'Cough', status: 'resolved' }]);
  expect(panel.allergies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Peanut', reaction: 'Wheal, Anaphylaxis', severity: 'severe' }),
    ]),
  );
  expect(panel.medications).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Metformin', status: 'active', value: 500, unit: 'mg' }),
      expect.objectContaining({ name: 'Lisinopril', status: 'stopped', value: 10, unit: 'mg', route: 'oral' }),
      expect.objectContaining({
        name: 'Ibuprofen',
        frequency: { text: 'every 8 hours', times_per_day: 3, as_needed: true },
      }),
    ]),
  );
  expect(panel.family_history.map(({ relation, name }) => [relation, name])).toEqual(
    expect.arrayContaining([
      ['mother', 'Breast cancer'],
      ['mother', 'Asthma'],
    ]),
  );
  expect(await store.record.profile(patient)).toEqual({ birth_date: '1958-03-19', sex: 'female' });
});

test('measurements arrive in the one unit of their type, a blood pressure panel as its two values', async () => {
  const { panel } = await filed(harrowby);
  const canonical = Object.fromEntries(panel.observations.map((entry) => [entry.name, entry.canonical ?? entry.value]));
  expect(canonical).toMatchObject({
    'Systolic blood pressure': { value: 138, unit: 'mmHg' },
    'Diastolic blood pressure': { value: 84, unit: 'mmHg' },
    Weight: { value: 74.8427, unit: 'kg' },
    'Blood glucose': { value: 147.728, unit: 'mg/dL' },
    'Oxygen saturation': { value: 93, unit: '%' },
    'Heart rate': { value: 77, unit: 'bpm' },
    'C-reactive protein': '<3',
    'Tobacco smoking status': 'Ex-smoker',
  });
});

test('each visit is linked to its own doctor and place, also where the doctor is only a name', async () => {
  const { patient } = await filed(harrowby);
  const visits = await store.record.encounters(patient, { limit: 10 });
  expect(visits.map(({ name, practitioners, organizations }) => [name, practitioners, organizations])).toEqual([
    ['Encounter for check up', ['Dr. Marisol Okonkwo-Reyes'], ['Harrowby Community Hospital']],
    ['Emergency room admission', ['Dr. Ferris Banerjee'], ['Harrowby Community Hospital']],
    ['General examination of patient', ['Dr. Marisol Okonkwo-Reyes'], ['Harrowby Community Hospital']],
  ]);
});

test('what has ended keeps its end, and the latest of several episodes is the one shown', async () => {
  const { panel, patient } = await filed(harrowby);
  const node = async (name: string, list: { id: string; name: string }[]) =>
    (await store.record.topicNode(patient, list.find((entry) => entry.name === name)?.id ?? ''))?.properties;
  expect(await node('Viral sinusitis', panel.conditions)).toMatchObject({
    effective_time: '2018-12-01T06:00:00.000Z',
    ended_time: '2018-12-15T06:00:00.000Z',
  });
  expect(await node('Cough', panel.symptoms)).toMatchObject({ ended_time: '2021-11-29T06:00:00.000Z' });
  expect(await node('Colonoscopy', panel.procedures)).toMatchObject({ ended_time: '2019-04-02T19:45:00.000Z' });
});

test('what is not so, not done, not possible or not ours to keep is reported with its reason', () => {
  const { skipped } = imported(harrowby);
  const byType = skipped.map(({ resource, reason }) => `${resource.split('/')[0]}: ${reason}`);
  expect(byType.sort()).toEqual([
    'CarePlan: The record has no place for this type of resource',
    'Condition: It was entered in error',
    'Condition: It was refuted',
    'MedicationRequest: It was cancelled before it began',
    'Observation: It holds no result',
    'Observation: No body shows such a value',
    'Procedure: It was not done',
    'Provenance: Only provenance of Medfleet is read',
  ]);
});

test('each resource becomes facts, is read through another one, or is reported', () => {
  const { sources, skipped } = imported(harrowby);
  const told = sources.flatMap(({ facts, family }) => [...facts, ...family]);
  for (const { facts, family } of sources) {
    for (const fact of facts) expect(Fact.strict().safeParse(fact).error).toBeUndefined();
    for (const fact of family) expect(FamilyFact.strict().safeParse(fact).error).toBeUndefined();
  }
  const helpers = harrowby.entry.filter(({ resource }) =>
    ['Patient', 'PractitionerRole', 'Medication'].includes(String(resource.resourceType)),
  );
  const words = new Set(told.map(({ evidence }) => evidence.start).filter((start) => start >= 0));
  // A panel is two facts, and so is a relative with two conditions.
  expect(words.size).toBe(harrowby.entry.length - helpers.length - skipped.length + 2);
});

test('importing the same bundle again changes nothing, and what it says comes out again as valid FHIR', async () => {
  const { patient } = await filed(harrowby);
  const before = onTheWire(await exported(store, patient));
  expect(problemsOf(before)).toEqual([]);
  await filed(harrowby, patient);
  expect(onTheWire(await exported(store, patient))).toEqual(before);
});

test('two people of two clinics may have the same bundle imported', async () => {
  const [one, two] = [await filed(harrowby), await filed(harrowby)];
  expect(two.panel.counts).toEqual(one.panel.counts);
});

test("a bundle exported from one record can be imported into another person's without a clash of ids", async () => {
  const patient = newPatient();
  await store.record.file(patient, [told('condition', 'Asthma'), told('encounter', 'Check-up')], turn());
  const bundle = onTheWire(await exported(store, patient));
  const { panel } = await filed(bundle);
  expect(panel.counts).toMatchObject({ conditions: 1, encounters: 1 });
  // Into the very record it came from, it brings nothing new.
  const before = await store.record.sidePanel(patient, 'P');
  await filed(bundle, patient);
  expect(await store.record.sidePanel(patient, 'P')).toEqual(before);
});

test('what was stopped years ago does not stop what is taken today', async () => {
  const patient = newPatient();
  const today = told('medication', 'Lisinopril', {
    status: 'active',
    effective_time: '2025-02-01',
    value: 20,
    unit: 'mg',
  });
  await store.record.file(patient, [today], turn());
  const { panel } = await filed(harrowby, patient);
  expect(panel.medications.find(({ name }) => name === 'Lisinopril')).toMatchObject({ status: 'active', value: 20 });
});

test('a birth date that no calendar has is left out', () => {
  expect(imported(bundleOf({ ...ANNA, birthDate: '1970-13-01', gender: 'male' })).profile).toEqual({ sex: 'male' });
});

test('a changed resource gives new facts, the same one in a new bundle does not', () => {
  const condition = { resourceType: 'Condition', id: 'c', ...about, code: { text: 'Gout' } };
  const active = { ...condition, clinicalStatus: { coding: [{ code: 'active' }] } };
  const patient = newPatient();
  const id = (...resources: Json[]) => imported(bundleOf(ANNA, ...resources), patient).sources[0]?.facts[0]?.id;
  expect(id(active)).toBe(id(active, { resourceType: 'Basic' }));
  expect(id(active)).not.toBe(id({ ...condition, clinicalStatus: { coding: [{ code: 'inactive' }] } }));
});

test('references by address, by type and id, or into the resource itself all find their target', () => {
  const metformin = { code: { text: 'Metformin' } };
  const use = (reference: string, more: Json = {}) => ({
    resourceType: 'MedicationStatement',
    status: 'active',
    ...about,
    medicationReference: { reference },
    ...more,
  });
  const bundle = bundleOf(
    ANNA,
    { resourceType: 'Medication', id: 'm1', ...metformin },
    use('Medication/m1'),
    use('https://clinic.invalid/fhir/Medication/m1/_history/2', { id: 'a' }),
    use('#in', { id: 'b', contained: [{ resourceType: 'Medication', id: 'in', ...metformin }] }),
  );
  expect(factsIn(bundle).map(({ name }) => name)).toEqual(['Metformin', 'Metformin', 'Metformin']);
});

test('a diagnosis that is only one of several possibilities is not filed as one', () => {
  const verificationStatus = { coding: [{ code: 'differential' }] };
  expect(reasons({ resourceType: 'Condition', ...about, code: { text: 'Lupus' }, verificationStatus })).toContain(
    'It is one of several possibilities',
  );
});
