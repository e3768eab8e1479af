/** query_graph: what an agent's Cypher returns, and which errors the agent can fix. On a real record of two patients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedRecord } from '../../../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../../../src/record/record.ts';
import { filingTerms } from '../../../../src/teams/health/filing-terms.ts';
import { told, turn } from '../../../record/told.ts';
import { newPatient, toolContext, useTool } from './record-context.ts';

const ANCHOR = 'MATCH (p:Patient {uuid: $patient_uuid})';
const patient = newPatient();
let dir: string;
let openRecord: PatientRecord;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tools-'));
  openRecord = await openEmbeddedRecord({ dir }, filingTerms);
  const many = Array.from({ length: 130 }, (_, n) =>
    told('symptom', `Symptom ${n}`, { body_site: 'x'.repeat(400), effective_time: '2025-01-01' }),
  );
  await openRecord.file(
    patient,
    [told('condition', 'Asthma', { status: 'active', effective_time: '2025-01-15' }), ...many],
    turn(),
  );
  await openRecord.file(newPatient(), [told('condition', 'Gout')], turn());
});
afterAll(async () => {
  await openRecord.close();
  await rm(dir, { recursive: true });
});

const run = (cypher: string) => useTool('query_graph', { cypher }, toolContext({ openRecord, patient }));

test('rows come back under their names, of this patient only', async () => {
  expect(await run(`${ANCHOR}-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.name AS name, c.status AS status`)).toEqual({
    columns: ['name', 'status'],
    rows: [['Asthma', 'active']],
    truncated: false,
  });
});

test('times are counted from the turn’s own moment', async () => {
  const recent = `${ANCHOR}-[:HAS_CONDITION]->(c) WHERE c.effective_time >= $since AND c.effective_time <= $now RETURN c.name`;
  expect(await run(recent)).toMatchObject({ rows: [['Asthma']] });
  const later = toolContext({ openRecord, patient, now: new Date('2026-01-01T00:00:00Z') });
  expect(await useTool('query_graph', { cypher: recent }, later)).toMatchObject({ rows: [] });
});

test('long answers are cut, and the agent is told so', async () => {
  const seen = await run(`${ANCHOR}-[:HAS_SYMPTOM]->(s) RETURN s.name AS name, s.body_site AS site`);
  expect(seen.truncated).toBe(true);
  expect((seen.rows as string[][]).length).toBeLessThan(131);
  expect(JSON.stringify(seen).length).toBeLessThan(30_000);
  expect((seen.rows as string[][])[0]?.[1]?.length).toBeLessThan(250);
});

test.each([
  ['MATCH (c:ConditionCase) RETURN c.name', 'anchor', /Begin with MATCH/],
  [`${ANCHOR}-[:HAS_CONDITION]->(c) RETURN c`, 'whole_node', /Return properties/],
  [`${ANCHOR} SET p.sex = 'x' RETURN p.sex`, 'write', /only be read/],
  [
    `${ANCHOR}-[:HAS_CONDITION]->(c) WHERE c.effective_time > datetime() RETURN c.name`,
    'function',
    /no date functions/,
  ],
  [`${ANCHOR}-[:HAS_ILLNESS]->(c) RETURN c.name`, 'relationship', /get_graph_schema/],
  [`${ANCHOR}-[:HAS_CONDITION]->(c) RETURN c.colour`, 'property', /get_graph_schema/],
  [`${ANCHOR} RETURN 1 / 0 AS x`, 'invalid', /Fix the query/],
])('what can be fixed comes back with rule and hint: %s', async (cypher, rule, hint) => {
  expect(await run(cypher)).toEqual({
    error: expect.stringMatching(/line 1/),
    rule,
    hint: expect.stringMatching(hint),
  });
});

test('a closed store is an error, not an empty answer', async () => {
  const cypher = `${ANCHOR}-[:HAS_CONDITION]->(c) RETURN c.name`;
  const elsewhere = await mkdtemp(join(tmpdir(), 'tools-'));
  const closed = await openEmbeddedRecord({ dir: elsewhere }, filingTerms);
  await closed.close();
  await expect(useTool('query_graph', { cypher }, toolContext({ openRecord: closed, patient }))).rejects.toThrow();
  await rm(elsewhere, { recursive: true });
});
