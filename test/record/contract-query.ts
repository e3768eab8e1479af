/** Questions in Cypher that passed the guard: the right rows, of one patient, after bounded work. */
import { describe, expect, test } from 'vitest';
import { guard } from '../../src/record/cypher/guard.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, told, turn } from './told.ts';

const START = 'MATCH (p:Patient {uuid: $patient_uuid})';
const CONDITIONS = `${START}-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.name AS name ORDER BY name`;

export function queryContract(record: () => PatientRecord, openImpatient: () => Promise<PatientRecord>): void {
  const withConditions = async (...names: string[]) => {
    const patient = newPatient();
    await record().file(
      patient,
      names.map((name) => told('condition', name)),
      turn(),
    );
    return patient;
  };

  describe('a question in Cypher', () => {
    test('is answered with the rows of the one patient it is asked for', async () => {
      const patient = await withConditions('Gout', 'Asthma');
      await withConditions('Gout', 'Anemia');
      expect(await record().read(patient, guard(CONDITIONS))).toEqual({
        columns: ['name'],
        rows: [['Asthma'], ['Gout']],
        truncated: false,
      });
      expect((await record().read(newPatient(), guard(CONDITIONS))).rows).toEqual([]);
    });

    test('does not reach another patient through the type they share', async () => {
      const [patient, other] = [await withConditions('Gout'), await withConditions('Gout')];
      const shared = guard(
        `${START}-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType) RETURN c.uuid AS id, t.name AS name`,
      );
      const [mine, theirs] = [await record().read(patient, shared), await record().read(other, shared)];
      expect(mine.rows).toHaveLength(1);
      expect(theirs.rows).toHaveLength(1);
      expect(mine.rows[0]?.[0]).not.toBe(theirs.rows[0]?.[0]);
    });

    test('sees what was filed a moment ago, and what was changed', async () => {
      const patient = await withConditions('Gout');
      const statuses = guard(
        `${START}-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.name AS n, c.status AS s ORDER BY n`,
      );
      expect((await record().read(patient, statuses)).rows).toEqual([['Gout', null]]);
      const next = [
        told('condition', 'Asthma', { status: 'active' }),
        told('condition', 'gout', { status: 'resolved' }),
      ];
      await record().file(patient, next, turn());
      expect((await record().read(patient, statuses)).rows).toEqual([
        ['Asthma', 'active'],
        ['Gout', 'resolved'],
      ]);
    });

    test('counts, averages and compares numbers and times alike', async () => {
      const patient = newPatient();
      const weight = (value: number, day: string) => told('observation', 'Weight', { value, effective_time: day });
      await record().file(
        patient,
        [weight(80, '2025-01-01'), weight(81, '2025-02-01'), weight(90, '2023-01-01')],
        turn(),
      );
      const average = guard(
        `${START}-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
         WHERE toLower(t.name) CONTAINS toLower($what) AND o.effective_time >= $from
         RETURN count(o) AS n, avg(o.value) AS mean, max(o.effective_time) AS last`,
        { what: 'WEIGHT', from: '2024-01-01T00:00:00.000Z' },
      );
      expect((await record().read(patient, average)).rows).toEqual([[2, 80.5, '2025-02-01T00:00:00.000Z']]);
    });

    test('can be asked again with another value, of the same kind and under the same name', async () => {
      const patient = await withConditions('Gout', 'Asthma');
      const named = guard(
        `${START}-[:HAS_CONDITION]->(c:ConditionCase) WHERE toLower(c.name) CONTAINS toLower($name) RETURN c.name AS n`,
        { name: 'Gout' },
      );
      expect((await record().read(patient, named)).rows).toEqual([['Gout']]);
      expect((await record().read(patient, named, { name: 'Asthma' })).rows).toEqual([['Asthma']]);
      await expect(record().read(patient, named, { name: 7 })).rejects.toMatchObject({ code: 'invalid' });
    });

    test('cannot be given another patient', async () => {
      const [patient, other] = [await withConditions('Gout'), await withConditions('Anemia')];
      const asking = record().read(patient, guard(CONDITIONS), { patient_uuid: other });
      await expect(asking).rejects.toMatchObject({ code: 'invalid' });
    });

    test('cannot have its own literals replaced after the check', async () => {
      const patient = await withConditions('Gout', 'Asthma');
      const fixed = guard(
        `${START}-[:HAS_CONDITION]->(c:ConditionCase) WHERE toLower(c.name) CONTAINS 'gout' RETURN c.name AS n`,
      );
      const [name = ''] = Object.keys(fixed.parameters);
      await expect(record().read(patient, fixed, { [name]: 'Asthma' })).rejects.toMatchObject({ code: 'invalid' });
    });

    test('gives at most 200 rows, and says so', async () => {
      const patient = await withConditions(...Array.from({ length: 205 }, (_, index) => `Condition ${index}`));
      const { rows, truncated } = await record().read(patient, guard(CONDITIONS));
      expect(rows).toHaveLength(200);
      expect(truncated).toBe(true);
      const few = await record().read(patient, guard(`${CONDITIONS} LIMIT 3`));
      expect([few.rows.length, few.truncated]).toEqual([3, false]);
    });

    test('that would run for hours is stopped', async () => {
      const patient = await withConditions(...Array.from({ length: 60 }, (_, index) => `Condition ${index}`));
      const each = (n: number) => `(p)-[:HAS_CONDITION]->(c${n}:ConditionCase)`;
      const endless = guard(
        `${START} MATCH ${each(1)} MATCH ${each(2)} MATCH ${each(3)} MATCH ${each(4)} MATCH ${each(5)}
         RETURN count(*) AS n, max(c1.name + c2.name + c3.name + c4.name + c5.name) AS m`,
      );
      const impatient = await openImpatient();
      await expect(impatient.read(patient, endless)).rejects.toMatchObject({ code: 'query_too_slow' });
      await impatient.close();
      expect((await record().read(patient, guard(CONDITIONS))).rows).toHaveLength(60);
    });
  });
}
