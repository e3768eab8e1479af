/** Tenants, and patients, meet in nothing but the shipped vocabulary: what one tells is neither seen nor changed by another. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/record/fact.ts';
import { nameKey } from '../../src/record/identity.ts';
import type { GraphNode, PatientGraph } from '../../src/record/patient-graph.ts';
import { type PatientRecord, patientKey } from '../../src/record/record.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { fewer } from '../support/sampled.ts';
import { told, turn } from './told.ts';

const KINDS = ['condition', 'symptom', 'observation', 'medication', 'allergy'] as const;
const TYPE = /Type$|^Substance$/;
const typesIn = ({ nodes }: PatientGraph) => nodes.filter(({ label }) => TYPE.test(label));
const namesOf = (kind: Fact['kind']) =>
  ({
    condition: 'Gout',
    symptom: 'Headache',
    observation: 'Heart rate',
    medication: 'Metformin',
    allergy: 'Penicillin',
  })[kind as string] ?? '';

/** As the vocabulary has it. */
function isShipped({ properties: { name, code, code_system } }: GraphNode): boolean {
  const term = terminology.termNamed(String(name), ['condition', 'symptom', 'observation', 'drug', 'allergen']);
  return term !== null && term.name === name && term.code?.code === code && term.code?.system === code_system;
}

export function tenantsContract(record: () => PatientRecord): void {
  describe('what tenants share', () => {
    test("one tenant's own code for a condition is not what another reads, before or after it is erased", async () => {
      const [a, b] = [patientKey('a', 'p'), patientKey('b', 'p')];
      await Promise.all([record().erase(a), record().erase(b)]);
      const name = `Strange condition ${randomUUID()}`;
      const poison = { system: 'urn:a', code: 'secret-of-a' };
      await record().file(
        a,
        [told('condition', name, { code: poison }), told('condition', 'Gout', { code: poison })],
        turn(),
      );
      await record().file(b, [told('condition', name.toUpperCase()), told('condition', 'gout')], turn());
      const ofB = JSON.stringify(await record().graph(b));
      expect(ofB).not.toContain('secret-of-a');
      expect(ofB).not.toContain(name);
      for (const type of typesIn(await record().graph(a))) {
        const seen = await record().topicNode(b, type.id);
        expect(seen === null || isShipped({ ...type, properties: seen.properties as GraphNode['properties'] })).toBe(
          true,
        );
      }
      // Told again, with a code of b's: a's stays as a told it.
      await record().file(b, [told('condition', name, { code: { system: 'urn:b', code: 'of-b' } })], turn());
      expect(JSON.stringify(await record().graph(a))).not.toContain('of-b');
      await record().erase(a);
      const again = await record().graph(b);
      expect(typesIn(again).map(({ properties }) => properties.name)).toEqual(
        expect.arrayContaining([name.toUpperCase(), 'Gout']),
      );
      expect(JSON.stringify(again)).not.toContain('secret-of-a');
    });

    test('whatever two tenants tell, each reads what it told or what the vocabulary says', async () => {
      const words = fc.constantFrom('Zorb', 'zorb', 'Quux fever', 'QUUX fever');
      const telling = fc.record({
        tenant: fc.constantFrom('a', 'b'),
        kind: fc.constantFrom(...KINDS),
        word: fc.oneof(words, fc.constant('')),
        coded: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(telling, { minLength: 2, maxLength: 10 }), async (tellings) => {
          const id = randomUUID();
          const patients = { a: patientKey('a', id), b: patientKey('b', id) } as Record<string, string>;
          const names: Record<string, Set<string>> = { a: new Set(), b: new Set() };
          for (const { tenant, kind, word, coded } of tellings) {
            const name = word || namesOf(kind);
            names[tenant]?.add(name);
            const code = { system: `urn:${tenant}`, code: `code-of-${tenant}` };
            await record().file(patients[tenant] ?? '', [told(kind, name, coded ? { code } : {})], turn());
          }
          for (const [tenant, other] of [
            ['a', 'b'],
            ['b', 'a'],
          ] as const) {
            const graph = await record().graph(patients[tenant] ?? '');
            expect(JSON.stringify(graph)).not.toContain(`code-of-${other}`);
            for (const type of typesIn(graph)) {
              const own =
                names[tenant]?.has(String(type.properties.name)) && type.properties.code_system !== `urn:${other}`;
              expect(own || isShipped(type)).toBe(true);
              const known = names[tenant] ?? new Set();
              expect([...known].map(nameKey)).toContain(nameKey(String(type.properties.name)));
            }
          }
          await record().erase(patients.a ?? '');
          await record().erase(patients.b ?? '');
        }),
        { numRuns: fewer(100), seed: 20261115 },
      );
    });

    test('a copy that is put in brings no type of its own into the vocabulary', async () => {
      const [patient, other] = [patientKey('a', randomUUID()), patientKey('b', randomUUID())];
      await record().file(patient, [told('condition', 'Gout')], turn());
      const graph = await record().graph(patient);
      const nodes = graph.nodes.map((node) =>
        TYPE.test(node.label) ? { ...node, properties: { name: 'Gout', code: 'poison', code_system: 'x' } } : node,
      );
      await record().erase(patient);
      await record().restore(patient, { ...graph, nodes });
      await record().file(other, [told('condition', 'Gout')], turn());
      expect(JSON.stringify(await record().graph(other))).not.toContain('poison');
      await record().erase(patient);
      await record().erase(other);
    });

    test('two patients who have the same condition of the vocabulary share its type, and only they can open it', async () => {
      const [one, two, stranger] = [randomUUID(), randomUUID(), randomUUID()].map((id) => patientKey('t', id)) as [
        string,
        string,
        string,
      ];
      await record().file(one, [told('condition', 'Gout')], turn());
      await record().file(two, [told('condition', 'gout', { code: { system: 'icd10', code: 'M10' } })], turn());
      await record().file(stranger, [told('condition', 'Asthma')], turn());
      const [type] = typesIn(await record().graph(one));
      expect(typesIn(await record().graph(two)).map(({ id }) => id)).toEqual([type?.id]);
      expect(await record().topicNode(one, type?.id ?? '')).toMatchObject({
        label: 'ConditionType',
        properties: { name: 'Gout' },
      });
      expect(type && isShipped(type)).toBe(true);
      expect(await record().topicNode(stranger, type?.id ?? '')).toBeNull();
    });
  });
}
