/**
 * Constraints and indexes of the library in Neo4j. Every statement is "if not there", so processes may start together. The labels are
 * none of the record's, so that neither its guard nor its queries see these nodes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Neo4jError } from 'neo4j-driver';
import { AppError } from '../../../platform/errors.ts';
import type { Connection } from '../../../platform/neo4j.ts';

export const WORDS_INDEX = 'medfleet_library_words';

const STATEMENTS = [
  'CREATE CONSTRAINT medfleet_library_document_key IF NOT EXISTS FOR (n:LibraryDocument) REQUIRE n.key IS UNIQUE',
  'CREATE CONSTRAINT medfleet_library_chunk_key IF NOT EXISTS FOR (n:LibraryChunk) REQUIRE n.key IS UNIQUE',
  'CREATE CONSTRAINT medfleet_library_tenant IF NOT EXISTS FOR (n:LibraryTenant) REQUIRE n.tenant IS UNIQUE',
  'CREATE INDEX medfleet_library_documents IF NOT EXISTS FOR (n:LibraryDocument) ON (n.tenant, n.seq)',
  'CREATE INDEX medfleet_library_chunks IF NOT EXISTS FOR (n:LibraryChunk) ON (n.tenant, n.document_id)',
  `CREATE FULLTEXT INDEX ${WORDS_INDEX} IF NOT EXISTS FOR (n:LibraryChunk) ON EACH [n.keys, n.heading, n.names, n.body]
   OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'english'}}`,
];

const POLL_MS = 200;
const TRIES = 20;

/** A vector index is for one number of dimensions, and so is the property under it. */
export const vectorProperty = (dimensions: number) => `vector_${dimensions}`;
export const vectorIndex = (dimensions: number) => `medfleet_library_vector_${dimensions}`;

export async function prepareSchema(connection: Connection, dimensions: number | null): Promise<void> {
  const vectors = dimensions === null ? [] : [vectorStatement(dimensions)];
  for (const statement of [...STATEMENTS, ...vectors]) await changeSchema(connection, statement);
  const waiting =
    "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'medfleet_library_' AND state = 'POPULATING' RETURN name";
  while ((await connection.read((run) => run(waiting))).length > 0) await sleep(POLL_MS);
}

function vectorStatement(dimensions: number): string {
  return `CREATE VECTOR INDEX ${vectorIndex(dimensions)} IF NOT EXISTS FOR (n:LibraryChunk) ON (n.${vectorProperty(dimensions)})
    OPTIONS {indexConfig: {\`vector.dimensions\`: ${dimensions}, \`vector.similarity_function\`: 'cosine'}}`;
}

/** Where another process makes the same index at this moment, Neo4j refuses in spite of "if not there"; once it is made, it does not. */
async function changeSchema(connection: Connection, statement: string, tries = TRIES): Promise<void> {
  try {
    await connection.write((run) => run(statement));
  } catch (thrown) {
    const cause = thrown instanceof AppError ? thrown.cause : thrown;
    if (tries === 0 || !(cause instanceof Neo4jError) || !cause.code.endsWith('AlreadyExists')) throw thrown;
    await sleep(POLL_MS);
    await changeSchema(connection, statement, tries - 1);
  }
}
