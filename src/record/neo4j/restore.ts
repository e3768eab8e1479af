/** Puts a copy of a record into Neo4j, in one transaction: a move from another engine, or back from an export. */
import { AppError } from '../../platform/errors.ts';
import type { Run } from '../../platform/neo4j.ts';
import { checkGraph, refuseMoreWithdrawn } from '../check-graph.ts';
import { keyOfNode } from '../identity.ts';
import type { GraphEdge, GraphNode, PatientGraph } from '../patient-graph.ts';
import { isType, retyped, type Vocabulary } from '../type-node.ts';
import { grouped } from './grouped.ts';
import { lockPatient } from './lock-patient.ts';
import { storedPerson } from './people.ts';
import { measuredIn, type Stored, storedKey, storedNode, storedProperties, storedType } from './values.ts';
import { readGraph } from './whole-record.ts';
import { addWithdrawn } from './withdrawn.ts';

export async function restoreGraph(
  run: Run,
  vocabulary: Vocabulary,
  patient: string,
  copy: PatientGraph,
): Promise<void> {
  checkGraph(patient, copy);
  const { types, nodes, edges } = retyped(vocabulary, patient, copy);
  const own = nodes.filter(({ id }) => !types.has(id));
  checkReach(patient, own, edges);
  await lockPatient(run, patient);
  const onFile = await readGraph(run, patient);
  await refuseOthers(run, patient, own, edges, copy, onFile);
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const person = copy.person ?? onFile.person;
  const ofPatient = { measured: measuredIn(own), ...(person && storedPerson(person)) };
  const placed = own.map((node, index) => ({
    ...node,
    row: { ...rowOf(patient, node, own.length, index), ...(node.label === 'Patient' && ofPatient) },
  }));
  // Sent in this order, and run in it.
  await Promise.all([
    addWithdrawn(run, patient, copy.withdrawn ?? []),
    ...[...grouped(types.values(), ({ label }) => label)].map(([label, group]) =>
      run(typesCypher(label), { rows: group.map(storedType) }),
    ),
    ...[...grouped(placed, ({ label }) => label)].map(([label, group]) =>
      run(nodesCypher(label), { rows: group.map(({ row }) => row) }),
    ),
    run('MATCH (:Patient {uuid: $patient})-->()-[r]->() DELETE r', { patient }),
    run('MATCH (:Patient {uuid: $patient})-[r]->() DELETE r', { patient }),
    ...[...grouped(edges, ({ from, type, to }) => edgesCypher(labels.get(from), type, labels.get(to)))].map(
      ([cypher, group]) => run(cypher, { rows: group.map(edgeRow) }),
    ),
  ]);
}

/** Every node has to be where reading and erasing look for it: one step from the patient, or a turn of one of the sessions. */
function checkReach(patient: string, own: readonly GraphNode[], edges: readonly GraphEdge[]): void {
  const near = new Set([patient, ...edges.flatMap(({ from, to }) => (from === patient ? [to] : []))]);
  const turns = new Set(edges.flatMap(({ from, type, to }) => (type === 'HAS_TURN' && near.has(from) ? [to] : [])));
  const lost = own.some(({ id }) => !near.has(id) && !turns.has(id));
  if (lost) throw new AppError('invalid', 'This record cannot be restored: a node is not connected to the patient');
}

/** Refuses a copy that would delete something on file, or change something of another patient. */
async function refuseOthers(
  run: Run,
  patient: string,
  own: readonly GraphNode[],
  edges: readonly GraphEdge[],
  copy: PatientGraph,
  onFile: PatientGraph,
): Promise<void> {
  const ids = new Set(own.map(({ id }) => id));
  refuseMoreWithdrawn(onFile.withdrawn ?? [], copy);
  if (onFile.nodes.some(({ id, label }) => !isType(label) && !ids.has(id))) {
    throw new AppError('conflict', 'This record holds more than the copy; erase it first');
  }
  const facts = edges.flatMap(({ key }) => (key === '' ? [] : [key]));
  const taken = await Promise.all([
    ...[...grouped(own, ({ label }) => label)].map(([label, group]) =>
      run(`UNWIND $ids AS id MATCH (n:${label} {uuid: id}) WHERE n.owner <> $patient RETURN id LIMIT 1`, {
        patient,
        ids: group.map(({ id }) => id),
      }),
    ),
    run(
      `UNWIND $facts AS fact MATCH (n)-[r:STATED_IN {fact_id: fact}]->() USING INDEX SEEK r:STATED_IN(fact_id)
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
  const key = keyOfNode(owner, node);
  return {
    ...storedNode(owner, { id, label }, properties),
    key: key && storedKey(label, key),
    seq: BigInt(label === 'Patient' ? count : index + 1),
  };
}

function nodesCypher(label: string): string {
  return `UNWIND $rows AS row MERGE (n:${label} {uuid: row.uuid}) SET n = row`;
}

/** As the vocabulary says, or as this copy does, if it is the patient's own. */
function typesCypher(label: string): string {
  return `UNWIND $rows AS row MERGE (t:${label} {uuid: row.uuid}) SET t = row`;
}

function edgesCypher(from: string | undefined, type: string, to: string | undefined): string {
  return `UNWIND $rows AS row MATCH (a:${from} {uuid: row.from}) MATCH (b:${to} {uuid: row.to})
CREATE (a)-[r:${type}]->(b) SET r = row.properties`;
}

function edgeRow({ from, to, key, properties }: GraphEdge) {
  return { from, to, properties: storedProperties(key === '' ? properties : { fact_id: key, ...properties }) };
}
