/** A hundred facts of one patient, in ten turns, as people tell them: mostly measurements, some of everything else. */

import type { Fact, FactKind } from '../../src/record/fact.ts';
import { derivedId } from '../../src/record/identity.ts';
import type { Provenance } from '../../src/record/record.ts';

export const TURNS = 10;

const MEASURED = [
  ['HbA1c', '%', 6],
  ['Systolic blood pressure', 'mmHg', 130],
  ['Diastolic blood pressure', 'mmHg', 85],
  ['Weight', 'kg', 80],
  ['Creatinine', 'mg/dL', 1],
  ['LDL cholesterol', 'mg/dL', 110],
] as const;
const OTHERS = [
  ['condition', ['Gout', 'Asthma', 'Hypertension', 'Anemia', 'Migraine']],
  ['symptom', ['Headache', 'Cough', 'Fatigue', 'Nausea', 'Dizziness']],
  ['medication', ['Metformin', 'Lisinopril', 'Atorvastatin', 'Aspirin', 'Omeprazole']],
  ['encounter', ['Check-up', 'Visit', 'Phone call', 'Lab visit', 'Emergency visit']],
] as const;

export function factsOfTurn(patient: number, turn: number): { facts: Fact[]; provenance: Provenance } {
  const day = new Date(Date.UTC(2024, 0, 1 + turn * 40)).toISOString();
  const fact = (kind: FactKind, name: string, more: Partial<Fact>): Fact => ({
    id: derivedId('bench', String(patient), String(turn), kind, name),
    kind,
    name,
    confidence: 0.9,
    evidence: { start: 0, end: name.length, text: name },
    source_agent: 'DataExtractorAgent',
    ...more,
  });
  const measurements = MEASURED.map(([name, unit, usual]) => {
    const value = usual + ((patient + turn) % 7) / 10;
    return fact('observation', name, { value, unit, canonical: { value, unit }, effective_time: day });
  });
  const others = OTHERS.map(([kind, names]) => {
    const name = `${names[(patient + turn) % names.length]}`;
    return fact(kind, name, { status: 'active', effective_time: day });
  });
  return {
    facts: [...measurements, ...others],
    provenance: { turn_id: `bench-${patient}-${turn}`, session_id: `bench-${patient}`, filed_at: day },
  };
}
