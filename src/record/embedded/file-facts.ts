/**
 * A turn's facts into the embedded graph, inside one transaction. Running it twice is safe: a fact whose statement is already
 * on file is skipped, and everything else that it writes is "insert unless there".
 */

import type { Sql } from '../../platform/sqlite.ts';
import type { Telling } from '../fact.ts';
import { type FilingView, MAX_EPISODES, MAX_READINGS, planFiling, turnNodes } from '../filing.ts';
import type { Properties } from '../patient-graph.ts';
import type { ProfileChange } from '../profile.ts';
import type { Provenance } from '../record.ts';
import type { FilingTerms } from '../terminology.ts';
import { notePerson } from './people.ts';
import { addEdge, addNode, addType, changeNode } from './rows.ts';

type Row = { id: string; seq: number; props: string };

export function fileFacts(
  sql: Sql,
  terms: FilingTerms,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
) {
  const plan = planFiling(viewOf(sql, patient), terms, patient, facts, provenance);
  const turn = writeTurn(sql, patient, provenance);
  for (const node of plan.added) {
    const { label, edge, type } = node.rule;
    addNode(sql, patient, { id: node.id, label }, node.key ?? node.id, node.properties);
    addEdge(sql, patient, patient, edge, node.id);
    if (type && node.type) addEdge(sql, patient, node.id, type.edge, node.type.id);
  }
  for (const { id, rule, properties } of plan.changed) changeNode(sql, { id, label: rule.label }, properties);
  for (const { id, type, statements } of [...plan.added, ...plan.changed]) {
    if (type) addType(sql, type);
    for (const { fact, properties } of statements) addEdge(sql, patient, id, 'STATED_IN', turn, fact, properties);
  }
  for (const { from, type, to } of plan.links) addEdge(sql, patient, from.id, type, to.id);
  if (plan.patient) setOnPatient(sql, patient, plan.patient);
  notePerson(sql, patient, provenance);
  return plan.done;
}

/** Reads lazily what the plan asks for; the transaction excludes other writers. */
function viewOf(sql: Sql, patient: string): FilingView {
  const stored = ({ id, seq, props }: Row) => ({ id, seq, properties: JSON.parse(props) as Properties });
  return {
    filed: (fact) => filedIn(sql, fact),
    named: (label, key) => {
      const row = sql.one<Row>('SELECT id, seq, props FROM node WHERE label = ? AND key = ?', label, key);
      return row && stored(row);
    },
    episodes: (nameKey) =>
      sql
        .all<Row>(
          `SELECT id, seq, props FROM node WHERE owner = ? AND label = 'SymptomEpisode' AND name_key = ?
           ORDER BY at DESC, seq DESC LIMIT ?`,
          patient,
          nameKey,
          MAX_EPISODES,
        )
        .map(stored),
    readings: (label, nameKey) =>
      sql
        .all<Row>(
          `SELECT id, seq, props FROM node WHERE owner = ? AND label = ? AND name_key = ? ORDER BY told DESC, seq DESC LIMIT ?`,
          patient,
          label,
          nameKey,
          MAX_READINGS,
        )
        .map(stored),
  };
}

/** The second half of the condition lets SQLite use the index, which leaves out the edges that are no statements. */
export function filedIn(sql: Sql, fact: string): ReturnType<FilingView['filed']> {
  return sql.one(
    `SELECT src AS node, owner FROM edge WHERE key = ? AND key <> ''
     UNION ALL SELECT NULL, owner FROM withdrawn_fact WHERE fact = ?`,
    fact,
    fact,
  );
}

/** A null removes what is there. */
export function setOnPatient(sql: Sql, patient: string, change: ProfileChange): void {
  sql.run('UPDATE node SET props = json_patch(props, ?) WHERE id = ?', JSON.stringify(change), patient);
}

/** The patient, the session and the turn that every fact is connected to. */
export function writeTurn(sql: Sql, owner: string, provenance: Provenance): string {
  const { patient, session, turn } = turnNodes(owner, provenance);
  for (const node of [patient, session, turn]) addNode(sql, owner, node, node.id, node.properties);
  addEdge(sql, owner, patient.id, 'HAS_SESSION', session.id);
  addEdge(sql, owner, session.id, 'HAS_TURN', turn.id);
  return turn.id;
}
