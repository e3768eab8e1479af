/**
 * Opens a turn in Neo4j: takes the patient's lock, so that turns of one patient are serial, and reads all that planning needs.
 * The statements go out together: one round trip.
 */

import type { Run } from '../../platform/neo4j.ts';
import type { Telling } from '../fact.ts';
import {
  correctableSince,
  type FilingView,
  MAX_CORRECTABLE,
  MAX_EPISODES,
  type StoredNode,
  turnNodes,
} from '../filing.ts';
import { instanceKey, nameKey } from '../identity.ts';
import { propertiesOf } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { kindRule } from '../schema.ts';
import { grouped } from './grouped.ts';
import { lockPatient, MERGE_PATIENT } from './lock-patient.ts';
import { propertiesFrom, storedKey, storedNameKey, storedProperties } from './values.ts';

type Row = { key: string; node: Record<string, unknown> };

/** The numbers taken here are the order of filing. */
const OPEN = `${MERGE_PATIENT}
SET p.seq = p.seq + $count
MERGE (s:Session {uuid: $session.uuid}) ON CREATE SET s = $session, s.seq = p.seq - $count + 1
MERGE (t:Turn {uuid: $turn.uuid}) ON CREATE SET t = $turn, t.seq = p.seq - $count + 2
MERGE (p)-[:HAS_SESSION]->(s)
MERGE (s)-[:HAS_TURN]->(t)
RETURN p.seq AS seq`;

const FILED = `
UNWIND $facts AS fact
MATCH (n)-[r:STATED_IN {fact_id: fact}]->()
USING INDEX r:STATED_IN(fact_id)
RETURN fact, n.uuid AS node, n.owner AS owner`;

/** Keys hold the patient's id, so none of another patient is found. */
const namedCypher = (label: string) => `
MATCH (n:${label})
USING INDEX n:${label}(key)
WHERE n.key IN $keys
RETURN n.key AS key, properties(n) AS node`;

const EPISODES = `
UNWIND $keys AS key
UNWIND COLLECT {
  MATCH (n:SymptomEpisode)
  USING INDEX n:SymptomEpisode(owner, name_key, at)
  WHERE n.owner = $patient AND n.name_key = key AND n.at > ''
  RETURN n ORDER BY n.owner DESC, n.name_key DESC, n.at DESC, n.seq DESC LIMIT ${MAX_EPISODES}
} AS n
RETURN key, properties(n) AS node`;

const TOLD_LATELY = `
UNWIND $keys AS key
UNWIND COLLECT {
  MATCH (n:Observation)
  USING INDEX n:Observation(owner, name_key, recorded_at)
  WHERE n.owner = $patient AND n.name_key = key AND n.recorded_at > ''
  RETURN n ORDER BY n.owner DESC, n.name_key DESC, n.recorded_at DESC, n.seq DESC LIMIT ${MAX_CORRECTABLE}
} AS n
WITH key, n
WHERE n.recorded_at >= $since OR EXISTS { MATCH (n)-[:STATED_IN]->()<-[:HAS_TURN]-(s) WHERE s.uuid = $session }
RETURN key, properties(n) AS node`;

export async function openTurn(
  run: Run,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
): Promise<{ view: FilingView; lastSeq: number }> {
  const { session, turn } = turnNodes(patient, provenance);
  const own = ({ id, properties }: typeof turn) => ({ ...storedProperties(properties), uuid: id, owner: patient });
  const wanted = wantedOf(patient, facts, provenance);
  const since = correctableSince(provenance);
  const nodesBy = (cypher: string, keys: string[]) =>
    keys.length === 0 ? [] : run<Row>(cypher, { patient, keys, since, session: session.id });
  // The session and the turn take the first two places in the order of filing.
  const count = facts.length + 2;
  const [, opened, filed, named, episodes, lately] = await Promise.all([
    lockPatient(run, patient),
    run<{ seq: bigint }>(OPEN, { patient, count: BigInt(count), session: own(session), turn: own(turn) }),
    run<{ fact: string; node: string; owner: string }>(FILED, { facts: facts.map((fact) => fact.id) }),
    Promise.all([...wanted.named].map(([label, keys]) => nodesBy(namedCypher(label), keys))),
    nodesBy(EPISODES, wanted.episodes),
    nodesBy(TOLD_LATELY, wanted.corrected),
  ]);
  const filedIn = new Map(filed.map((row) => [row.fact, row]));
  const byKey = new Map(named.flat().map((row) => [row.key, nodeOf(row)]));
  const byName = (rows: Row[]) => {
    const groups = grouped(rows, (row) => row.key);
    return (nameKey: string) => groups.get(storedNameKey(nameKey) ?? '')?.map(nodeOf) ?? [];
  };
  return {
    lastSeq: Number(opened[0]?.seq ?? 0) - facts.length,
    view: {
      filed: (fact) => filedIn.get(fact),
      named: (label, key) => byKey.get(storedKey(label, key)),
      episodes: byName(episodes),
      toldLately: byName(lately),
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
    const key = instanceKey(patient, fact, propertiesOf(fact, provenance));
    return key ? [{ label, key: storedKey(label, key) }] : [];
  });
  const byLabel = grouped(keyed, ({ label }) => label);
  return {
    named: new Map([...byLabel].map(([label, rows]) => [label, rows.map(({ key }) => key)])),
    episodes: namesOf((fact) => kindRule(fact.kind).identity === 'episode'),
    corrected: namesOf((fact) => fact.kind === 'observation' && fact.supersedes !== undefined),
  };
}

function nodeOf({ node }: Row): StoredNode {
  return { id: String(node.uuid), seq: Number(node.seq), properties: propertiesFrom(node) };
}
