/** The record in one SQLite file, for a machine without a graph database. Any number of processes may open it at once. */
import { join } from 'node:path';
import type { PatientRecord } from '../record.ts';
import { openDatabase } from './database.ts';
import { fileFacts } from './file-facts.ts';
import { migrate } from './migrations.ts';
import { readSidePanel, readTopicNode } from './reads.ts';

export async function openEmbeddedRecord({ dir }: { dir: string }): Promise<PatientRecord> {
  const database = await openDatabase(join(dir, 'graph.db'));
  const record: PatientRecord = {
    init: () => migrate(database),
    file: async (patient, facts, provenance) => {
      if (facts.length === 0) return { created: 0, updated: 0 };
      return database.write((sql) => fileFacts(sql, patient, facts, provenance));
    },
    sidePanel: (patient, patientId) => database.read((sql) => readSidePanel(sql, patient, patientId)),
    topicNode: (patient, uuid) => database.read((sql) => readTopicNode(sql, patient, uuid)),
    ping: () => database.read((sql) => void sql.one('SELECT 1 FROM node LIMIT 1')),
    close: () => database.close(),
  };
  try {
    await record.init();
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return record;
}
