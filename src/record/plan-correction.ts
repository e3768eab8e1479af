/**
 * A correction of the record: which fact is meant, and what is right, or that the fact is not. It is planned without touching a database,
 * so that both engines correct alike. What was on file is kept as withdrawn; nothing is overwritten.
 */
import { changed } from './change-fact.ts';
import type { Correction } from './corrections.ts';
import { derivedId } from './identity.ts';
import type { Properties, WithdrawnFact, WithdrawnStatement } from './patient-graph.ts';
import { type ProfileChange, profileChange } from './profile.ts';
import { entryOf, familyEntryOf, recordedAt } from './properties.ts';
import type { AnyEntry, Corrected, CorrectionSource, WithdrawnEntry } from './record.ts';
import type { FiledKind } from './schema.ts';
import type { FilingTerms } from './terminology.ts';

export function withdrawnEntry({ kind, properties, statements: _, ...about }: WithdrawnFact): WithdrawnEntry {
  return { ...about, was: anyEntry(kind, about.id, properties) };
}

/** A fact's node with all that is known of it. */
export type FiledFact = { id: string; kind: FiledKind; properties: Properties; statements: WithdrawnStatement[] };

export type CorrectionPlan = {
  result: Corrected;
  withdrawn: WithdrawnFact | null;
  /** The node as it is to be, with the statement of the correction; null if the node goes. */
  changed: { properties: Properties; statement: { fact: string; properties: Properties } } | null;
  patient: ProfileChange | null;
};

export function planCorrection(
  fact: FiledFact,
  correction: Correction,
  source: CorrectionSource,
  terms: FilingTerms,
): CorrectionPlan {
  const { id, change, reason } = correction;
  const now = recordedAt(source);
  const before = anyEntry(fact.kind, fact.id, fact.properties);
  const about = { withdrawn_at: now, withdrawn_by: source.by, ...(reason !== undefined && { reason }) };
  const statement = { fact: id, properties: statementOf(correction, source) };
  const { history, ...state } = fact.properties;
  if (change === null) {
    const { turn_id, session_id } = source;
    const statements = [...fact.statements, { ...statement, turn_id, session_id }];
    return {
      result: { id, outcome: 'withdrawn', before },
      withdrawn: { id: fact.id, kind: fact.kind, properties: fact.properties, statements, ...about },
      changed: null,
      patient: fact.kind === 'profile' ? profileChange([fact.properties], true) : null,
    };
  }
  const properties = changed(fact, change, { terms, now });
  const after = anyEntry(fact.kind, fact.id, properties);
  if (isSame(fact.properties, properties)) {
    return { result: { id, outcome: 'unchanged', after }, withdrawn: null, changed: null, patient: null };
  }
  return {
    result: { id, outcome: 'changed', before, after },
    // A dose that was taken until now is in the fact's own history.
    withdrawn: change.dose
      ? null
      : {
          id: derivedId(fact.id, 'before', id),
          kind: fact.kind,
          properties: state,
          statements: [],
          ...about,
          replaced_by: fact.id,
        },
    changed: { properties, statement },
    patient: fact.kind === 'profile' ? profileChange([properties]) : null,
  };
}

/** A value that was corrected before withdrawn facts were kept apart: its node named the one that replaced it. */
export function supersededFact({ id, kind, properties, statements }: FiledFact): WithdrawnFact {
  const { superseded_by, ...state } = properties;
  const by = String(properties.source_agent ?? 'Medfleet');
  const about = {
    withdrawn_at: String(properties.recorded_at ?? ''),
    withdrawn_by: by,
    replaced_by: String(superseded_by),
  };
  return { id, kind, properties: state, statements, ...about };
}

export function anyEntry(kind: FiledKind, id: string, properties: Properties): AnyEntry {
  return kind === 'family_history' ? { ...familyEntryOf(id, properties), kind } : entryOf(kind, id, properties);
}

function statementOf({ evidence, confidence }: Correction, source: CorrectionSource): Properties {
  return {
    evidence_start: evidence.start,
    evidence_end: evidence.end,
    evidence_text: evidence.text,
    source_agent: source.by,
    confidence,
    recorded_at: recordedAt(source),
  };
}

function isSame(before: Properties, after: Properties): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => before[name] === after[name]);
}
