/** Lists of people: whose records there are, of one tenant alone. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type PatientRecord, patientKey } from '../../src/record/record.ts';
import { amendment, by, ofFamily, told, turn } from './told.ts';

export function peopleContract(record: () => PatientRecord): void {
  const everybody = { prefix: '', after: null, limit: 100, only: null };

  /** A tenant that nobody has filed anything for yet. */
  function newTenant() {
    const tenant = `t-${randomUUID()}`;
    const key = (id: string) => patientKey(tenant, id);
    return {
      tenant,
      key,
      file: (id: string, facts = [told('condition', 'Gout')], more = {}, family = [ofFamily('mother', 'Gout')]) =>
        record().file(key(id), facts, turn({ person: { tenant, id }, ...more }), family),
      ids: async (query = {}) => (await record().people(tenant, { ...everybody, ...query })).map(({ id }) => id),
    };
  }

  describe('lists of people', () => {
    test('a person is listed with who they are, how much is on file and since when', async () => {
      const { tenant, key, file } = newTenant();
      const pulse = told('observation', 'Heart rate', { value: 71, unit: 'bpm' });
      await file('anna', [pulse, told('profile', 'Sex', { value: 'female' })], {
        filed_at: '2025-03-01T09:00:00.000Z',
      });
      await record().describe(key('anna'), { birth_date: '1961-04' });
      const listed = { id: 'anna', birth_date: '1961-04', sex: 'female', facts: 3 };
      expect(await record().people(tenant, everybody)).toEqual([{ ...listed, updated_at: '2025-03-01T09:00:00.000Z' }]);
      const source = by({ filed_at: '2025-03-04T09:00:00.000Z' });
      await record().correct(key('anna'), [amendment({ fact_id: pulse.id }, null)], source);
      // An older document that arrives later is no news.
      await file('anna', [told('condition', 'Gout')], { filed_at: '2024-01-01T09:00:00.000Z' }, []);
      expect(await record().people(tenant, everybody)).toEqual([{ ...listed, updated_at: '2025-03-04T09:00:00.000Z' }]);
    });

    test('in the order of their ids, found by how an id begins in any case, page after page', async () => {
      const { file, ids } = newTenant();
      for (const id of ['bob', 'Anna', 'anna', 'annabel', 'demo-1', 'ANN.x@y', 'an_', 'a%']) await file(id);
      const all = ['a%', 'an_', 'ANN.x@y', 'Anna', 'anna', 'annabel', 'bob', 'demo-1'];
      expect(await ids()).toEqual(all);
      expect(await ids({ prefix: 'ann' })).toEqual(['ANN.x@y', 'Anna', 'anna', 'annabel']);
      expect(await ids({ prefix: 'An_' })).toEqual(['an_']);
      expect(await ids({ prefix: 'zoe' })).toEqual([]);
      const pages: string[] = [];
      for (let after: string | null = null; ; after = pages.at(-1) ?? null) {
        const page = await ids({ after, limit: 3 });
        pages.push(...page);
        if (page.length < 3) break;
      }
      expect(pages).toEqual(all);
    });

    test('only those who may be seen, and never those of another tenant', async () => {
      const [mine, theirs] = [newTenant(), newTenant()];
      for (const id of ['a', 'b', 'c']) await mine.file(id);
      await theirs.file('b');
      expect(await mine.ids({ only: new Set(['c', 'a', 'nobody']) })).toEqual(['a', 'c']);
      expect(await mine.ids({ only: new Set() })).toEqual([]);
      expect(await theirs.ids()).toEqual(['b']);
    });

    test('who was erased is in no list; who was moved is', async () => {
      const { key, file, ids } = newTenant();
      await file('anna');
      const graph = await record().graph(key('anna'));
      await record().erase(key('anna'));
      expect(await ids()).toEqual([]);
      await record().restore(key('anna'), graph);
      await record().restore(key('anna'), graph);
      expect(await ids()).toEqual(['anna']);
      // A copy from before people were noted takes nobody off the list.
      const { person: _, ...unnamed } = graph;
      await record().restore(key('anna'), unnamed);
      expect(await ids()).toEqual(['anna']);
    });
  });
}
