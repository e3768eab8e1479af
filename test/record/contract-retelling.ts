/** What becomes of a thing that is told again. */
import { describe, expect, test } from 'vitest';
import { guard } from '../../src/record/cypher/guard.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, told, turn } from './told.ts';

const CASES = 'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase)';

export function retellingContract(record: () => PatientRecord): void {
  describe('things told again', () => {
    test('a condition told again in other spelling stays one case and gains what is new', async () => {
      const patient = newPatient();
      const first = told('condition', 'Type 2 diabetes', { status: 'active' });
      await record().file(patient, [first], turn());
      const later = turn({ filed_at: '2025-04-01T09:00:00.000Z' });
      const again = told('condition', 'type 2  Diabetes', { severity: 'mild', effective_time: '2015' });
      expect(await record().file(patient, [again], later)).toEqual({ created: 0, updated: 1 });
      const { conditions } = await record().sidePanel(patient, 'P');
      expect(conditions).toMatchObject([
        {
          id: first.id,
          name: 'Type 2 diabetes',
          status: 'active',
          severity: 'mild',
          effective_time: '2015',
          turn_id: later.turn_id,
        },
      ]);
    });

    test("a source's own codes stay when a conversation tells of it, change with the source, and are no change of the fact", async () => {
      const patient = newPatient();
      const asthma = (code?: string) =>
        told('condition', 'Asthma', code === undefined ? {} : { source_codes: { coding: [{ code }] } });
      const kept = async () => {
        const { nodes } = await record().graph(patient);
        return nodes.flatMap(({ label, properties: { source_codes, history } }) =>
          label === 'ConditionCase' ? [[source_codes, history]] : [],
        );
      };
      await record().file(patient, [asthma('195967001')], turn());
      await record().file(patient, [asthma()], turn());
      expect(await kept()).toEqual([['{"coding":[{"code":"195967001"}]}', undefined]]);
      await record().file(patient, [asthma('233678006')], turn());
      expect(await kept()).toEqual([['{"coding":[{"code":"233678006"}]}', undefined]]);
      expect(() => guard(`${CASES} RETURN c.source_codes`)).toThrow('cannot be queried');
    });

    test('a changed dose updates the regimen and keeps the old dose in its history', async () => {
      const patient = newPatient();
      const start = told('medication', 'Lisinopril', { value: 10, unit: 'mg', status: 'active' });
      const before = turn();
      await record().file(patient, [start], before);
      await record().file(patient, [told('medication', 'Lisinopril', { value: 20, unit: 'mg' })], turn());
      const { medications } = await record().sidePanel(patient, 'P');
      expect(medications).toMatchObject([{ id: start.id, value: 20, unit: 'mg', status: 'active' }]);
      const node = await record().topicNode(patient, start.id);
      expect(node?.properties.history).toEqual([{ value: 10, turn_id: before.turn_id, recorded_at: before.filed_at }]);
    });

    test('a new dose or frequency never keeps a part of the old one', async () => {
      const patient = newPatient();
      const daily = { text: 'twice a day', times_per_day: 2 };
      const start = told('medication', 'Insulin', { value: 10, unit: 'mL', frequency: daily, route: 'inhaled' });
      await record().file(patient, [start], turn());
      const asNeeded = { text: 'when needed', as_needed: true };
      await record().file(
        patient,
        [told('medication', 'Insulin', { value: 'two puffs', frequency: asNeeded })],
        turn(),
      );
      const [regimen] = (await record().sidePanel(patient, 'P')).medications;
      expect(regimen).toMatchObject({ value: 'two puffs', route: 'inhaled' });
      expect(regimen?.unit).toBeUndefined();
      expect(regimen?.frequency).toEqual(asNeeded);
    });

    test('a stopped medication is shown as stopped, and as active once it is taken again', async () => {
      const patient = newPatient();
      const start = told('medication', 'Ibuprofen', { status: 'active', effective_time: '2025-01-01' });
      await record().file(patient, [start], turn());
      const stop = told('medication', 'Ibuprofen', { status: 'stopped', effective_time: '2025-02-20' });
      await record().file(patient, [stop], turn());
      expect((await record().sidePanel(patient, 'P')).medications).toMatchObject([
        { status: 'stopped', effective_time: '2025-01-01' },
      ]);
      const stopped = await record().topicNode(patient, start.id);
      expect(stopped?.properties.ended_time).toBe('2025-02-20T00:00:00.000Z');
      await record().file(patient, [told('medication', 'Ibuprofen', { status: 'active' })], turn());
      const again = await record().topicNode(patient, start.id);
      expect(again?.properties).toMatchObject({ status: 'active' });
      expect(again?.properties.ended_time).toBeUndefined();
    });

    test('a medication stopped years ago does not end what is taken today', async () => {
      const patient = newPatient();
      const now = told('medication', 'Prednisone', {
        value: 5,
        unit: 'mg',
        status: 'active',
        effective_time: '2025-01-10',
      });
      await record().file(patient, [now], turn());
      const then = told('medication', 'Prednisone', {
        value: 40,
        unit: 'mg',
        status: 'stopped',
        effective_time: '2019-05',
      });
      expect(await record().file(patient, [then], turn())).toEqual({ created: 0, updated: 1 });
      expect((await record().sidePanel(patient, 'P')).medications).toMatchObject([{ value: 5, status: 'active' }]);
      const node = await record().topicNode(patient, now.id);
      expect(node?.properties.history).toMatchObject([{ value: 40, status: 'stopped' }]);
    });

    test('every other value is a measurement of its own; the same one told again, in whatever unit, is not', async () => {
      const patient = newPatient();
      const weight = (value: number, unit: 'kg' | 'lb', canonical: number) =>
        told('observation', 'Weight', { value, unit, canonical: { value: canonical, unit: 'kg' } });
      const pressure = (value: number) =>
        told('observation', 'Systolic blood pressure', { value, unit: 'mmHg', canonical: { value, unit: 'mm[Hg]' } });
      const turns = [
        [weight(50, 'kg', 50), pressure(200)],
        [weight(50.1, 'kg', 50.1), pressure(201)],
        [weight(50.2, 'kg', 50.2), pressure(200)],
        [weight(110.7, 'lb', 50.2127)],
      ];
      for (const facts of turns) await record().file(patient, facts, turn());
      const { observations } = await record().sidePanel(patient, 'P');
      expect(observations.map(({ value }) => value).sort()).toEqual([200, 201, 50, 50.1, 50.2]);
    });

    test('a symptom that lasts is one episode, and one that comes back is another', async () => {
      const patient = newPatient();
      const headache = (status: string) => [told('symptom', 'Headache', { status })];
      await record().file(patient, headache('active'), turn({ filed_at: '2025-03-01T09:00:00.000Z' }));
      await record().file(patient, headache('active'), turn({ filed_at: '2025-03-04T09:00:00.000Z' }));
      await record().file(patient, headache('resolved'), turn({ filed_at: '2025-03-06T09:00:00.000Z' }));
      expect((await record().sidePanel(patient, 'P')).symptoms.map((entry) => entry.status)).toEqual(['resolved']);
      await record().file(patient, headache('active'), turn({ filed_at: '2025-03-20T09:00:00.000Z' }));
      expect((await record().sidePanel(patient, 'P')).symptoms.map((entry) => entry.status)).toEqual([
        'active',
        'resolved',
      ]);
    });
  });
}
