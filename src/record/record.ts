/**
 * The record: a patient's graph, behind one port. `patient` is always the record's own key for a person
 * (tenant and patient id folded into one uuid, see `patientKey`), so no query can name another tenant's patient.
 */
import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { Fact } from './fact.ts';

const PATIENTS = '5f0c4e0a-6a4f-5f2b-9d57-0d3c2f1a7b11';

/** Where a fact came from. */
export type Provenance = { turn_id: string; session_id: string; filed_at: string };

/** A fact as the side panel shows it. */
export const RecordEntry = Fact.omit({ evidence: true }).extend({
  turn_id: z.string(),
  recorded_at: z.string(),
});
export type RecordEntry = z.infer<typeof RecordEntry>;

export const SidePanel = z.object({
  patient: z.object({ id: z.string() }),
  conditions: z.array(RecordEntry),
  symptoms: z.array(RecordEntry),
  medications: z.array(RecordEntry),
  allergies: z.array(RecordEntry),
  observations: z.array(RecordEntry),
  encounters: z.array(RecordEntry),
  procedures: z.array(RecordEntry),
  documents: z.array(RecordEntry),
  counts: z.record(z.string(), z.number()),
});
export type SidePanel = z.infer<typeof SidePanel>;

/** One node of a patient's graph, as the "Ask Tusdi AI" topic shows it. */
export type TopicNode = { uuid: string; label: string; properties: Record<string, unknown> };

export interface PatientRecord {
  /** Tables, constraints, indexes. Idempotent. */
  init(): Promise<void>;
  /** All facts of a turn in one transaction. Filing the same turn again changes nothing. */
  file(patient: string, facts: Fact[], provenance: Provenance): Promise<{ created: number; updated: number }>;
  /** `patientId` is what the caller calls the patient; it is echoed, never used to look anything up. */
  sidePanel(patient: string, patientId: string): Promise<SidePanel>;
  topicNode(patient: string, uuid: string): Promise<TopicNode | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The record's key for a person. Two tenants that use the same patient id get two keys. */
export function patientKey(tenant: string, patientId: string): string {
  return uuidv5(JSON.stringify([tenant, patientId]), PATIENTS);
}
