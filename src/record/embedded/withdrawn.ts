/** What was withdrawn from the embedded graph: rows of a table of their own, which no list and no query of the graph reads. */

import type { Sql } from '../../platform/sqlite.ts';
import type { WithdrawnFact } from '../patient-graph.ts';

type Row = { body: string };

/** Unless it is there. */
export function addWithdrawn(sql: Sql, owner: string, fact: WithdrawnFact): void {
  const written = sql.run(
    'INSERT INTO withdrawn (id, owner, replaced_by, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    fact.id,
    owner,
    fact.replaced_by ?? null,
    JSON.stringify(fact),
  );
  if (written === 0) return;
  for (const { fact: said } of fact.statements) {
    sql.run(
      'INSERT INTO withdrawn_fact (fact, owner, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      said,
      owner,
      fact.id,
    );
  }
}

/** All of a patient, oldest first. */
export function readWithdrawn(sql: Sql, patient: string): WithdrawnFact[] {
  return sql.all<Row>('SELECT body FROM withdrawn WHERE owner = ? ORDER BY seq', patient).map(factOf);
}

/** The earlier states of a fact, and the fact itself if it was withdrawn. */
export function readWithdrawnOf(sql: Sql, patient: string, node: string): WithdrawnFact[] {
  return sql
    .all<Row>(
      `SELECT body FROM (
         SELECT seq, body FROM withdrawn WHERE owner = ? AND replaced_by = ?
         UNION ALL SELECT seq, body FROM withdrawn WHERE owner = ? AND id = ?) ORDER BY seq`,
      patient,
      node,
      patient,
      node,
    )
    .map(factOf);
}

/** The fact that was told under this id, if it was withdrawn. */
export function withdrawnAs(sql: Sql, patient: string, fact: string): string | undefined {
  return sql.one<{ id: string }>('SELECT id FROM withdrawn_fact WHERE fact = ? AND owner = ?', fact, patient)?.id;
}

export function eraseWithdrawn(sql: Sql, patient: string): number {
  sql.run('DELETE FROM withdrawn_fact WHERE owner = ?', patient);
  return sql.run('DELETE FROM withdrawn WHERE owner = ?', patient);
}

function factOf({ body }: Row): WithdrawnFact {
  return JSON.parse(body) as WithdrawnFact;
}
