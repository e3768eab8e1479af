/** The library in Neo4j 5, beside the record: its full-text index searches by words, its vectors by meaning. */
import { connectNeo4j, type Neo4jSettings } from '../../../platform/neo4j.ts';
import type { LibraryStore } from '../store.ts';
import { findCandidates, findDocument, listDocuments, readGeneration } from './read.ts';
import { prepareSchema } from './schema.ts';
import { addDocument, eraseSubject, removeDocuments } from './write.ts';

/** `dimensions` of the embedder's vectors; null without one. */
export async function openNeo4jStore(settings: Neo4jSettings, dimensions: number | null): Promise<LibraryStore> {
  const connection = connectNeo4j(settings);
  const { read, write } = connection;
  try {
    await prepareSchema(connection, dimensions);
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
  return {
    add: (tenant, document, chunks, limits) => write((run) => addDocument(run, tenant, document, chunks, limits)),
    list: (asker, filter) => read((run) => listDocuments(run, asker, filter)),
    find: (asker, id) => read((run) => findDocument(run, asker, id)),
    remove: (asker, which) => write((run) => removeDocuments(run, asker, which)),
    erase: (tenant, subject) => write((run) => eraseSubject(run, tenant, subject)),
    candidates: async (query, signal) => {
      signal?.throwIfAborted();
      return read((run) => findCandidates(run, query));
    },
    generation: (tenant) => read((run) => readGeneration(run, tenant)),
    close: () => connection.close(),
  };
}
