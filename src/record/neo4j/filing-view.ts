/**
 * Opens a turn in Neo4j: takes the patient's lock, so that turns of one patient are serial, and reads all that planning needs.
 * The statements go out together: one round trip.
 */
import type { Telling } from '../fact.ts';
import { correctableSince, type FilingView, type StoredNode, turnNodes, typeOfFact } from '../filing.ts';
import { instanceKey } from '../identity.ts';
import { propertiesOf } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { FILED_KINDS, kindRule } from '../schema.ts';
import type { Run } from './connection.ts';
import { grouped } from './grouped.ts';
import { lockPatient, MERGE_PATIENT } from './lock-patient.ts';
import { propertiesFrom, storedKey, storedProperties } from './values.ts';

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

/** Keys hold the patient's id, so none of another patient is found; the step from the patient keeps it to a few dozen nodes. */
const NAMED = `
MATCH (:Patient {uuid: $patient})-[:${edgesWhere('named', 'occasion')}]->(n)
WHERE n.key IN $keys
RETURN n.key AS key, properties(n) AS node`;

/** The type has no label here: with one, Neo4j might start there and walk through every patient who has it. */
const EPISODES = `
MATCH (:Patient {uuid: $patient})-[:${edgesWhere('episode')}]->(n)-[:IS_A]->(t)
WHERE t.uuid IN $keys
RETURN t.uuid AS key, properties(n) AS node`;

/** The same caution about the type. */
const TOLD_LATELY = `
MATCH (:Patient {uuid: $patient})-[:HAS_OBSERVATION]->(n)-[:IS_A]->(t)
WHERE t.uuid IN $keys AND (n.recorded_at >= $since OR
  EXISTS { MATCH (n)-[:STATED_IN]->()<-[:HAS_TURN]-(s) WHERE s.uuid = $session })
RETURN t.uuid AS key, properties(n) AS node`;

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
    nodesBy(NAMED, wanted.keys),
    nodesBy(EPISODES, wanted.episodes),
    nodesBy(TOLD_LATELY, wanted.corrected),
  ]);
  const filedIn = new Map(filed.map((row) => [row.fact, row]));
  const byKey = new Map(named.map((row) => [row.key, nodeOf(row)]));
  const byType = (rows: Row[]) => {
    const groups = grouped(rows, (row) => row.key);
    return ({ id }: { id: string }) => groups.get(id)?.map(nodeOf) ?? [];
  };
  return {
    lastSeq: Number(opened[0]?.seq ?? 0) - facts.length,
    view: {
      filed: (fact) => filedIn.get(fact),
      named: (label, key) => byKey.get(storedKey(label, key)),
      instances: byType(episodes),
      toldLately: byType(lately),
    },
  };
}

/** The keys and the types that the plan could ask about. */
function wantedOf(patient: string, facts: readonly Telling[], provenance: Provenance) {
  const typesOf = (wanted: (fact: Telling) => boolean) =>
    facts.flatMap((fact) => (wanted(fact) ? (typeOfFact(fact)?.id ?? []) : []));
  return {
    keys: facts.flatMap((fact) => {
      const key = instanceKey(patient, fact, propertiesOf(fact, provenance));
      return key ? [storedKey(kindRule(fact.kind).label, key)] : [];
    }),
    episodes: typesOf((fact) => kindRule(fact.kind).identity === 'episode'),
    corrected: typesOf((fact) => fact.kind === 'observation' && fact.supersedes !== undefined),
  };
}

function edgesWhere(...identities: string[]): string {
  const rules = FILED_KINDS.map(kindRule).filter((rule) => identities.includes(rule.identity));
  return rules.map((rule) => rule.edge).join('|');
}

function nodeOf({ node }: Row): StoredNode {
  return { id: String(node.uuid), seq: Number(node.seq), properties: propertiesFrom(node) };
}
