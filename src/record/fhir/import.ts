/**
 * A FHIR R4 Bundle as facts for the record. Nothing is dropped silently: each resource becomes facts or is reported with the
 * reason. Importing the same bundle again gives the same ids, and so changes nothing.
 */
import { ZodError } from 'zod';
import { misfitOf, wordsFor } from '../bounds.ts';
import type { Fact } from '../fact.ts';
import type { PatientProfile, WithdrawnFact } from '../patient-graph.ts';
import type { FiledKind } from '../schema.ts';
import type { Terminology } from '../terminology.ts';
import { type Entry, readBundle } from './bundle.ts';
import { type Context, type Draft, type Reading, textIn } from './draft.ts';
import {
  readDocument,
  readEncounter,
  readImmunization,
  readOrganization,
  readPractitioner,
  readProcedure,
} from './import-care.ts';
import { readAllergy, readCondition, readFamilyHistory } from './import-findings.ts';
import { readMedicationUse } from './import-medications.ts';
import { readObservation } from './import-observations.ts';
import { type Drafted, type Source, sourcesOf } from './import-sources.ts';
import { readWithdrawals, withdrawnFact } from './import-withdrawn.ts';
import { InPatient, InResource } from './incoming.ts';
import { brief } from './naming.ts';
import { factId } from './retellings.ts';
import { readStatements } from './statements.ts';
import { APART, EPISODE, lookup } from './systems.ts';
import { isDateTime, isInstant } from './times.ts';

export type ImportOptions = {
  /** The record's key of the person it is for: the same bundle in two records must give two sets of ids. */
  patient: string;
  now: string;
  terminology: Terminology;
};

export type Skipped = { resource: string; reason: string };

export type FhirImport = {
  profile: PatientProfile;
  /** To be filed in this order, each with its own provenance. */
  sources: Source[];
  /** What this record had withdrawn when it was exported. */
  withdrawn: WithdrawnFact[];
  skipped: Skipped[];
};

const READERS: Readonly<Record<string, (resource: unknown, context: Context) => Reading>> = {
  Condition: readCondition,
  AllergyIntolerance: readAllergy,
  Observation: readObservation,
  MedicationStatement: readMedicationUse,
  MedicationRequest: readMedicationUse,
  Encounter: readEncounter,
  Practitioner: readPractitioner,
  Organization: readOrganization,
  Procedure: readProcedure,
  Immunization: readImmunization,
  DocumentReference: readDocument,
  FamilyMemberHistory: readFamilyHistory,
};
/** A visit or a result is told again only by the same values at the same time; people and places have no times. */
const EPISODIC: ReadonlySet<FiledKind> = new Set([
  'condition',
  'symptom',
  'allergy',
  'medication',
  'procedure',
  'document',
]);
/** Read through the resources that refer to them. */
const HELPERS = new Set(['Medication', 'PractitionerRole']);
const SEXES = ['female', 'male', 'other', 'unknown'] as const;

export function fromFhirBundle(bundle: unknown, { patient, now, terminology }: ImportOptions): FhirImport {
  const entries = readBundle(bundle);
  const skipped: Skipped[] = [];
  const samePerson = entries.some(({ resource }) => resource?.resourceType === 'Patient' && resource.id === patient);
  const statements = readStatements(entries, { patient, samePerson, skipped });
  const withdrawals = readWithdrawals(entries);
  const withdrawn: WithdrawnFact[] = [];
  const drafted: Drafted[] = [];
  const used = new Set<unknown>();
  for (const entry of entries) {
    const type = entry.resource?.resourceType ?? '';
    if (type === 'Patient' || type === 'Provenance' || HELPERS.has(type)) continue;
    const tellings = statements.get(entry.resource) ?? [];
    const withdrawal = withdrawals.get(entry.resource);
    const own = tellings.length > 0 || withdrawal !== undefined;
    const read: unknown[] = [];
    const resolve: Context['resolve'] = (reference) => read[read.push(entry.resolve(reference)) - 1];
    const reading = readEntry({ ...entry, resolve }, terminology, { own, withdrawn: withdrawal !== undefined });
    if (typeof reading === 'string') {
      skipped.push({ resource: entry.label, reason: reading });
      continue;
    }
    for (const one of read) used.add(one);
    for (const draft of reading) draft.details = { ...draft.details, ...episodeOf(draft, entry, own) };
    const [only] = reading;
    if (withdrawal && only) {
      withdrawn.push(withdrawnFact(entry, only, tellings, withdrawal, { patient, samePerson }));
      continue;
    }
    // A resource that Medfleet wrote is one thing; a statement cannot be about two.
    const stated = reading.length === 1 ? tellings : [];
    drafted.push(...reading.map((draft, part) => ({ draft, part, key: entry.key, statements: stated })));
  }
  const profile = profileOf(entries);
  const isEmpty = drafted.length === 0 && withdrawn.length === 0;
  for (const { label, resource } of entries) {
    const isUnused = HELPERS.has(resource?.resourceType ?? '') && !used.has(resource);
    if (isUnused) skipped.push({ resource: label, reason: 'Nothing that was filed refers to it' });
    if (isEmpty && resource?.resourceType === 'Patient') skipped.push({ resource: label, reason: usedOf(profile) });
  }
  return { profile, sources: sourcesOf(drafted, { bundle, patient, now }), withdrawn, skipped };
}

/** What a Patient is good for in a bundle that tells nothing of them. */
function usedOf(profile: PatientProfile): string {
  const used = [profile.birth_date && 'date of birth', profile.sex && 'sex'].filter(Boolean).join(', ');
  return used
    ? `Only this is used of it: ${used}`
    : 'It gives neither date of birth nor sex, and nothing is told of it';
}

/** Others list each time that somebody had or took something. One without an identifier is known by its times. */
function episodeOf({ kind, details, ended }: Draft, entry: Entry, own: boolean): Pick<Fact, 'episode'> {
  if (own) {
    const { extension } = InResource.parse(entry.resource);
    const apart = textIn(extension, APART);
    const id = apart ?? textIn(extension, EPISODE);
    return id === undefined ? {} : { episode: { id, ...(apart !== undefined && { apart: true }) } };
  }
  if (!EPISODIC.has(kind)) return {};
  return { episode: { id: entry.isKnown ? factId(entry.key) : factId(details.effective_time, ended) } };
}

function readEntry(
  { resource, resolve }: Entry,
  terminology: Terminology,
  origin: Pick<Context, 'own' | 'withdrawn'>,
): Reading {
  if (!resource) return 'It is no FHIR resource';
  const read = lookup(READERS, resource.resourceType);
  if (!read) return 'The record has no place for this type of resource';
  try {
    return bounded(read(resource, { ...origin, resolve, terminology }));
  } catch (thrown) {
    if (!(thrown instanceof ZodError)) throw thrown;
    return `It does not fit FHIR R4 at ${thrown.issues[0]?.path.join('.') || 'its top'}`;
  }
}

/** What the record would not take in is left out here, and said. Words are only evidence, and are cut. */
function bounded(reading: Reading): Reading {
  if (typeof reading === 'string') return reading;
  for (const { name, details, relation, ended, parties = [] } of reading) {
    const held = [{ name, ...details }, { ...(relation && { relation }), ...(ended && { ended }) }, ...parties];
    for (const one of held) {
      const misfit = misfitOf(one);
      if (misfit) return wordsFor(misfit);
    }
  }
  return reading.map((draft) => ({ ...draft, words: brief(draft.words) }));
}

function profileOf(entries: readonly Entry[]): PatientProfile {
  const found = entries.find(({ resource }) => resource?.resourceType === 'Patient')?.resource;
  const patient = InPatient.safeParse(found).data;
  const sex = SEXES.find((one) => one === patient?.gender);
  const born = patient?.birthDate ?? '';
  return { ...(isDateTime(born) && !isInstant(born) && { birth_date: born }), ...(sex && { sex }) };
}
