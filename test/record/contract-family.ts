/** What runs in the family: kept, and never as the patient's own. */
import { describe, expect, test } from 'vitest';
import { guard } from '../../src/record/cypher/guard.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, ofFamily, told, turn } from './told.ts';

export function familyContract(record: () => PatientRecord): void {
  describe('family history', () => {
    test('stands in its own list with the relative, and the patient has no such condition', async () => {
      const patient = newPatient();
      const when = turn();
      const diabetes = ofFamily('mother', 'Type 2 diabetes', { code: { system: 'icd10', code: 'E11.9' } });
      expect(await record().file(patient, [], when, [diabetes])).toEqual({ created: 1, updated: 0 });
      const panel = await record().sidePanel(patient, 'P');
      const { evidence: _, ...entry } = diabetes;
      expect(panel.family_history).toEqual([{ ...entry, turn_id: when.turn_id, recorded_at: when.filed_at }]);
      expect(panel.conditions).toEqual([]);
      expect(panel.counts).toMatchObject({ family_history: 1, conditions: 0 });
    });

    test('told again is one entry for each relative', async () => {
      const patient = newPatient();
      const mother = ofFamily('mother', 'Asthma');
      await record().file(patient, [told('condition', 'Asthma')], turn(), [mother]);
      const again = [ofFamily('Mother', 'asthma'), ofFamily('father', 'Asthma')];
      expect(await record().file(patient, [], turn(), again)).toEqual({ created: 1, updated: 1 });
      const { family_history, counts } = await record().sidePanel(patient, 'P');
      expect(family_history.map(({ relation }) => relation).sort()).toEqual(['father', 'mother']);
      expect(counts).toMatchObject({ family_history: 2, conditions: 1 });
    });

    test('filed again after a crash changes nothing', async () => {
      const patient = newPatient();
      const when = turn();
      const family = [ofFamily('sister', 'Gout')];
      await record().file(patient, [], when, family);
      expect(await record().file(patient, [], when, family)).toEqual({ created: 0, updated: 0 });
    });

    test('can be asked for in Cypher, by its relative and its type, with the words that said so', async () => {
      const patient = newPatient();
      await record().file(patient, [], turn(), [ofFamily('uncle', 'Gout')]);
      const query = guard(
        `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_FAMILY_HISTORY]->(f:FamilyCondition)-[:IS_A]->(t:ConditionType)
         MATCH (f)-[said:STATED_IN]->(:Turn) RETURN f.relation AS who, t.name AS what, said.evidence_text AS words`,
      );
      expect((await record().read(patient, query)).rows).toEqual([['uncle', 'Gout', 'My uncle has Gout']]);
    });
  });
}
