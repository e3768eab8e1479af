/**
 * What a fact is an instance of: a node with a name and a code. A name of the shipped vocabulary is one node that all patients share,
 * and holds what the vocabulary says; any other name is what someone told, so its node belongs to the one patient.
 */
import type { Fact } from './fact.ts';
import { derivedId, nameKey } from './identity.ts';
import type { GraphNode, PatientGraph, Properties } from './patient-graph.ts';
import { textOf } from './properties.ts';
import { LABELS, type LabelName } from './schema.ts';
import type { Terminology, TermKind } from './terminology.ts';

export type Vocabulary = Pick<Terminology, 'termNamed'>;

export type TypeNode = {
  id: string;
  label: LabelName;
  /** Whose it is; null if it is of the vocabulary. */
  owner: string | null;
  key: string;
  properties: Properties;
};

type Told = { name: string; code?: Fact['code'] };

const TERM_KINDS: Readonly<Partial<Record<LabelName, readonly TermKind[]>>> = {
  ConditionType: ['condition'],
  SymptomType: ['symptom'],
  ObservationType: ['observation'],
  Substance: ['drug', 'allergen'],
};

export function typeNode({ termNamed }: Vocabulary, patient: string, label: LabelName, told: Told): TypeNode {
  const key = nameKey(told.name);
  const term = termNamed(told.name, TERM_KINDS[label] ?? []);
  if (term && nameKey(term.name) === key) {
    return { id: derivedId(label, key), label, owner: null, key, properties: named(term) };
  }
  const own = JSON.stringify([patient, key]);
  return { id: derivedId(label, own), label, owner: patient, key: own, properties: named(told) };
}

/** A code learned later completes the type; one that is there stays. */
export function withCode(known: TypeNode | undefined | null, told: TypeNode): TypeNode {
  if (!known) return told;
  if (known.properties.code !== undefined) return known;
  return { ...known, properties: { ...told.properties, ...known.properties } };
}

/** The same record with the types that its nodes have by this vocabulary, whatever types it came with. */
export function retyped(
  vocabulary: Vocabulary,
  patient: string,
  { nodes, edges }: PatientGraph,
): PatientGraph & { types: ReadonlyMap<string, TypeNode> } {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const typeLabels = new Map(
    edges.flatMap(({ from, to }) => {
      const label = labels.get(to);
      return label && isType(label) ? [[from, label] as const] : [];
    }),
  );
  const types = new Map<string, TypeNode>();
  const typeOf = new Map<string, string>();
  const own = nodes.filter(({ label }) => !isType(label));
  for (const { id, properties } of own) {
    const label = typeLabels.get(id);
    if (!label) continue;
    const type = typeNode(vocabulary, patient, label, toldBy(properties));
    types.set(type.id, withCode(types.get(type.id), type));
    typeOf.set(id, type.id);
  }
  const isTyped = (to: string) => isType(labels.get(to) ?? 'Patient');
  return {
    types,
    nodes: [...own, ...[...types.values()].map(({ id, label, properties }): GraphNode => ({ id, label, properties }))],
    edges: edges.map((edge) => (isTyped(edge.to) ? { ...edge, to: typeOf.get(edge.from) ?? edge.to } : edge)),
  };
}

export function isType(label: LabelName): boolean {
  return LABELS[label].scope === 'shared';
}

function toldBy(properties: Properties): Told {
  const [code, system] = [textOf(properties, 'code'), textOf(properties, 'code_system')];
  return {
    name: textOf(properties, 'name') ?? '',
    ...(code !== undefined && system !== undefined && { code: { code, system } }),
  };
}

function named({ name, code }: Told): Properties {
  return { name, ...(code && { code: code.code, code_system: code.system }) };
}
