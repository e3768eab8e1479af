/** Frequent reads: one type of observation, what was measured at all, visits, medications, and who the patient is. */
import { describe, expect, test } from 'vitest';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, told, turn } from './told.ts';

const on = (effective_time: string) => ({ effective_time });

export function questionContract(record: () => PatientRecord): void {
  describe('observations of one type', () => {
    const weights = async () => {
      const patient = newPatient();
      const days = ['2025-01-10', '2025-03-10T08:00:00+01:00', '2025-02-10', '2024'];
      const facts = days.map((day, index) => told('observation', 'Weight', { value: 80 + index, ...on(day) }));
      await record().file(patient, [...facts, told('observation', 'Height', { value: 180 })], turn());
      return patient;
    };

    test('come newest first, by their name in any spelling, and nobody else’s', async () => {
      const [patient, other] = [await weights(), await weights()];
      const found = await record().observations(patient, ' WEIGHT ', { limit: 10 });
      expect(found.map(({ value }) => value)).toEqual([81, 82, 80, 83]);
      expect(found[0]).toMatchObject({
        kind: 'observation',
        name: 'Weight',
        effective_time: '2025-03-10T08:00:00+01:00',
      });
      const theirs = await record().observations(other, 'Weight', { limit: 10 });
      expect(theirs.filter(({ id }) => found.some((entry) => entry.id === id))).toEqual([]);
    });

    test('are as many as asked for, and none of a type that was never measured', async () => {
      const patient = await weights();
      expect((await record().observations(patient, 'Weight', { limit: 2 })).map(({ value }) => value)).toEqual([
        81, 82,
      ]);
      expect(await record().observations(patient, 'Ferritin', { limit: 2 })).toEqual([]);
      expect(await record().observations(newPatient(), 'Weight', { limit: 2 })).toEqual([]);
    });

    test.each([
      ['since a day', { since: '2025-01-10' }, [81, 82, 80]],
      ['until a day, that day included', { until: '2025-02-10' }, [82, 80, 83]],
      ['in one month', { since: '2025-01', until: '2025-01' }, [80]],
      ['in one year', { since: '2024', until: '2024' }, [83]],
      ['until a moment in another zone', { since: '2025-03', until: '2025-03-10T08:00:00+01:00' }, [81]],
      ['until the moment before', { since: '2025-03', until: '2025-03-10T06:59:59Z' }, []],
    ])('can be asked for %s', async (_, window, values) => {
      const found = await record().observations(await weights(), 'Weight', { ...window, limit: 10 });
      expect(found.map(({ value }) => value)).toEqual(values);
    });

    test('a bound that is no date is refused, not ignored', async () => {
      const asking = record().observations(newPatient(), 'Weight', { since: 'yesterday', limit: 1 });
      await expect(asking).rejects.toMatchObject({ code: 'invalid' });
    });

    test('what was measured at all is listed with how often and when last', async () => {
      expect(await record().observationNames(await weights())).toEqual([
        { name: 'Weight', last_time: '2025-03-10T07:00:00.000Z' },
        { name: 'Height', last_time: '2025-03-01T09:00:00.000Z' },
      ]);
      expect(await record().observationNames(newPatient())).toEqual([]);
    });
  });

  describe('visits', () => {
    test('come newest first with doctor and place, within the dates asked for', async () => {
      const patient = newPatient();
      const at = (start: number, text: string) => ({ evidence: { start, end: start + text.length, text } });
      await record().file(
        patient,
        [
          told('encounter', 'Check-up', { ...at(0, 'Saw Dr Lee at Mercy'), ...on('2025-02-01') }),
          told('practitioner', 'Dr Lee', at(4, 'Dr Lee')),
          told('organization', 'Mercy Hospital', at(14, 'Mercy')),
        ],
        turn(),
      );
      await record().file(patient, [told('encounter', 'Surgery', on('2024-06'))], turn());
      await record().file(patient, [told('encounter', 'Phone call')], turn());
      const all = await record().encounters(patient, { limit: 10 });
      expect(all).toMatchObject([
        { name: 'Phone call', practitioners: [], organizations: [] },
        { name: 'Check-up', practitioners: ['Dr Lee'], organizations: ['Mercy Hospital'] },
        { name: 'Surgery' },
      ]);
      const asked = await record().encounters(patient, { from: '2024-06-01', to: '2025-02-01', limit: 10 });
      expect(asked.map(({ name }) => name)).toEqual(['Check-up', 'Surgery']);
      expect(await record().encounters(patient, { limit: 1 })).toHaveLength(1);
      expect(await record().encounters(newPatient(), { limit: 1 })).toEqual([]);
    });
  });

  describe('medications', () => {
    test('taken now, taken once and only planned are told apart; an end and earlier doses are there', async () => {
      const patient = newPatient();
      const dose = (value: number) => ({ value, unit: 'mg', status: 'active' });
      await record().file(patient, [told('medication', 'Lisinopril', dose(10)), told('medication', 'Aspirin')], turn());
      await record().file(
        patient,
        [
          told('medication', 'Lisinopril', dose(20)),
          told('medication', 'Aspirin', { status: 'stopped', ...on('2025-02-20') }),
          told('medication', 'Metformin', { status: 'planned' }),
        ],
        turn(),
      );
      const names = async (state: 'active' | 'historical' | 'all') =>
        (await record().regimens(patient, { state })).map(({ name }) => name).sort();
      expect(await names('active')).toEqual(['Lisinopril']);
      expect(await names('historical')).toEqual(['Aspirin']);
      expect(await names('all')).toEqual(['Aspirin', 'Lisinopril', 'Metformin']);
      const [active] = await record().regimens(patient, { state: 'active' });
      expect(active).toMatchObject({ kind: 'medication', value: 20, history: [{ value: 10 }] });
      const [past] = await record().regimens(patient, { state: 'historical' });
      expect(past?.ended_time).toBe('2025-02-20T00:00:00.000Z');
      expect(await record().regimens(newPatient(), { state: 'all' })).toEqual([]);
    });
  });

  describe('who the patient is', () => {
    test('is kept bit by bit, through the turns that follow', async () => {
      const patient = newPatient();
      expect(await record().profile(patient)).toEqual({});
      await record().describe(patient, { birth_date: '1961-04-30' });
      await record().file(patient, [told('condition', 'Gout')], turn());
      await record().describe(patient, { sex: 'female' });
      expect(await record().profile(patient)).toEqual({ birth_date: '1961-04-30', sex: 'female' });
      await record().describe(patient, { birth_date: '1962' });
      expect(await record().profile(patient)).toEqual({ birth_date: '1962', sex: 'female' });
      expect(await record().profile(newPatient())).toEqual({});
    });

    test.each([{ birth_date: '1961-02-30' }, { birth_date: 'in May' }, { sex: 'x' as 'other' }])(
      'nonsense is refused: %o',
      async (profile) => {
        await expect(record().describe(newPatient(), profile)).rejects.toMatchObject({ code: 'invalid' });
      },
    );
  });
}
