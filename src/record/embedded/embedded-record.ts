/** The record in one SQLite file, for a machine without a graph database. Any number of processes may open it at once. */
import { join } from 'node:path';
import { boundParameters } from '../bind-parameters.ts';
import { fileable } from '../bounds.ts';
import type { PatientRecord } from '../record.ts';
import type { UnitConversion } from '../terminology.ts';
import { openDatabase } from './database.ts';
import { fileFacts } from './file-facts.ts';
import { interpret } from './interpret/interpret.ts';
import { createSubgraphCache } from './load-subgraph.ts';
import { migrate } from './migrations.ts';
import { readEncounters, readObservationNames, readObservations, readProfile, readRegimens } from './questions.ts';
import { readSidePanel, readTopicNode } from './reads.ts';
import { describePatient, eraseRecord, readGraph, readPatients, restoreGraph } from './whole-record.ts';

export async function openEmbeddedRecord({ dir }: { dir: string }, units: UnitConversion): Promise<PatientRecord> {
  const database = await openDatabase(join(dir, 'graph.db'));
  const graphs = createSubgraphCache();
  let version = '';
  const record: PatientRecord = {
    async init() {
      await migrate(database);
      version = await database.read((sql) => sql.one<{ v: string }>('SELECT sqlite_version() AS v')?.v ?? '');
    },
    async file(patient, facts, provenance, family) {
      const tellings = fileable(facts, family, provenance);
      if (tellings.length === 0) return { created: 0, updated: 0 };
      return database.write((sql) => fileFacts(sql, units, patient, tellings, provenance));
    },
    sidePanel: (patient, patientId) => database.read((sql) => readSidePanel(sql, patient, patientId)),
    topicNode: (patient, uuid) => database.read((sql) => readTopicNode(sql, patient, uuid)),
    observations: (patient, name, window) => database.read((sql) => readObservations(sql, patient, name, window)),
    observationNames: (patient) => database.read((sql) => readObservationNames(sql, patient)),
    encounters: (patient, range) => database.read((sql) => readEncounters(sql, patient, range)),
    regimens: (patient, { state }) => database.read((sql) => readRegimens(sql, patient, state)),
    profile: (patient) => database.read((sql) => readProfile(sql, patient)),
    describe: (patient, profile) => database.write((sql) => describePatient(sql, patient, profile)),
    async read(patient, query, parameters) {
      const bound = boundParameters(patient, query, parameters);
      const graph = await database.read((sql) => graphs.load(sql, patient));
      return interpret(query, graph, bound);
    },
    graph: (patient) => database.read((sql) => readGraph(sql, patient)),
    restore: (patient, graph) => database.write((sql) => restoreGraph(sql, patient, graph)),
    patients: (after, limit) => database.read((sql) => readPatients(sql, after, limit)),
    async erase(patient) {
      const erased = await database.write((sql) => eraseRecord(sql, patient));
      graphs.forget(patient);
      await database.scrub();
      return erased;
    },
    about: () => ({ engine: 'embedded', version: `SQLite ${version}` }),
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
