/** A question about a record must not block the event loop for long: its work grows with the record, and is counted here in steps. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Sql, type Value } from '../../../src/platform/sqlite.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import { interpret } from '../../../src/record/embedded/interpret/interpret.ts';
import { createSubgraphCache, loadSubgraph } from '../../../src/record/embedded/load-subgraph.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { filingTerms } from '../../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from '../told.ts';

const SMALL = newPatient();
const LARGE = newPatient();
/** Each fact is a row expanded one to three times, with some conditions and functions on it. */
const STEPS_PER_FACT = 6;

let dir: string;
let record: PatientRecord;
let database: Database;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'speed-'));
  record = await openEmbeddedRecord({ dir }, filingTerms);
  database = await openDatabase(join(dir, 'graph.db'));
  await fill(SMALL, 100);
  await fill(LARGE, 1000);
});
afterAll(async () => {
  await record.close();
  await database.close();
  await rm(dir, { recursive: true });
});

/** Five facts a turn: mostly measurements, as records are. */
async function fill(patient: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 5) {
    const at = new Date(Date.UTC(2020, 0, 1 + i)).toISOString();
    const measured = ['HbA1c', 'Body weight', 'Heart rate'].map((name, n) =>
      told('observation', name, {
        value: 60 + ((i + n) % 40),
        unit: 'x',
        canonical: { value: 60 + i, unit: 'x' },
        effective_time: at,
      }),
    );
    const others = [told('condition', `Condition ${i}`), told('medication', `Drug ${i}`, { value: i, unit: 'mg' })];
    await record.file(patient, [...measured, ...others], turn({ filed_at: at }));
  }
}

const QUESTIONS = [
  `-[:HAS_OBSERVATION]->(o)-[:IS_A]->(t:ObservationType) WHERE toLower(t.name) CONTAINS 'hba1c'
   RETURN o.value, o.effective_time ORDER BY o.effective_time DESC LIMIT 5`,
  "-[:HAS_CONDITION]->(c)-[:IS_A]->(t) WHERE toLower(t.name) CONTAINS 'condition 5' RETURN c.name, c.status",
  `-[:HAS_OBSERVATION]->(o)
   RETURN o.name AS name, count(*) AS n, avg(o.canonical_value) AS mean, max(o.effective_time) AS last ORDER BY n DESC`,
  `-[:HAS_REGIMEN]->(m) OPTIONAL MATCH (m)-[r:STATED_IN]->(u:Turn)
   RETURN m.name AS name, collect(u.turn_id) AS turns, max(r.confidence) AS best`,
  "-[:HAS_OBSERVATION]->(o) WHERE EXISTS { (o)-[:STATED_IN]->(u:Turn) WHERE u.recorded_at > '2020-03-01' } RETURN count(*) AS n",
].map((rest) => guard(`MATCH (p:Patient {uuid: $patient_uuid})${rest}`));

test.each(QUESTIONS.map((query, i) => [i + 1, query] as const))(
  'the steps of question %i grow with the facts that it asks about, and no faster',
  async (_, query) => {
    const asked = (patient: string, maxSteps: number) =>
      database.read((sql) => interpret(query, loadSubgraph(sql, patient), { patient_uuid: patient }, { maxSteps }));
    expect((await asked(LARGE, 1000 * STEPS_PER_FACT)).rows.length).toBeGreaterThan(0);
    expect((await asked(SMALL, 100 * STEPS_PER_FACT)).rows.length).toBeGreaterThan(0);
  },
);

test('the second question about a record loads none of its rows again', async () => {
  const cache = createSubgraphCache();
  const loaded = () =>
    database.read((sql) => {
      let characters = 0;
      const counting: Sql = {
        ...sql,
        one: <Row>(text: string, ...values: Value[]) => {
          const row = sql.one<Row>(text, ...values);
          characters += JSON.stringify(row).length;
          return row;
        },
      };
      cache.load(counting, LARGE);
      return characters;
    });
  expect(await loaded()).toBeGreaterThan(100_000);
  expect(await loaded()).toBe(0);
});
