/**
 * Constraints of the graph in Neo4j, as steps that are only ever added to. Each is also the index by which its nodes are found, and what
 * keeps two processes from making the same node twice. Every statement is "if not there", so processes may start together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Neo4jError } from 'neo4j-driver';
import { AppError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/neo4j.ts';
import { supersededFact } from '../plan-correction.ts';
import { FILED_KINDS, kindRule, LABELS } from '../schema.ts';
import type { Vocabulary } from '../type-node.ts';
import { readFiled, removeNode } from './correct-facts.ts';
import { lockPatient } from './lock-patient.ts';
import { restoreGraph } from './restore.ts';
import { eraseUnusedTypes, readGraph, readPatients } from './whole-record.ts';
import { addWithdrawn } from './withdrawn.ts';

const INDEX_POLL_MS = 200;

const KEYED = FILED_KINDS.map(kindRule).filter(({ identity }) => identity === 'named' || identity === 'occasion');

/** What no statement of the schema can do. */
type DataStep = (connection: Connection, vocabulary: Vocabulary) => Promise<void>;

const STEPS: readonly (readonly string[] | DataStep)[] = [
  [
    ...Object.keys(LABELS).map((label) => unique(label, 'uuid')),
    ...KEYED.map(({ label }) => unique(label, 'key')),
    unique('MedfleetSchema', 'name'),
    'CREATE CONSTRAINT medfleet_stated_in_fact_id IF NOT EXISTS FOR ()-[r:STATED_IN]-() REQUIRE r.fact_id IS UNIQUE',
  ],
  // With these, no question and no filing reads more the longer a patient's history is.
  [
    index('Observation', 'name_key', 'at'),
    index('Observation', 'name_key', 'recorded_at'),
    index('Observation', 'at'),
    index('Observation', 'superseded_by'),
    index('SymptomEpisode', 'name_key', 'at'),
    index('Encounter', 'at'),
  ],
  awaitIndexes,
  // Was what the last step does.
  [],
  [
    unique('WithdrawnFact', 'uuid'),
    index('WithdrawnFact'),
    index('Encounter', 'name_key', 'recorded_at'),
    unique('ProfileDetail', 'uuid'),
    unique('ProfileDetail', 'key'),
  ],
  awaitIndexes,
  withdrawSuperseded,
  // Visits are listed by name from here on.
  retypeRecords,
  [
    'CREATE INDEX medfleet_patient_person IF NOT EXISTS FOR (n:Patient) ON (n.person_tenant, n.person_sort, n.person_id)',
  ],
  awaitIndexes,
];

/** Neo4j fills an index in the background; statements that name it fail until it is ready. */
async function awaitIndexes(connection: Connection): Promise<void> {
  const waiting =
    "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'medfleet_' AND state = 'POPULATING' RETURN name";
  while ((await connection.read((run) => run(waiting))).length > 0) await sleep(INDEX_POLL_MS);
}

/**
 * Gives every record the types that it has by the vocabulary, and its nodes what lists are read by. One transaction for each record; if
 * it is stopped, it begins again and changes nothing that is done.
 */
async function retypeRecords(connection: Connection, vocabulary: Vocabulary): Promise<void> {
  let last: string | null = null;
  do {
    const [patient]: string[] = await connection.read((run) => readPatients(run, last, 1));
    last = patient ?? null;
    if (patient) {
      await connection.write(async (run) => {
        await lockPatient(run, patient);
        return restoreGraph(run, vocabulary, patient, await readGraph(run, patient));
      });
    }
  } while (last !== null);
  await connection.write(eraseUnusedTypes);
}

/** Observations that were corrected stayed nodes, with the property superseded_by. */
async function withdrawSuperseded(connection: Connection): Promise<void> {
  const next = 'MATCH (n:Observation) WHERE n.superseded_by IS NOT NULL RETURN n.uuid AS id, n.owner AS owner LIMIT 1';
  for (;;) {
    const [row] = await connection.read((run) => run<{ id: string; owner: string }>(next));
    if (!row) return;
    await connection.write(async (run) => {
      await lockPatient(run, row.owner);
      const fact = await readFiled(run, row.owner, row.id);
      if (!fact) return;
      await addWithdrawn(run, row.owner, [supersededFact(fact)]);
      await removeNode(run, 'Observation', row.id);
    });
  }
}

export async function migrate(connection: Connection, vocabulary: Vocabulary): Promise<void> {
  const version = await connection.read(async (run) => {
    const [row] = await run<{ version: bigint }>(
      "MATCH (s:MedfleetSchema {name: 'record'}) RETURN s.version AS version",
    );
    return Number(row?.version ?? 0);
  });
  if (version > STEPS.length) {
    throw new AppError('config', 'The record was written by a newer version of Medfleet; update this one to open it');
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue;
    // Neo4j keeps changes of the schema and of data in transactions of their own.
    if (typeof step === 'function') await step(connection, vocabulary);
    else await changeSchema(connection, step);
    await connection.write((run) =>
      run(
        `MERGE (s:MedfleetSchema {name: 'record'})
         SET s.version = CASE WHEN s.version > $version THEN s.version ELSE $version END`,
        { version: BigInt(index + 1) },
      ),
    );
  }
}

/** Where another process makes the same index at this moment, Neo4j refuses in spite of "if not there"; once it is made, it does not. */
async function changeSchema(connection: Connection, statements: readonly string[], tries = 10): Promise<void> {
  try {
    await connection.write((run) => Promise.all(statements.map((statement) => run(statement))));
  } catch (thrown) {
    const cause = thrown instanceof AppError ? thrown.cause : thrown;
    if (tries === 0 || !(cause instanceof Neo4jError) || !cause.code.endsWith('AlreadyExists')) throw thrown;
    await sleep(INDEX_POLL_MS);
    await changeSchema(connection, statements, tries - 1);
  }
}

/** Of a patient's nodes, in the order of the last property. */
function index(label: string, ...properties: string[]): string {
  const name = ['medfleet', label.toLowerCase(), 'of_owner', ...properties].join('_');
  const on = ['owner', ...properties].map((property) => `n.${property}`).join(', ');
  return `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${on})`;
}

function unique(label: string, property: string): string {
  const name = `medfleet_${label.toLowerCase()}_${property}`;
  return `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE n.${property} IS UNIQUE`;
}
