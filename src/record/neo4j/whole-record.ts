/**
 * A patient's record as a whole in Neo4j: taken out and erased. Everything a patient owns is one or two steps from the patient node, and
 * restore.ts refuses anything else, so these steps reach all of it.
 */

import type { Run } from '../../platform/neo4j.ts';
import type { GraphEdge, GraphNode, PatientGraph } from '../patient-graph.ts';
import { LABELS, type LabelName } from '../schema.ts';
import { isType } from '../type-node.ts';
import { lockPatient } from './lock-patient.ts';
import { personFrom } from './people.ts';
import { propertiesFrom, type Stored } from './values.ts';
import { eraseWithdrawn, readWithdrawn } from './withdrawn.ts';

type NodeRow = { label: LabelName; node: Stored };
type EdgeRow = { from: string; type: GraphEdge['type']; to: string; edge: Stored };

const NODE = 'RETURN labels(n)[0] AS label, properties(n) AS node';
const EDGE = 'RETURN a.uuid AS from, type(r) AS type, b.uuid AS to, properties(r) AS edge';

export async function readGraph(run: Run, patient: string): Promise<PatientGraph> {
  const read = <Row>(cypher: string) => run<Row>(cypher, { patient });
  const [withdrawn, self, own, ends, first, second] = await Promise.all([
    readWithdrawn(run, patient),
    read<NodeRow>(`MATCH (n:Patient {uuid: $patient}) ${NODE}`),
    read<NodeRow>(`MATCH (:Patient {uuid: $patient})-->(n) ${NODE}`),
    read<NodeRow>(`MATCH (:Patient {uuid: $patient})-->()-->(n) WITH DISTINCT n ${NODE}`),
    read<EdgeRow>(`MATCH (a:Patient {uuid: $patient})-[r]->(b) ${EDGE}`),
    read<EdgeRow>(`MATCH (:Patient {uuid: $patient})-->(a)-[r]->(b) ${EDGE}`),
  ]);
  const later = new Map([...own, ...ends].map((row) => [String(row.node.uuid), row]));
  const nodes = [...self, ...[...later.values()].sort(inOrderOfFiling)];
  const edges = [...first, ...second].map(edgeOf);
  const person = personFrom(self[0]?.node ?? {});
  return {
    nodes: nodes.map(nodeOf),
    edges,
    ...(withdrawn.length > 0 && { withdrawn }),
    ...(person && { person }),
  };
}

export async function readPatients(run: Run, after: string | null, limit: number): Promise<string[]> {
  const rows = await run<{ uuid: string }>(
    'MATCH (p:Patient) WHERE p.uuid > $after RETURN p.uuid AS uuid ORDER BY uuid LIMIT $limit',
    { after: after ?? '', limit: BigInt(limit) },
  );
  return rows.map(({ uuid }) => uuid);
}

/**
 * Counts, then deletes, after taking the patient's lock so that nothing is filed in between. A type of the vocabulary that nobody points
 * to any more goes too: that somebody had it could be told from it.
 */
export async function eraseRecord(run: Run, patient: string): Promise<{ nodes: number; edges: number }> {
  const step = <Row>(cypher: string) => run<Row>(`MATCH (p:Patient {uuid: $patient}) ${cypher}`, { patient });
  const [, withdrawn, counted, types] = await Promise.all([
    lockPatient(run, patient),
    eraseWithdrawn(run, patient),
    step<{ nodes: bigint; edges: bigint }>(`RETURN
  1 + COUNT { (p)-->() } + COUNT { MATCH (p)-[:HAS_SESSION]->()-[:HAS_TURN]->(t) RETURN DISTINCT t }
    + COUNT { MATCH (p)-->()-[:${TO_TYPE}]->(t) WHERE t.owner = $patient RETURN DISTINCT t } AS nodes,
  COUNT { (p)-->() } + COUNT { (p)-->()-->() } AS edges`),
    step<{ label: string; uuid: string }>(
      `MATCH (p)-->()-[:${TO_TYPE}]->(t) WHERE t.owner IS NULL RETURN DISTINCT labels(t)[0] AS label, t.uuid AS uuid`,
    ),
    step(`MATCH (p)-->()-[:${TO_TYPE}]->(t) WHERE t.owner = $patient WITH DISTINCT t DETACH DELETE t`),
    step('MATCH (p)-[:HAS_SESSION]->()-[:HAS_TURN]->(t) DETACH DELETE t'),
    step('MATCH (p)-->(n) DETACH DELETE n'),
    step('DETACH DELETE p'),
  ]);
  const unused = 'WHERE t.uuid IN $uuids AND NOT EXISTS { (t)<--() } DELETE t';
  const uuids = types.map(({ uuid }) => uuid);
  const labels = [...new Set(types.map(({ label }) => label))];
  await Promise.all(labels.map((label) => run(`MATCH (t:${label}) ${unused}`, { uuids })));
  return { nodes: Number(counted[0]?.nodes ?? 0) + withdrawn, edges: Number(counted[0]?.edges ?? 0) };
}

/** Types that no patient has any more, of a record from before types belonged to someone. */
export async function eraseUnusedTypes(run: Run): Promise<void> {
  const labels = (Object.keys(LABELS) as LabelName[]).filter(isType);
  await Promise.all(labels.map((label) => run(`MATCH (t:${label}) WHERE NOT EXISTS { (t)<--() } DELETE t`)));
}

const TO_TYPE = 'IS_A|OF|TO';

/** Types come last: they have no place in the order. */
function inOrderOfFiling(a: NodeRow, b: NodeRow): number {
  return placeOf(a) - placeOf(b) || (String(a.node.uuid) < String(b.node.uuid) ? -1 : 1);
}

function placeOf({ label, node }: NodeRow): number {
  return isType(label) ? Number.MAX_SAFE_INTEGER : Number(node.seq);
}

function nodeOf({ label, node }: NodeRow): GraphNode {
  return { id: String(node.uuid), label, properties: propertiesFrom(node) };
}

function edgeOf({ from, type, to, edge: { fact_id, ...properties } }: EdgeRow): GraphEdge {
  return { from, type, to, key: String(fact_id ?? ''), properties: propertiesFrom(properties) };
}
