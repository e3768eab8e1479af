/**
 * A turn's facts into the embedded graph, inside one transaction. Running it twice is safe: a fact whose statement is already
 * on file is skipped, and everything else that it writes is "insert unless there".
 */

import type { Sql } from '../../platform/sqlite.ts';
import type { Telling } from '../fact.ts';
import { correctableSince, type FilingView, MAX_CORRECTABLE, MAX_EPISODES, planFiling, turnNodes } from '../filing.ts';
import type { Properties } from '../patient-graph.ts';
import type { Provenance } from '../record.ts';
import type { FilingTerms } from '../terminology.ts';
import { addEdge, addNode, addType, changeNode } from './rows.ts';

type Row = { id: string; seq: number; props: string };

export function fileFacts(
  sql: Sql,
  terms: FilingTerms,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
) {
  const plan = planFiling(viewOf(sql, patient, provenance), terms, patient, facts, provenance);
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
  return plan.done;
}

/** Reads lazily what the plan asks for; the transaction excludes other writers. */
function viewOf(sql: Sql, patient: string, provenance: Provenance): FilingView {
  const stored = ({ id, seq, props }: Row) => ({ id, seq, properties: JSON.parse(props) as Properties });
  return {
    // The second half is what lets SQLite use the index, which leaves out the edges that are no statements.
    filed: (fact) => sql.one("SELECT src AS node, owner FROM edge WHERE key = ? AND key <> ''", fact),
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
    toldLately: (nameKey) =>
      sql
        .all<Row>(
          `SELECT id, seq, props FROM (
             SELECT id, seq, props, told FROM node WHERE owner = ? AND label = 'Observation' AND name_key = ?
             ORDER BY told DESC, seq DESC LIMIT ?) AS latest
           WHERE told >= ? OR EXISTS (
             SELECT 1 FROM edge AS said JOIN edge AS held
               ON held.src = ? AND held.type = 'HAS_TURN' AND held.dst = said.dst AND held.key = ''
             WHERE said.src = latest.id AND said.type = 'STATED_IN')`,
          patient,
          nameKey,
          MAX_CORRECTABLE,
          correctableSince(provenance),
          turnNodes(patient, provenance).session.id,
        )
        .map(stored),
  };
}

/** The patient, the session and the turn that every fact is connected to. */
function writeTurn(sql: Sql, owner: string, provenance: Provenance): string {
  const { patient, session, turn } = turnNodes(owner, provenance);
  for (const node of [patient, session, turn]) addNode(sql, owner, node, node.id, node.properties);
  addEdge(sql, owner, patient.id, 'HAS_SESSION', session.id);
  addEdge(sql, owner, session.id, 'HAS_TURN', turn.id);
  return turn.id;
}
