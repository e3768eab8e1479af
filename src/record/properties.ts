/**
 * A fact as the properties of a node, and back. Graph databases hold flat values, so what is nested in a fact (dose
 * frequency, canonical value, code) is spread over several properties here, the same way for every engine.
 */
import type { Fact, FactKind } from './fact.ts';
import { type Provenance, RecordEntry } from './record.ts';

type Scalar = string | number | boolean;
export type PastState = Record<string, Scalar>;
/** `history` is the only property that is a list: earlier states of the node, oldest first. */
export type Properties = Record<string, Scalar | PastState[]>;

export function propertiesOf(fact: Fact, provenance: Provenance): Properties {
  const { id: _id, kind: _kind, evidence: _evidence, canonical, code, frequency, effective_time, ...plain } = fact;
  return defined({
    ...plain,
    canonical_value: canonical?.value,
    canonical_unit: canonical?.unit,
    code: code?.code,
    code_system: code?.system,
    frequency: frequency?.text,
    times_per_day: frequency?.times_per_day,
    as_needed: frequency?.as_needed,
    effective_time: utc(effective_time),
    effective_text: effective_time,
    turn_id: provenance.turn_id,
    recorded_at: recordedAt(provenance),
  });
}

/** The same fact where it was said: its words, their place in the message, who read them and how surely. */
export function statementOf(fact: Fact, provenance: Provenance): Properties {
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
  const { code, code_system, canonical_value, canonical_unit, frequency, times_per_day, as_needed, ...plain } =
    properties;
  return RecordEntry.parse({
    ...plain,
    id: uuid,
    kind,
    effective_time: properties.effective_text,
    canonical: canonical_value === undefined ? undefined : { value: canonical_value, unit: canonical_unit },
    code: code === undefined ? undefined : { system: code_system, code },
    frequency: frequency === undefined ? undefined : { text: frequency, times_per_day, as_needed },
  });
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

/**
 * Fixed-width UTC, so that times compare as text in every engine; undefined if it is no date. A day or month alone
 * stands for its first moment, and a time without a zone is read as UTC, wherever this process runs.
 */
function utc(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const zoneless = /T/.test(time) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time);
  const moment = new Date(zoneless ? `${time}Z` : time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function defined(values: Record<string, Scalar | undefined>): Properties {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Scalar] => entry[1] !== undefined),
  );
}
