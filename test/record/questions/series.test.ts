/** A series as the chart and the consultant get it: one unit, the right range for the person, nothing compared that cannot be. */
import { describe, expect, test } from 'vitest';
import { toCanonical } from '../../../src/clinical/quantities/units.ts';
import type { Fact } from '../../../src/record/fact.ts';
import type { PatientProfile } from '../../../src/record/patient-graph.ts';
import { Series, series, seriesOfAll } from '../../../src/record/questions/series.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { amendment, by, newPatient, told, turn } from '../told.ts';
import { embeddedForTests } from './open-embedded.ts';

const record = await embeddedForTests();

const measured = (name: string, value: number | string, unit: string | undefined, day: string): Fact => {
  const canonical = typeof value === 'number' && unit ? toCanonical(name, value, unit) : null;
  return told('observation', name, {
    value,
    effective_time: day,
    ...(unit && { unit }),
    ...(canonical && { canonical }),
  });
};
const patientWith = async (facts: Fact[], profile: PatientProfile = {}) => {
  const patient = newPatient();
  await record.describe(patient, profile);
  await record.file(patient, facts, turn());
  return patient;
};

describe('one kind of measurement', () => {
  test('comes in one unit, oldest first, judged and with its trend', async () => {
    const patient = await patientWith([
      measured('HbA1c', 7.1, '%', '2024-11-01'),
      measured('HbA1c', 42, 'mmol/mol', '2024-05-01'),
      measured('HbA1c', 6.5, '%', '2024-08-01'),
    ]);
    const found = await series(record, patient, 'a1c', { terminology });
    expect(Series.parse(found)).toEqual({
      name: 'HbA1c',
      unit: '%',
      reference_range: { low: 4, high: 5.6, unit: '%', source: expect.stringContaining('Diabetes') },
      points: [
        { id: expect.any(String), time: '2024-05-01', value: 6, interpretation: 'high' },
        { id: expect.any(String), time: '2024-08-01', value: 6.5, interpretation: 'high' },
        { id: expect.any(String), time: '2024-11-01', value: 7.1, interpretation: 'high' },
      ],
      trend: 'rising',
      change: { value: expect.closeTo(1.1, 1), days: 184 },
      left_out: 0,
    });
  });

  test.each([
    ['female', 'normal', { low: 12, high: 16 }],
    ['male', 'low', { low: 14, high: 18 }],
    ['unknown', 'normal', { low: 12, high: 18 }],
  ] as const)('is judged by the range for the person: %s', async (sex, interpretation, range) => {
    const patient = await patientWith([measured('Hemoglobin', 13, 'g/dL', '2024-05-01')], { sex, birth_date: '1970' });
    const found = await series(record, patient, 'hemoglobin', { terminology });
    expect(found?.points).toMatchObject([{ interpretation }]);
    expect(found?.reference_range).toMatchObject(range);
  });

  test('a value of childhood is judged by no adult range, today’s is', async () => {
    const facts = [measured('Hemoglobin', 11, 'g/dL', '2010-05-01'), measured('Hemoglobin', 11, 'g/dL', '2024-05-01')];
    const patient = await patientWith(facts, { birth_date: '2000-06-01', sex: 'female' });
    const found = await series(record, patient, 'Hemoglobin', { terminology });
    expect(found?.points.map((point) => point.interpretation)).toEqual([null, 'low']);
    const child = await patientWith(
      facts.slice(1).map((fact) => ({ ...fact, id: crypto.randomUUID() })),
      {
        birth_date: '2012',
      },
    );
    expect((await series(record, child, 'Hemoglobin', { terminology }))?.reference_range).toBeNull();
  });

  test('words stay words, and what has no unit or a foreign one is left out and counted', async () => {
    const patient = await patientWith([
      measured('Weight', 80, 'kg', '2024-01-01'),
      measured('Weight', 120, undefined, '2024-01-02'),
      measured('Weight', 9, 'mmol/L', '2024-01-03'),
      measured('Weight', 180, 'lb', '2024-01-04'),
      measured('Weight', 'about the same', undefined, '2024-01-05'),
    ]);
    const found = await series(record, patient, 'weight', { terminology });
    expect(found?.points.map(({ value }) => value)).toEqual([80, 81.6466, 'about the same']);
    expect(found?.left_out).toBe(2);
    expect(found?.trend).toBe('too_few');
  });

  test('of a kind that no table knows keeps the unit that most values have', async () => {
    const patient = await patientWith([
      measured('Sparkle index', 3, 'sp', '2024-01-01'),
      measured('Sparkle index', 4, 'sp', '2024-02-01'),
      measured('Sparkle index', 500, 'msp', '2024-03-01'),
    ]);
    expect(await series(record, patient, 'sparkle INDEX', { terminology })).toMatchObject({
      name: 'Sparkle index',
      unit: 'sp',
      reference_range: null,
      points: [{ value: 3 }, { value: 4 }],
      left_out: 1,
    });
  });

  test('a value that was corrected is not in it', async () => {
    const patient = await patientWith([measured('Heart rate', 700, 'bpm', '2024-01-01')]);
    await record.correct(patient, [amendment({ name: 'Heart rate' }, { value: 70 })], by());
    expect((await series(record, patient, 'pulse', { terminology }))?.points.map(({ value }) => value)).toEqual([70]);
  });

  test('can be asked for a stretch of time', async () => {
    const facts = ['2023', '2024-02-03', '2025-01-01'].map((day) => measured('Weight', 80, 'kg', day));
    const patient = await patientWith(facts);
    const found = await series(record, patient, 'weight', { terminology, since: '2024', until: '2024' });
    expect(found?.points.map(({ time }) => time)).toEqual(['2024-02-03']);
    expect(await series(record, patient, 'weight', { terminology, since: '2026' })).toMatchObject({
      points: [],
      trend: 'too_few',
    });
  });

  test('that was never made is null', async () => {
    expect(await series(record, await patientWith([]), 'ferritin', { terminology })).toBeNull();
  });
});

test('"blood pressure" gives both numbers, the upper one first', async () => {
  const patient = await patientWith([
    measured('Systolic blood pressure', 150, 'mmHg', '2024-01-01'),
    measured('Diastolic blood pressure', 95, 'mmHg', '2024-01-01'),
    measured('Weight', 80, 'kg', '2024-01-01'),
  ]);
  const both = await seriesOfAll(record, patient, 'blood pressure', { terminology });
  expect(both.map(({ name, points }) => [name, points[0]?.interpretation])).toEqual([
    ['Systolic blood pressure', 'high'],
    ['Diastolic blood pressure', 'high'],
  ]);
  expect((await series(record, patient, 'blood pressure', { terminology }))?.name).toBe('Systolic blood pressure');
});
