/** Whatever the record takes in can be read again, as it was; the rest is refused before anything is written. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACT_KINDS, type Fact } from '../../src/record/fact.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { fewer } from '../support/sampled.ts';
import { newPatient, ofFamily, told, turn } from './told.ts';

const text = fc.oneof(
  { weight: 60, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', '__proto__', ' ', '') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(300), 'y'.repeat(3_000), 'z'.repeat(200_000)) },
);
const number = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -1e4, max: 1e4, noNaN: true }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(1e308, -1e308, Number.POSITIVE_INFINITY, Number.MIN_VALUE, 2 ** 53) },
);
const details = fc.record(
  {
    value: fc.oneof(number, text),
    unit: text,
    effective_time: fc.oneof(text, fc.constantFrom('2024', '2024-02-30', '+275760-09-13', '-000001-01-01')),
    status: text,
    frequency: fc.record(
      { text, times_per_day: number.map(Math.abs), as_needed: fc.boolean() },
      { requiredKeys: ['text'] },
    ),
    route: text,
    form: text,
    severity: text,
    duration: text,
    reaction: text,
    body_site: text,
    specialty: text,
    url: text,
    canonical: fc.record({ value: number, unit: text }),
    code: fc.record({ system: text, code: text }),
  },
  { requiredKeys: [] },
);
const fact = fc
  .tuple(fc.constantFrom(...FACT_KINDS), fc.oneof(text, fc.constant('Gout')), details, fc.constantFrom(0, 0.5, 1, 2))
  .map(([kind, name, more, confidence]): Fact => ({ ...told(kind, name, more as Partial<Fact>), confidence }));

/** JSON has one zero. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

export function boundsContract(record: () => PatientRecord): void {
  describe('what can be stored', () => {
    test('every fact that is taken in can be read again as it was told', async () => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(fact, async (given) => {
          const patient = newPatient();
          const filed = await record()
            .file(patient, [given], turn())
            .catch((error: { code?: string }) => error.code);
          if (filed === 'invalid') {
            expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
            return;
          }
          taken += 1;
          expect(filed).toEqual({ created: 1, updated: 0 });
          const panel = await record().sidePanel(patient, 'P');
          const listed = Object.values(panel).flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
          const { evidence, source_agent, ...shown } = given;
          const isListed = given.kind !== 'practitioner' && given.kind !== 'organization';
          expect(listed).toHaveLength(isListed ? 1 : 0);
          if (isListed) expect(plain(listed[0])).toMatchObject(plain(shown) as object);
          expect((await record().topicNode(patient, given.id))?.properties.name).toBe(given.name);
          if (given.kind === 'observation') {
            expect(await record().observations(patient, given.name, { limit: 5 })).toHaveLength(1);
            expect(await record().observationNames(patient)).toMatchObject([{ name: given.name }]);
          }
          if (given.kind === 'medication') {
            expect(await record().regimens(patient, { state: 'all' })).toHaveLength(1);
          }
          const graph = await record().graph(patient);
          expect(graph.edges.find(({ key }) => key === given.id)?.properties.evidence_text).toBe(evidence.text);
        }),
        { numRuns: fewer(200), seed: 20261115 },
      );
      expect(taken).toBeGreaterThan(fewer(80));
    });

    test.each<[string, Partial<Fact>]>([
      ['a rate that is not finite', { frequency: { text: 'often', times_per_day: Number.POSITIVE_INFINITY } }],
      ['a value that is no number', { value: Number.NaN }],
      ['a value that unit conversion would make infinite', { value: 1e308 }],
      ['a name of 200 kB', { name: 'x'.repeat(200_000) }],
      ['a unit of 200 kB', { unit: 'x'.repeat(200_000) }],
      ['a value of 200 kB', { value: 'x'.repeat(200_000) }],
      ['a name of nothing but spaces', { name: '  ' }],
      ['half a character', { status: '\ud83d' }],
    ])('%s is refused, with all that was told with it', async (_, more) => {
      const patient = newPatient();
      const facts = [told('condition', 'Gout'), told('medication', 'Metformin', more)];
      await expect(record().file(patient, facts, turn())).rejects.toMatchObject({ code: 'invalid' });
      expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
    });

    test('what is told of the family, and where it was told, has the same bounds', async () => {
      const patient = newPatient();
      const long = 'x'.repeat(200_000);
      const refused = { code: 'invalid' };
      await expect(record().file(patient, [], turn(), [ofFamily(long, 'Gout')])).rejects.toMatchObject(refused);
      await expect(record().file(patient, [], turn(), [ofFamily('mother', long)])).rejects.toMatchObject(refused);
      const facts = [told('condition', 'Gout', { id: randomUUID() })];
      await expect(record().file(patient, facts, turn({ session_id: long }))).rejects.toMatchObject(refused);
      await expect(record().file(patient, facts, turn({ filed_at: 'once' }))).rejects.toMatchObject(refused);
      expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
    });
  });
}
