/** The record in Neo4j 5, for a fleet on several machines. */

import { connectNeo4j, type Neo4jSettings, type Run } from '../../platform/neo4j.ts';
import { createSerialQueues } from '../../platform/serial.ts';
import { correctable, fileable } from '../bounds.ts';
import type { PatientRecord } from '../record.ts';
import type { FilingTerms } from '../terminology.ts';
import { createWriteCheck } from '../write-check.ts';
import { correctFacts, readFact } from './correct-facts.ts';
import { fileFacts } from './file-facts.ts';
import { migrate } from './migrations.ts';
import { readPeople } from './people.ts';
import { readQuery } from './query.ts';
import {
  describePatient,
  readEncounters,
  readObservationNames,
  readObservations,
  readProfile,
  readRegimens,
} from './questions.ts';
import { readSidePanel, readTopicNode } from './reads.ts';
import { restoreGraph } from './restore.ts';
import { eraseRecord, readGraph, readPatients } from './whole-record.ts';
import { addWithdrawn } from './withdrawn.ts';

/** On a node of its own. */
const WRITE_CHECK = "MERGE (c:MedfleetSchema {name: 'write_check'}) SET c.at = timestamp()";
const IDENTITY = "MERGE (s:MedfleetSchema {name: 'identity'}) ON CREATE SET s.ids = [randomUUID()] RETURN s.ids AS ids";
const ADOPT = "MATCH (s:MedfleetSchema {name: 'identity'}) SET s.ids = s.ids + [id IN $adopted WHERE NOT id IN s.ids]";

export async function openNeo4jRecord(settings: Neo4jSettings, terms: FilingTerms): Promise<PatientRecord> {
  const connection = connectNeo4j(settings);
  const { read } = connection;
  const inTurn = createSerialQueues();
  const write = <T>(patient: string, work: (run: Run) => Promise<T>) => inTurn(patient, () => connection.write(work));
  const checkWrites = createWriteCheck(() => connection.once(WRITE_CHECK));
  let version = '';
  let ids: string[] = [];
  const record: PatientRecord = {
    async init() {
      version = await connection.serverVersion();
      await migrate(connection, terms);
      const [identity] = await connection.write((run) => run<{ ids: string[] }>(IDENTITY));
      ids = identity?.ids ?? [];
    },
    async file(patient, facts, provenance, family) {
      const tellings = fileable(facts, family, provenance);
      if (tellings.length === 0) return { created: 0, updated: 0 };
      return write(patient, (run) => fileFacts(run, terms, patient, tellings, provenance));
    },
    async correct(patient, corrections, source) {
      const checked = correctable(corrections, source);
      return write(patient, (run) => correctFacts(run, terms, patient, checked, source));
    },
    fact: (patient, factId) => read((run) => readFact(run, patient, factId)),
    fileWithdrawn: (patient, withdrawn) => write(patient, (run) => addWithdrawn(run, patient, withdrawn)),
    sidePanel: (patient, patientId) => read((run) => readSidePanel(run, patient, patientId)),
    topicNode: (patient, uuid) => read((run) => readTopicNode(run, patient, uuid)),
    observations: (patient, name, window) => read((run) => readObservations(run, patient, name, window)),
    observationNames: (patient) => read((run) => readObservationNames(run, patient)),
    encounters: (patient, range) => read((run) => readEncounters(run, patient, range)),
    regimens: (patient, { state }) => read((run) => readRegimens(run, patient, state)),
    profile: (patient) => read((run) => readProfile(run, patient)),
    describe: (patient, profile) => write(patient, (run) => describePatient(run, patient, profile)),
    read: (patient, query, parameters) => readQuery(connection, patient, query, parameters),
    graph: (patient) => read((run) => readGraph(run, patient)),
    restore: (patient, graph) => write(patient, (run) => restoreGraph(run, terms, patient, graph)),
    patients: (after, limit) => read((run) => readPatients(run, after, limit)),
    people: (tenant, query) => read((run) => readPeople(run, tenant, query)),
    erase: (patient) => write(patient, (run) => eraseRecord(run, patient)),
    about: () => ({ engine: 'neo4j', version: `Neo4j ${version}`, ids }),
    adopt: async (adopted) => void (await connection.write((run) => run(ADOPT, { adopted }))),
    async ping() {
      await connection.serverVersion();
      await checkWrites();
    },
    close: () => connection.close(),
  };
  try {
    await record.init();
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
  return record;
}
