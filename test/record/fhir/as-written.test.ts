/** What a laboratory or a clinic wrote comes out again as it was written: their ranges, their doubts, their vaccines. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { problemsOf } from './validate.ts';

type Json = Record<string, unknown>;

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

/** In, out, in elsewhere and out again: the resource as it comes out, which must not change on the second way. */
async function through(resource: Json): Promise<Json> {
  let bundle: unknown = { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] };
  const out: Json[] = [];
  for (const patient of [newPatient(), newPatient()]) {
    const imported = fromFhirBundle(bundle, { patient, now: NOW, terminology });
    expect(imported.skipped).toEqual([]);
    await fileImport(store, patient, imported);
    const next = onTheWire(await exported(store, patient));
    expect(problemsOf(next)).toEqual([]);
    bundle = next;
    const { id: _, subject, patient: whose, ...rest } = (next.entry?.[1]?.resource ?? {}) as Json;
    out.push(rest);
  }
  expect(out[1]).toEqual(out[0]);
  return out[0] as Json;
}

const glucose = (more: Json): Json => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }], text: 'Glucose' },
  effectiveDateTime: '2025-03-01',
  valueQuantity: { value: 130, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
  ...more,
});
const dL = (value: number) => ({ value, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' });
const dose = (repeat: Json, more: Json = {}): Json => ({
  resourceType: 'MedicationRequest',
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: { text: 'Oxycodone' },
  dosageInstruction: [{ timing: { repeat } }],
  ...more,
});

test("the laboratory's own interpretation and range", async () => {
  const given = {
    interpretation: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'HH' }] },
    ],
    referenceRange: [{ low: dL(70), high: dL(99), text: 'fasting' }],
  };
  expect(await through(glucose(given))).toMatchObject(given);
  expect(await through(glucose({ interpretation: [{ text: 'see comment' }] }))).toMatchObject({
    interpretation: [{ text: 'see comment' }],
  });
});

test('an interpretation that is coded twice, and a range of many words', async () => {
  const coding = [
    { system: 'http://snomed.info/sct', code: '166717003', display: 'Raised' },
    { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'H' },
  ];
  const text = 'Of adults who have fasted for eight hours. '.repeat(8).trim();
  expect(await through(glucose({ interpretation: [{ coding }], referenceRange: [{ text }] }))).toMatchObject({
    interpretation: [{ coding: [{ code: 'H' }] }],
    referenceRange: [{ text }],
  });
});

test('without one, a value is judged by our table as before', async () => {
  expect(await through(glucose({}))).toMatchObject({ referenceRange: [{ text: expect.any(String) }] });
});

test.each(['unknown', 'registered', 'preliminary'])('a result that is %s is not final', async (status) => {
  expect(await through(glucose({ status }))).toMatchObject({ status });
});

test('how bad an allergy may get', async () => {
  const allergy = { resourceType: 'AllergyIntolerance', id: 'a', code: { text: 'Peanut' }, criticality: 'high' };
  expect(await through(allergy)).toMatchObject({ criticality: 'high' });
});

test.each([
  [{ frequency: 1, period: 4, periodMax: 6, periodUnit: 'h' }, 'once every 4 to 6 hours'],
  [{ frequency: 1, frequencyMax: 2, period: 1, periodUnit: 'd' }, '1 to 2 times a day'],
])('%j is no single rate', async (repeat, text) => {
  const { dosage } = (await through(dose(repeat))) as { dosage: { timing: Json }[] };
  expect(dosage[0]?.timing).toEqual({ code: { text } });
});

test('a vaccine', async () => {
  const given = {
    resourceType: 'Immunization',
    status: 'completed',
    vaccineCode: {
      coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '140', display: 'Influenza, seasonal, injectable' }],
    },
    occurrenceDateTime: '2023-10-02',
  };
  expect(await through(given)).toMatchObject({
    resourceType: 'Immunization',
    status: 'completed',
    vaccineCode: { coding: [{ code: '140' }], text: 'Flu vaccine' },
    occurrenceDateTime: '2023-10-02',
  });
});
