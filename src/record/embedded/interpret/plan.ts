/**
 * What the patterns of one MATCH ask for, and in which order to look: from what is bound already, along the edges, the
 * rarest first, so that a question about one patient never goes through nodes that it does not need.
 */
import type { Expression, Hop, MapEntry, NodePattern, Pattern } from '../../cypher/ast.ts';
import type { Compiler, Scope } from './compiler.ts';
import { conjunctsOf, variablesIn } from './tree.ts';

/** A node of the pattern, however often it is named in it. */
export type PlannedNode = { place: number; labels: string[]; bound: boolean };

export type PlannedHop = {
  place: number;
  /** Its variable was bound by an earlier clause. */
  bound: boolean;
  types: readonly string[];
  from: PlannedNode;
  to: PlannedNode;
};

/** Something to test as soon as all these places are filled. */
export type Filter = { needs: ReadonlySet<number>; test: FilterTest };
export type FilterTest =
  | { type: 'property'; place: number; key: string; value: Expression }
  | { type: 'condition'; condition: Expression };

export type Step =
  | { type: 'check'; node: PlannedNode }
  | { type: 'scan'; node: PlannedNode; label: string | null }
  | { type: 'hop'; hop: PlannedHop; fromKnown: boolean; toKnown: boolean };

export type Plan = { scope: Scope; made: number[]; steps: Step[]; filters: Filter[] };

export function planMatch(
  compiler: Compiler,
  patterns: readonly Pattern[],
  where: Expression | null,
  outer: Scope,
): Plan {
  const scope = new Map(outer);
  const made: number[] = [];
  const nodes = new Map<number, PlannedNode>();
  const hops: PlannedHop[] = [];
  const maps: { place: number; entries: MapEntry[] }[] = [];

  const placeOf = (part: NodePattern | Hop): number => {
    const known = part.variable === null ? undefined : scope.get(part.variable);
    const place = known ?? compiler.place();
    if (known === undefined) made.push(place);
    if (part.variable !== null) scope.set(part.variable, place);
    if (part.properties.length > 0) maps.push({ place, entries: part.properties });
    return place;
  };
  const isBound = (place: number) => !made.includes(place);
  const nodeOf = (pattern: NodePattern): PlannedNode => {
    const place = placeOf(pattern);
    const node = nodes.get(place) ?? { place, labels: [], bound: isBound(place) };
    node.labels.push(...pattern.labels);
    nodes.set(place, node);
    return node;
  };
  const hopOf = (hop: Hop, before: PlannedNode | undefined, after: PlannedNode | undefined): void => {
    if (!before || !after) return;
    const place = placeOf(hop);
    const [from, to] = hop.direction === 'right' ? [before, after] : [after, before];
    hops.push({ place, bound: isBound(place), types: hop.types, from, to });
  };
  for (const pattern of patterns) {
    const chain = pattern.nodes.map(nodeOf);
    for (const [i, hop] of pattern.hops.entries()) hopOf(hop, chain[i], chain[i + 1]);
  }

  const needed = (expression: Expression) =>
    [...variablesIn(expression)].map((name) => scope.get(name)).filter((place) => place !== undefined);
  const filters: Filter[] = [
    ...maps.flatMap(({ place, entries }) =>
      entries.map(({ key, value }) => ({
        needs: new Set([place, ...needed(value)]),
        test: { type: 'property', place, key, value } as const,
      })),
    ),
    ...conjunctsOf(where).map((condition) => ({
      needs: new Set(needed(condition)),
      test: { type: 'condition', condition } as const,
    })),
  ];
  return { scope, made, steps: orderSteps(compiler, [...nodes.values()], hops), filters };
}

function orderSteps({ index }: Compiler, nodes: PlannedNode[], hops: PlannedHop[]): Step[] {
  const known = new Set(nodes.filter((node) => node.bound));
  const steps: Step[] = [...known].map((node) => ({ type: 'check', node }));
  const open = new Set(hops);
  const cost = (hop: PlannedHop): number => {
    if (hop.bound) return 0;
    if (known.has(hop.from) && known.has(hop.to)) return 1;
    return known.has(hop.from) || known.has(hop.to) ? 2 + index.count(hop.types) : Number.POSITIVE_INFINITY;
  };
  const start = (node: PlannedNode): void => {
    const [label = null] = node.labels;
    steps.push({ type: 'scan', node, label });
    known.add(node);
  };
  while (open.size > 0) {
    const hop = cheapest([...open], cost);
    if (cost(hop) === Number.POSITIVE_INFINITY) {
      const ends = [...open].flatMap(({ from, to }) => [from, to]);
      start(cheapest(ends, ({ labels: [label = null] }) => index.labelled(label).length));
      continue;
    }
    steps.push({ type: 'hop', hop, fromKnown: known.has(hop.from), toKnown: known.has(hop.to) });
    known.add(hop.from).add(hop.to);
    open.delete(hop);
  }
  for (const node of nodes) if (!known.has(node)) start(node);
  return steps;
}

function cheapest<T>(items: [T, ...T[]] | T[], cost: (item: T) => number): T {
  return items.reduce((best, item) => (cost(item) < cost(best) ? item : best));
}
