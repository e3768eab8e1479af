/** The embedded engine asks over one patient's rows and no others, as they are now and not as they were. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/sqlite.ts';
import type { Subgraph } from '../../../src/record/cypher/ast.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import { interpret } from '../../../src/record/embedded/interpret/interpret.ts';
import { createSubgraphCache, loadSubgraph } from '../../../src/record/embedded/load-subgraph.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { filingTerms } from '../../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from '../told.ts';

let dir: string;
let record: PatientRecord;
let database: Database;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'subgraph-'));
  record = await openEmbeddedRecord({ dir }, filingTerms);
  database = await openDatabase(join(dir, 'graph.db'));
});
afterEach(async () => {
  await record.close();
  await database.close();
  await rm(dir, { recursive: true });
});

const load = (patient: string) => database.read((sql) => loadSubgraph(sql, patient));
const labels = (graph: Subgraph) => [...graph.nodes.values()].map((node) => node.label).sort();

test('a patient sees the types of their own facts, and neither the facts nor the types of others', async () => {
  const [one, two] = [newPatient(), newPatient()];
  await record.file(one, [told('condition', 'Gout')], turn());
  await record.file(two, [told('condition', 'Gout'), told('medication', 'Metformin')], turn());
  const graph = await load(one);
  expect(labels(graph)).toEqual(['ConditionCase', 'ConditionType', 'Patient', 'Session', 'Turn']);
  expect(graph.edges.every((edge) => graph.nodes.has(edge.from) && graph.nodes.has(edge.to))).toBe(true);
  expect(graph.nodes.has(two)).toBe(false);
});

test('a fact that was filed can be asked for by what it says, where it was said and its own id', async () => {
  const patient = newPatient();
  const fact = told('observation', 'HbA1c', { value: 7, unit: '%', evidence: { start: 3, end: 8, text: 'HbA1c' } });
  await record.file(patient, [fact], turn({ turn_id: 'the-turn' }));
  const query = guard(
    `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o)-[r:STATED_IN]->(u:Turn)
     RETURN o.uuid, o.value / 2 AS half, r.fact_id, r.evidence_end - r.evidence_start AS length,
       toString(r.evidence_start) AS start, u.turn_id`,
  );
  const { rows } = interpret(query, await load(patient), { patient_uuid: patient });
  expect(rows).toEqual([[fact.id, 3.5, fact.id, 5, '3', 'the-turn']]);
});

test('earlier states of a fact are for our own code, and no query sees them', async () => {
  const patient = newPatient();
  await record.file(patient, [told('medication', 'Metformin', { value: 500, unit: 'mg' })], turn());
  await record.file(patient, [told('medication', 'Metformin', { value: 850, unit: 'mg' })], turn());
  const regimen = [...(await load(patient)).nodes.values()].find((node) => node.label === 'IntakeRegimen');
  expect(regimen?.properties).toMatchObject({ value: 850 });
  expect(regimen?.properties).not.toHaveProperty('history');
});

test('a question after a turn sees what the turn filed, and a question after nothing loads nothing again', async () => {
  const cache = createSubgraphCache();
  const cached = (patient: string) => database.read((sql) => cache.load(sql, patient));
  const [one, two] = [newPatient(), newPatient()];
  const first = told('condition', 'Gout');
  const said = turn();
  await record.file(one, [first], said);
  await record.file(two, [told('condition', 'Asthma')], turn());

  const before = await cached(one);
  expect(await cached(one)).toBe(before);
  await record.file(two, [told('condition', 'Eczema')], turn());
  await record.file(one, [first], said);
  expect(await cached(one)).toBe(before);

  await record.file(one, [told('allergy', 'Penicillin')], turn());
  const after = await cached(one);
  expect(after).not.toBe(before);
  expect(labels(after)).toContain('AllergyRecord');
});

test('a code that another patient brings to a condition is never seen; one of their own is, at once', async () => {
  const cache = createSubgraphCache();
  const codes = async (patient: string) =>
    [...(await database.read((sql) => cache.load(sql, patient))).nodes.values()].map((node) => node.properties.code);
  const [one, two] = [newPatient(), newPatient()];
  await record.file(one, [told('condition', 'Gout')], turn());
  const code = { system: 'icd10', code: 'M10' };
  await record.file(one, [told('condition', 'Zorb')], turn());
  await record.file(two, [told('condition', 'Gout', { code }), told('condition', 'Zorb', { code })], turn());
  expect(await codes(one)).not.toContain('M10');
  await record.file(one, [told('condition', 'Zorb', { code })], turn());
  expect(await codes(one)).toContain('M10');
});

test('a record that was erased is gone from memory too, even if it is begun again', async () => {
  const cache = createSubgraphCache();
  const cached = (patient: string) => database.read((sql) => cache.load(sql, patient));
  const patient = newPatient();
  await record.file(patient, [told('condition', 'Gout')], turn());
  expect(labels(await cached(patient))).toContain('ConditionCase');
  await database.write((sql) => {
    for (const table of ['node', 'edge', 'stamp']) sql.run(`DELETE FROM ${table} WHERE owner = ?`, patient);
  });
  expect((await cached(patient)).nodes.size).toBe(0);
  await record.file(patient, [told('allergy', 'Penicillin')], turn());
  expect(labels(await cached(patient))).not.toContain('ConditionCase');
});

test('memory holds the patients asked about last, and no more nodes than it may', async () => {
  const cache = createSubgraphCache({ maxNodes: 12 });
  const cached = (patient: string) => database.read((sql) => cache.load(sql, patient));
  const patients = [newPatient(), newPatient(), newPatient()];
  for (const patient of patients) await record.file(patient, [told('condition', 'Gout')], turn());
  const [one = '', two = '', three = ''] = patients;
  const [first, second] = [await cached(one), await cached(two)];
  expect(await cached(one)).toBe(first);
  await cached(three);
  expect(await cached(one)).toBe(first);
  expect(await cached(two)).not.toBe(second);
});
