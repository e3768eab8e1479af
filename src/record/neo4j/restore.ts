/** Puts a copy of a record into Neo4j, in one transaction: a move from another engine, or back from an export. */
import { AppError } from '../../platform/errors.ts';
import { checkGraph } from '../check-graph.ts';
import { keyOfNode } from '../identity.ts';
import type { GraphEdge, GraphNode, PatientGraph } from '../patient-graph.ts';
import { LABELS } from '../schema.ts';
import type { Run } from './connection.ts';
import { grouped } from './grouped.ts';
import { lockPatient } from './lock-patient.ts';
import { type Stored, storedKey, storedNode, storedProperties } from './values.ts';
import { readGraph } from './whole-record.ts';

export async function restoreGraph(run: Run, patient: string, graph: PatientGraph): Promise<void> {
  checkGraph(patient, graph);
  checkReach(patient, graph);
  await lockPatient(run, patient);
  await refuseOthers(run, patient, graph);
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const placed = graph.nodes.map((node, index) => ({ ...node, row: rowOf(patient, node, graph.nodes.length, index) }));
  // Sent in this order, and run in it.
  await Promise.all([
    ...[...grouped(placed, ({ label }) => label)].map(([label, nodes]) =>
      run(LABELS[label].scope === 'shared' ? typesCypher(label) : nodesCypher(label), {
        rows: nodes.map(({ row }) => row),
      }),
    ),
    run('MATCH (:Patient {uuid: $patient})-->()-[r]->() DELETE r', { patient }),
    run('MATCH (:Patient {uuid: $patient})-[r]->() DELETE r', { patient }),
    ...[...grouped(graph.edges, ({ from, type, to }) => edgesCypher(labels.get(from), type, labels.get(to)))].map(
      ([cypher, edges]) => run(cypher, { rows: edges.map(edgeRow) }),
    ),
  ]);
}

/** Every node has to be where reading and erasing look for it: one step from the patient, or a turn of one of the sessions. */
function checkReach(patient: string, { nodes, edges }: PatientGraph): void {
  const near = new Set([patient, ...edges.flatMap(({ from, to }) => (from === patient ? [to] : []))]);
  const turns = new Set(edges.flatMap(({ from, type, to }) => (type === 'HAS_TURN' && near.has(from) ? [to] : [])));
  const lost = nodes.some(({ id, label }) => LABELS[label].scope === 'owned' && !near.has(id) && !turns.has(id));
  if (lost) throw new AppError('invalid', 'This record cannot be restored: a node is not connected to the patient');
}

/** Refuses a copy that would delete something on file, or change something of another patient. */
async function refuseOthers(run: Run, patient: string, { nodes, edges }: PatientGraph): Promise<void> {
  const owned = nodes.filter(({ label }) => LABELS[label].scope === 'owned');
  const ids = new Set(owned.map(({ id }) => id));
  const onFile = await readGraph(run, patient);
  if (onFile.nodes.some(({ id, label }) => LABELS[label].scope === 'owned' && !ids.has(id))) {
    throw new AppError('conflict', 'This record holds more than the copy; erase it first');
  }
  const facts = edges.flatMap(({ key }) => (key === '' ? [] : [key]));
  const taken = await Promise.all([
    ...[...grouped(owned, ({ label }) => label)].map(([label, group]) =>
      run(`UNWIND $ids AS id MATCH (n:${label} {uuid: id}) WHERE n.owner <> $patient RETURN id LIMIT 1`, {
        patient,
        ids: group.map(({ id }) => id),
      }),
    ),
    run(
      `UNWIND $facts AS fact MATCH (n)-[r:STATED_IN {fact_id: fact}]->() USING INDEX r:STATED_IN(fact_id)
WHERE n.owner <> $patient RETURN fact LIMIT 1`,
      { patient, facts },
    ),
  ]);
  if (taken.some((rows) => rows.length > 0)) {
    throw new AppError('conflict', 'Something with an id of this record exists in another one');
  }
}

/** The patient node counts how many were filed, so that the next one comes after these. */
function rowOf(owner: string, node: GraphNode, count: number, index: number): Stored {
  const { id, label, properties } = node;
  if (LABELS[label].scope === 'shared') return { ...storedProperties(properties), uuid: id };
  const key = keyOfNode(owner, node);
  return {
    ...storedNode(id, owner, properties),
    key: key && storedKey(label, key),
    seq: BigInt(label === 'Patient' ? count : index + 1),
  };
}

function nodesCypher(label: string): string {
  return `UNWIND $rows AS row MERGE (n:${label} {uuid: row.uuid}) SET n = row`;
}

/** A code that is new here completes the type; one that is there stays. */
function typesCypher(label: string): string {
  return `UNWIND $rows AS row MERGE (t:${label} {uuid: row.uuid}) ON CREATE SET t = row
WITH t, row WHERE t.code IS NULL AND row.code IS NOT NULL
SET t.code = row.code, t.code_system = row.code_system`;
}

function edgesCypher(from: string | undefined, type: string, to: string | undefined): string {
  return `UNWIND $rows AS row MATCH (a:${from} {uuid: row.from}) MATCH (b:${to} {uuid: row.to})
CREATE (a)-[r:${type}]->(b) SET r = row.properties`;
}

function edgeRow({ from, to, key, properties }: GraphEdge) {
  return { from, to, properties: storedProperties(key === '' ? properties : { fact_id: key, ...properties }) };
}
