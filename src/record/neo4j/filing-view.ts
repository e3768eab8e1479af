/**
 * Opens a turn in Neo4j: takes the patient's lock, so that turns of one patient are serial, and reads all that planning needs.
 * The statements go out together: one round trip.
 */

import type { Run } from '../../platform/neo4j.ts';
import type { Telling } from '../fact.ts';
import { type FilingView, MAX_EPISODES, MAX_READINGS, type StoredNode, turnNodes } from '../filing.ts';
import { instanceKey, nameKey } from '../identity.ts';
import { propertiesOf } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { kindRule, type LabelName } from '../schema.ts';
import { grouped } from './grouped.ts';
import { lockPatient, MERGE_PATIENT } from './lock-patient.ts';
import { propertiesFrom, storedKey, storedNameKey, storedProperties } from './values.ts';
import { withdrawnAs } from './withdrawn.ts';

type Row = { key: string; node: Record<string, unknown> };

/** The numbers taken here are the order of filing. */
const OPEN = `${MERGE_PATIENT}
SET p.seq = p.seq + $count
MERGE (s:Session {uuid: $session.uuid}) ON CREATE SET s = $session, s.seq = p.seq - $count + 1
MERGE (t:Turn {uuid: $turn.uuid}) ON CREATE SET t = $turn, t.seq = p.seq - $count + 2
MERGE (p)-[:HAS_SESSION]->(s)
MERGE (s)-[:HAS_TURN]->(t)
RETURN p.seq AS seq`;

/** SEEK, here and elsewhere: without the word, the planner may scan the whole index while it counts few entries in it. */
const FILED = `
UNWIND $facts AS fact
MATCH (n)-[r:STATED_IN {fact_id: fact}]->()
USING INDEX SEEK r:STATED_IN(fact_id)
RETURN fact, n.uuid AS node, n.owner AS owner`;

/** Keys hold the patient's id, so none of another patient is found. */
const namedCypher = (label: string) => `
MATCH (n:${label})
USING INDEX SEEK n:${label}(key)
WHERE n.key IN $keys
RETURN n.key AS key, properties(n) AS node`;

const EPISODES = `
UNWIND $keys AS key
UNWIND COLLECT {
  MATCH (n:SymptomEpisode)
  USING INDEX SEEK n:SymptomEpisode(owner, name_key, at)
  WHERE n.owner = $patient AND n.name_key = key AND n.at > ''
  RETURN n ORDER BY n.owner DESC, n.name_key DESC, n.at DESC, n.seq DESC LIMIT ${MAX_EPISODES}
} AS n
RETURN key, properties(n) AS node`;

const readingsCypher = (label: LabelName) => `
UNWIND $keys AS key
UNWIND COLLECT {
  MATCH (n:${label})
  USING INDEX SEEK n:${label}(owner, name_key, recorded_at)
  WHERE n.owner = $patient AND n.name_key = key AND n.recorded_at > ''
  RETURN n ORDER BY n.owner DESC, n.name_key DESC, n.recorded_at DESC, n.seq DESC LIMIT ${MAX_READINGS}
} AS n
RETURN key, properties(n) AS node`;

/** The session and the turn take the first two places in the order of filing, and `facts` more are kept free. */
export async function writeTurn(run: Run, patient: string, provenance: Provenance, facts: number): Promise<bigint> {
  const { session, turn } = turnNodes(patient, provenance);
  const own = ({ id, properties }: typeof turn) => ({ ...storedProperties(properties), uuid: id, owner: patient });
  const count = BigInt(facts + 2);
  const [row] = await run<{ seq: bigint }>(OPEN, { patient, count, session: own(session), turn: own(turn) });
  return row?.seq ?? 0n;
}

/** Where each of these facts was filed earlier. */
export async function filedIn(
  run: Run,
  patient: string,
  facts: readonly string[],
): Promise<ReadonlyMap<string, { node: string | null; owner: string }>> {
  const [filed, withdrawn] = await Promise.all([
    run<{ fact: string; node: string; owner: string }>(FILED, { facts }),
    withdrawnAs(run, patient, facts),
  ]);
  const places = new Map<string, { node: string | null; owner: string }>();
  for (const fact of withdrawn.keys()) places.set(fact, { node: null, owner: patient });
  for (const { fact, node, owner } of filed) places.set(fact, { node, owner });
  return places;
}

export async function openTurn(
  run: Run,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
): Promise<{ view: FilingView; lastSeq: number }> {
  const wanted = wantedOf(patient, facts, provenance);
  const nodesBy = (cypher: string, keys: string[]) => (keys.length === 0 ? [] : run<Row>(cypher, { patient, keys }));
  const ids = facts.map((fact) => fact.id);
  const [, seq, filed, named, episodes, observations, visits] = await Promise.all([
    lockPatient(run, patient),
    writeTurn(run, patient, provenance, facts.length),
    filedIn(run, patient, ids),
    Promise.all([...wanted.named].map(([label, keys]) => nodesBy(namedCypher(label), keys))),
    nodesBy(EPISODES, wanted.episodes),
    nodesBy(readingsCypher('Observation'), wanted.readings('observation')),
    nodesBy(readingsCypher('Encounter'), wanted.readings('encounter')),
  ]);
  const byKey = new Map(named.flat().map((row) => [row.key, nodeOf(row)]));
  const byName = (rows: Row[]) => {
    const groups = grouped(rows, (row) => row.key);
    return (key: string) => groups.get(storedNameKey(key) ?? '')?.map(nodeOf) ?? [];
  };
  const readings = { Observation: byName(observations), Encounter: byName(visits) };
  return {
    lastSeq: Number(seq) - facts.length,
    view: {
      filed: (fact) => filed.get(fact),
      named: (label, key) => byKey.get(storedKey(label, key)),
      episodes: byName(episodes),
      readings: (label, key) => (label === 'Encounter' ? readings.Encounter : readings.Observation)(key),
    },
  };
}

/** The keys and the names that the plan could ask about. */
function wantedOf(patient: string, facts: readonly Telling[], provenance: Provenance) {
  const namesOf = (wanted: (fact: Telling) => boolean) => [
    ...new Set(facts.filter(wanted).map(({ name }) => storedNameKey(nameKey(name)) ?? '')),
  ];
  const keyed = facts.flatMap((fact) => {
    const { label } = kindRule(fact.kind);
    const told = propertiesOf(fact, provenance);
    const keys = [told, ...(told.episode === undefined ? [] : [{ ...told, apart: true }])];
    return keys.flatMap((properties) => {
      const key = instanceKey(patient, fact, properties);
      return key ? [{ label, key: storedKey(label, key) }] : [];
    });
  });
  const byLabel = grouped(keyed, ({ label }) => label);
  return {
    named: new Map([...byLabel].map(([label, rows]) => [label, rows.map(({ key }) => key)])),
    episodes: namesOf((fact) => kindRule(fact.kind).identity === 'episode'),
    readings: (kind: 'observation' | 'encounter') => namesOf((fact) => fact.kind === kind),
  };
}

function nodeOf({ node }: Row): StoredNode {
  return { id: String(node.uuid), seq: Number(node.seq), properties: propertiesFrom(node) };
}
