/** What every engine of the record must do. Each engine's test file runs this suite on itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import { FACT_KINDS } from '../../src/record/fact.ts';
import { type PatientRecord, patientKey, SidePanel } from '../../src/record/record.ts';
import { newPatient, told, turn } from './told.ts';

export function recordContract(name: string, open: () => Promise<PatientRecord>): void {
  describe(`${name}: the record`, () => {
    let record: PatientRecord;
    beforeAll(async () => {
      record = await open();
    });
    afterAll(() => record.close());

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
      expect(await record.file(patient, [pressure, tablets], when)).toEqual({ created: 2, updated: 0 });

      const panel = SidePanel.parse(await record.sidePanel(patient, 'P-7'));
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
      expect(await record.file(patient, facts, turn())).toEqual({ created: facts.length, updated: 0 });
      const { patient: _, counts, ...lists } = await record.sidePanel(patient, 'P');
      expect(Object.values(lists).map((list) => list.length)).toEqual(Array(8).fill(1));
      expect(Object.values(counts)).toEqual(Array(FACT_KINDS.length).fill(1));
      expect(counts).toMatchObject({ practitioners: 1, organizations: 1 });
    });

    test('an unknown patient has an empty record, not an error', async () => {
      const panel = await record.sidePanel(newPatient(), 'P');
      expect(panel.conditions).toEqual([]);
      expect(panel.counts).toMatchObject({ conditions: 0, observations: 0 });
      expect(await record.file(newPatient(), [], turn())).toEqual({ created: 0, updated: 0 });
    });

    test('a turn that is filed again after a crash changes nothing', async () => {
      const patient = newPatient();
      const when = turn();
      const facts = [
        told('condition', 'Asthma'),
        told('medication', 'Salbutamol', { value: 100, unit: 'ug' }),
        told('observation', 'Peak flow', { value: 400 }),
        told('encounter', 'Check-up'),
      ];
      await record.file(patient, facts, when);
      const before = await record.sidePanel(patient, 'P');
      expect(await record.file(patient, facts, { ...when, filed_at: '2025-03-09T00:00:00.000Z' })).toEqual({
        created: 0,
        updated: 0,
      });
      expect(await record.sidePanel(patient, 'P')).toEqual(before);
    });

    test('a turn replayed after a later one does not undo it', async () => {
      const patient = newPatient();
      const first = turn();
      const low = told('medication', 'Sertraline', { value: 50, unit: 'mg' });
      await record.file(patient, [low], first);
      await record.file(patient, [told('medication', 'Sertraline', { value: 100, unit: 'mg' })], turn());
      await record.file(patient, [low], first);
      const { medications } = await record.sidePanel(patient, 'P');
      expect(medications.map((entry) => entry.value)).toEqual([100]);
    });

    test('twenty workers filing the same turn at once file it once', async () => {
      const patient = newPatient();
      const when = turn();
      const facts = [told('condition', 'Gout'), told('symptom', 'Pain'), told('observation', 'Urate', { value: 9 })];
      const results = await Promise.all(Array.from({ length: 20 }, () => record.file(patient, facts, when)));
      expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(3);
      expect(results.reduce((sum, { updated }) => sum + updated, 0)).toBe(0);
      expect((await record.sidePanel(patient, 'P')).counts).toMatchObject({
        conditions: 1,
        symptoms: 1,
        observations: 1,
      });
    });

    test('a condition told again in other spelling stays one case and gains what is new', async () => {
      const patient = newPatient();
      const first = told('condition', 'Type 2 diabetes', { status: 'active' });
      await record.file(patient, [first], turn());
      const later = turn({ filed_at: '2025-04-01T09:00:00.000Z' });
      const again = told('condition', 'type 2  Diabetes', { severity: 'mild', effective_time: '2015' });
      expect(await record.file(patient, [again], later)).toEqual({ created: 0, updated: 1 });
      const { conditions } = await record.sidePanel(patient, 'P');
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

    test('a changed dose updates the regimen and keeps the old dose in its history', async () => {
      const patient = newPatient();
      const start = told('medication', 'Lisinopril', { value: 10, unit: 'mg', status: 'active' });
      const before = turn();
      await record.file(patient, [start], before);
      await record.file(patient, [told('medication', 'Lisinopril', { value: 20, unit: 'mg' })], turn());
      const { medications } = await record.sidePanel(patient, 'P');
      expect(medications).toMatchObject([{ id: start.id, value: 20, unit: 'mg', status: 'active' }]);
      const node = await record.topicNode(patient, start.id);
      expect(node?.properties.history).toEqual([{ value: 10, turn_id: before.turn_id, recorded_at: before.filed_at }]);
    });

    test('a new dose or rhythm never borrows half of the old one', async () => {
      const patient = newPatient();
      const daily = { text: 'twice a day', times_per_day: 2 };
      const start = told('medication', 'Insulin', { value: 10, unit: 'mL', frequency: daily, route: 'inhaled' });
      await record.file(patient, [start], turn());
      const asNeeded = { text: 'when needed', as_needed: true };
      await record.file(patient, [told('medication', 'Insulin', { value: 'two puffs', frequency: asNeeded })], turn());
      const [regimen] = (await record.sidePanel(patient, 'P')).medications;
      expect(regimen).toMatchObject({ value: 'two puffs', route: 'inhaled' });
      expect(regimen?.unit).toBeUndefined();
      expect(regimen?.frequency).toEqual(asNeeded);
    });

    test('a stopped medication is shown as stopped, and as active once it is taken again', async () => {
      const patient = newPatient();
      const start = told('medication', 'Ibuprofen', { status: 'active', effective_time: '2025-01-01' });
      await record.file(patient, [start], turn());
      const stop = told('medication', 'Ibuprofen', { status: 'stopped', effective_time: '2025-02-20' });
      await record.file(patient, [stop], turn());
      expect((await record.sidePanel(patient, 'P')).medications).toMatchObject([
        { status: 'stopped', effective_time: '2025-01-01' },
      ]);
      const stopped = await record.topicNode(patient, start.id);
      expect(stopped?.properties.ended_time).toBe('2025-02-20T00:00:00.000Z');
      await record.file(patient, [told('medication', 'Ibuprofen', { status: 'active' })], turn());
      const again = await record.topicNode(patient, start.id);
      expect(again?.properties).toMatchObject({ status: 'active' });
      expect(again?.properties.ended_time).toBeUndefined();
    });

    test('a memory of years ago does not end what is taken today', async () => {
      const patient = newPatient();
      const now = told('medication', 'Prednisone', {
        value: 5,
        unit: 'mg',
        status: 'active',
        effective_time: '2025-01-10',
      });
      await record.file(patient, [now], turn());
      const then = told('medication', 'Prednisone', {
        value: 40,
        unit: 'mg',
        status: 'stopped',
        effective_time: '2019-05',
      });
      expect(await record.file(patient, [then], turn())).toEqual({ created: 0, updated: 1 });
      expect((await record.sidePanel(patient, 'P')).medications).toMatchObject([{ value: 5, status: 'active' }]);
      const node = await record.topicNode(patient, now.id);
      expect(node?.properties.history).toMatchObject([{ value: 40, status: 'stopped' }]);
    });

    test('a symptom that lasts is one episode, and one that comes back is another', async () => {
      const patient = newPatient();
      const headache = (status: string) => [told('symptom', 'Headache', { status })];
      await record.file(patient, headache('active'), turn({ filed_at: '2025-03-01T09:00:00.000Z' }));
      await record.file(patient, headache('active'), turn({ filed_at: '2025-03-04T09:00:00.000Z' }));
      await record.file(patient, headache('resolved'), turn({ filed_at: '2025-03-06T09:00:00.000Z' }));
      expect((await record.sidePanel(patient, 'P')).symptoms.map((entry) => entry.status)).toEqual(['resolved']);
      await record.file(patient, headache('active'), turn({ filed_at: '2025-03-20T09:00:00.000Z' }));
      expect((await record.sidePanel(patient, 'P')).symptoms.map((entry) => entry.status)).toEqual([
        'active',
        'resolved',
      ]);
    });

    test('the same measurement or visit told in two turns is two entries', async () => {
      const patient = newPatient();
      for (const _ of [1, 2]) {
        await record.file(patient, [told('observation', 'Weight', { value: 80 }), told('encounter', 'Visit')], turn());
      }
      expect((await record.sidePanel(patient, 'P')).counts).toMatchObject({ observations: 2, encounters: 2 });
    });

    test('observations are listed by when they were measured, newest first, whatever the zone or precision', async () => {
      const patient = newPatient();
      const at = (effective_time: string | undefined) => told('observation', 'Glucose', { value: 100, effective_time });
      const times = ['2025-01-05', '2025-02-01T23:30:00-05:00', '2025-02-02T01:00:00Z', '2024', undefined];
      await record.file(patient, times.map(at), turn({ filed_at: '2025-01-20T12:00:00.000Z' }));
      const { observations } = await record.sidePanel(patient, 'P');
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
      await record.file(patient, readings, turn());
      const panel = await record.sidePanel(patient, 'P');
      expect(panel.counts.observations).toBe(230);
      expect(panel.observations).toHaveLength(200);
      expect(panel.observations[0]?.value).toBe(229);
    });

    test('one bad fact leaves nothing of its turn behind', async () => {
      const owner = newPatient();
      const other = newPatient();
      const taken = told('condition', 'Anemia');
      await record.file(owner, [taken], turn());
      const filing = record.file(other, [told('symptom', 'Fatigue'), { ...taken, name: 'Stolen' }], turn());
      await expect(filing).rejects.toMatchObject({ code: 'conflict' } satisfies Partial<AppError>);
      expect((await record.sidePanel(other, 'P')).counts).toMatchObject({ symptoms: 0, conditions: 0 });
      expect((await record.sidePanel(owner, 'P')).conditions).toMatchObject([{ name: 'Anemia' }]);
    });

    test('an id that updated an existing node cannot be used by another patient either', async () => {
      const owner = newPatient();
      const second = told('condition', 'Anemia');
      await record.file(owner, [told('condition', 'Anemia')], turn());
      await record.file(owner, [second], turn());
      await expect(record.file(newPatient(), [second], turn())).rejects.toBeInstanceOf(AppError);
    });

    test('two patients, or two tenants with the same patient id, never see each other', async () => {
      const [mine, theirs] = [patientKey('clinic-a', 'P-1'), patientKey('clinic-b', 'P-1')];
      const when = turn();
      const asthma = told('condition', 'Asthma', { severity: 'mild' });
      await record.file(mine, [asthma, told('observation', 'Weight', { value: 80 })], when);
      await record.file(theirs, [told('condition', 'Asthma', { severity: 'severe' })], when);
      expect((await record.sidePanel(theirs, 'P-1')).conditions).toMatchObject([{ severity: 'severe' }]);
      expect((await record.sidePanel(theirs, 'P-1')).counts).toMatchObject({ conditions: 1, observations: 0 });
      expect((await record.sidePanel(mine, 'P-1')).conditions).toMatchObject([{ severity: 'mild' }]);
      expect(await record.topicNode(theirs, asthma.id)).toBeNull();
      expect(await record.topicNode(mine, asthma.id)).toMatchObject({ uuid: asthma.id, label: 'ConditionCase' });
    });

    test('names with quotes, markup and other scripts come back unharmed', async () => {
      const patient = newPatient();
      const names = ["O'Brien; DROP TABLE node;--", '<b>"x"</b>', '高血圧 🩺', 'a\u0000b', '$.code ?1 {{}}'];
      await record.file(
        patient,
        names.map((name) => told('condition', name)),
        turn(),
      );
      const { conditions } = await record.sidePanel(patient, 'P');
      expect(conditions.map((entry) => entry.name).sort()).toEqual([...names].sort());
    });

    test('a topic that does not exist is null', async () => {
      expect(await record.topicNode(newPatient(), randomUUID())).toBeNull();
      expect(await record.topicNode(newPatient(), "' OR 1=1 --")).toBeNull();
    });

    test('setting up again keeps everything', async () => {
      const patient = newPatient();
      await record.file(patient, [told('condition', 'Asthma')], turn());
      await record.init();
      await record.ping();
      expect((await record.sidePanel(patient, 'P')).counts.conditions).toBe(1);
    });
  });
}
