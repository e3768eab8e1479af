/** The record's public entry: the patient's graph behind one port, FHIR, and the guard for Cypher that others have written. */
export { type Misfit, misfitOf } from './bounds.ts';
export type { Correction, Description, DoseChange, FactChange } from './corrections.ts';
export type { Cell, GuardedQuery, QueryRows } from './cypher/ast.ts';
export { guard } from './cypher/guard.ts';
export { QueryRefused } from './cypher/refused.ts';
export {
  Coding,
  Evidence,
  Fact,
  FactDetails,
  type FactKind,
  FamilyFact,
  Frequency,
  Quantity,
  SourceCodes,
  TurnFact,
} from './fact.ts';
export { BUNDLE_TYPES, MAX_ENTRIES } from './fhir/bundle.ts';
export { toFhirBundle } from './fhir/export.ts';
export { type FhirImport, fromFhirBundle } from './fhir/import.ts';
export { profileFacts } from './fhir/profile-facts.ts';
export { LOINC, SNOMED } from './fhir/systems.ts';
export {
  FullEncounter,
  FullEntry,
  FullFamilyEntry,
  FullRecord,
  fullRecord,
} from './full-record.ts';
export { nameKey, sameCanonical } from './identity.ts';
export { type Comparable, meantBy, toldWithin } from './meant-fact.ts';
export {
  type CorrectionInput,
  type CorrectionMention,
  EXTRACTIONS,
  type Mention,
  type MentionInput,
} from './mention.ts';
export { moveRecords } from './move.ts';
export { openRecord } from './open-record.ts';
export type { ProfileName } from './profile.ts';
export { bodySystem } from './questions/body-system.ts';
export { ENCOUNTER_WINDOWS, encountersIn } from './questions/encounters.ts';
export { Measurement, measurements } from './questions/measurements.ts';
export { Series, series, seriesOfAll } from './questions/series.ts';
export {
  type Corrected,
  type CorrectionSource,
  type EncounterEntry,
  FamilyEntry,
  type PatientRecord,
  patientKey,
  RecordEntry,
  type RegimenEntry,
  SidePanel,
  type TopicNode,
} from './record.ts';
export { hasEnded } from './retell.ts';
export { FAMILY, KINDS, LABELS, RELATIONSHIPS } from './schema.ts';
export type { FilingTerms, Terminology } from './terminology.ts';
