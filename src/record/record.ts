/**
 * The record: a patient's graph, behind one port. `patient` is always the record's own key for a person
 * (tenant and patient id folded into one uuid, see `patientKey`), so no query can name another tenant's patient.
 */
import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import type { Correction } from './corrections.ts';
import type { GuardedQuery, Parameters, QueryRows } from './cypher/ast.ts';
import { Fact, FamilyFact } from './fact.ts';
import type { PatientGraph, PatientProfile, Person, WithdrawnFact } from './patient-graph.ts';
import type { ListedPerson, PeopleQuery } from './people.ts';

const PATIENTS = '5f0c4e0a-6a4f-5f2b-9d57-0d3c2f1a7b11';

/** Where a fact came from. `person`: whose record it is, as the tenant calls them; a record without it is in no list. */
export type Provenance = { turn_id: string; session_id: string; filed_at: string; person?: Person };

const bookkeeping = { turn_id: z.string(), recorded_at: z.string() };

/** A fact as the side panel shows it. */
export const RecordEntry = Fact.omit({
  evidence: true,
  supersedes: true,
  episode: true,
  ended: true,
  judged: true,
  source_codes: true,
}).extend(bookkeeping);
export type RecordEntry = z.infer<typeof RecordEntry>;

/** A condition of a relative. */
export const FamilyEntry = FamilyFact.omit({ evidence: true, source_codes: true }).extend(bookkeeping);
export type FamilyEntry = z.infer<typeof FamilyEntry>;

/** A visit, with the names of who was seen and where, as far as they were told with it. */
export const EncounterEntry = RecordEntry.extend({
  practitioners: z.array(z.string()),
  organizations: z.array(z.string()),
});
export type EncounterEntry = z.infer<typeof EncounterEntry>;

/** A medication as it is or was taken: since when no longer, and what was different before (oldest first). */
export const RegimenEntry = RecordEntry.extend({
  ended_time: z.string().optional(),
  history: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))).optional(),
});
export type RegimenEntry = z.infer<typeof RegimenEntry>;

export const SidePanel = z.object({
  patient: z.object({
    id: z.string(),
    birth_date: z.string().optional().describe('A day, a month or only a year, as precisely as it was told'),
    age: z.number().int().optional().describe('In years; off by one where only the year of birth is known'),
    sex: z.enum(['female', 'male', 'other', 'unknown']).optional(),
  }),
  profile: z.array(RecordEntry).describe('What was told about the person: Birth date, Sex'),
  conditions: z.array(RecordEntry),
  symptoms: z.array(RecordEntry),
  medications: z.array(RecordEntry),
  allergies: z.array(RecordEntry),
  observations: z.array(RecordEntry),
  encounters: z.array(RecordEntry),
  procedures: z.array(RecordEntry),
  documents: z.array(RecordEntry),
  family_history: z.array(FamilyEntry),
  counts: z.record(z.string(), z.number()),
});
export type SidePanel = z.infer<typeof SidePanel>;

/** `by`: a credential as the access log names it, or the agent that read the correction. */
export type CorrectionSource = Provenance & { by: string };

/** A fact of any kind as the side panel shows it. */
export type AnyEntry = RecordEntry | (FamilyEntry & { kind: 'family_history' });

/**
 * What came of a correction. `unchanged`: it was made before, or the fact is so already. `refused`: such a value cannot be, see `error`.
 * `ambiguous` and `not_found` change nothing.
 */
export type Corrected = { id: string } & (
  | { outcome: 'changed'; before: AnyEntry; after: AnyEntry }
  | { outcome: 'withdrawn'; before: AnyEntry }
  | { outcome: 'unchanged'; after?: AnyEntry }
  | { outcome: 'ambiguous'; candidates: AnyEntry[] }
  | { outcome: 'not_found' }
  | { outcome: 'refused'; error: unknown }
);

/** What was on file and is no longer so. */
export type WithdrawnEntry = Omit<WithdrawnFact, 'kind' | 'properties' | 'statements'> & { was: AnyEntry };

/** The fact is null if it was withdrawn. Oldest first. */
export type FactHistory = { fact: AnyEntry | null; earlier: WithdrawnEntry[] };

/** One node of a patient's graph, as the "Ask Tusdi AI" topic shows it. */
export type TopicNode = { uuid: string; label: string; properties: Record<string, unknown> };

/** What was measured at all, and when last (UTC). */
export type ObservationName = { name: string; last_time: string };

/** Bounds are dates or moments and included; a day, month or year alone means all of it. */
export type ObservationWindow = { since?: string; until?: string; limit: number };
export type EncounterRange = { from?: string; to?: string; limit: number };
/** A medication that is only planned is neither active nor historical. */
export type RegimenState = 'active' | 'historical' | 'all';

export interface PatientRecord {
  /** Tables, constraints, indexes. Idempotent. */
  init(): Promise<void>;
  /** All facts of a turn in one transaction. Filing the same turn again changes nothing. */
  file(
    patient: string,
    facts: readonly Fact[],
    provenance: Provenance,
    family?: readonly FamilyFact[],
  ): Promise<{ created: number; updated: number }>;
  /** Corrects and withdraws facts, each found and changed in the same transaction. Making the same corrections again changes nothing. */
  correct(patient: string, corrections: readonly Correction[], source: CorrectionSource): Promise<Corrected[]>;
  /** A fact by any id under which it was told, and what was on file before it was corrected or withdrawn. */
  fact(patient: string, factId: string): Promise<FactHistory | null>;
  /** Takes in what another record had withdrawn. What is there already stays. */
  fileWithdrawn(patient: string, withdrawn: readonly WithdrawnFact[]): Promise<void>;
  /** `patientId` is what the caller calls the patient; it is echoed, never used to look anything up. */
  sidePanel(patient: string, patientId: string): Promise<SidePanel>;
  topicNode(patient: string, uuid: string): Promise<TopicNode | null>;
  /** All of one type, newest first. `name` is the type's own, in any case. */
  observations(patient: string, name: string, window: ObservationWindow): Promise<RecordEntry[]>;
  /** The type measured last comes first. */
  observationNames(patient: string): Promise<ObservationName[]>;
  /** Newest first; a visit without a date counts from when it was told. */
  encounters(patient: string, range: EncounterRange): Promise<EncounterEntry[]>;
  /** Newest first. */
  regimens(patient: string, which: { state: RegimenState }): Promise<RegimenEntry[]>;
  profile(patient: string): Promise<PatientProfile>;
  /** Sets what is given and leaves the rest. */
  describe(patient: string, profile: PatientProfile): Promise<void>;
  /** Runs a checked query over this patient's graph alone. `parameters` replace values that the guard was given. */
  read(patient: string, query: GuardedQuery, parameters?: Parameters): Promise<QueryRows>;
  /** The whole record, nodes in the order of filing; empty for a patient of whom nothing is known. */
  graph(patient: string): Promise<PatientGraph>;
  /**
   * A copy of a graph, with types by this record's own vocabulary. Doing it again changes nothing; a record that holds anything else is
   * a `conflict`.
   */
  restore(patient: string, graph: PatientGraph): Promise<void>;
  /** Keys of all records in order, after this one. */
  patients(after: string | null, limit: number): Promise<string[]>;
  /** The tenant's people who have a record, in the order of their ids. */
  people(tenant: string, query: PeopleQuery): Promise<ListedPerson[]>;
  /** Everything of this patient, beyond recovery, and the types of the vocabulary that only this patient used. */
  erase(patient: string): Promise<{ nodes: number; edges: number }>;
  /** `ids`: its own, made with the store and kept in it, then those that it has adopted. */
  about(): { engine: string; version: string; ids: readonly string[] };
  /** All that was in the stores with these ids is in this one too. */
  adopt(ids: readonly string[]): Promise<void>;
  /** Rejects if the store does not answer, or cannot be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The record's key for a person. Two tenants that use the same patient id get two keys. */
export function patientKey(tenant: string, patientId: string): string {
  return uuidv5(JSON.stringify([tenant, patientId]), PATIENTS);
}
