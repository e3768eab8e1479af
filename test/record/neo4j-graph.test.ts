/** What is stored in Neo4j and how it is read, where the contract alone cannot see a difference. */
import { connect, createServer } from 'node:net';
import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Run } from '../../src/platform/neo4j.ts';
import { MAX_NAME_LENGTH } from '../../src/record/bounds.ts';
import { guard } from '../../src/record/cypher/guard.ts';
import { derivedId } from '../../src/record/identity.ts';
import { fileFacts } from '../../src/record/neo4j/file-facts.ts';
import { openNeo4jRecord } from '../../src/record/neo4j/neo4j-record.ts';
import {
  readEncounters,
  readObservationNames,
  readObservations,
  readRegimens,
} from '../../src/record/neo4j/questions.ts';
import { readSidePanel, readTopicNode } from '../../src/record/neo4j/reads.ts';
import { readGraph } from '../../src/record/neo4j/whole-record.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { neo4jForTests } from '../support/neo4j/for-tests.ts';
import { newPatient, told, turn } from './told.ts';

const found = await neo4jForTests();
const server = 'skipped' in found ? null : found;

describe.skipIf(!server)(`Neo4j (${server ? server.version : 'skipped' in found && found.skipped})`, () => {
  let driver: Driver;
  let record: PatientRecord;
  beforeAll(async () => {
    if (!server) return;
    driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), { useBigInt: true });
    record = await openNeo4jRecord(server, filingTerms);
  });
  afterAll(async () => {
    await record.close();
    await driver.close();
  });

  test('numbers divide as they do in the embedded record: values are floats, places in the text are integers', async () => {
    const patient = newPatient();
    await record.file(patient, [told('observation', 'Urate', { value: 7 })], turn());
    const { records } = await driver.executeQuery(
      `MATCH (:Patient {uuid: $patient})-[:HAS_OBSERVATION]->(n)-[s:STATED_IN]->()
       RETURN valueType(n.value) AS value, valueType(s.confidence) AS confidence, valueType(s.evidence_end) AS end`,
      { patient },
    );
    expect(records.map((row) => row.toObject())).toEqual([
      { value: 'FLOAT NOT NULL', confidence: 'FLOAT NOT NULL', end: 'INTEGER NOT NULL' },
    ]);
  });

  test('the longest name that can be filed is found again', async () => {
    const patient = newPatient();
    const name = '長'.repeat(MAX_NAME_LENGTH);
    await record.file(patient, [told('condition', name)], turn());
    expect(await record.file(patient, [told('condition', name)], turn())).toEqual({ created: 0, updated: 1 });
  });

  test('no question costs more because other patients have the same things', async () => {
    const suffix = newPatient();
    const patient = newPatient();
    const crowd = (size: number) =>
      Promise.all(Array.from({ length: size }, () => record.file(newPatient(), facts(suffix), turn())));
    await record.file(patient, facts(suffix), turn());
    await crowd(3);
    const few = await costs(driver, patient, suffix);
    await crowd(60);
    const many = await costs(driver, patient, suffix);
    for (const [question, { hits, scans }] of Object.entries(many)) {
      expect(hits, question).toBeGreaterThan(0);
      expect(hits, question).toBeLessThan((few[question]?.hits ?? 0) + 20);
      // While there are few nodes, a scan costs so little that the hits do not show it.
      expect([...(few[question]?.scans ?? []), ...scans], question).toEqual([]);
    }
  });

  test('nothing that a turn does costs more the longer the history is', async () => {
    const suffix = newPatient();
    const patient = newPatient();
    let days = 0;
    const next = () => ({ effective_time: new Date(Date.UTC(2015, 0, ++days)).toISOString() });
    const grow = async (turns: number) => {
      for (let n = 0; n < turns; n += 1) {
        const measured = Array.from({ length: 100 }, () =>
          told('observation', `Urate ${suffix}`, { value: 1, ...next() }),
        );
        await record.file(
          patient,
          [...measured, told('encounter', 'Check-up', next())],
          turn({ filed_at: next().effective_time }),
        );
      }
    };
    // More than the side panel lists.
    await grow(3);
    await record.file(patient, facts(suffix), turn());
    const short = await costs(driver, patient, suffix);
    await grow(17);
    const long = await costs(driver, patient, suffix);
    for (const question of ['side panel', 'series', 'names', 'regimens', 'filing']) {
      expect(long[question]?.hits, question).toBeGreaterThan(0);
      expect(long[question]?.hits, question).toBeLessThan((short[question]?.hits ?? 0) + 400);
    }
  });

  test.each(['before', 'after'] as const)(
    'a connection that breaks just %s a turn is committed costs no fact and doubles none',
    async (moment) => {
      if (!server) return;
      const { uri, cuts } = await cutAtCommit(server.uri, moment);
      const shaken = await openNeo4jRecord({ ...server, uri }, filingTerms);
      onTestFinished(() => shaken.close());
      const patient = newPatient();
      const [first, second] = [turn(), turn()];
      await shaken.file(patient, [told('condition', 'Gout')], first);
      cuts.next = true;
      await shaken.file(patient, facts('Urate'), second);
      expect(cuts.made).toBe(1);
      expect((await record.sidePanel(patient, 'P')).counts).toMatchObject({
        conditions: 2,
        observations: 1,
        encounters: 1,
      });
      const { edges } = await record.graph(patient);
      expect(edges.filter(({ type }) => type === 'STATED_IN')).toHaveLength(6);
    },
  );
});

type Cost = { hits: number; scans: string[] };

/** What each question makes the database look at, by its own profile, planned for the graph as it is now. */
async function costs(driver: Driver, patient: string, suffix: string): Promise<Record<string, Cost>> {
  await driver.executeQuery('CALL db.clearQueryCaches()');
  const type = derivedId('ObservationType', JSON.stringify([patient, `urate ${suffix}`]));
  const asked = guard(
    `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
     WHERE toLower(t.name) CONTAINS toLower('Urate ${suffix}') RETURN o.value`,
  );
  const questions: Record<string, (run: Run) => Promise<unknown>> = {
    'side panel': (run) => readSidePanel(run, patient, 'P'),
    series: (run) => readObservations(run, patient, `Urate ${suffix}`, { limit: 50 }),
    names: (run) => readObservationNames(run, patient),
    encounters: (run) => readEncounters(run, patient, { limit: 50 }),
    regimens: (run) => readRegimens(run, patient, 'all'),
    'a type': (run) => readTopicNode(run, patient, type),
    'the whole record': (run) => readGraph(run, patient),
    'a question in Cypher': (run) => run(asked.cypher, { ...asked.parameters, patient_uuid: patient }),
    filing: (run) => fileFacts(run, filingTerms, patient, facts(suffix), turn()),
  };
  const costs: Record<string, Cost> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const session = driver.session();
    const tx = await session.beginTransaction();
    const cost: Cost = { hits: 0, scans: [] };
    costs[name] = cost;
    const run: Run = async <Row>(cypher: string, parameters: Record<string, unknown> = {}) => {
      const { records, summary } = await tx.run(`PROFILE ${cypher}`, parameters);
      for (const { operatorType, dbHits } of summary.profile ? operators(summary.profile) : []) {
        cost.hits += Number(dbHits);
        if (operatorType.includes('Scan')) cost.scans.push(operatorType);
      }
      return records.map((row) => row.toObject() as Row);
    };
    await ask(run);
    await tx.rollback();
    await session.close();
  }
  return costs;
}

function facts(suffix: string) {
  return [
    told('condition', `Gout ${suffix}`),
    told('symptom', `Pain ${suffix}`),
    told('observation', `Urate ${suffix}`, { value: 7 }),
    told('medication', `Allopurinol ${suffix}`, { value: 100, unit: 'mg' }),
    told('encounter', 'Check-up'),
  ];
}

function operators(plan: ProfiledPlan): ProfiledPlan[] {
  return [plan, ...plan.children.flatMap(operators)];
}

/** The message that ends a transaction, as it stands on the wire: its length, a structure without fields, COMMIT, the end. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

/** A proxy to the server that breaks on request at the next commit: before the server receives it, or before we get its answer. */
async function cutAtCommit(uri: string, moment: 'before' | 'after') {
  const cuts = { next: false, made: 0 };
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(uri).port), '127.0.0.1');
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
    let committing = false;
    client.on('data', (chunk) => {
      committing = cuts.next && chunk.includes(COMMIT);
      if (committing) {
        cuts.next = false;
        cuts.made += 1;
      }
      if (committing && moment === 'before') cut();
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (committing) cut();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return { uri: `bolt://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`, cuts };
}
