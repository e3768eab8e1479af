/** A corrected value: it is no longer shown anywhere, and stays in the graph as evidence of what was said. */
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/record/fact.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, told, turn } from './told.ts';

const pressure = (value: number, more: Partial<Fact> = {}) =>
  told('observation', 'Systolic blood pressure', {
    value,
    unit: 'mmHg',
    canonical: { value, unit: 'mmHg' },
    ...more,
  });
const correction = { supersedes: 'previous' } as const;

export function correctionContract(record: () => PatientRecord): void {
  const shown = async (patient: string) => {
    const panel = await record().sidePanel(patient, 'P');
    const series = await record().observations(patient, 'systolic blood pressure', { limit: 10 });
    expect(series.map(({ id }) => id)).toEqual(panel.observations.map(({ id }) => id));
    expect(panel.counts.observations).toBe(series.length);
    return series.map(({ value }) => value);
  };

  describe('a corrected value', () => {
    test('replaces the mistaken one, which stays in the graph with the id of its successor', async () => {
      const patient = newPatient();
      const [slip, right] = [pressure(310), pressure(130, correction)];
      await record().file(patient, [slip], turn());
      expect(await record().file(patient, [right], turn())).toEqual({ created: 1, updated: 0 });
      expect(await shown(patient)).toEqual([130]);
      expect((await record().sidePanel(patient, 'P')).counts.observations).toBe(1);
      expect(await record().observations(patient, right.name, { limit: 5 })).toHaveLength(1);
      const node = await record().topicNode(patient, slip.id);
      expect(node?.properties).toMatchObject({ value: 310, superseded_by: right.id });
      expect((await record().topicNode(patient, right.id))?.properties).not.toHaveProperty('supersedes');
    });

    test('has the time and the unit of the mistaken one, unless it gives its own', async () => {
      const patient = newPatient();
      const day = '2025-02-20';
      const first = told('observation', 'Weight', { value: 820, unit: 'lb', effective_time: day });
      await record().file(patient, [first], turn());
      const said = told('observation', 'Weight', { value: 180, ...correction });
      await record().file(patient, [said], turn());
      expect((await record().sidePanel(patient, 'P')).observations).toMatchObject([
        { value: 180, unit: 'lb', canonical: { value: 81.6466, unit: 'kg' }, effective_time: day },
      ]);
    });

    test('may come in the same message', async () => {
      const patient = newPatient();
      await record().file(patient, [pressure(310), pressure(130, correction)], turn());
      expect(await shown(patient)).toEqual([130]);
    });

    test('can be corrected again, and only the last is shown', async () => {
      const patient = newPatient();
      await record().file(patient, [pressure(310)], turn());
      await record().file(patient, [pressure(130, correction)], turn());
      await record().file(patient, [pressure(135, correction)], turn());
      expect(await shown(patient)).toEqual([135]);
    });

    test('replaces what was told last, and nothing of another kind or before it', async () => {
      const patient = newPatient();
      const yesterday = { effective_time: '2025-02-28' };
      const facts = [pressure(140, yesterday), pressure(310, { effective_time: '2025-02-27' })];
      await record().file(patient, [...facts, told('observation', 'Heart rate', { value: 70 })], turn());
      await record().file(patient, [pressure(130, correction)], turn());
      const { observations } = await record().sidePanel(patient, 'P');
      expect(observations.map(({ value }) => value).sort()).toEqual([130, 140, 70]);
    });

    test.each([
      ['yesterday, in another conversation', { session_id: 'other', filed_at: '2025-02-28T10:00:00.000Z' }, [130]],
      ['last week, in this conversation', { filed_at: '2025-02-22T10:00:00.000Z' }, [130]],
      ['last week, in another one', { session_id: 'other', filed_at: '2025-02-22T10:00:00.000Z' }, [130, 310]],
      ['later than the correction', { filed_at: '2025-03-01T10:00:00.000Z' }, [310, 130]],
    ])('of something told %s', async (_, when, left) => {
      const patient = newPatient();
      await record().file(patient, [pressure(310)], turn(when));
      await record().file(patient, [pressure(130, correction)], turn());
      expect(await shown(patient)).toEqual(left);
    });

    test('filed again after a crash corrects nothing more', async () => {
      const patient = newPatient();
      const when = turn();
      const right = pressure(130, correction);
      await record().file(patient, [pressure(310)], turn());
      await record().file(patient, [right], when);
      await record().file(patient, [pressure(128)], turn());
      expect(await record().file(patient, [right], when)).toEqual({ created: 0, updated: 0 });
      expect(await shown(patient)).toEqual([128, 130]);
    });

    test('with nothing to correct is a value like any other', async () => {
      const patient = newPatient();
      expect(await record().file(patient, [pressure(130, correction)], turn())).toEqual({ created: 1, updated: 0 });
      expect(await shown(patient)).toEqual([130]);
    });
  });
}
