/** Indexes of a patient's graph: nodes by label, edges by end and type. Built once for each graph. */
import type { Subgraph } from '../../cypher/ast.ts';
import type { EdgeValue, NodeValue } from './values.ts';

type EdgesByType = ReadonlyMap<string, readonly EdgeValue[]>;
type EdgesByEnd = ReadonlyMap<string, EdgesByType>;

export type GraphIndex = {
  node(id: string): NodeValue | undefined;
  /** All nodes for null. */
  labelled(label: string | null): readonly NodeValue[];
  /** Edges that leave, or that arrive; of any type if none is named. */
  edges(end: 'from' | 'to', id: string, types: readonly string[]): Iterable<EdgeValue>;
  /** How many edges of these types there are in all. */
  count(types: readonly string[]): number;
};

/** A graph never changes once it is loaded, so its index lives as long as it does. */
const indexes = new WeakMap<Subgraph, GraphIndex>();

export function indexOf(graph: Subgraph): GraphIndex {
  const known = indexes.get(graph) ?? makeIndex(graph);
  indexes.set(graph, known);
  return known;
}

function makeIndex(graph: Subgraph): GraphIndex {
  const nodes = new Map<string, NodeValue>();
  const byLabel = new Map<string, NodeValue[]>();
  for (const { id, label, properties } of graph.nodes.values()) {
    const node: NodeValue = { kind: 'node', id, label, properties };
    nodes.set(id, node);
    push(byLabel, label, node);
  }
  const edges: EdgeValue[] = [];
  const counts = new Map<string, number>();
  for (const { from, type, to, properties } of graph.edges) {
    if (!nodes.has(from) || !nodes.has(to)) continue;
    edges.push({ kind: 'edge', from, type, to, properties });
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const everyNode = [...nodes.values()];
  // Most queries follow edges in their direction only, so the index of the other direction is built when it is first needed.
  const ends: { from?: EdgesByEnd; to?: EdgesByEnd } = {};
  return {
    node: (id) => nodes.get(id),
    labelled: (label) => (label === null ? everyNode : (byLabel.get(label) ?? [])),
    edges(end, id, types) {
      ends[end] ??= byEnd(edges, end);
      return ofTypes(ends[end].get(id), types);
    },
    count: (types) =>
      (types.length === 0 ? [...counts.keys()] : types).reduce((n, type) => n + (counts.get(type) ?? 0), 0),
  };
}

function byEnd(edges: readonly EdgeValue[], end: 'from' | 'to'): EdgesByEnd {
  const found = new Map<string, Map<string, EdgeValue[]>>();
  for (const edge of edges) {
    const ofNode = found.get(edge[end]) ?? new Map<string, EdgeValue[]>();
    found.set(edge[end], ofNode);
    push(ofNode, edge.type, edge);
  }
  return found;
}

function ofTypes(edges: EdgesByType | undefined, types: readonly string[]): readonly EdgeValue[] {
  if (!edges) return [];
  const [only] = types;
  if (types.length === 1 && only !== undefined) return edges.get(only) ?? [];
  return (types.length === 0 ? [...edges.keys()] : [...new Set(types)]).flatMap((type) => edges.get(type) ?? []);
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
