/** Facts for record tests, as short as the sentence they come from. */
import { randomUUID } from 'node:crypto';
import type { Correction } from '../../src/record/corrections.ts';
import type { Fact, FactKind, FamilyFact } from '../../src/record/fact.ts';
import type { PatientGraph } from '../../src/record/patient-graph.ts';
import { type CorrectionSource, type Provenance, patientKey } from '../../src/record/record.ts';

export function told(kind: FactKind, name: string, more: Partial<Fact> = {}): Fact {
  return {
    id: randomUUID(),
    kind,
    name,
    confidence: 0.9,
    evidence: { start: 0, end: name.length, text: name },
    source_agent: 'DataExtractorAgent',
    ...more,
  };
}

export function ofFamily(relation: string, name: string, more: Partial<FamilyFact> = {}): FamilyFact {
  const text = `My ${relation} has ${name}`;
  const evidence = { start: 0, end: text.length, text };
  return { id: randomUUID(), relation, name, confidence: 0.9, evidence, source_agent: 'DataExtractorAgent', ...more };
}

export function turn(more: Partial<Provenance> = {}): Provenance {
  return { turn_id: randomUUID(), session_id: 'session-1', filed_at: '2025-03-01T09:00:00.000Z', ...more };
}

/** A patient nobody has filed anything about yet. */
export function newPatient(): string {
  return patientKey('tenant', randomUUID());
}

/** Without the order of nodes and edges, which means nothing. */
export function plain({ nodes, edges, withdrawn }: PatientGraph): PatientGraph {
  const place = (edge: PatientGraph['edges'][number]) => `${edge.from} ${edge.type} ${edge.to} ${edge.key}`;
  return {
    nodes: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    edges: edges.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
    ...(withdrawn && { withdrawn: withdrawn.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }),
  };
}

/** "That was wrong": without a change the fact is withdrawn. */
export function amendment(
  target: Correction['target'],
  change: Correction['change'],
  more: Partial<Correction> = {},
): Correction {
  return { id: randomUUID(), target, change, confidence: 1, evidence: { start: 0, end: 5, text: 'wrong' }, ...more };
}

/** Who corrects, and in which turn. */
export function by(more: Partial<CorrectionSource> = {}): CorrectionSource {
  return { ...turn(), by: 'key:test', ...more };
}
