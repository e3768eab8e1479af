/** A patient's record as a whole in the embedded graph: taken out, put in, described, erased. */
import { AppError } from '../../platform/errors.ts';
import type { Sql } from '../../platform/sqlite.ts';
import { checkGraph, refuseMoreWithdrawn } from '../check-graph.ts';
import { keyOfNode } from '../identity.ts';
import type { GraphEdge, GraphNode, PatientGraph, PatientProfile } from '../patient-graph.ts';
import { profileProperties } from '../profile.ts';
import { LABELS, type LabelName } from '../schema.ts';
import { isType, retyped, type Vocabulary } from '../type-node.ts';
import { addPerson, readPerson } from './people.ts';
import { propsOf } from './reads.ts';
import { addEdge, addNode, addType, changeNode } from './rows.ts';
import { addWithdrawn, eraseWithdrawn, readWithdrawn } from './withdrawn.ts';

type NodeRow = { id: string; label: GraphNode['label']; props: string };
type EdgeRow = { src: string; type: GraphEdge['type']; dst: string; key: string; props: string };

/** As the index on edges to shared types has it. */
const TO_TYPE = "type IN ('IS_A', 'OF', 'TO')";
const TYPE_LABELS = (Object.keys(LABELS) as LabelName[])
  .filter(isType)
  .map((label) => `'${label}'`)
  .join(', ');

export function readGraph(sql: Sql, patient: string): PatientGraph {
  const nodes = sql.all<NodeRow>(
    `SELECT id, label, props FROM (
       SELECT seq, id, label, props FROM node WHERE owner = ?
       UNION ALL
       SELECT seq, id, label, props FROM node WHERE owner IS NULL AND id IN (SELECT dst FROM edge WHERE owner = ?))
     ORDER BY seq`,
    patient,
    patient,
  );
  const withdrawn = readWithdrawn(sql, patient);
  const person = readPerson(sql, patient);
  const edges = sql.all<EdgeRow>('SELECT src, type, dst, key, props FROM edge WHERE owner = ?', patient);
  return {
    nodes: nodes.map(({ id, label, props }) => ({ id, label, properties: propsOf(props) })),
    edges: edges.map(({ src, type, dst, key, props }) => ({
      from: src,
      type,
      to: dst,
      key,
      properties: propsOf(props),
    })),
    ...(withdrawn.length > 0 && { withdrawn }),
    ...(person && { person }),
  };
}

/** In one go: the patient's own nodes, their types, and all edges anew. */
export function restoreGraph(sql: Sql, vocabulary: Vocabulary, patient: string, copy: PatientGraph): void {
  checkGraph(patient, copy);
  const { types, nodes, edges } = retyped(vocabulary, patient, copy);
  const own = nodes.filter(({ id }) => !types.has(id));
  refuseOthers(sql, patient, own, edges);
  refuseMoreWithdrawn(readWithdrawn(sql, patient), copy);
  for (const type of types.values()) addType(sql, type);
  for (const node of own) {
    addNode(sql, patient, node, keyOfNode(patient, node) ?? node.id, node.properties);
    changeNode(sql, node, node.properties);
  }
  sql.run('DELETE FROM edge WHERE owner = ?', patient);
  if (copy.person) addPerson(sql, patient, copy.person);
  for (const fact of copy.withdrawn ?? []) addWithdrawn(sql, patient, fact);
  for (const { from, type, to, key, properties } of edges) addEdge(sql, patient, from, type, to, key, properties);
}

/** Refuses a copy that would delete something on file, or change something of another patient. */
function refuseOthers(sql: Sql, patient: string, own: readonly GraphNode[], edges: readonly GraphEdge[]): void {
  const ids = JSON.stringify(own.map(({ id }) => id));
  const keys = JSON.stringify(edges.flatMap(({ key }) => (key === '' ? [] : [key])));
  const { more } = sql.one<{ more: number }>(
    `SELECT EXISTS (SELECT 1 FROM node
       WHERE owner = ? AND label NOT IN (${TYPE_LABELS}) AND id NOT IN (SELECT value FROM json_each(?))) AS more`,
    patient,
    ids,
  ) ?? { more: 0 };
  if (more) throw new AppError('conflict', 'This record holds more than the copy; erase it first');
  const { taken } = sql.one<{ taken: number }>(
    `SELECT EXISTS (SELECT 1 FROM node WHERE id IN (SELECT value FROM json_each(?)) AND owner IS NOT ?)
       OR EXISTS (SELECT 1 FROM edge WHERE key <> '' AND key IN (SELECT value FROM json_each(?)) AND owner <> ?) AS taken`,
    ids,
    patient,
    keys,
    patient,
  ) ?? { taken: 0 };
  if (taken) throw new AppError('conflict', 'Something with an id of this record exists in another one');
}

export function readPatients(sql: Sql, after: string | null, limit: number): string[] {
  return sql
    .all<{ key: string }>(
      "SELECT key FROM node WHERE label = 'Patient' AND key > ? ORDER BY key LIMIT ?",
      after ?? '',
      limit,
    )
    .map(({ key }) => key);
}

export function describePatient(sql: Sql, patient: string, profile: PatientProfile): void {
  addNode(sql, patient, { id: patient, label: 'Patient' }, patient, {});
  sql.run(
    'UPDATE node SET props = json_patch(props, ?) WHERE id = ?',
    JSON.stringify(profileProperties(profile)),
    patient,
  );
}

/** Types that no patient has any more, of a record from before types belonged to someone. */
export function eraseUnusedTypes(sql: Sql): void {
  sql.run(
    `DELETE FROM node WHERE owner IS NULL AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = node.id AND ${TO_TYPE})`,
  );
}

/** A type of the vocabulary that nobody points to any more goes too: that somebody had it could be told from it. */
export function eraseRecord(sql: Sql, patient: string): { nodes: number; edges: number } {
  const types = sql.all<{ dst: string }>(`SELECT DISTINCT dst FROM edge WHERE owner = ? AND ${TO_TYPE}`, patient);
  const edges = sql.run('DELETE FROM edge WHERE owner = ?', patient);
  const nodes = sql.run('DELETE FROM node WHERE owner = ?', patient);
  eraseTypesUnused(
    sql,
    types.map(({ dst }) => dst),
  );
  const withdrawn = eraseWithdrawn(sql, patient);
  // Last, because each deletion has renewed them.
  sql.run('DELETE FROM stamp WHERE owner = ?', patient);
  sql.run('DELETE FROM tally WHERE owner = ?', patient);
  sql.run('DELETE FROM person WHERE owner = ?', patient);
  return { nodes: nodes + withdrawn, edges };
}

/** Of these nodes, the types that nothing points to any more. */
export function eraseTypesUnused(sql: Sql, ids: readonly string[]): void {
  sql.run(
    `DELETE FROM node WHERE id IN (SELECT value FROM json_each(?)) AND label IN (${TYPE_LABELS})
       AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = node.id AND ${TO_TYPE})`,
    JSON.stringify(ids),
  );
}
