/** Facts that were wrong: corrected or withdrawn, they are shown nowhere, and what was on file is kept with who, when and why. */
import { describe, expect, test } from 'vitest';
import { guard } from '../../src/record/cypher/guard.ts';
import type { Fact } from '../../src/record/fact.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { amendment, by, newPatient, ofFamily, told, turn } from './told.ts';

const pressure = (value: number, more: Partial<Fact> = {}) =>
  told('observation', 'Systolic blood pressure', {
    value,
    unit: 'mmHg',
    canonical: { value, unit: 'mmHg' },
    ...more,
  });
const latest = { name: 'Systolic blood pressure', lately: true };

export function correctionContract(record: () => PatientRecord): void {
  const shown = async (patient: string) => {
    const panel = await record().sidePanel(patient, 'P');
    const series = await record().observations(patient, 'systolic blood pressure', { limit: 10 });
    expect(series.map(({ id }) => id)).toEqual(panel.observations.map(({ id }) => id));
    expect(panel.counts.observations).toBe(series.length);
    return series.map(({ value }) => value);
  };
  const outcomes = async (...given: Parameters<PatientRecord['correct']>) =>
    (await record().correct(...given)).map(({ outcome }) => outcome);

  describe('a corrected fact', () => {
    test('has the right value under the same id, and the wrong one in its history', async () => {
      const patient = newPatient();
      const slip = pressure(310);
      await record().file(patient, [slip], turn());
      const source = by({ by: 'key:nurse', filed_at: '2025-03-01T10:00:00.000Z' });
      const done = await record().correct(
        patient,
        [amendment({ fact_id: slip.id }, { value: 130 }, { reason: 'typing error' })],
        source,
      );
      expect(done).toMatchObject([{ outcome: 'changed', before: { value: 310 }, after: { id: slip.id, value: 130 } }]);
      expect(await shown(patient)).toEqual([130]);
      expect(await record().fact(patient, slip.id)).toMatchObject({
        fact: { value: 130, unit: 'mmHg', canonical: { value: 130 } },
        earlier: [
          {
            was: { value: 310 },
            withdrawn_at: source.filed_at,
            withdrawn_by: 'key:nurse',
            reason: 'typing error',
            replaced_by: slip.id,
          },
        ],
      });
    });

    test('stays at its time and in its unit, unless the correction gives others', async () => {
      const patient = newPatient();
      const first = told('observation', 'Weight', { value: 820, unit: 'lb', effective_time: '2025-02-20' });
      await record().file(patient, [first], turn());
      await record().correct(patient, [amendment({ name: 'Weight' }, { value: 180 })], by());
      expect((await record().sidePanel(patient, 'P')).observations).toMatchObject([
        { value: 180, unit: 'lb', canonical: { value: 81.6466, unit: 'kg' }, effective_time: '2025-02-20' },
      ]);
      await record().correct(
        patient,
        [amendment({ name: 'Weight' }, { value: 80, unit: 'kg', effective_time: '2025-02-21' })],
        by(),
      );
      expect((await record().sidePanel(patient, 'P')).observations).toMatchObject([
        { value: 80, unit: 'kg', canonical: { value: 80, unit: 'kg' }, effective_time: '2025-02-21' },
      ]);
    });

    test('can be corrected again: one entry of the history for each change, none for a repetition', async () => {
      const patient = newPatient();
      const fact = pressure(310);
      await record().file(patient, [fact], turn());
      const [first, again] = [amendment(latest, { value: 130 }), amendment(latest, { value: 130 })];
      const source = by();
      expect(await outcomes(patient, [first], source)).toEqual(['changed']);
      expect(await outcomes(patient, [first], source)).toEqual(['unchanged']);
      expect(await outcomes(patient, [again], by())).toEqual(['unchanged']);
      expect(await outcomes(patient, [amendment(latest, { value: 135 })], by())).toEqual(['changed']);
      expect(await shown(patient)).toEqual([135]);
      const history = await record().fact(patient, fact.id);
      expect(history?.earlier.map(({ was }) => ('value' in was ? was.value : null))).toEqual([310, 130]);
    });

    test('loses no change that is made at the same time', async () => {
      const patient = newPatient();
      const fact = pressure(310);
      await record().file(patient, [fact], turn());
      const values = [121, 122, 123, 124, 125];
      await Promise.all(
        values.map((value) => record().correct(patient, [amendment({ fact_id: fact.id }, { value })], by())),
      );
      const history = await record().fact(patient, fact.id);
      const [now] = await shown(patient);
      const before = history?.earlier.map(({ was }) => ('value' in was ? was.value : null)) ?? [];
      expect([...before, now].sort()).toEqual([121, 122, 123, 124, 125, 310]);
    });

    test.each([
      ['yesterday, in another conversation', { session_id: 'other', filed_at: '2025-02-28T10:00:00.000Z' }, [130]],
      ['last week, in this conversation', { filed_at: '2025-02-22T10:00:00.000Z' }, [130]],
      ['last week, in another one', { session_id: 'other', filed_at: '2025-02-22T10:00:00.000Z' }, [310]],
      ['later than the correction', { filed_at: '2025-03-01T10:00:00.000Z' }, [310]],
    ])('is one told %s only if the words point back so far', async (_, when, left) => {
      const patient = newPatient();
      await record().file(patient, [pressure(310)], turn(when));
      await record().correct(patient, [amendment(latest, { value: 130 })], by());
      expect(await shown(patient)).toEqual(left);
    });

    test('is found by its wrong value and its day, and by nothing that fits two', async () => {
      const patient = newPatient();
      const days = ['2025-02-26', '2025-02-27', '2025-02-27'];
      const values = [155, 155, 149];
      const facts = days.map((effective_time, index) => pressure(values[index] as number, { effective_time }));
      await record().file(patient, facts, turn());
      const meant = { kinds: ['observation'] as const, value: 155 };
      expect(await record().correct(patient, [amendment(meant, { value: 145 })], by())).toMatchObject([
        { outcome: 'ambiguous', candidates: [{ value: 155 }, { value: 155 }] },
      ]);
      expect(
        await outcomes(patient, [amendment({ ...meant, effective_time: '2025-02-27' }, { value: 145 })], by()),
      ).toEqual(['changed']);
      expect(await outcomes(patient, [amendment({ ...meant, value: 999 }, { value: 145 })], by())).toEqual([
        'not_found',
      ]);
      expect((await shown(patient)).toSorted()).toEqual([145, 149, 155]);
    });

    test.each([
      ['a unit of something else', { value: 130, unit: 'kg' }, 'unit'],
      ['a value that no body shows', { value: 3100 }, 'value'],
      ['a day that is none', { effective_time: '2025-02-30' }, 'effective_time'],
      ['a day to come', { effective_time: '2025-08-30' }, 'effective_time'],
      ['a status of another kind', { status: 'stopped' }, 'status'],
    ])('does not take %s', async (_, change, path) => {
      const patient = newPatient();
      const fact = pressure(130);
      await record().file(patient, [fact], turn());
      const [done] = await record().correct(patient, [amendment({ fact_id: fact.id }, change)], by());
      expect(done).toMatchObject({ outcome: 'refused', error: { code: 'invalid', errors: [{ path }] } });
      expect(await shown(patient)).toEqual([130]);
    });
  });

  describe('a withdrawn fact', () => {
    test.each([
      ['condition', 'Asthma'],
      ['symptom', 'Cough'],
      ['allergy', 'Latex'],
      ['observation', 'Systolic blood pressure'],
      ['medication', 'Metformin'],
      ['encounter', 'Check-up'],
      ['procedure', 'Appendectomy'],
      ['document', 'Letter'],
      ['practitioner', 'Dr. Lee'],
      ['organization', 'Mercy Hospital'],
    ] as const)('of the kind %s is in no list, count, topic and answer', async (kind, name) => {
      const patient = newPatient();
      const fact = told(kind, name, { effective_time: '2025-02-01' });
      await record().file(patient, [fact], turn());
      expect(await outcomes(patient, [amendment({ fact_id: fact.id }, null)], by())).toEqual(['withdrawn']);
      const panel = await record().sidePanel(patient, 'P');
      expect(Object.values(panel.counts).every((count) => count === 0)).toBe(true);
      const { counts: _, patient: __, ...lists } = panel;
      expect(Object.values(lists).flat()).toEqual([]);
      expect(await record().topicNode(patient, fact.id)).toBeNull();
      expect(await record().observationNames(patient)).toEqual([]);
      expect(await record().regimens(patient, { state: 'all' })).toEqual([]);
      expect(await record().encounters(patient, { limit: 5 })).toEqual([]);
      const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-->(n) RETURN n.name AS name', {}, new Date());
      const { rows } = await record().read(patient, query);
      expect(rows.flat()).not.toContain(name);
      expect(await record().fact(patient, fact.id)).toMatchObject({ fact: null, earlier: [{ was: { name } }] });
    });

    test('is not brought back by its own turn, and is by another', async () => {
      const patient = newPatient();
      const [fact, when] = [told('allergy', 'Latex'), turn()];
      await record().file(patient, [fact], when);
      await record().correct(patient, [amendment({ name: 'Latex' }, null)], by());
      expect(await record().file(patient, [fact], when)).toEqual({ created: 0, updated: 0 });
      expect((await record().sidePanel(patient, 'P')).allergies).toEqual([]);
      await record().file(patient, [told('allergy', 'Latex')], turn());
      expect((await record().sidePanel(patient, 'P')).allergies).toHaveLength(1);
    });

    test('withdrawn again is not found by its name, and unchanged by its id', async () => {
      const patient = newPatient();
      const fact = told('condition', 'Asthma');
      await record().file(patient, [fact], turn());
      expect(await outcomes(patient, [amendment({ name: 'Asthma' }, null)], by())).toEqual(['withdrawn']);
      expect(await outcomes(patient, [amendment({ name: 'Asthma' }, null)], by())).toEqual(['not_found']);
      expect(await outcomes(patient, [amendment({ fact_id: fact.id }, null)], by())).toEqual(['unchanged']);
    });

    test('of another patient cannot be reached by its id', async () => {
      const [one, other] = [newPatient(), newPatient()];
      const fact = told('condition', 'Asthma');
      await record().file(one, [fact], turn());
      expect(await outcomes(other, [amendment({ fact_id: fact.id }, null)], by())).toEqual(['not_found']);
      expect(await record().fact(other, fact.id)).toBeNull();
      expect((await record().sidePanel(one, 'P')).conditions).toHaveLength(1);
    });

    test('can be one about the family or the person', async () => {
      const patient = newPatient();
      const [gout, born] = [
        ofFamily('mother', 'Gout', { age_at_onset: 45 }),
        told('profile', 'Birth date', { value: '1972' }),
      ];
      await record().file(patient, [born], turn(), [gout]);
      expect(await record().profile(patient)).toEqual({ birth_date: '1972' });
      await record().correct(
        patient,
        [amendment({ fact_id: gout.id }, { value: 54 }), amendment({ fact_id: born.id }, { value: '1971-05' })],
        by(),
      );
      const panel = await record().sidePanel(patient, 'P');
      expect(panel.family_history).toMatchObject([{ relation: 'mother', name: 'Gout', age_at_onset: 54 }]);
      expect(panel.patient).toMatchObject({ birth_date: '1971-05' });
      await record().correct(
        patient,
        [gout, born].map(({ id }) => amendment({ fact_id: id }, null)),
        by(),
      );
      expect(await record().profile(patient)).toEqual({});
      expect((await record().sidePanel(patient, 'P')).family_history).toEqual([]);
    });

    test('is erased with the record', async () => {
      const patient = newPatient();
      const fact = told('allergy', 'Mangosteen of my own');
      await record().file(patient, [fact], turn());
      await record().correct(patient, [amendment({ fact_id: fact.id }, null)], by());
      await record().erase(patient);
      expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
      expect(await record().fact(patient, fact.id)).toBeNull();
    });
  });

  describe('a fact told again', () => {
    const readings = async (patient: string, ...facts: Fact[]) => {
      for (const [index, fact] of facts.entries()) {
        await record().file(patient, [fact], turn({ filed_at: `2025-03-01T1${index}:00:00.000Z` }));
      }
      const { nodes, edges } = await record().graph(patient);
      return {
        nodes: nodes.filter(({ label }) => label === 'Observation' || label === 'Encounter').length,
        sources: edges.filter(({ type }) => type === 'STATED_IN').length,
      };
    };
    const at = (effective_time: string) => pressure(130, { effective_time });

    test.each([
      ['without a time', [pressure(130), pressure(130)], 1],
      ['of the same day', [at('2025-02-20'), at('2025-02-20')], 1],
      ['of the same day, once with the hour', [at('2025-02-20T08:00:00Z'), at('2025-02-20')], 1],
      ['at two said times', [at('2025-02-20T08:00:00Z'), at('2025-02-20T20:00:00Z')], 2],
      ['on two days', [at('2025-02-20'), at('2025-02-21')], 2],
      ['with another value', [at('2025-02-20'), pressure(131, { effective_time: '2025-02-20' })], 2],
      ['as the same visit', [1, 2].map(() => told('encounter', 'Check-up', { effective_time: '2025-02-20' })), 1],
    ] as const)('%s is one or two readings with two sources', async (_, facts, nodes) => {
      expect(await readings(newPatient(), ...facts)).toEqual({ nodes, sources: 2 });
    });

    test('a day later without a time is a new reading', async () => {
      const patient = newPatient();
      await record().file(patient, [pressure(130)], turn({ filed_at: '2025-03-01T10:00:00.000Z' }));
      await record().file(patient, [pressure(130)], turn({ filed_at: '2025-03-03T10:00:00.000Z' }));
      expect(await shown(patient)).toEqual([130, 130]);
    });

    test('can be corrected by the id of either telling', async () => {
      const patient = newPatient();
      const [one, other] = [at('2025-02-20'), at('2025-02-20')];
      await readings(patient, one, other);
      expect(await outcomes(patient, [amendment({ fact_id: other.id }, { value: 131 })], by())).toEqual(['changed']);
      expect((await record().fact(patient, one.id))?.fact).toMatchObject({ value: 131 });
    });
  });
}
