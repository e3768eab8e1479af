/** A fact as turns and the record show it, and which of its fields can be corrected. */
import type * as api from '../../../../src/client/client.ts';

/** Of any kind: what only some kinds have is optional. */
type AnyOf<U> = { [K in keyof U]: U[K] } & { [K in Exclude<KeyOf<U>, keyof U>]?: FieldOf<U, K> };
type KeyOf<U> = U extends unknown ? keyof U : never;
type FieldOf<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : undefined) : never;

/** On file, as the record has it now or had it before. */
export type Entry = AnyOf<NonNullable<api.FactHistory['fact']>>;
/** On file, or read in a message. */
export type Fact = AnyOf<api.Fact | Entry>;

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
