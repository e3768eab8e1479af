/**
 * Restricts every pattern to the one patient. A node is reached from the patient, or from a node that was reached before, over edges
 * that belong to that patient. A path ends at a shared type, because other patients' nodes point to it too.
 */
import { LABELS, type LabelName } from '../schema.ts';
import type { Expression, Hop, NodePattern, Pattern } from './ast.ts';
import { refuse, START } from './refused.ts';
import {
  ALL_LABELS,
  checkRelationshipType,
  edgesBetween,
  isOwned,
  knownLabel,
  propertyType,
  usesOf,
} from './schema-rules.ts';
import { type Edge, type Reach, type Scope, type Type, wordsOf } from './types.ts';

/** first: the MATCH that binds the patient. later: all others, which go on from what is bound. */
type Turn = 'first' | 'later';

/** One node of the graph, however often the patterns name it. */
type Slot = { node: NodePattern; labels: Set<LabelName>; bound: boolean };
type Link = { hop: Hop; from: Slot; to: Slot; edges: Edge[] };

/** More hops than any question about a record needs; each one multiplies the rows to visit. */
const MAX_HOPS = 20;
const ANCHOR = '(p:Patient {uuid: $patient_uuid})';

/** What is in reach after the patterns. Throws if they leave the patient, the schema or the scope. */
export function checkPatterns(
  patterns: readonly Pattern[],
  turn: Turn,
  reach: Reach,
  typeOf: (value: Expression, reach: Reach) => Type,
): Scope {
  const slots = slotsOf(patterns, reach);
  const anchor = turn === 'first' ? anchorAmong(slots) : undefined;
  const links = linksOf(patterns, slots);
  const tooMany = links[MAX_HOPS];
  if (tooMany)
    refuse('too_long', tooMany.hop.place, `At most ${MAX_HOPS} hops stand in one MATCH; ask for less at once`);
  narrow(links);
  refuseOtherPatients(slots, anchor);
  refuseWaysThroughTypes(patterns, slots);
  refuseUnreached(slots, links, anchor);
  const scope = scopeAfter(slots, links, reach);
  for (const [node, { labels }] of slots.of) checkValues(node, { kind: 'node', labels }, reach, typeOf);
  for (const { hop, edges } of links) checkValues(hop, { kind: 'relationship', edges }, reach, typeOf);
  return scope;
}

type Slots = { of: Map<NodePattern, Slot>; distinct: Slot[] };

function slotsOf(patterns: readonly Pattern[], { scope, dropped }: Reach): Slots {
  const named = new Map<string, Slot>();
  const slots: Slots = { of: new Map(), distinct: [] };
  for (const node of patterns.flatMap((pattern) => pattern.nodes)) {
    const known = node.variable === null ? undefined : named.get(node.variable);
    const slot = known ?? newSlot(node, scope, dropped);
    if (!known) slots.distinct.push(slot);
    if (node.variable !== null) named.set(node.variable, slot);
    for (const label of node.labels) {
      const name = knownLabel(label, node.place);
      if (!slot.labels.has(name)) {
        refuse(
          'label',
          node.place,
          `${node.variable} is ${[...slot.labels].join(' or ')} and cannot be ${name} as well`,
        );
      }
      slot.labels = new Set([name]);
    }
    slots.of.set(node, slot);
  }
  return slots;
}

function newSlot(node: NodePattern, scope: Scope, dropped: ReadonlySet<string>): Slot {
  const { variable, place } = node;
  if (variable !== null && dropped.has(variable)) {
    refuse('variable', place, `${variable} was left behind by WITH; list it there to carry it on: WITH ${variable}, …`);
  }
  const type = variable === null ? undefined : scope.get(variable);
  if (!type) return { node, labels: new Set(ALL_LABELS), bound: false };
  if (type.kind !== 'node') refuse('variable', place, `${variable} is no node; give this node a name of its own`);
  return { node, labels: new Set(type.labels), bound: true };
}

/** The first MATCH names the patient once, in one fixed form that cannot contain anything else. */
function anchorAmong({ distinct, of }: Slots): Slot {
  for (const [node, slot] of of) if (isAnchor(node)) return slot;
  const [first] = distinct;
  const place = first?.node.place ?? START;
  if (first && distinct.length === 1 && first.labels.size === 1 && !isOwned(first.labels)) {
    refuse(
      'type_node',
      place,
      `${typeName(first)} is a type that all patients share, so it is never a place to start: ${fromPatient()}`,
    );
  }
  return refuse('anchor', place, `The first MATCH has to start from the patient, written exactly as ${ANCHOR}`);
}

function isAnchor({ labels, properties }: NodePattern): boolean {
  const [entry] = properties;
  const value = entry?.value;
  return (
    labels[0] === 'Patient' &&
    properties.length === 1 &&
    entry?.key === 'uuid' &&
    value?.type === 'parameter' &&
    value.name === 'patient_uuid'
  );
}

function linksOf(patterns: readonly Pattern[], { of }: Slots): Link[] {
  return patterns.flatMap(({ nodes, hops }) =>
    hops.flatMap((hop, i) => {
      for (const type of hop.types) checkRelationshipType(type, hop.place);
      const ends = nodes.slice(i, i + 2).flatMap((node) => of.get(node) ?? []);
      const [from, to] = hop.direction === 'right' ? ends : ends.reverse();
      return from && to ? [{ hop, from, to, edges: [] }] : [];
    }),
  );
}

/** Narrows the labels of each node to those that its hops allow, until nothing changes any more. */
function narrow(links: readonly Link[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const link of links) {
      const { hop, from, to } = link;
      link.edges = edgesBetween(hop.types, from.labels, to.labels);
      if (link.edges.length === 0) refuseHop(link);
      changed = keep(from, new Set(link.edges.map((edge) => edge.from))) || changed;
      changed = keep(to, new Set(link.edges.map((edge) => edge.to))) || changed;
    }
  }
}

function keep(slot: Slot, allowed: ReadonlySet<LabelName>): boolean {
  const before = slot.labels.size;
  for (const label of slot.labels) if (!allowed.has(label)) slot.labels.delete(label);
  return slot.labels.size < before;
}

function refuseHop({ hop, from, to }: Link): never {
  const turned =
    edgesBetween(hop.types, to.labels, from.labels).length > 0 ? 'points the other way' : 'does not stand there';
  const name = hop.types.length > 0 ? hop.types.join('|') : 'This hop';
  return refuse(
    'relationship',
    hop.place,
    `${name} ${turned}; the schema has ${usesOf(hop.types, from.labels, to.labels)}`,
  );
}

function refuseOtherPatients({ distinct }: Slots, anchor: Slot | undefined): void {
  for (const slot of distinct) {
    if (slot === anchor || slot.bound || !slot.labels.has('Patient')) continue;
    const fix =
      slot.labels.size > 1
        ? `say which label this node has, ${[...slot.labels].filter((label) => label !== 'Patient').join(' or ')}`
        : 'name the patient once, in the first MATCH, and use that name again';
    refuse('second_patient', slot.node.place, `A query speaks of one patient: ${fix}`);
  }
}

/** In one chain, nothing goes on from a node that may be shared. */
function refuseWaysThroughTypes(patterns: readonly Pattern[], { of }: Slots): void {
  for (const node of patterns.flatMap(({ nodes }) => nodes.slice(1, -1))) {
    const slot = of.get(node);
    if (slot && !isOwned(slot.labels)) refuseThroughType(slot, node);
  }
}

function refuseThroughType(slot: Slot, { place }: NodePattern): never {
  return refuse(
    'through_type_node',
    place,
    [
      `${typeName(slot)} is shared by all patients, so nothing goes on from it;`,
      'write one pattern from the patient for each side, and let both end in the same variable',
    ].join(' '),
  );
}

function refuseUnreached({ distinct }: Slots, links: readonly Link[], anchor: Slot | undefined): void {
  const reached = new Set(distinct.filter((slot) => slot.bound || slot === anchor));
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of links) {
      if (reached.has(from)) reached.add(to);
      else if (reached.has(to) && isOwned(to.labels)) reached.add(from);
    }
  }
  for (const slot of distinct) if (!reached.has(slot)) refuseOne(slot, links, reached);
}

function refuseOne(slot: Slot, links: readonly Link[], reached: ReadonlySet<Slot>): never {
  const shared = links.find((link) => link.from === slot && reached.has(link.to));
  if (shared) refuseThroughType(shared.to, slot.node);
  const name = slot.node.variable ?? 'This node';
  if (!isOwned(slot.labels) && !links.some((link) => link.to === slot)) {
    refuse('type_node', slot.node.place, `${typeName(slot)} is a type that all patients share: ${fromPatient()}`);
  }
  return refuse('unconnected', slot.node.place, `${name} is not connected to the patient; ${fromPatient()}`);
}

function scopeAfter({ distinct }: Slots, links: readonly Link[], { scope, dropped }: Reach): Scope {
  const after = new Map(scope);
  for (const { node, labels, bound } of distinct) {
    if (node.variable !== null && !bound) after.set(node.variable, { kind: 'node', labels });
  }
  for (const { hop, edges } of links) {
    if (hop.variable === null) continue;
    if (after.has(hop.variable) || dropped.has(hop.variable)) {
      refuse(
        'name',
        hop.place,
        `${hop.variable} already stands for something else; give this relationship a name of its own`,
      );
    }
    after.set(hop.variable, { kind: 'relationship', edges });
  }
  return after;
}

/** A value in a pattern's braces is read before the pattern, so it sees what was bound before it. */
function checkValues(
  { properties, place }: NodePattern | Hop,
  type: Type & { kind: 'node' | 'relationship' },
  reach: Reach,
  typeOf: (value: Expression, reach: Reach) => Type,
): void {
  for (const { key, value } of properties) {
    const kept = propertyType(type, key, place);
    const given = typeOf(value, { ...reach, aggregates: false });
    if (given.kind === 'node' || given.kind === 'relationship' || given.kind === 'list') {
      refuse('wrong_type', value.place, 'A property is compared with one value in a pattern');
    }
    if (wordsOf(kept)) {
      const fix = `write WHERE toLower(x.${key}) CONTAINS toLower("word") after the last MATCH`;
      refuse('text_search', place, `Braces compare ${key} exactly; ${fix}`);
    }
  }
}

function typeName({ labels }: Slot): string {
  return [...labels].filter((label) => LABELS[label].scope === 'shared').join(' or ');
}

function fromPatient(): string {
  return `start from ${ANCHOR}, go to the patient's own node and from there on`;
}
