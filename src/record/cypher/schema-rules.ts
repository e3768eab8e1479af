/** What the guard asks of the schema: whether a name exists, who owns the node, and which properties can be read. */
import { suggest } from '../../platform/nearest.ts';
import { LABELS, type LabelName, type PropertyType, RELATIONSHIPS } from '../schema.ts';
import type { Place } from './ast.ts';
import { refuse } from './refused.ts';
import { BOOLEAN, common, type Edge, NUMBER, TEXT, type Type, UNKNOWN, WORDS } from './types.ts';

export const ALL_LABELS = Object.keys(LABELS) as LabelName[];
/** Properties in the words of whoever said them: the same thing may be written in many ways. */
const SAID: ReadonlySet<string> = new Set([
  'name',
  'specialty',
  'reaction',
  'body_site',
  'frequency',
  'duration',
  'evidence_text',
]);
const TYPES = new Set<string>(RELATIONSHIPS.map((edge) => edge.type));

export function knownLabel(label: string, place: Place): LabelName {
  if (Object.hasOwn(LABELS, label)) return label as LabelName;
  return refuse('label', place, `There is no label ${label}; ${suggest(label, ALL_LABELS)}`);
}

export function checkRelationshipType(type: string, place: Place): void {
  if (!TYPES.has(type)) {
    refuse('relationship', place, `There is no relationship ${type}; ${suggest(type, TYPES)}`);
  }
}

/** The edges that can stand between nodes of these labels; no type at all means any. */
export function edgesBetween(
  types: readonly string[],
  from: ReadonlySet<LabelName>,
  to: ReadonlySet<LabelName>,
): Edge[] {
  return RELATIONSHIPS.filter(
    (edge) => (types.length === 0 || types.includes(edge.type)) && from.has(edge.from) && to.has(edge.to),
  );
}

/** How a relationship may be used at these nodes, for the message about one that was used otherwise. */
export function usesOf(types: readonly string[], ...ends: ReadonlySet<LabelName>[]): string {
  const edges = RELATIONSHIPS.filter((edge) => types.length === 0 || types.includes(edge.type));
  const settled = ends.filter((labels) => labels.size < ALL_LABELS.length);
  const near = edges.filter((edge) => settled.every((labels) => labels.has(edge.from) || labels.has(edge.to)));
  const uses = near.length > 0 ? near : edges;
  const listed = uses.slice(0, 4).map((edge) => `(:${edge.from})-[:${edge.type}]->(:${edge.to})`);
  return `${listed.join(', ')}${uses.length > listed.length ? ', …' : ''}`;
}

/** Whether no node of these labels is ever shared between patients. */
export function isOwned(labels: ReadonlySet<LabelName>): boolean {
  return [...labels].every((label) => LABELS[label].scope === 'owned');
}

/** What reading `key` of such a node or relationship gives. A name that only some of the labels have is null for the others. */
export function propertyType(of: Type & { kind: 'node' | 'relationship' }, key: string, place: Place): Type {
  const tables = (of.kind === 'node' ? [...of.labels].map((label) => LABELS[label]) : of.edges).map(
    (entry): Readonly<Record<string, PropertyType>> => ('properties' in entry ? entry.properties : {}),
  );
  const found = tables.flatMap((table) => (Object.hasOwn(table, key) ? [table[key]] : []));
  const owner =
    of.kind === 'node' ? [...of.labels].slice(0, 4).join(' or ') : unique(of.edges.map((e) => e.type)).join(' or ');
  if (found.includes('json')) refuse('property', place, `${key} of ${owner} is for our own code and cannot be queried`);
  if (found.length > 0) return SAID.has(key) ? WORDS : common(found.map(fromSchema));
  const readable = unique(tables.flatMap((t) => Object.keys(t).filter((name) => t[name] !== 'json')));
  if (readable.length === 0) refuse('property', place, `${owner} has no properties`);
  return refuse('property', place, `${owner} has no property ${key}; ${suggest(key, readable)}`);
}

function fromSchema(type: PropertyType | undefined): Type {
  if (type === 'string' || type === 'time') return TEXT;
  if (type === 'number') return NUMBER;
  return type === 'boolean' ? BOOLEAN : UNKNOWN;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
