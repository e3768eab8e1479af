/**
 * Constraints of the graph in Neo4j, as steps that are only ever added to. Each is also the index by which its nodes are found, and what
 * keeps two processes from making the same node twice. Every statement is "if not there", so processes may start together.
 */
import { AppError } from '../../platform/errors.ts';
import { FILED_KINDS, kindRule, LABELS } from '../schema.ts';
import type { Connection } from './connection.ts';

const KEYED = FILED_KINDS.map(kindRule).filter(({ identity }) => identity === 'named' || identity === 'occasion');

const STEPS: readonly (readonly string[])[] = [
  [
    ...Object.keys(LABELS).map((label) => unique(label, 'uuid')),
    ...KEYED.map(({ label }) => unique(label, 'key')),
    unique('MedfleetSchema', 'name'),
    'CREATE CONSTRAINT medfleet_stated_in_fact_id IF NOT EXISTS FOR ()-[r:STATED_IN]-() REQUIRE r.fact_id IS UNIQUE',
  ],
];

export async function migrate(connection: Connection): Promise<void> {
  const version = await connection.read(async (run) => {
    const [row] = await run<{ version: bigint }>(
      "MATCH (s:MedfleetSchema {name: 'record'}) RETURN s.version AS version",
    );
    return Number(row?.version ?? 0);
  });
  if (version > STEPS.length) {
    throw new AppError('config', 'The record was written by a newer version of Medfleet; update this one to open it');
  }
  for (const [index, statements] of STEPS.entries()) {
    if (index < version) continue;
    // Neo4j keeps changes of the schema and of data in transactions of their own.
    await connection.write((run) => Promise.all(statements.map((statement) => run(statement))));
    await connection.write((run) =>
      run(
        `MERGE (s:MedfleetSchema {name: 'record'})
         SET s.version = CASE WHEN s.version > $version THEN s.version ELSE $version END`,
        { version: BigInt(index + 1) },
      ),
    );
  }
}

function unique(label: string, property: string): string {
  const name = `medfleet_${label.toLowerCase()}_${property}`;
  return `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE n.${property} IS UNIQUE`;
}
