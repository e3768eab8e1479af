/** Coded answers and units of a source keep their codes, as long as they are the ones that these were written for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amendment, by, newPatient } from '../told.ts';
import { exported, openStore, type Store } from './graph.ts';
import { bundleOf, type Json, take, through } from './take.ts';

const SNOMED = 'http://snomed.info/sct';
const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const observation = (more: Json): Json => ({
  resourceType: 'Observation',
  id: 'o',
  status: 'final',
  effectiveDateTime: '2025-03-01',
  ...more,
});

describe('a result', () => {
  test('that is coded keeps its words and its codes', async () => {
    const never = { system: SNOMED, code: '266919005', display: 'Never smoked tobacco (finding)' };
    const code = { text: 'Tobacco smoking status' };
    expect(await through(store, observation({ code, valueCodeableConcept: { coding: [never] } }))).toMatchObject({
      valueCodeableConcept: { coding: [never], text: 'Never smoked tobacco' },
    });
    const bare = { system: LOINC, code: 'LA4489-6' };
    expect(await through(store, observation({ code, valueCodeableConcept: { coding: [bare] } }))).toMatchObject({
      valueCodeableConcept: { coding: [bare] },
    });
  });

  test.each(['{score}', '/a', '{INR}', '{Pack-years}'])('in %s keeps the code of its unit', async (unit) => {
    const valueQuantity = { value: 3, unit, system: UCUM, code: unit };
    expect(await through(store, observation({ code: { text: 'Scale of ours' }, valueQuantity }))).toMatchObject({
      valueQuantity,
    });
  });

  test('keeps the code of a unit that we spell otherwise, but for a vital sign, whose code R4 prescribes', async () => {
    const ige = { system: LOINC, code: '6206-7', display: 'Peanut IgE Ab' };
    const valueQuantity = { value: 0.13, unit: 'kU/L', system: UCUM, code: 'kU/L' };
    const out = await through(store, observation({ code: { coding: [ige] }, valueQuantity }));
    expect(out.valueQuantity).toMatchObject({ value: 0.13, code: 'kU/L' });
    const beats = { value: 70, unit: 'beats/min', system: UCUM, code: '{beats}/min' };
    const pulse = observation({ code: { coding: [{ system: LOINC, code: '8867-4' }] }, valueQuantity: beats });
    expect((await through(store, pulse)).valueQuantity).toMatchObject({ value: 70, code: '/min' });
  });

  test('keeps no code of a unit that UCUM does not have, or that is of another system', async () => {
    for (const more of [
      { system: UCUM, code: 'points of pain' },
      { system: UCUM, code: 'constructor' },
      { system: 'urn:oid:1.2.3', code: '{score}' },
    ]) {
      const valueQuantity = { value: 3, unit: 'grades', ...more };
      const out = await through(store, observation({ code: { text: 'Scale of ours' }, valueQuantity }));
      expect(out.valueQuantity).toEqual({ value: 3, unit: 'grades' });
    }
  });

  test('that is corrected has neither the code of the wrong unit nor that of the wrong answer', async () => {
    const patient = newPatient();
    const never = { system: SNOMED, code: '266919005', display: 'Never' };
    await take(
      store,
      patient,
      bundleOf(observation({ code: { text: 'Smoking' }, valueCodeableConcept: { coding: [never] } })),
    );
    const [entry] = (await store.record.sidePanel(patient, 'P-7')).observations;
    const correction = amendment({ fact_id: entry?.id ?? '' }, { value: 'Daily' });
    await store.record.correct(patient, [correction], by());
    const bundle = await exported(store, patient);
    const kept = (bundle.entry ?? []).filter(({ resource }) => resource.resourceType === 'Observation');
    expect(kept[0]?.resource).toMatchObject({ valueString: 'Daily' });
    expect(JSON.stringify(kept[0])).not.toContain('266919005');
  });
});

test('a dose keeps the code of its unit', async () => {
  const doseQuantity = { value: 2, unit: 'actuation', system: UCUM, code: '{actuat}' };
  const dosageInstruction = [{ doseAndRate: [{ doseQuantity }] }];
  const out = await through(store, {
    resourceType: 'MedicationRequest',
    id: 'm',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'Salbutamol' },
    dosageInstruction,
  });
  expect(out.dosage).toMatchObject([{ doseAndRate: [{ doseQuantity }] }]);
});
