/** A record as a whole: taken out, put in again, listed, erased. */
import { describe, expect, test } from 'vitest';
import { FACT_KINDS } from '../../src/record/fact.ts';
import { derivedId, nameKey } from '../../src/record/identity.ts';
import type { GraphNode, PatientGraph } from '../../src/record/patient-graph.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { amendment, by, newPatient, ofFamily, plain, told, turn } from './told.ts';

/** One of everything, told twice, with a mistaken value and its correction. */
async function fill(record: PatientRecord): Promise<string> {
  const patient = newPatient();
  await record.describe(patient, { birth_date: '1961-04-30', sex: 'male' });
  for (const status of ['active', 'stopped']) {
    const facts = FACT_KINDS.map((kind) => told(kind, `Some ${kind}`, { status }));
    await record.file(patient, facts, turn(), [ofFamily('mother', 'Gout')]);
  }
  const pulse = (value: number) => told('observation', 'Heart rate', { value, unit: 'bpm' });
  const slip = pulse(700);
  await record.file(patient, [slip, pulse(71)], turn({ session_id: 's2' }));
  await record.correct(patient, [amendment({ fact_id: slip.id }, { value: 70 })], by({ session_id: 's2' }));
  const regimen = { value: 1.5, unit: 'mg', frequency: { text: 'when needed', as_needed: true, times_per_day: 2 } };
  await record.file(patient, [told('medication', 'Some medication', regimen)], turn());
  return patient;
}

export function wholeContract(record: () => PatientRecord): void {
  describe('a record as a whole', () => {
    test('holds the patient’s own nodes, the types they point to and every statement', async () => {
      const patient = await fill(record());
      const { nodes, edges, withdrawn } = await record().graph(patient);
      expect(withdrawn).toMatchObject([{ kind: 'observation', properties: { value: 700 } }]);
      expect(nodes.filter(({ label }) => label === 'Patient')).toEqual([
        { id: patient, label: 'Patient', properties: { birth_date: '1961-04-30', sex: 'male' } },
      ]);
      expect(nodes.find(({ label }) => label === 'IntakeRegimen')?.properties).toMatchObject({
        value: 1.5,
        as_needed: true,
        status: 'stopped',
        history: [{ status: 'active' }],
      });
      expect(nodes.filter(({ label }) => label === 'ConditionType').map(({ properties }) => properties.name)).toEqual(
        expect.arrayContaining(['Some condition', 'Gout']),
      );
      const said = edges.filter(({ type, key }) => type === 'STATED_IN' && key !== '');
      expect(said).toHaveLength(2 * (FACT_KINDS.length + 1) + 4);
      expect(said[0]?.properties).toMatchObject({ evidence_start: 0, source_agent: expect.any(String) });
      expect(said[0]?.properties).not.toHaveProperty('fact_id');
      const ids = new Set(nodes.map(({ id }) => id));
      expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
      expect(await record().graph(newPatient())).toEqual({ nodes: [], edges: [] });
    });

    test('put in again after it was erased is the same in every respect, and goes on from there', async () => {
      const patient = await fill(record());
      const graph = await record().graph(patient);
      const panel = await record().sidePanel(patient, 'P');
      await record().erase(patient);
      await record().restore(patient, graph);
      await record().restore(patient, graph);
      expect(plain(await record().graph(patient))).toEqual(plain(graph));
      expect(await record().sidePanel(patient, 'P')).toEqual(panel);
      expect(await record().profile(patient)).toEqual({ birth_date: '1961-04-30', sex: 'male' });

      const again = [told('condition', 'some CONDITION'), told('procedure', 'Some procedure')];
      const mother = [ofFamily('mother', 'gout')];
      expect(await record().file(patient, again, turn(), mother)).toEqual({ created: 0, updated: 3 });
    });

    test('a copy never replaces a record that has more since, nor takes anything of another patient’s', async () => {
      const [patient, other] = [await fill(record()), newPatient()];
      const graph = await record().graph(patient);
      await record().file(patient, [told('condition', 'News')], turn());
      await expect(record().restore(patient, graph)).rejects.toMatchObject({ code: 'conflict' });
      expect((await record().sidePanel(patient, 'P')).counts.conditions).toBe(2);

      await expect(record().restore(other, graph)).rejects.toMatchObject({ code: 'invalid' });
      const renamed = graph.nodes.map((node) => (node.label === 'Patient' ? { ...node, id: other } : node));
      const edges = graph.edges.map((edge) => (edge.from === patient ? { ...edge, from: other } : edge));
      await expect(record().restore(other, { nodes: renamed, edges })).rejects.toMatchObject({ code: 'conflict' });
      expect(await record().graph(other)).toEqual({ nodes: [], edges: [] });
      expect((await record().sidePanel(patient, 'P')).counts.conditions).toBe(2);
    });

    test.each<[string, (graph: PatientGraph) => PatientGraph]>([
      [
        'an unknown label',
        (graph) => ({ ...graph, nodes: graph.nodes.map((node) => ({ ...node, label: 'X' as 'Turn' })) }),
      ],
      ['no patient', ({ nodes, edges }) => ({ nodes: nodes.filter(({ label }) => label !== 'Patient'), edges })],
      ['an edge into nowhere', ({ nodes, edges }) => ({ nodes: nodes.slice(0, 1), edges })],
    ])('a graph with %s is refused before anything is written', async (_, spoil) => {
      const patient = await fill(record());
      const graph = spoil(await record().graph(patient));
      await record().erase(patient);
      await expect(record().restore(patient, graph)).rejects.toMatchObject({ code: 'invalid' });
      expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
    });

    test('every record is listed once, page by page', async () => {
      const made = [await fill(record()), await fill(record()), newPatient()];
      await record().describe(made[2] ?? '', { sex: 'other' });
      const listed: string[] = [];
      for (let page = await record().patients(null, 2); page.length > 0; ) {
        expect(page.length).toBeLessThanOrEqual(2);
        listed.push(...page);
        page = await record().patients(page.at(-1) ?? null, 2);
      }
      expect(listed).toEqual([...new Set(listed)].sort());
      expect(listed).toEqual(expect.arrayContaining(made));
    });

    test('erased, it is gone for every question, and everyone else’s is untouched', async () => {
      const [patient, other] = [await fill(record()), await fill(record())];
      const before = [await record().graph(patient), await record().graph(other)] as const;
      const isShipped = ({ id, label, properties }: GraphNode) =>
        id === derivedId(label, nameKey(String(properties.name)));
      const own = before[0].nodes.filter((node) => !isShipped(node));
      expect(await record().erase(patient)).toEqual({ nodes: own.length + 1, edges: before[0].edges.length });

      expect(await record().graph(patient)).toEqual({ nodes: [], edges: [] });
      expect(Object.values((await record().sidePanel(patient, 'P')).counts).every((count) => count === 0)).toBe(true);
      expect(await record().profile(patient)).toEqual({});
      expect(await record().observationNames(patient)).toEqual([]);
      expect(await record().topicNode(patient, own[1]?.id ?? '')).toBeNull();
      expect(await record().patients(null, 1000)).not.toContain(patient);
      expect(plain(await record().graph(other))).toEqual(plain(before[1]));
      expect(await record().erase(patient)).toEqual({ nodes: 0, edges: 0 });
    });

    test('a name that only the erased patient used leaves no trace among the types', async () => {
      const [patient, other] = [newPatient(), newPatient()];
      const name = `What ${patient} called it`;
      await record().file(patient, [told('condition', name), told('condition', 'Gout')], turn());
      await record().file(other, [told('condition', 'Gout')], turn());
      await record().erase(patient);
      // Told anew by someone else, the type is spelt as they spell it, so the old node is not there any more.
      await record().file(other, [told('condition', name.toUpperCase())], turn());
      const { nodes } = await record().graph(other);
      const types = nodes.filter(({ label }) => label === 'ConditionType').map(({ properties }) => properties.name);
      expect(types.toSorted()).toEqual(['Gout', name.toUpperCase()]);
    });

    test('says what it runs on', () => {
      const { engine, version, ids } = record().about();
      expect(ids[0]).toMatch(/^[0-9a-f-]{32,36}$/);
      expect(engine).toMatch(/^(?:embedded|neo4j)$/);
      expect(version).toMatch(/\d+\.\d+/);
    });
  });
}
