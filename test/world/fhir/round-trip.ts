/** What went into a record as FHIR beside what came out of it: kind by kind, each as the line that must not change. */
import type { FhirResource } from 'fhir/r4.js';
import { VALUE_TOLD } from '../../../src/record/fhir/systems.ts';

type Node = Record<string, unknown>;
type Coding = { system?: string; code?: string; display?: string; userSelected?: boolean };
type Concept = { coding?: Coding[]; text?: string };
type Quantity = { value?: number; code?: string };
export type Trip = { kind: string; in: number; out: number; lost: string[]; added: string[] };

/** What the record has no place for in a chart of Synthea; its orders and bills are no findings. */
export const LEFT_OUT =
  /^(?:CarePlan|CareTeam|Claim|Device|DiagnosticReport|ExplanationOfBenefit|ImagingStudy|MedicationAdministration|SupplyDelivery): The record has no place|^Provenance: Only provenance of Medfleet/;

/** Of a chart of another system, and of our export: a request that was filled is what the patient takes. */
const KINDS: Readonly<Record<string, string>> = {
  Condition: 'Condition',
  MedicationRequest: 'MedicationStatement',
  Procedure: 'Procedure',
  Immunization: 'Immunization',
  Observation: 'Observation',
  AllergyIntolerance: 'AllergyIntolerance',
};

export function roundTrip(into: readonly FhirResource[], out: readonly FhirResource[]): Trip[] {
  const known = new Map(into.map((one) => [`urn:uuid:${one.id}`, one as unknown as Node]));
  const linesOf = (type: string, all: readonly FhirResource[]) =>
    all
      .filter(({ resourceType }) => resourceType === type)
      .flatMap((one) => resultsIn(one as unknown as Node))
      .map((one) => lineOf(one, codesIn(conceptOf(one, known))));
  return Object.entries(KINDS).map(([kind, exported]) => {
    const [given, kept] = [linesOf(kind, into), linesOf(exported, out)];
    return { kind, in: given.length, out: kept.length, lost: without(given, kept), added: without(kept, given) };
  });
}

export function tableOf(trips: readonly Trip[]): string {
  return Object.keys(KINDS)
    .map((kind) => {
      const all = trips.filter((trip) => trip.kind === kind);
      const sum = (of: (trip: Trip) => number) => all.reduce((total, trip) => total + of(trip), 0);
      const differ = sum(({ lost, added }) => lost.length + added.length);
      return `${kind}: ${sum((trip) => trip.in)} in, ${sum((trip) => trip.out)} out, ${differ} differ`;
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

/** All that the chart has, as it stands there; what we put beside it is marked. */
function codesIn({ coding = [], text = '' }: Concept): string {
  const written = coding.filter(({ userSelected }) => userSelected !== false);
  return written.map(({ system, code, display }) => [system, code, display].join(' ')).join(' + ') || text;
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

/** As it was told: the record has it in the unit of its kind as well. UCUM has no "pH", which Synthea writes. */
function resultOf(node: Node): string {
  const beside = node.extension as { url: string; valueQuantity?: Quantity }[] | undefined;
  const told = beside?.find(({ url }) => url === VALUE_TOLD)?.valueQuantity;
  const quantity = told ?? (node.valueQuantity as Quantity | undefined);
  if (quantity) return `${quantity.value} ${quantity.code === 'pH' ? '[pH]' : quantity.code}`;
  return node.valueCodeableConcept ? codesIn(node.valueCodeableConcept as Concept) : String(node.valueString ?? '');
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
