/**
 * A record as a FHIR R4 Bundle that other systems can read: one resource for each thing on file, and a Provenance for each
 * time it was told. Ids are those of the graph; references are `urn:uuid:` and always point into the bundle.
 */
import type { Bundle, FhirResource, Patient } from 'fhir/r4.js';
import type { FactKind } from '../fact.ts';
import { derivedId } from '../identity.ts';
import type { GraphEdge, GraphNode, PatientGraph, WithdrawnFact } from '../patient-graph.ts';
import { profileOf } from '../profile.ts';
import { textOf } from '../properties.ts';
import { FAMILY, KINDS, kindRule } from '../schema.ts';
import type { Terminology } from '../terminology.ts';
import { compact, type Source, textExtension } from './building.ts';
import {
  documentOf,
  encounterOf,
  familyHistoryOf,
  immunizationOf,
  organizationOf,
  practitionerOf,
  procedureOf,
} from './export-care.ts';
import { allergyOf, conditionOf } from './export-findings.ts';
import { medicationOf } from './export-medications.ts';
import { observationOf } from './export-observations.ts';
import { provenanceWriter } from './export-provenance.ts';
import { enteredInError, withdrawalOf } from './export-withdrawn.ts';
import { APART, CVX, EPISODE, PATIENT_ID } from './systems.ts';

const KIND_OF: ReadonlyMap<string, FactKind> = new Map(
  (Object.keys(KINDS) as FactKind[]).map((kind) => [KINDS[kind].label, kind]),
);

export type ExportOptions = {
  /** What the caller calls the patient. */
  patientId: string;
  now: string;
  terminology: Terminology;
};

export function toFhirBundle(graph: PatientGraph, { patientId, now, terminology }: ExportOptions): Bundle {
  const patient = graph.nodes.find(({ label }) => label === 'Patient');
  const bundle = { resourceType: 'Bundle', type: 'collection', timestamp: now } as const;
  if (!patient) return bundle;
  const edgesFrom = edgesBySource(graph.edges);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const provenanceOf = provenanceWriter(graph, nodes, now);
  const corrected = new Set(graph.withdrawn?.map(({ replaced_by }) => replaced_by));
  const told = graph.nodes.flatMap((node) => {
    const edges = edgesFrom.get(node.id) ?? [];
    const resource = resourceOf(node, edges, patient, terminology, corrected.has(node.id));
    return resource ? [{ resource: withEpisode(resource, node), edges }] : [];
  });
  const withdrawn = (graph.withdrawn ?? []).flatMap((fact) => {
    const edges = statementEdges(fact, patient.id);
    const node = { id: fact.id, label: kindRule(fact.kind).label, properties: fact.properties };
    const resource = resourceOf(node, edges, patient, terminology, false);
    return resource ? [{ fact, edges, resource: enteredInError(withEpisode(resource, node), fact) }] : [];
  });
  const resources = [
    patientOf(patient, patientId),
    ...told.map(({ resource }) => resource),
    ...withdrawn.map(({ resource }) => resource),
    ...withdrawn.map(({ fact, resource }) => withdrawalOf(fact, resource.resourceType, now)),
    ...[...told, ...withdrawn].flatMap(({ resource, edges }) =>
      edges.filter(({ type }) => type === 'STATED_IN').map((edge) => provenanceOf(edge, resource.resourceType)),
    ),
  ];
  return { ...bundle, entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })) };
}

function patientOf({ id, properties }: GraphNode, patientId: string): Patient {
  const { sex, birth_date } = profileOf(properties);
  return compact<Patient>({
    resourceType: 'Patient',
    id,
    identifier: [{ system: PATIENT_ID, value: patientId }],
    gender: sex,
    birthDate: birth_date,
  });
}

function resourceOf(
  node: GraphNode,
  edges: readonly GraphEdge[],
  patient: GraphNode,
  terminology: Terminology,
  corrected: boolean,
): FhirResource | null {
  const source = { id: node.id, properties: node.properties, told: toldOf(node, edges), corrected };
  if (node.label === FAMILY.label) return familyHistoryOf(source, patient.id);
  const kind = KIND_OF.get(node.label);
  switch (kind) {
    case 'condition':
    case 'symptom':
      return conditionOf(kind, source, patient.id);
    case 'allergy':
      return allergyOf(source, patient.id, terminology);
    case 'observation':
      return observationOf(source, patient.id, { profile: profileOf(patient.properties), terminology });
    case 'medication':
      return medicationOf(source, patient.id);
    case 'encounter':
      return encounterOf(source, patient.id, edges);
    case 'practitioner':
      return practitionerOf(source);
    case 'organization':
      return organizationOf(source);
    case 'procedure':
      return textOf(node.properties, 'code_system') === CVX
        ? immunizationOf(source, patient.id)
        : procedureOf(source, patient.id);
    case 'document':
      return documentOf(source, patient.id);
    default:
      return null;
  }
}

function withEpisode<Resource extends FhirResource>(resource: Resource, { properties }: Pick<GraphNode, 'properties'>) {
  const id = textOf(properties, 'episode');
  if (id === undefined) return resource;
  const others = 'extension' in resource ? (resource.extension ?? []) : [];
  return { ...resource, extension: [...others, ...textExtension(properties.apart === true ? APART : EPISODE, id)] };
}

/** The statements of a withdrawn fact, as the edges that they were. */
function statementEdges({ id, statements }: WithdrawnFact, patient: string): GraphEdge[] {
  return statements.map(({ fact, turn_id, session_id, properties }) => {
    const said = { ...properties, turn_id, session_id };
    return { from: id, type: 'STATED_IN', to: derivedId(patient, 'Turn', turn_id), key: fact, properties: said };
  });
}

/** From the statements, not from the node: a fact about the past changes nothing on the node, but it has been told. */
function toldOf({ properties }: GraphNode, edges: readonly GraphEdge[]): Source['told'] {
  const statements = edges
    .filter(({ type }) => type === 'STATED_IN')
    .map((edge) => ({ at: textOf(edge.properties, 'recorded_at') ?? '', edge }))
    .sort((a, b) => a.at.localeCompare(b.at) || a.edge.key.localeCompare(b.edge.key));
  const recorded = textOf(properties, 'recorded_at') ?? '';
  const { source_agent: agent, confidence } = statements.at(-1)?.edge.properties ?? properties;
  return {
    first: statements[0]?.at || recorded,
    last: statements.at(-1)?.at || recorded,
    ...(typeof agent === 'string' && { agent }),
    ...(typeof confidence === 'number' && { confidence }),
  };
}

function edgesBySource(edges: readonly GraphEdge[]): ReadonlyMap<string, GraphEdge[]> {
  const bySource = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const others = bySource.get(edge.from);
    if (others) others.push(edge);
    else bySource.set(edge.from, [edge]);
  }
  return bySource;
}
