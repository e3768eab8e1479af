/** Corrections of the graph in Neo4j. Each finds its fact, changes it and keeps what was there, in one transaction. */

import { AppError } from '../../platform/errors.ts';
import type { Run } from '../../platform/neo4j.ts';
import type { Correction } from '../corrections.ts';
import { turnNodes } from '../filing.ts';
import { derivedId, kindOfLabel } from '../identity.ts';
import { entriesOf, meantBy, toldWithin } from '../meant-fact.ts';
import { anyEntry, type CorrectionPlan, type FiledFact, planCorrection, withdrawnEntry } from '../plan-correction.ts';
import { recordedAt } from '../properties.ts';
import type { Corrected, CorrectionSource, FactHistory } from '../record.ts';
import { kindRule, type LabelName } from '../schema.ts';
import type { FilingTerms } from '../terminology.ts';
import { filedIn, writeTurn } from './filing-view.ts';
import { lockPatient } from './lock-patient.ts';
import { notePerson } from './people.ts';
import { readSidePanel } from './reads.ts';
import { propertiesFrom, type Stored, storedNode, storedProperties } from './values.ts';
import { addWithdrawn, readWithdrawnOf, withdrawnAs } from './withdrawn.ts';

type NodeRow = { label: LabelName; node: Stored };
type StatementRow = { turn: string; session: string; said: Stored };

export async function correctFacts(
  run: Run,
  terms: FilingTerms,
  patient: string,
  corrections: readonly Correction[],
  source: CorrectionSource,
): Promise<Corrected[]> {
  await lockPatient(run, patient);
  const results: Corrected[] = [];
  // One after the other: each sees what the one before has changed.
  for (const correction of corrections) results.push(await correctFact(run, terms, patient, correction, source));
  return results;
}

export async function readFact(run: Run, patient: string, factId: string): Promise<FactHistory | null> {
  const filed = (await filedIn(run, patient, [factId])).get(factId);
  if (filed?.owner !== patient) return null;
  const node = filed.node ?? (await withdrawnAs(run, patient, [factId])).get(factId) ?? factId;
  const fact = filed.node === null ? null : await readFiled(run, patient, filed.node);
  return {
    fact: fact && anyEntry(fact.kind, fact.id, fact.properties),
    earlier: (await readWithdrawnOf(run, patient, node)).map(withdrawnEntry),
  };
}

async function correctFact(
  run: Run,
  terms: FilingTerms,
  patient: string,
  correction: Correction,
  source: CorrectionSource,
): Promise<Corrected> {
  const { id, target } = correction;
  if ((await filedIn(run, patient, [id])).has(id)) return { id, outcome: 'unchanged' };
  const found =
    'fact_id' in target ? await filedNode(run, patient, target.fact_id) : await described(run, patient, target, source);
  if ('outcome' in found) return { id, ...found };
  const fact = await readFiled(run, patient, found.node);
  if (!fact) return { id, outcome: 'not_found' };
  try {
    const plan = planCorrection(fact, correction, source, terms);
    await write(run, patient, fact, plan, source);
    return plan.result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return { id, outcome: 'refused', error };
    throw error;
  }
}

type Outcome<Name extends Corrected['outcome']> = Omit<Extract<Corrected, { outcome: Name }>, 'id'>;
type Found = { node: string } | Outcome<'unchanged'> | Outcome<'not_found'> | Outcome<'ambiguous'>;

async function filedNode(run: Run, patient: string, factId: string): Promise<Found> {
  const filed = (await filedIn(run, patient, [factId])).get(factId);
  if (filed?.owner !== patient) return { outcome: 'not_found' };
  return filed.node === null ? { outcome: 'unchanged' } : { node: filed.node };
}

async function described(
  run: Run,
  patient: string,
  said: Exclude<Correction['target'], { fact_id: string }>,
  source: CorrectionSource,
): Promise<Found> {
  const now = recordedAt(source);
  const entries = entriesOf(await readSidePanel(run, patient, ''));
  const turns = [...new Set(entries.map(({ turn_id }) => derivedId(patient, 'Turn', turn_id)))];
  const here = await run<{ turn: string }>(
    'MATCH (:Session {uuid: $session})-[:HAS_TURN]->(t) WHERE t.uuid IN $turns RETURN t.turn_id AS turn',
    { session: turnNodes(patient, source).session.id, turns },
  );
  const inSession = new Set(here.map(({ turn }) => turn));
  const isLate = toldWithin(now);
  const meant = meantBy(said, entries, (entry) => {
    return isLate(entry) || (entry.recorded_at <= now && inSession.has(entry.turn_id));
  });
  if ('found' in meant) return { node: meant.found.id };
  return meant.candidates.length > 0
    ? { outcome: 'ambiguous', candidates: meant.candidates }
    : { outcome: 'not_found' };
}

export async function readFiled(run: Run, patient: string, id: string): Promise<FiledFact | null> {
  const [[row], statements] = await Promise.all([
    run<NodeRow>(
      'MATCH (:Patient {uuid: $patient})-->(n) WHERE n.uuid = $id RETURN labels(n)[0] AS label, properties(n) AS node',
      { patient, id },
    ),
    run<StatementRow>(
      `MATCH (:Patient {uuid: $patient})-->(n)-[r:STATED_IN]->(t)<-[:HAS_TURN]-(s) WHERE n.uuid = $id
RETURN t.turn_id AS turn, s.session_id AS session, properties(r) AS said ORDER BY r.recorded_at, r.fact_id`,
      { patient, id },
    ),
  ]);
  const kind = row && kindOfLabel(row.label);
  if (!row || !kind) return null;
  return {
    id,
    kind,
    properties: propertiesFrom(row.node),
    statements: statements.map(({ turn, session, said: { fact_id, ...said } }) => ({
      fact: String(fact_id),
      turn_id: turn,
      session_id: session,
      properties: propertiesFrom(said),
    })),
  };
}

async function write(
  run: Run,
  patient: string,
  fact: FiledFact,
  plan: CorrectionPlan,
  source: CorrectionSource,
): Promise<void> {
  if (!plan.withdrawn && !plan.changed) return;
  const { label } = kindRule(fact.kind);
  const { turn } = turnNodes(patient, source);
  await writeTurn(run, patient, source, 0);
  if (plan.changed) {
    const { properties, statement } = plan.changed;
    await run(
      `MATCH (n:${label} {uuid: $id}) MATCH (turn:Turn {uuid: $turn})
WITH n, turn, n.key AS key, n.seq AS seq SET n = $node, n.key = key, n.seq = seq
CREATE (n)-[s:STATED_IN]->(turn) SET s = $said`,
      {
        id: fact.id,
        turn: turn.id,
        node: storedNode(patient, { id: fact.id, label }, properties),
        said: storedProperties({ fact_id: statement.fact, ...statement.properties }),
      },
    );
  } else await removeNode(run, label, fact.id);
  if (plan.withdrawn) await addWithdrawn(run, patient, [plan.withdrawn]);
  await notePerson(run, patient, source);
  if (plan.patient) await run('MATCH (p:Patient {uuid: $patient}) SET p += $change', { patient, change: plan.patient });
}

/** With its relationships, and with a type that nothing else is an instance of. */
export async function removeNode(run: Run, label: LabelName, id: string): Promise<void> {
  await run(
    `MATCH (n:${label} {uuid: $id}) OPTIONAL MATCH (n)-[:IS_A|OF|TO]->(t)
DETACH DELETE n WITH t WHERE t IS NOT NULL AND NOT EXISTS { (t)<--() } DELETE t`,
    { id },
  );
}
