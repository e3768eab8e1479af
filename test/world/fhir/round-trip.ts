/** What went into a record as FHIR beside what came out of it: kind by kind, each as the line that must not change. */
import type { FhirResource } from 'fhir/r4.js';

type Node = Record<string, unknown>;
export type Trip = { kind: string; in: string[]; out: string[]; lost: string[]; added: string[] };

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
  const medications = new Map(into.map((one) => [one.id, one]));
  const linesOf = (type: string, resources: readonly FhirResource[]) =>
    resources.filter(({ resourceType }) => resourceType === type).flatMap((one) => lines(one, medications));
  return Object.entries(KINDS).map(([kind, exported]) => {
    const given = linesOf(kind, into);
    const kept = linesOf(exported, out);
    return { kind, in: given, out: kept, lost: without(given, kept), added: without(kept, given) };
  });
}

/** A line for each result: a panel is filed as its parts. */
function lines(resource: FhirResource, medications: ReadonlyMap<string | undefined, FhirResource>): string[] {
  const node = resource as unknown as Node;
  const times = [startOf(node), endOf(node)].map((time) => time ?? '');
  const status = statusOf(node);
  const parts = (node.component as Node[] | undefined) ?? [];
  const results = 'component' in node && !valueOf(node) ? parts : [node];
  return results.map((part) => [codeOf(part, medications), ...times, status, valueOf(part)].join(' | '));
}

function codeOf(node: Node, medications: ReadonlyMap<string | undefined, FhirResource>): string {
  const reference = (node.medicationReference as { reference?: string } | undefined)?.reference;
  const medication = medications.get(reference?.replace('urn:uuid:', '')) as unknown as Node | undefined;
  const concept = node.code ?? node.vaccineCode ?? node.medicationCodeableConcept ?? medication?.code;
  const { coding: [coding] = [], text } = (concept ?? {}) as { coding?: { code?: string }[]; text?: string };
  return coding?.code ?? text ?? '';
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

function statusOf({ status, clinicalStatus }: Node): unknown {
  return status ?? (clinicalStatus as { coding?: { code?: string }[] } | undefined)?.coding?.[0]?.code;
}

function valueOf(node: Node): string {
  const quantity = node.valueQuantity as { value?: number; code?: string } | undefined;
  const concept = node.valueCodeableConcept as { text?: string } | undefined;
  return quantity ? `${quantity.value} ${quantity.code}` : String(concept?.text ?? node.valueString ?? '');
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
