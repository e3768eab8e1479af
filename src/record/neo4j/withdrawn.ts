/**
 * What was withdrawn from Neo4j: nodes without any relationship, so that no query that starts at a patient can reach them. The fact is
 * JSON text, as only our own code reads it.
 */

import type { Run } from '../../platform/neo4j.ts';
import type { WithdrawnFact } from '../patient-graph.ts';

type Row = { body: string };

/** Unless they are there. */
export async function addWithdrawn(run: Run, owner: string, facts: readonly WithdrawnFact[]): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map((fact, place) => ({
    uuid: fact.id,
    place,
    owner,
    withdrawn_at: fact.withdrawn_at,
    replaced_by: fact.replaced_by ?? null,
    facts: fact.statements.map(({ fact: said }) => said),
    body: JSON.stringify(fact),
  }));
  // Two corrections of one millisecond keep their order by `place`.
  await run(
    `OPTIONAL MATCH (before:WithdrawnFact) USING INDEX SEEK before:WithdrawnFact(owner) WHERE before.owner = $owner
     WITH count(before) AS before
     UNWIND $rows AS row MERGE (w:WithdrawnFact {uuid: row.uuid})
     ON CREATE SET w = row, w.place = before + row.place`,
    { owner, rows },
  );
}

/** All of a patient, oldest first. */
export async function readWithdrawn(run: Run, patient: string): Promise<WithdrawnFact[]> {
  const rows = await run<Row>(`${OF_PATIENT} RETURN w.body AS body ORDER BY w.withdrawn_at, w.place, w.uuid`, {
    patient,
  });
  return rows.map(factOf);
}

/** The earlier states of a fact, and the fact itself if it was withdrawn. */
export async function readWithdrawnOf(run: Run, patient: string, node: string): Promise<WithdrawnFact[]> {
  const rows = await run<Row>(
    `${OF_PATIENT} AND (w.replaced_by = $node OR w.uuid = $node) RETURN w.body AS body ORDER BY w.withdrawn_at, w.place, w.uuid`,
    { patient, node },
  );
  return rows.map(factOf);
}

/** Of these facts, those that were withdrawn, and as what. A patient has few of them. */
export async function withdrawnAs(run: Run, patient: string, facts: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ fact: string; node: string }>(
    `${OF_PATIENT} UNWIND w.facts AS fact WITH w, fact WHERE fact IN $facts RETURN fact, w.uuid AS node`,
    { patient, facts },
  );
  return new Map(rows.map(({ fact, node }) => [fact, node]));
}

export async function eraseWithdrawn(run: Run, patient: string): Promise<number> {
  const [row] = await run<{ n: bigint }>(`${OF_PATIENT} WITH w, w.uuid AS uuid DELETE w RETURN count(uuid) AS n`, {
    patient,
  });
  return Number(row?.n ?? 0);
}

/** By the index: while there are few of them, the planner would read those of all patients. */
const OF_PATIENT = 'MATCH (w:WithdrawnFact) USING INDEX SEEK w:WithdrawnFact(owner) WHERE w.owner = $patient';

function factOf({ body }: Row): WithdrawnFact {
  return JSON.parse(body) as WithdrawnFact;
}
