/**
 * A fact as the properties of a node, and back. Graph databases hold flat values, so what is nested in a fact (dose
 * frequency, canonical value, code) is spread over several properties here, the same way for every engine.
 */
import type { Fact, FactKind, Telling } from './fact.ts';
import type { Properties, Scalar } from './patient-graph.ts';
import { EncounterEntry, FamilyEntry, type Provenance, RecordEntry, RegimenEntry } from './record.ts';
import { utc } from './times.ts';

export function propertiesOf(fact: Telling, provenance: Provenance): Properties {
  return defined({
    ...(fact.kind === 'family_history' ? familyDetails(fact) : factDetails(fact)),
    code: fact.code?.code,
    code_system: fact.code?.system,
    source_codes: fact.source_codes && JSON.stringify(fact.source_codes),
    turn_id: provenance.turn_id,
    recorded_at: recordedAt(provenance),
  });
}

function factDetails(fact: Fact) {
  const {
    id,
    kind,
    evidence,
    supersedes,
    canonical,
    code,
    frequency,
    effective_time,
    episode,
    ended,
    judged,
    ...plain
  } = fact;
  return {
    ...plain,
    canonical_value: canonical?.value,
    canonical_unit: canonical?.unit,
    frequency: frequency?.text,
    times_per_day: frequency?.times_per_day,
    as_needed: frequency?.as_needed,
    effective_time: utc(effective_time),
    effective_text: effective_time,
    interpretation: judged?.interpretation,
    range_low: judged?.low,
    range_high: judged?.high,
    range_unit: judged?.unit,
    range_text: judged?.text,
    episode: episode?.id,
    apart: episode?.apart,
    ended_time: utc(ended),
    ended_text: utc(ended) === undefined ? ended : undefined,
  };
}

function familyDetails({ id, kind, evidence, code, ...plain }: Extract<Telling, { kind: 'family_history' }>) {
  return plain;
}

/** The same fact where it was said: its words, their place in the message, who read them and how surely. */
export function statementOf(fact: Telling, provenance: Provenance): Properties {
  return {
    evidence_start: fact.evidence.start,
    evidence_end: fact.evidence.end,
    evidence_text: fact.evidence.text,
    source_agent: fact.source_agent,
    confidence: fact.confidence,
    recorded_at: recordedAt(provenance),
  };
}

/** A node as the side panel shows it; what the panel has no field for falls away. */
export function entryOf(kind: FactKind, uuid: string, properties: Properties): RecordEntry {
  return shown(ENTRY, nested(kind, uuid, properties));
}

export function regimenOf(uuid: string, properties: Properties): RegimenEntry {
  return shown(REGIMEN, nested('medication', uuid, properties));
}

/** With the names of those whom the visit is linked to. */
export function encounterOf(
  uuid: string,
  properties: Properties,
  links: Pick<EncounterEntry, 'practitioners' | 'organizations'>,
): EncounterEntry {
  return shown(ENCOUNTER, { ...nested('encounter', uuid, properties), ...links });
}

export function familyEntryOf(uuid: string, properties: Properties): FamilyEntry {
  const { code, code_system, ...plain } = properties;
  return shown(FAMILY_ENTRY, { ...plain, id: uuid, code: codeOf(properties) });
}

type Fields<Entry> = readonly (keyof Entry)[];
const fieldsOf = <Entry>(shape: Record<keyof Entry, unknown>) => Object.keys(shape) as (keyof Entry)[];
const ENTRY = fieldsOf<RecordEntry>(RecordEntry.shape);
const REGIMEN = fieldsOf<RegimenEntry>(RegimenEntry.shape);
const ENCOUNTER = fieldsOf<EncounterEntry>(EncounterEntry.shape);
const FAMILY_ENTRY = fieldsOf<FamilyEntry>(FamilyEntry.shape);

/**
 * Not checked again: everything was checked when it was filed (bounds.ts), and a check of a thousand values holds the event loop. A number
 * that an earlier version could not store stands there as null, and is left out.
 */
function shown<Entry>(fields: Fields<Entry>, values: Record<string, unknown>): Entry {
  const entry: Partial<Record<keyof Entry, unknown>> = {};
  for (const field of fields) {
    const value = values[field as string];
    if (value !== undefined && value !== null) entry[field] = value;
  }
  return entry as Entry;
}

function nested(kind: FactKind, uuid: string, properties: Properties): Record<string, unknown> {
  const { code, code_system, canonical_value, canonical_unit, frequency, times_per_day, as_needed, ...plain } =
    properties;
  return {
    ...plain,
    id: uuid,
    kind,
    effective_time: properties.effective_text,
    canonical: typeof canonical_value === 'number' ? { value: canonical_value, unit: canonical_unit } : undefined,
    code: codeOf(properties),
    frequency: frequency === undefined ? undefined : defined({ text: frequency, times_per_day, as_needed }),
  };
}

function codeOf({ code, code_system }: Properties) {
  return code === undefined ? undefined : { system: code_system, code };
}

/** When a node's news is from: what it tells of, or failing that when it was told. */
export function timeOf(properties: Properties): string | undefined {
  return textOf(properties, 'effective_time') ?? textOf(properties, 'recorded_at');
}

export function textOf(properties: Properties, name: string): string | undefined {
  const value = properties[name];
  return typeof value === 'string' ? value : undefined;
}

export function recordedAt(provenance: Provenance): string {
  return utc(provenance.filed_at) ?? provenance.filed_at;
}

function defined(values: Record<string, Properties[string] | undefined>): Properties {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Scalar] => entry[1] !== undefined && entry[1] !== null),
  );
}
