/** No question to the embedded record, and no turn filed, may look through all patients: every statement goes by an index. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { openDatabase, type Sql, type Value } from '../../src/platform/sqlite.ts';
import { correctFacts, readFact } from '../../src/record/embedded/correct-facts.ts';
import { fileFacts } from '../../src/record/embedded/file-facts.ts';
import { createSubgraphCache } from '../../src/record/embedded/load-subgraph.ts';
import { migrate } from '../../src/record/embedded/migrations.ts';
import * as questions from '../../src/record/embedded/questions.ts';
import { readProfile, readSidePanel, readTopicNode } from '../../src/record/embedded/reads.ts';
import * as whole from '../../src/record/embedded/whole-record.ts';
import { FACT_KINDS, tellingsOf } from '../../src/record/fact.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { amendment, by, newPatient, ofFamily, told, turn } from './told.ts';

const dir = await mkdtemp(join(tmpdir(), 'plans-'));
const database = await openDatabase(join(dir, 'graph.db'));
await migrate(database, filingTerms);
/** Apart from the transactions: a plan that is being read would keep them open. */
const plans = new Libsql(join(dir, 'graph.db'));
afterAll(async () => {
  plans.close();
  await database.close();
  await rm(dir, { recursive: true });
});

/** The same, and a note of every statement. */
function noting(sql: Sql, texts: Set<string>): Sql {
  const note = (text: string) => texts.add(text) && text;
  return {
    all: (text, ...values) => sql.all(note(text), ...values),
    one: (text, ...values) => sql.one(note(text), ...values),
    run: (text, ...values) => sql.run(note(text), ...values),
  };
}

const patient = newPatient();
const facts = [...FACT_KINDS.map((kind) => told(kind, `Some ${kind}`))];
const USES: Record<string, (sql: Sql) => unknown> = {
  'filing a turn': (sql) =>
    fileFacts(sql, filingTerms, patient, tellingsOf(facts, [ofFamily('mother', 'Gout')]), turn()),
  'correcting a fact': (sql) =>
    correctFacts(
      sql,
      filingTerms,
      patient,
      [amendment({ name: 'Some observation' }, { value: 7 }), amendment({ fact_id: facts[0]?.id ?? '' }, null)],
      by(),
    ),
  'a fact and its history': (sql) => readFact(sql, patient, facts[0]?.id ?? ''),
  'describing a patient': (sql) => whole.describePatient(sql, patient, { sex: 'other' }),
  'the side panel': (sql) => readSidePanel(sql, patient, 'P'),
  'a topic': (sql) => readTopicNode(sql, patient, facts[0]?.id ?? ''),
  'one kind of observation': (sql) => questions.readObservations(sql, patient, 'Some observation', { limit: 5 }),
  'what was measured': (sql) => questions.readObservationNames(sql, patient),
  visits: (sql) => questions.readEncounters(sql, patient, { limit: 5 }),
  medications: (sql) => questions.readRegimens(sql, patient, 'all'),
  'who the patient is': (sql) => readProfile(sql, patient),
  'the graph for a query': (sql) => createSubgraphCache().load(sql, patient),
  'a page of patients': (sql) => whole.readPatients(sql, null, 5),
  'taking the record out and putting it in': (sql) =>
    whole.restoreGraph(sql, filingTerms, patient, whole.readGraph(sql, patient)),
  erasing: (sql) => whole.eraseRecord(sql, patient),
};

test.each(Object.entries(USES))('%s', async (_, use) => {
  const texts = new Set<string>();
  await database.write((sql) => void use(noting(sql, texts)));
  expect(texts.size).toBeGreaterThan(0);
  for (const text of texts) {
    const nothing = Array((text.match(/\?/g) ?? []).length).fill(null);
    const plan = plans.prepare(`EXPLAIN QUERY PLAN ${text}`).all(nothing) as { detail: string }[];
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?:node|edge|kind|said|held|stamp|turn|session|withdrawn|withdrawn_fact)\b/.test(detail),
      );
    expect({ text, scans }).toEqual({ text, scans: [] });
  }
});

test.each(['filing a turn', 'one kind of observation', 'visits', 'the side panel'])(
  '%s takes the newest from an index, in its order: nothing is read that is not returned',
  async (name) => {
    const texts = new Set<string>();
    await database.write((sql) => void USES[name]?.(noting(sql, texts)));
    const lists = [...texts].filter((text) => /ORDER BY (?:at|told) DESC/.test(text));
    expect(lists.length).toBeGreaterThan(0);
    for (const text of lists) {
      const nothing = Array((text.match(/\?/g) ?? []).length).fill(null);
      const plan = plans.prepare(`EXPLAIN QUERY PLAN ${text}`).all(nothing) as { detail: string }[];
      const sorted = plan.filter(({ detail }) => /TEMP B-TREE/.test(detail));
      expect({ text, sorted }).toEqual({ text, sorted: [] });
    }
  },
);

test('what a turn reads does not grow with the history', async () => {
  const person = newPatient();
  const grow = (count: number) =>
    database.write((sql) => {
      const measured = Array.from({ length: count }, (_, value) => told('observation', 'Some observation', { value }));
      fileFacts(sql, filingTerms, person, tellingsOf(measured), turn());
    });
  const reads = async () => {
    let rows = 0;
    await database.write((sql) => {
      const counting: Sql = {
        all: <Row>(text: string, ...values: Value[]) => {
          const found = sql.all<Row>(text, ...values);
          rows += found.length;
          return found;
        },
        one: <Row>(text: string, ...values: Value[]) => counting.all<Row>(text, ...values)[0],
        run: sql.run,
      };
      const told = facts.map((fact) => ({ ...fact, id: randomUUID() }));
      fileFacts(counting, filingTerms, person, tellingsOf(told), turn());
      questions.readObservationNames(counting, person);
      questions.readObservations(counting, person, 'Some observation', { limit: 30 });
      readSidePanel(counting, person, 'P');
    });
    return rows;
  };
  await grow(300);
  const before = await reads();
  await grow(700);
  expect(await reads()).toBeLessThan(before + 20);
});
