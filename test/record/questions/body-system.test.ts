/** One body system at a glance: all of it, and nothing of another. */
import { expect, test } from 'vitest';
import { bodySystem } from '../../../src/record/questions/body-system.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient, ofFamily, told, turn } from '../told.ts';
import { embeddedForTests } from './open-embedded.ts';

const record = await embeddedForTests();
const enzyme = (name: string, value: number) =>
  told('observation', name, { value, unit: 'U/L', canonical: { value, unit: 'U/L' }, effective_time: '2025-01-01' });

test('the heart: what was measured, what is wrong, what is taken and what runs in the family', async () => {
  const patient = newPatient();
  await record.file(
    patient,
    [
      enzyme('ALT', 90),
      told('observation', 'Systolic blood pressure', { value: 150, canonical: { value: 150, unit: 'mmHg' } }),
      told('condition', 'Hypertension'),
      told('condition', 'Asthma'),
      told('symptom', 'Palpitations'),
      told('symptom', 'Cough'),
      told('medication', 'Lisinopril'),
      told('medication', 'Atorvastatin', { status: 'stopped' }),
      told('medication', 'Metformin'),
    ],
    turn(),
    [ofFamily('father', 'Heart attack'), ofFamily('mother', 'Asthma')],
  );
  const heart = await bodySystem(record, patient, 'my heart', terminology);
  expect(heart?.system).toBe('cardiovascular');
  expect(heart?.observations.map(({ name, points }) => [name, points[0]?.interpretation])).toEqual([
    ['Systolic blood pressure', 'high'],
  ]);
  expect(heart?.conditions.map(({ name }) => name)).toEqual(['Hypertension']);
  expect(heart?.symptoms.map(({ name }) => name)).toEqual(['Palpitations']);
  expect(heart?.medications.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['Atorvastatin', 'stopped'],
    ['Lisinopril', undefined],
  ]);
  expect(heart?.family_history.map(({ relation }) => relation)).toEqual(['father']);

  const liver = await bodySystem(record, patient, 'liver', terminology);
  expect(liver).toMatchObject({ system: 'hepatic', observations: [{ name: 'ALT' }], conditions: [], medications: [] });
});

test('a system of which nothing is known is empty, and a word that is no part of the body is null', async () => {
  expect(await bodySystem(record, newPatient(), 'kidneys', terminology)).toEqual({
    system: 'renal',
    observations: [],
    conditions: [],
    symptoms: [],
    medications: [],
    family_history: [],
  });
  expect(await bodySystem(record, newPatient(), 'bicycle', terminology)).toBeNull();
});
