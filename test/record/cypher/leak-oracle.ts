/**
 * An independent check of what a query can reach, which shares no code with the guard: it matches the patterns of a tree on a graph
 * of two patients, as a database would that knows nothing of patients, and names the other one's nodes that it came by.
 * Conditions are left out, so it sees more than the query would, never less.
 */
import type { Expression, NodePattern, Pattern, Query } from '../../../src/record/cypher/ast.ts';
import { LABELS, RELATIONSHIPS } from '../../../src/record/schema.ts';

type Node = { id: string; label: string; owner: string | null };
type Row = ReadonlyMap<string, Node | null>;

/** Enough to come by every node of the small graph, and a bound for products. */
const MAX_ROWS = 300;
const MAX_STEPS = 20_000;
const STRANGER = 'b';

/** The stranger's nodes stand first, so that a search that is cut short has met them. */
const OWNERS = [STRANGER, 'a'];
const NODES: Node[] = Object.entries(LABELS).flatMap(([label, { scope }]) => {
  const owners = scope === 'shared' ? [null] : OWNERS;
  const each = label === 'Patient' || scope === 'shared' ? [1] : [1, 2];
  return owners.flatMap((owner) => each.map((n) => ({ id: `${owner}/${label}/${n}`, label, owner })));
});
const EDGES = RELATIONSHIPS.flatMap(({ type, from, to }) =>
  NODES.filter((node) => node.label === from).flatMap((source) =>
    NODES.filter((node) => node.label === to && (node.owner === null || node.owner === source.owner)).map((target) => ({
      type,
      source,
      target,
    })),
  ),
);

/** The stranger's nodes that the query's patterns can be matched with; none, if the guard did its work. */
export function strangersIn(tree: Query): string[] {
  const met = new Set<string>();
  let rows: Row[] = [new Map()];
  const look = (expressions: readonly (Expression | null)[]) => {
    for (const row of rows.slice(0, MAX_ROWS / 10)) for (const expression of expressions) inspect(expression, row, met);
  };
  for (const clause of [...tree.clauses, tree.result]) {
    if (clause.type === 'match') {
      rows = rows.flatMap((row) => matches(clause.patterns, row, clause.optional, met)).slice(0, MAX_ROWS);
      look([clause.where]);
    } else {
      const { items, orderBy } = clause.projection;
      look([...items, ...orderBy].map(({ expression }) => expression));
      rows = rows.flatMap((row) => projections(items, row)).slice(0, MAX_ROWS);
      if (clause.type === 'with') look([clause.where]);
    }
  }
  return [...met];
}

/** Patterns inside an expression, at any depth. */
function inspect(expression: Expression | null, row: Row, met: Set<string>): void {
  if (expression === null || typeof expression !== 'object') return;
  if (expression.type === 'subquery') {
    for (const inner of matches(expression.patterns, row, false, met)) inspect(expression.where, inner, met);
    return;
  }
  for (const part of Object.values(expression)) {
    for (const one of Array.isArray(part) ? part : [part]) {
      if (one && typeof one === 'object') inspect(one as Expression, row, met);
    }
  }
}

/** A column can be any node that its expression names: its own, or one taken out of a list. */
function projections(items: readonly { expression: Expression; alias: string }[], row: Row): Row[] {
  let rows: Row[] = [new Map()];
  for (const { expression, alias } of items) {
    const nodes = variablesIn(expression).flatMap((name) => (row.has(name) ? [row.get(name) ?? null] : []));
    if (nodes.length > 0) rows = rows.flatMap((made) => nodes.map((node) => new Map(made).set(alias, node)));
  }
  return rows;
}

function variablesIn(expression: Expression): string[] {
  return [...JSON.stringify(expression).matchAll(/"type":"variable","name":"(\w+)"/g)].map((found) => found[1] ?? '');
}

function matches(patterns: readonly Pattern[], row: Row, optional: boolean, met: Set<string>): Row[] {
  let [rows, steps]: [Row[], number] = [[row], 0];
  for (const [which, { nodes, hops }] of patterns.entries()) {
    const found: Row[] = [];
    const step = (i: number, before: Node | null, bound: Row): void => {
      steps += 1;
      if (steps > MAX_STEPS || found.length >= MAX_ROWS) return;
      const pattern = nodes[i];
      if (!pattern) {
        found.push(bound);
        return;
      }
      for (const node of candidates(pattern, before, hops[i - 1], bound)) {
        step(i + 1, node, new Map(bound).set(pattern.variable ?? `#${which}.${i}`, node));
      }
    };
    for (const bound of rows) step(0, null, bound);
    rows = found.slice(0, MAX_ROWS);
  }
  for (const bound of rows) for (const node of bound.values()) if (node?.owner === STRANGER) met.add(node.id);
  if (rows.length > 0 || !optional) return rows;
  const missing = patterns.flatMap(({ nodes }) => nodes.flatMap(({ variable }) => variable ?? []));
  return [new Map([...missing.map((name) => [name, null] as const), ...row])];
}

function candidates(
  pattern: NodePattern,
  before: Node | null,
  hop: Pattern['hops'][number] | undefined,
  row: Row,
): Node[] {
  const beside = hop
    ? EDGES.filter((edge) => hop.types.length === 0 || hop.types.includes(edge.type)).flatMap(({ source, target }) =>
        hop.direction === 'right' ? (source === before ? [target] : []) : target === before ? [source] : [],
      )
    : NODES;
  const bound = pattern.variable === null ? undefined : row.get(pattern.variable);
  const isPatient = pattern.properties.some(({ value }) => value.type === 'parameter' && value.name === 'patient_uuid');
  return beside.filter(
    (node) =>
      (bound === undefined || bound === node) &&
      pattern.labels.every((label) => label === node.label) &&
      (!isPatient || node.id === 'a/Patient/1'),
  );
}
