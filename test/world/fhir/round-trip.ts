/** What went into a record as FHIR beside what came out of it: kind by kind, each as the line that must not change. */
import type { FhirResource } from 'fhir/r4.js';
import { named, untagged } from '../../../src/record/fhir/naming.ts';
import { VALUE_TOLD } from '../../../src/record/fhir/systems.ts';
import type { TermKind } from '../../../src/record/terminology.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';

type Node = Record<string, unknown>;
type Concept = { coding?: { system?: string; code?: string; display?: string }[]; text?: string };
/** `recoded` have the vocabulary's code in place of their own. */
export type Trip = { kind: string; in: number; out: number; recoded: number; lost: string[]; added: string[] };

/** What the record has no place for in a chart of Synthea; its orders and bills are no findings. */
export const LEFT_OUT =
  /^(?:CarePlan|CareTeam|Claim|Device|DiagnosticReport|ExplanationOfBenefit|ImagingStudy|MedicationAdministration|SupplyDelivery): The record has no place|^Provenance: Only provenance of Medfleet/;

/** Of a chart of another system, and of our export: a request that was filled is what the patient takes. */
const KINDS: Readonly<Record<string, { exported: string; terms: readonly TermKind[] }>> = {
  Condition: { exported: 'Condition', terms: ['condition', 'symptom'] },
  MedicationRequest: { exported: 'MedicationStatement', terms: ['drug'] },
  Procedure: { exported: 'Procedure', terms: ['procedure'] },
  Immunization: { exported: 'Immunization', terms: [] },
  Observation: { exported: 'Observation', terms: ['observation'] },
  AllergyIntolerance: { exported: 'AllergyIntolerance', terms: ['allergen', 'drug'] },
};

export function roundTrip(into: readonly FhirResource[], out: readonly FhirResource[]): Trip[] {
  const known = new Map(into.map((one) => [`urn:uuid:${one.id}`, one as unknown as Node]));
  const ofType = (type: string, all: readonly FhirResource[]) =>
    all.filter(({ resourceType }) => resourceType === type).flatMap((one) => resultsIn(one as unknown as Node));
  return Object.entries(KINDS).map(([kind, { exported, terms }]) => {
    const given = ofType(kind, into).map((one) => lineOf(one, vocabularyCode(conceptOf(one, known), terms)));
    const kept = ofType(exported, out).map((one) => lineOf(one, codeOf(conceptOf(one, known))));
    const same = ofType(kind, into).map((one) => lineOf(one, codeOf(conceptOf(one, known))));
    const [lost, added] = [without(given, kept), without(kept, given)];
    return { kind, in: given.length, out: kept.length, recoded: without(same, kept).length, lost, added };
  });
}

export function tableOf(trips: readonly Trip[]): string {
  return Object.keys(KINDS)
    .map((kind) => {
      const all = trips.filter((trip) => trip.kind === kind);
      const sum = (of: (trip: Trip) => number) => all.reduce((total, trip) => total + of(trip), 0);
      const differ = sum(({ lost, added }) => lost.length + added.length);
      const recoded = sum((trip) => trip.recoded);
      return `${kind}: ${sum((trip) => trip.in)} in, ${sum((trip) => trip.out)} out, ${differ} differ, ${recoded} recoded`;
    })
    .join('\n');
}

/** A panel is filed as its results. */
function resultsIn(node: Node): Node[] {
  const { component, ...shared } = node;
  return Array.isArray(component) ? component.map((part: Node) => ({ ...shared, ...part })) : [node];
}

function lineOf(node: Node, code: string): string {
  return [code, momentOf(startOf(node)), momentOf(endOf(node)), statusOf(node), resultOf(node)].join(' | ');
}

function conceptOf(node: Node, known: ReadonlyMap<string, Node>): Concept {
  const medication = known.get((node.medicationReference as { reference?: string } | undefined)?.reference ?? '');
  return (node.code ?? node.vaccineCode ?? node.medicationCodeableConcept ?? medication?.code ?? {}) as Concept;
}

function codeOf({ coding: [coding] = [], text = '' }: Concept): string {
  return coding?.code ?? text;
}

/** What the vocabulary knows has its code there: an ingredient's for a product's, which keeps its strength as the dose. */
function vocabularyCode(concept: Concept, terms: readonly TermKind[]): string {
  return named({ own: false, terminology }, concept, terms)?.code?.code ?? codeOf(concept);
}

function startOf(node: Node): unknown {
  const period = (node.performedPeriod ?? node.effectivePeriod) as { start?: string } | undefined;
  const at = node.onsetDateTime ?? node.performedDateTime ?? node.occurrenceDateTime ?? node.effectiveDateTime;
  return at ?? period?.start ?? node.authoredOn;
}

function endOf(node: Node): unknown {
  const period = (node.performedPeriod ?? node.effectivePeriod) as { end?: string } | undefined;
  return node.abatementDateTime ?? period?.end;
}

/** An end is kept as the moment that it is, in UTC. */
function momentOf(time: unknown): string {
  return typeof time === 'string' && time.includes('T') ? new Date(time).toISOString() : String(time ?? '');
}

function statusOf({ status, clinicalStatus }: Node): unknown {
  return status ?? (clinicalStatus as { coding?: { code?: string }[] } | undefined)?.coding?.[0]?.code;
}

/** As it was told: the record has it in the unit of its kind as well. A coded answer is kept in its words, without SNOMED's tag. */
function resultOf(node: Node): string {
  const beside = node.extension as { url: string; valueQuantity?: { value?: number } }[] | undefined;
  const told = beside?.find(({ url }) => url === VALUE_TOLD)?.valueQuantity;
  const quantity = told ?? (node.valueQuantity as { value?: number } | undefined);
  const { text, coding } = (node.valueCodeableConcept ?? {}) as Concept;
  const words = text ?? coding?.[0]?.display ?? node.valueString ?? '';
  return quantity ? String(quantity.value) : (untagged(String(words)) ?? '');
}

/** Each as often as it stands in the one and not in the other. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
