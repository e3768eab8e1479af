/** The record in one SQLite file, for a machine without a graph database. Any number of processes may open it at once. */
import { join } from 'node:path';
import { openDatabase } from '../../platform/sqlite.ts';
import { boundParameters } from '../bind-parameters.ts';
import { correctable, fileable } from '../bounds.ts';
import type { PatientRecord } from '../record.ts';
import type { FilingTerms } from '../terminology.ts';
import { createWriteCheck } from '../write-check.ts';
import { correctFacts, readFact } from './correct-facts.ts';
import { fileFacts } from './file-facts.ts';
import { migrate } from './migrations.ts';
import { readPeople } from './people.ts';
import { createQueries } from './queries.ts';
import { readEncounters, readObservationNames, readObservations, readRegimens } from './questions.ts';
import { readProfile, readSidePanel, readTopicNode } from './reads.ts';
import { describePatient, eraseRecord, readGraph, readPatients, restoreGraph } from './whole-record.ts';
import { addWithdrawn } from './withdrawn.ts';

export async function openEmbeddedRecord({ dir }: { dir: string }, terms: FilingTerms): Promise<PatientRecord> {
  const file = join(dir, 'graph.db');
  const database = await openDatabase(file);
  const queries = createQueries(file);
  const checkWrites = createWriteCheck(() =>
    database.write((sql) => sql.run('INSERT OR REPLACE INTO write_check VALUES (1, ?)', new Date().toISOString())),
  );
  let version = '';
  let ids: string[] = [];
  const record: PatientRecord = {
    async init() {
      await migrate(database, terms);
      version = await database.read((sql) => sql.one<{ v: string }>('SELECT sqlite_version() AS v')?.v ?? '');
      const identity = 'SELECT id FROM identity ORDER BY rowid';
      ids = (await database.read((sql) => sql.all<{ id: string }>(identity))).map(({ id }) => id);
    },
    async file(patient, facts, provenance, family) {
      const tellings = fileable(facts, family, provenance);
      if (tellings.length === 0) return { created: 0, updated: 0 };
      return database.write((sql) => fileFacts(sql, terms, patient, tellings, provenance));
    },
    async correct(patient, corrections, source) {
      const checked = correctable(corrections, source);
      return database.write((sql) => correctFacts(sql, terms, patient, checked, source));
    },
    fact: (patient, factId) => database.read((sql) => readFact(sql, patient, factId)),
    fileWithdrawn: (patient, withdrawn) =>
      database.write((sql) => {
        for (const fact of withdrawn) addWithdrawn(sql, patient, fact);
      }),
    sidePanel: (patient, patientId) => database.read((sql) => readSidePanel(sql, patient, patientId)),
    topicNode: (patient, uuid) => database.read((sql) => readTopicNode(sql, patient, uuid)),
    observations: (patient, name, window) => database.read((sql) => readObservations(sql, patient, name, window)),
    observationNames: (patient) => database.read((sql) => readObservationNames(sql, patient)),
    encounters: (patient, range) => database.read((sql) => readEncounters(sql, patient, range)),
    regimens: (patient, { state }) => database.read((sql) => readRegimens(sql, patient, state)),
    profile: (patient) => database.read((sql) => readProfile(sql, patient)),
    describe: (patient, profile) => database.write((sql) => describePatient(sql, patient, profile)),
    async read(patient, query, parameters) {
      return queries.read(patient, query, boundParameters(patient, query, parameters));
    },
    graph: (patient) => database.read((sql) => readGraph(sql, patient)),
    restore: (patient, graph) => database.write((sql) => restoreGraph(sql, terms, patient, graph)),
    patients: (after, limit) => database.read((sql) => readPatients(sql, after, limit)),
    people: (tenant, query) => database.read((sql) => readPeople(sql, tenant, query)),
    async erase(patient) {
      const erased = await database.write((sql) => eraseRecord(sql, patient));
      queries.forget();
      await database.scrub();
      return erased;
    },
    about: () => ({ engine: 'embedded', version: `SQLite ${version}`, ids }),
    adopt: (adopted) =>
      database.write((sql) => {
        for (const id of adopted) sql.run('INSERT OR IGNORE INTO identity VALUES (?)', id);
      }),
    async ping() {
      await database.read((sql) => void sql.one('SELECT 1 FROM node LIMIT 1'));
      await checkWrites();
    },
    async close() {
      await queries.close();
      await database.close();
    },
  };
  try {
    await record.init();
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return record;
}
