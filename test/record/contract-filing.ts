/** What happens when a turn is filed: once, whole, and whatever else goes on at the same time. */
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { fewer } from '../support/sampled.ts';
import { newPatient, ofFamily, told, turn } from './told.ts';

const TURNS = fewer(200);

export function filingContract(record: () => PatientRecord): void {
  describe('filing a turn', () => {
    test('a turn that is filed again after a crash changes nothing', async () => {
      const patient = newPatient();
      const when = turn();
      const facts = [
        told('condition', 'Asthma'),
        told('medication', 'Salbutamol', { value: 100, unit: 'ug' }),
        told('observation', 'Peak flow', { value: 400 }),
        told('encounter', 'Check-up'),
      ];
      await record().file(patient, facts, when);
      const before = await record().sidePanel(patient, 'P');
      expect(await record().file(patient, facts, { ...when, filed_at: '2025-03-09T00:00:00.000Z' })).toEqual({
        created: 0,
        updated: 0,
      });
      expect(await record().sidePanel(patient, 'P')).toEqual(before);
    });

    test('a turn replayed after a later one does not undo it', async () => {
      const patient = newPatient();
      const first = turn();
      const low = told('medication', 'Sertraline', { value: 50, unit: 'mg' });
      await record().file(patient, [low], first);
      await record().file(patient, [told('medication', 'Sertraline', { value: 100, unit: 'mg' })], turn());
      await record().file(patient, [low], first);
      const { medications } = await record().sidePanel(patient, 'P');
      expect(medications.map((entry) => entry.value)).toEqual([100]);
    });

    test('twenty workers filing the same turn at once file it once', async () => {
      const patient = newPatient();
      const when = turn();
      const facts = [told('condition', 'Gout'), told('symptom', 'Pain'), told('observation', 'Urate', { value: 9 })];
      const results = await Promise.all(Array.from({ length: 20 }, () => record().file(patient, facts, when)));
      expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(3);
      expect(results.reduce((sum, { updated }) => sum + updated, 0)).toBe(0);
      expect((await record().sidePanel(patient, 'P')).counts).toMatchObject({
        conditions: 1,
        symptoms: 1,
        observations: 1,
      });
    });

    test('turns of one patient at once, each tried three times, are on file exactly once', async () => {
      const patient = newPatient();
      const turns = Array.from({ length: TURNS }, (_, n) => ({
        when: turn({ session_id: `s${n % 7}`, filed_at: new Date(Date.UTC(2025, 2, 1, 9, 0, n)).toISOString() }),
        facts: [
          told('observation', 'Weight', { value: n }),
          told('condition', 'Gout'),
          told('medication', `Medicine ${n % 10}`, { value: n }),
        ],
        family: [ofFamily('mother', 'Asthma')],
      }));
      const attempts = [1, 2, 3].flatMap(() => turns);
      const results = await Promise.all(
        attempts.map(({ facts, when, family }) => record().file(patient, facts, when, family)),
      );
      const total = results.reduce((sum, { created, updated }) => sum + created + updated, 0);
      expect(total).toBe(TURNS * 4);
      const { counts, observations } = await record().sidePanel(patient, 'P');
      expect(counts).toMatchObject({ observations: TURNS, conditions: 1, medications: 10, family_history: 1 });
      expect(observations.map(({ value }) => value).sort((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: TURNS }, (_, n) => n),
      );
      const { nodes, edges } = await record().graph(patient);
      const said = edges.filter(({ type }) => type === 'STATED_IN');
      expect(said).toHaveLength(TURNS * 4);
      expect(new Set(said.map(({ key }) => key)).size).toBe(TURNS * 4);
      expect(nodes.filter(({ label }) => label === 'Turn')).toHaveLength(TURNS);
      expect(nodes.filter(({ label }) => label === 'Session')).toHaveLength(7);
    });

    test('one bad fact leaves nothing of its turn behind', async () => {
      const owner = newPatient();
      const other = newPatient();
      const taken = told('condition', 'Anemia');
      await record().file(owner, [taken], turn());
      const filing = record().file(other, [told('symptom', 'Fatigue'), { ...taken, name: 'Stolen' }], turn());
      await expect(filing).rejects.toMatchObject({ code: 'conflict' } satisfies Partial<AppError>);
      expect((await record().sidePanel(other, 'P')).counts).toMatchObject({ symptoms: 0, conditions: 0 });
      expect((await record().sidePanel(owner, 'P')).conditions).toMatchObject([{ name: 'Anemia' }]);
    });

    test('an id that updated an existing node cannot be used by another patient either', async () => {
      const owner = newPatient();
      const second = told('condition', 'Anemia');
      await record().file(owner, [told('condition', 'Anemia')], turn());
      await record().file(owner, [second], turn());
      await expect(record().file(newPatient(), [second], turn())).rejects.toBeInstanceOf(AppError);
    });

    test('setting up again keeps everything', async () => {
      const patient = newPatient();
      await record().file(patient, [told('condition', 'Asthma')], turn());
      await record().init();
      await record().ping();
      expect((await record().sidePanel(patient, 'P')).counts.conditions).toBe(1);
    });
  });
}
