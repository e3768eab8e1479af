/** Frequent reads of Neo4j besides the side panel. Each starts at the patient node. */

import type { Run } from '../../platform/neo4j.ts';
import { nameKey } from '../identity.ts';
import type { PatientProfile } from '../patient-graph.ts';
import { profileOf, profileProperties } from '../profile.ts';
import { encounterOf, entryOf, regimenOf } from '../properties.ts';
import type {
  EncounterEntry,
  EncounterRange,
  ObservationName,
  ObservationWindow,
  RecordEntry,
  RegimenEntry,
  RegimenState,
} from '../record.ts';
import { regimenState } from '../retell.ts';
import { timeWindow } from '../times.ts';
import { lockPatient, MERGE_PATIENT } from './lock-patient.ts';
import { propertiesFrom, type Stored, storedNameKey, storedProperties } from './values.ts';

type Row = { node: Stored };

export async function readObservations(
  run: Run,
  patient: string,
  name: string,
  { since, until, limit }: ObservationWindow,
): Promise<RecordEntry[]> {
  const rows = await run<Row>(
    `MATCH (n:Observation)
USING INDEX SEEK n:Observation(owner, name_key, at)
WHERE n.owner = $patient AND n.name_key = $name AND $since <= n.at AND n.at <= $until
RETURN properties(n) AS node ORDER BY n.owner DESC, n.name_key DESC, n.at DESC, n.seq DESC LIMIT $limit`,
    {
      patient,
      name: storedNameKey(nameKey(name)),
      ...timeWindow(since, until),
      limit: BigInt(limit),
    },
  );
  return rows.map(({ node }) => entryOf('observation', String(node.uuid), propertiesFrom(node)));
}

/** The patient node has the keys of all names, and the newest of each is found by its index. */
export async function readObservationNames(run: Run, patient: string): Promise<ObservationName[]> {
  return run<ObservationName>(
    `MATCH (p:Patient {uuid: $patient})
UNWIND p.measured AS key
UNWIND COLLECT {
  MATCH (n:Observation)
  USING INDEX SEEK n:Observation(owner, name_key, at)
  WHERE n.owner = $patient AND n.name_key = key AND n.at > ''
  RETURN n ORDER BY n.owner DESC, n.name_key DESC, n.at DESC LIMIT 1
} AS n
MATCH (n)-[:IS_A]->(t)
RETURN t.name AS name, n.at AS last_time ORDER BY last_time DESC, name`,
    { patient },
  );
}

export async function readEncounters(
  run: Run,
  patient: string,
  { from, to, limit }: EncounterRange,
): Promise<EncounterEntry[]> {
  const rows = await run<Row & { practitioners: string[]; organizations: string[] }>(
    `MATCH (n:Encounter)
USING INDEX SEEK n:Encounter(owner, at)
WHERE n.owner = $patient AND $since <= n.at AND n.at <= $until
WITH n ORDER BY n.owner DESC, n.at DESC, n.seq DESC LIMIT $limit
RETURN properties(n) AS node,
  COLLECT { MATCH (n)-[:WITH]->(o) RETURN o.name ORDER BY o.name } AS practitioners,
  COLLECT { MATCH (n)-[:AT]->(o) RETURN o.name ORDER BY o.name } AS organizations
ORDER BY n.at DESC, n.seq DESC`,
    { patient, ...timeWindow(from, to), limit: BigInt(limit) },
  );
  return rows.map(({ node, ...links }) => encounterOf(String(node.uuid), propertiesFrom(node), links));
}

export async function readRegimens(run: Run, patient: string, state: RegimenState): Promise<RegimenEntry[]> {
  const rows = await run<Row>(
    `MATCH (:Patient {uuid: $patient})-[:HAS_REGIMEN]->(n)
RETURN properties(n) AS node ORDER BY n.at DESC, n.seq DESC`,
    { patient },
  );
  return rows
    .map(({ node }) => ({ id: String(node.uuid), properties: propertiesFrom(node) }))
    .filter(({ properties }) => state === 'all' || regimenState(properties) === state)
    .map(({ id, properties }) => regimenOf(id, properties));
}

export async function readProfile(run: Run, patient: string): Promise<PatientProfile> {
  const [row] = await run<Row>('MATCH (p:Patient {uuid: $patient}) RETURN properties(p) AS node', { patient });
  return row ? profileOf(propertiesFrom(row.node)) : {};
}

export async function describePatient(run: Run, patient: string, profile: PatientProfile): Promise<void> {
  const properties = storedProperties(profileProperties(profile));
  await Promise.all([lockPatient(run, patient), run(`${MERGE_PATIENT} SET p += $properties`, { patient, properties })]);
}
