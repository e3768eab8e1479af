/**
 * One patient's graph in memory, for questions in Cypher: the rows that belong to the patient and the shared nodes that they
 * point to. Nothing else is read, so nothing else can be returned. The graphs used last are cached; a stamp that every write
 * renews, in whichever process, tells whether a cached graph is still current.
 */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../platform/sqlite.ts';
import type { Cell, Subgraph } from '../cypher/ast.ts';
import { LABELS } from '../schema.ts';

/** About 150 patients with a hundred facts each, and some 30 MB. */
const MAX_NODES = 20_000;

type Properties = Record<string, Cell>;
type Node = { id: string; label: string; properties: Properties };
type Edge = Subgraph['edges'][number];
type NodeRow = [id: string, label: string, properties: Properties];
type EdgeRow = [from: string, type: string, to: string, key: string, properties: Properties];

const OWN_NODES = 'SELECT json_group_array(json_array(id, label, json(props))) AS list FROM node WHERE owner = ?';

/** By their ids: the index on the owner would go through the shared nodes of all patients (hence the +). */
const SHARED_NODES = `SELECT json_group_array(json_array(id, label, json(props))) AS list FROM node
  WHERE id IN (SELECT dst FROM edge WHERE owner = ?) AND +owner IS NULL`;

/** By the nodes that they start from, as the table is sorted: a third of the look-ups that the index on the owner takes. */
const EDGES = `SELECT json_group_array(json_array(src, type, dst, key, json(props))) AS list FROM edge
  WHERE src IN (SELECT id FROM node WHERE owner = ?) AND +owner = ?`;

/** Properties that only our own code reads, and that no engine lets a query see. */
const HIDDEN = new Set(
  Object.values(LABELS).flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, type]) => (type === 'json' ? [name] : [])),
  ),
);

export type SubgraphCache = {
  /** In the transaction of `sql`. */
  load(sql: Sql, patient: string): Subgraph;
};

export function createSubgraphCache({ maxNodes = MAX_NODES }: { maxNodes?: number } = {}): SubgraphCache {
  const cache = new LRUCache<string, { stamp: string; graph: Subgraph }>({
    maxSize: maxNodes,
    sizeCalculation: ({ graph }) => Math.max(1, graph.nodes.size),
  });
  return {
    load(sql, patient) {
      const stamp = stampOf(sql, patient);
      const known = cache.get(patient);
      if (known && known.stamp === stamp) return known.graph;
      const graph = loadSubgraph(sql, patient);
      if (stamp === null) cache.delete(patient);
      else cache.set(patient, { stamp, graph });
      return graph;
    },
  };
}

export function loadSubgraph(sql: Sql, patient: string): Subgraph {
  const nodes = [...list<NodeRow>(sql, OWN_NODES, patient), ...list<NodeRow>(sql, SHARED_NODES, patient)].map(
    ([id, label, properties]): [string, Node] => {
      // The id stands in its own column, and is a property like any other to those who ask.
      properties.uuid = id;
      for (const name of HIDDEN) if (name in properties) delete properties[name];
      return [id, { id, label, properties }];
    },
  );
  const edges = list<EdgeRow>(sql, EDGES, patient, patient).map(([from, type, to, key, properties]): Edge => {
    if (key !== '') properties.fact_id = key;
    return { from, type, to, properties };
  });
  return { nodes: new Map(nodes), edges };
}

/** One large value from the driver costs far less than a thousand rows. */
function list<Row>(sql: Sql, text: string, ...values: string[]): Row[] {
  return JSON.parse(sql.one<{ list: string }>(text, ...values)?.list ?? '[]') as Row[];
}

/** Of the patient's own rows and of the shared ones; null for a patient of whom nothing was ever written. */
function stampOf(sql: Sql, patient: string): string | null {
  const stamps = sql.all<{ owner: string; value: string }>(
    "SELECT owner, value FROM stamp WHERE owner IN (?, '') ORDER BY owner",
    patient,
  );
  return stamps.some(({ owner }) => owner === patient) ? stamps.map(({ value }) => value).join() : null;
}
