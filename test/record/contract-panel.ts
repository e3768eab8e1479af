/** The side panel and the topic: what a person sees of the record, and what nobody else does. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FACT_KINDS } from '../../src/record/fact.ts';
import { type PatientRecord, patientKey, SidePanel } from '../../src/record/record.ts';
import { newPatient, ofFamily, told, turn } from './told.ts';

export function panelContract(record: () => PatientRecord): void {
  describe('the side panel', () => {
    test('a fact comes back in the side panel as it was told', async () => {
      const patient = newPatient();
      const pressure = told('observation', 'Systolic blood pressure', {
        value: 140,
        unit: 'mmHg',
        canonical: { value: 140, unit: 'mm[Hg]' },
        code: { system: 'http://loinc.org', code: '8480-6' },
        effective_time: '2025-02-28T08:00:00+01:00',
      });
      const tablets = told('medication', 'Metformin', {
        value: 500,
        unit: 'mg',
        frequency: { text: 'twice a day', times_per_day: 2, as_needed: false },
        route: 'oral',
        status: 'active',
      });
      const when = turn();
      expect(await record().file(patient, [pressure, tablets], when)).toEqual({ created: 2, updated: 0 });

      const panel = SidePanel.parse(await record().sidePanel(patient, 'P-7'));
      expect(panel.patient).toEqual({ id: 'P-7' });
      const bookkeeping = { turn_id: when.turn_id, recorded_at: when.filed_at };
      const { evidence: _1, ...pressureEntry } = pressure;
      const { evidence: _2, ...tabletsEntry } = tablets;
      expect(panel.observations).toEqual([{ ...pressureEntry, ...bookkeeping }]);
      expect(panel.medications).toEqual([{ ...tabletsEntry, ...bookkeeping }]);
    });

    test('every kind of fact is filed, listed and counted', async () => {
      const patient = newPatient();
      const facts = FACT_KINDS.map((kind) => told(kind, `Some ${kind}`));
      const family = [ofFamily('mother', 'Some condition')];
      expect(await record().file(patient, facts, turn(), family)).toEqual({ created: facts.length + 1, updated: 0 });
      const { patient: _, counts, ...lists } = await record().sidePanel(patient, 'P');
      expect(Object.values(lists).map((list) => list.length)).toEqual(Array(10).fill(1));
      expect(Object.values(counts)).toEqual(Array(FACT_KINDS.length + 1).fill(1));
      expect(counts).toMatchObject({ practitioners: 1, organizations: 1, family_history: 1 });
    });

    test('an unknown patient has an empty record, not an error', async () => {
      const panel = await record().sidePanel(newPatient(), 'P');
      expect(panel.conditions).toEqual([]);
      expect(panel.counts).toMatchObject({ conditions: 0, observations: 0 });
      expect(await record().file(newPatient(), [], turn())).toEqual({ created: 0, updated: 0 });
    });

    test('observations are listed by when they were measured, newest first, whatever the zone or precision', async () => {
      const patient = newPatient();
      const at = (effective_time: string | undefined) => told('observation', 'Glucose', { value: 100, effective_time });
      const times = ['2025-01-05', '2025-02-01T23:30:00-05:00', '2025-02-02T01:00:00Z', '2024', undefined];
      await record().file(patient, times.map(at), turn({ filed_at: '2025-01-20T12:00:00.000Z' }));
      const { observations } = await record().sidePanel(patient, 'P');
      expect(observations.map((entry) => entry.effective_time)).toEqual([
        '2025-02-01T23:30:00-05:00',
        '2025-02-02T01:00:00Z',
        undefined,
        '2025-01-05',
        '2024',
      ]);
    });

    test('a long history is cut to the newest in the panel but counted in full', async () => {
      const patient = newPatient();
      const readings = Array.from({ length: 230 }, (_, day) =>
        told('observation', 'Weight', {
          value: day,
          effective_time: new Date(Date.UTC(2024, 0, 1 + day)).toISOString(),
        }),
      );
      await record().file(patient, readings, turn());
      const panel = await record().sidePanel(patient, 'P');
      expect(panel.counts.observations).toBe(230);
      expect(panel.observations).toHaveLength(200);
      expect(panel.observations[0]?.value).toBe(229);
    });

    test('two patients, or two tenants with the same patient id, never see each other', async () => {
      const [mine, theirs] = [patientKey('clinic-a', 'P-1'), patientKey('clinic-b', 'P-1')];
      const when = turn();
      const asthma = told('condition', 'Asthma', { severity: 'mild' });
      await record().file(mine, [asthma, told('observation', 'Weight', { value: 80 })], when);
      await record().file(theirs, [told('condition', 'Asthma', { severity: 'severe' })], when);
      expect((await record().sidePanel(theirs, 'P-1')).conditions).toMatchObject([{ severity: 'severe' }]);
      expect((await record().sidePanel(theirs, 'P-1')).counts).toMatchObject({ conditions: 1, observations: 0 });
      expect((await record().sidePanel(mine, 'P-1')).conditions).toMatchObject([{ severity: 'mild' }]);
      expect(await record().topicNode(theirs, asthma.id)).toBeNull();
      expect(await record().topicNode(mine, asthma.id)).toMatchObject({ uuid: asthma.id, label: 'ConditionCase' });
    });

    test('names with quotes, markup and other scripts come back unharmed', async () => {
      const patient = newPatient();
      const names = ["O'Brien; DROP TABLE node;--", '<b>"x"</b>', '高血圧 🩺', 'a\u0000b', '$.code ?1 {{}}'];
      await record().file(
        patient,
        names.map((name) => told('condition', name)),
        turn(),
      );
      const { conditions } = await record().sidePanel(patient, 'P');
      expect(conditions.map((entry) => entry.name).sort()).toEqual([...names].sort());
    });

    test('a topic that does not exist is null', async () => {
      expect(await record().topicNode(newPatient(), randomUUID())).toBeNull();
      expect(await record().topicNode(newPatient(), "' OR 1=1 --")).toBeNull();
    });
  });
}
