/** A fact as turns and the record show it, and which of its fields can be corrected. */

export type Fact = {
  id: string;
  kind: string;
  name: string;
  value?: number | string;
  unit?: string;
  canonical?: { value: number; unit: string };
  effective_time?: string;
  status?: string;
  frequency?: { text: string };
  severity?: string;
  duration?: string;
  reaction?: string;
  relation?: string;
  age_at_onset?: number;
  code?: { system: string; code: string };
  evidence?: { start: number; end: number; text: string };
  source_agent?: string;
};

/** What `GET /v1/patients/{id}/facts/{fact_id}` answers; `fact` is null once it was withdrawn. */
export type FactHistory = {
  fact: Fact | null;
  earlier: { id: string; was: Fact; withdrawn_at: string; withdrawn_by: string; reason?: string }[];
};

export type ChangeableField = 'value' | 'unit' | 'effective_time' | 'status';

const FIELDS: Record<string, readonly ChangeableField[]> = {
  observation: ['value', 'unit', 'effective_time'],
  medication: ['value', 'unit', 'effective_time', 'status'],
  profile: ['value'],
  family_history: ['value'],
};

/** The API checks them again; these are the words that people use most. */
const STATUSES: Record<string, readonly string[]> = {
  condition: ['active', 'inactive', 'resolved'],
  symptom: ['active', 'inactive', 'resolved'],
  allergy: ['active', 'inactive', 'resolved'],
  medication: ['active', 'planned', 'on hold', 'stopped', 'completed'],
  encounter: ['scheduled', 'active', 'past', 'cancelled'],
  procedure: ['scheduled', 'active', 'on hold', 'stopped', 'past'],
  document: ['superseded'],
};

export function changeableFields(kind: string): readonly ChangeableField[] {
  return FIELDS[kind] ?? ['effective_time', 'status'];
}

export function statusChoices({ kind, status }: Fact): readonly string[] {
  const choices = STATUSES[kind] ?? ['active', 'inactive'];
  return status === undefined || choices.includes(status) ? choices : [status, ...choices];
}
