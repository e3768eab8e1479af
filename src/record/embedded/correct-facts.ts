/** Corrections of the embedded graph. Each finds its fact, changes it and keeps what was there, in one transaction. */

import { AppError } from '../../platform/errors.ts';
import type { Sql } from '../../platform/sqlite.ts';
import type { Correction } from '../corrections.ts';
import { turnNodes } from '../filing.ts';
import { derivedId, kindOfLabel } from '../identity.ts';
import { entriesOf, meantBy, toldWithin } from '../meant-fact.ts';
import { anyEntry, type CorrectionPlan, type FiledFact, planCorrection, withdrawnEntry } from '../plan-correction.ts';
import { recordedAt } from '../properties.ts';
import type { Corrected, CorrectionSource, FactHistory } from '../record.ts';
import { kindRule, type LabelName } from '../schema.ts';
import type { FilingTerms } from '../terminology.ts';
import { filedIn, setOnPatient, writeTurn } from './file-facts.ts';
import { notePerson } from './people.ts';
import { propsOf, readSidePanel } from './reads.ts';
import { addEdge, changeNode } from './rows.ts';
import { eraseTypesUnused } from './whole-record.ts';
import { addWithdrawn, readWithdrawnOf, withdrawnAs } from './withdrawn.ts';

type NodeRow = { label: LabelName; props: string };
type StatementRow = { fact: string; props: string; turn: string; session: string };

export function correctFacts(
  sql: Sql,
  terms: FilingTerms,
  patient: string,
  corrections: readonly Correction[],
  source: CorrectionSource,
): Corrected[] {
  return corrections.map((correction) => correctFact(sql, terms, patient, correction, source));
}

export function readFact(sql: Sql, patient: string, factId: string): FactHistory | null {
  const filed = filedIn(sql, factId);
  if (filed?.owner !== patient) return null;
  const node = filed.node ?? withdrawnAs(sql, patient, factId) ?? factId;
  const fact = filed.node === null ? null : readFiled(sql, patient, filed.node);
  return {
    fact: fact && anyEntry(fact.kind, fact.id, fact.properties),
    earlier: readWithdrawnOf(sql, patient, node).map(withdrawnEntry),
  };
}

function correctFact(
  sql: Sql,
  terms: FilingTerms,
  patient: string,
  correction: Correction,
  source: CorrectionSource,
): Corrected {
  const { id, target } = correction;
  if (filedIn(sql, id)) return { id, outcome: 'unchanged' };
  const found = 'fact_id' in target ? filedNode(sql, patient, target.fact_id) : described(sql, patient, target, source);
  if ('outcome' in found) return { id, ...found };
  const fact = readFiled(sql, patient, found.node);
  if (!fact) return { id, outcome: 'not_found' };
  try {
    const plan = planCorrection(fact, correction, source, terms);
    write(sql, patient, fact, plan, source);
    return plan.result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return { id, outcome: 'refused', error };
    throw error;
  }
}

type Outcome<Name extends Corrected['outcome']> = Omit<Extract<Corrected, { outcome: Name }>, 'id'>;
type Found = { node: string } | Outcome<'unchanged'> | Outcome<'not_found'> | Outcome<'ambiguous'>;

function filedNode(sql: Sql, patient: string, factId: string): Found {
  const filed = filedIn(sql, factId);
  if (filed?.owner !== patient) return { outcome: 'not_found' };
  return filed.node === null ? { outcome: 'unchanged' } : { node: filed.node };
}

function described(
  sql: Sql,
  patient: string,
  said: Exclude<Correction['target'], { fact_id: string }>,
  source: CorrectionSource,
): Found {
  const now = recordedAt(source);
  const session = turnNodes(patient, source).session.id;
  const inSession = (turn: string) =>
    sql.one(
      "SELECT 1 FROM edge WHERE src = ? AND type = 'HAS_TURN' AND dst = ?",
      session,
      derivedId(patient, 'Turn', turn),
    ) !== undefined;
  const isLate = toldWithin(now);
  const meant = meantBy(said, entriesOf(readSidePanel(sql, patient, '')), (entry) => {
    return isLate(entry) || (entry.recorded_at <= now && inSession(entry.turn_id));
  });
  if ('found' in meant) return { node: meant.found.id };
  return meant.candidates.length > 0
    ? { outcome: 'ambiguous', candidates: meant.candidates }
    : { outcome: 'not_found' };
}

export function readFiled(sql: Sql, patient: string, id: string): FiledFact | null {
  const row = sql.one<NodeRow>('SELECT label, props FROM node WHERE id = ? AND owner = ?', id, patient);
  const kind = row && kindOfLabel(row.label);
  if (!row || !kind) return null;
  const statements = sql.all<StatementRow>(
    `SELECT said.key AS fact, said.props, json_extract(turn.props, '$.turn_id') AS turn,
       json_extract(session.props, '$.session_id') AS session
     FROM edge AS said JOIN node AS turn ON turn.id = said.dst
     JOIN edge AS held ON held.owner = said.owner AND held.dst = turn.id AND held.type = 'HAS_TURN'
     JOIN node AS session ON session.id = held.src
     WHERE said.src = ? AND said.type = 'STATED_IN' ORDER BY json_extract(said.props, '$.recorded_at'), said.key`,
    id,
  );
  return {
    id,
    kind,
    properties: propsOf(row.props),
    statements: statements.map(({ fact, props, turn, session }) => ({
      fact,
      turn_id: turn,
      session_id: session,
      properties: propsOf(props),
    })),
  };
}

function write(sql: Sql, patient: string, fact: FiledFact, plan: CorrectionPlan, source: CorrectionSource): void {
  if (!plan.withdrawn && !plan.changed) return;
  const { label } = kindRule(fact.kind);
  const turn = writeTurn(sql, patient, source);
  if (plan.changed) {
    const { properties, statement } = plan.changed;
    changeNode(sql, { id: fact.id, label }, properties);
    addEdge(sql, patient, fact.id, 'STATED_IN', turn, statement.fact, statement.properties);
  } else removeNode(sql, patient, fact.id);
  if (plan.withdrawn) addWithdrawn(sql, patient, plan.withdrawn);
  if (plan.patient) setOnPatient(sql, patient, plan.patient);
  notePerson(sql, patient, source);
}

/** With its edges, and with a type that nothing else is an instance of. */
export function removeNode(sql: Sql, patient: string, id: string): void {
  const types = sql.all<{ dst: string }>('SELECT dst FROM edge WHERE src = ?', id).map(({ dst }) => dst);
  sql.run('DELETE FROM edge WHERE src = ?', id);
  sql.run('DELETE FROM edge WHERE owner = ? AND dst = ?', patient, id);
  sql.run('DELETE FROM node WHERE id = ?', id);
  eraseTypesUnused(sql, types);
}
