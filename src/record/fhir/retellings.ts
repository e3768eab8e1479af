/**
 * Turns a thing of a bundle into facts from which `record.file` creates the same thing. The record takes facts in the order in
 * which they are told: one time each, an end after the beginning, a visit's doctor next to the visit. So a thing that began and
 * ended becomes two facts, and a thing that was told in three turns becomes three, of which one carries the details.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Fact, Telling } from '../fact.ts';
import type { Provenance } from '../record.ts';
import { hasEnded } from '../retell.ts';
import { kindRule } from '../schema.ts';
import { type Draft, told } from './draft.ts';
import { momentOf } from './times.ts';

/** One time that a thing was told, as a Provenance of ours has it. */
export type Stated = {
  factId: string;
  provenance: Provenance;
  agent: string;
  confidence: number;
  evidence: Fact['evidence'];
};

export type Retelling = { fact: Telling; provenance: Provenance };

const FACTS = '2f6f0c1e-3f57-5d8e-9a77-0b9d1c64e8a3';

/** The same parts give the same id; the patient is one of them, since a record refuses an id that stands in another. */
export function factId(...parts: unknown[]): string {
  return uuidv5(JSON.stringify(parts), FACTS);
}

/** As often as it was told. The first telling creates the thing, so it has what identifies it. */
export function retellingsOf(draft: Draft, statements: readonly Stated[]): Retelling[] {
  const { status, episode, ...lasting } = draft.details;
  if (episode) {
    return statements.map((statement, index) => {
      const details = index === 0 ? wholeOf(draft) : { ...recognisable(draft), episode };
      return { fact: tellingOf(draft, details, statement), provenance: statement.provenance };
    });
  }
  const ending = endingOf(draft, statements);
  return statements.map((statement, index) => {
    const details: Partial<Fact> = index === 0 ? { ...lasting } : recognisable(draft);
    if (index === ending.at) {
      if (status !== undefined) details.status = status;
      if (ending.time !== 'kept') details.effective_time = ending.time;
    }
    // Told over before it began: the beginning comes after the end.
    if (ending.at === 0 && ending.time !== 'kept' && index === 1) details.effective_time = lasting.effective_time;
    return { fact: tellingOf(draft, details, statement), provenance: statement.provenance };
  });
}

/** Told for the first time by this import. */
export function newRetelling(draft: Draft, stated: Stated): Retelling {
  return { fact: tellingOf(draft, wholeOf(draft), stated), provenance: stated.provenance };
}

/** All that a source says of an episode, its end included. */
function wholeOf({ details, ended }: Draft): Partial<Fact> {
  const isOver = details.status !== undefined && hasEnded({ status: details.status });
  return isOver && ended !== undefined ? { ...details, ended } : details;
}

/** Which telling gives the status, and with which time of its own in place of the beginning. */
function endingOf(draft: Draft, statements: readonly Stated[]): { at: number; time: string | undefined | 'kept' } {
  const { status, effective_time: start, url } = draft.details;
  const { identity } = kindRule(draft.kind);
  const last = statements.length - 1;
  if (status === undefined || last === 0 || !hasEnded({ status })) return { at: 0, time: 'kept' };
  const end = draft.ended ?? start;
  const ended = momentOf(end);
  // A telling that gives no time means its own.
  const isOwnTime = (index: number) => momentOf(statements[index]?.provenance.filed_at) === ended;
  if (identity === 'episode') return { at: last, time: isOwnTime(last) ? undefined : end };
  const began = momentOf(start);
  if (end === undefined || (Number.isNaN(began) ? isOwnTime(0) : ended === began)) return { at: 0, time: 'kept' };
  const later = laterTellings(status, statements);
  const latest = later.at(-1);
  if (latest === undefined || ended < began) {
    return { at: 0, time: isOwnTime(0) && (identity === 'named' || url !== undefined) ? undefined : end };
  }
  const untimed = later.find(isOwnTime);
  if (untimed !== undefined) return { at: untimed, time: undefined };
  // A beginning in words only would give way to the time of the end, so it is told after it.
  return { at: Number.isNaN(began) ? 0 : latest, time: end };
}

/** Those that can tell of an end. "past", told in the same turn as the present state, is read as history. */
function laterTellings(status: string, statements: readonly Stated[]): number[] {
  const turn = (index: number) => statements[index]?.provenance.turn_id;
  return statements.flatMap((_, index) =>
    index > 0 && (status !== 'past' || turn(index) !== turn(index - 1)) ? [index] : [],
  );
}

/** As much as another telling must say to be taken for the same thing. */
function recognisable(draft: Draft): Partial<Fact> {
  const { identity } = kindRule(draft.kind);
  if (identity === 'named') return {};
  const { effective_time, value, unit, canonical } = draft.details;
  return {
    ...told(identity === 'reading' ? { value, unit, canonical } : {}),
    ...urlOf(draft),
    ...told({ effective_time }),
  };
}

function urlOf({ details: { url } }: Draft): Partial<Fact> {
  return url === undefined ? {} : { url };
}

export function tellingOf(draft: Draft, details: Partial<Fact>, stated: Stated): Telling {
  const { factId: id, confidence, evidence, agent: source_agent } = stated;
  const how = { id, name: draft.name, confidence, evidence, source_agent };
  if (draft.kind !== 'family_history') return { ...told(details), ...how, kind: draft.kind };
  const {
    relation = 'family',
    details: { code, source_codes },
    age_at_onset,
  } = draft;
  return { ...how, kind: draft.kind, relation, ...told({ age_at_onset, code, source_codes }) };
}
