/** Frequent reads of Neo4j besides the side panel. Each starts at the patient node. */
import { derivedId, nameKey } from '../identity.ts';
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
import type { Run } from './connection.ts';
import { lockPatient, MERGE_PATIENT } from './lock-patient.ts';
import { STANDS } from './reads.ts';
import { propertiesFrom, type Stored, storedProperties } from './values.ts';

type Row = { node: Stored };

export async function readObservations(
  run: Run,
  patient: string,
  name: string,
  { since, until, limit }: ObservationWindow,
): Promise<RecordEntry[]> {
  const rows = await run<Row>(
    // The type has no label: with one, Neo4j might start there and walk through every patient who has it.
    `MATCH (:Patient {uuid: $patient})-[:HAS_OBSERVATION]->(n)-[:IS_A]->(t)
WHERE t.uuid = $type AND $since <= n.at AND n.at <= $until AND ${STANDS}
RETURN properties(n) AS node ORDER BY n.at DESC, n.seq DESC LIMIT $limit`,
    {
      patient,
      type: derivedId('ObservationType', nameKey(name)),
      ...timeWindow(since, until),
      limit: BigInt(limit),
    },
  );
  return rows.map(({ node }) => entryOf('observation', String(node.uuid), propertiesFrom(node)));
}

export async function readObservationNames(run: Run, patient: string): Promise<ObservationName[]> {
  const rows = await run<{ name: string; count: bigint; last_time: string }>(
    `MATCH (:Patient {uuid: $patient})-[:HAS_OBSERVATION]->(n)-[:IS_A]->(t)
WHERE ${STANDS}
RETURN t.name AS name, count(n) AS count, max(n.at) AS last_time ORDER BY last_time DESC, name`,
    { patient },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function readEncounters(
  run: Run,
  patient: string,
  { from, to, limit }: EncounterRange,
): Promise<EncounterEntry[]> {
  const rows = await run<Row & { practitioners: string[]; organizations: string[] }>(
    `MATCH (:Patient {uuid: $patient})-[:HAS_ENCOUNTER]->(n)
WHERE $since <= n.at AND n.at <= $until
WITH n ORDER BY n.at DESC, n.seq DESC LIMIT $limit
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
