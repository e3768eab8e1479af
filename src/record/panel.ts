/** What the side panel shows and how much of it, the same for every engine. */
import { FACT_KINDS, type FactKind } from './fact.ts';
import type { PatientProfile } from './patient-graph.ts';
import type { FamilyEntry, RecordEntry, SidePanel } from './record.ts';
import { FAMILY, KINDS, type LabelName } from './schema.ts';

/** There are many measurements, so the panel shows the newest; no allergy may ever be left out. */
const OBSERVATIONS = 200;
const OTHERS = 1000;
export const PANEL_FAMILY = OTHERS;

/** Practitioners and organizations are counted, not listed. */
export const PANEL_KINDS = FACT_KINDS.filter((kind) => kind !== 'practitioner' && kind !== 'organization');

export function panelLimit(kind: FactKind): number {
  return kind === 'observation' ? OBSERVATIONS : OTHERS;
}

export function panelOf(
  patientId: string,
  profile: PatientProfile,
  list: (kind: FactKind) => RecordEntry[],
  family: FamilyEntry[],
  countOf: (label: LabelName) => number,
): SidePanel {
  return {
    patient: { id: patientId, ...profile, ...ageOf(profile, new Date()) },
    profile: list('profile'),
    conditions: list('condition'),
    symptoms: list('symptom'),
    medications: list('medication'),
    allergies: list('allergy'),
    observations: list('observation'),
    encounters: list('encounter'),
    procedures: list('procedure'),
    documents: list('document'),
    family_history: family,
    counts: Object.fromEntries(
      [...FACT_KINDS.map((kind) => KINDS[kind]), FAMILY].map(({ section, label }) => [section, countOf(label)]),
    ),
  };
}

/** In whole years. A year alone stands for its first day, a month for its first. */
export function ageOf({ birth_date }: PatientProfile, now: Date): { age?: number } {
  if (birth_date === undefined) return {};
  const born = new Date(birth_date);
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const birthday = Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate());
  return { age: Math.max(0, now.getTime() < birthday ? years - 1 : years) };
}
