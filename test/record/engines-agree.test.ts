/**
 * Random allowed queries over records of several patients: no row of another patient ever comes back, and both engines give the same
 * rows. QUERIES sets how many are asked of the embedded engine; every tenth is asked of Neo4j too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cell, GuardedQuery, Query } from '../../src/record/cypher/ast.ts';
import { guard } from '../../src/record/cypher/guard.ts';
import { QueryRefused } from '../../src/record/cypher/refused.ts';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import type { Fact, FactKind } from '../../src/record/fact.ts';
import { openNeo4jRecord } from '../../src/record/neo4j/neo4j-record.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { neo4jForTests } from '../support/neo4j/for-tests.ts';
import { fewer, IS_NIGHT } from '../support/sampled.ts';
import { type Random, randomFrom, schemaShaped } from './cypher/random-queries.ts';
import { newPatient, ofFamily, told, turn } from './told.ts';

const ASKED = Number(process.env.QUERIES ?? fewer(1_000));
const ON_BOTH = Math.ceil(ASKED / 10);
const PATIENTS = 3;

const NAMES: Record<string, readonly string[]> = {
  condition: ['Asthma', 'Type 2 diabetes', 'Gout'],
  symptom: ['Headache', 'Nausea'],
  allergy: ['Penicillin', 'Peanut'],
  observation: ['HbA1c', 'Weight', 'Potassium'],
  medication: ['Metformin', 'Lisinopril'],
  encounter: ['Visit', 'Appointment'],
  practitioner: ['Dr. Lee', 'Dr. Novak'],
  organization: ['Mayo Clinic'],
  procedure: ['Appendectomy'],
  document: ['Lab report'],
};

const server = IS_NIGHT ? await neo4jForTests() : { skipped: 'the night asks both engines' };
const dir = mkdtempSync(join(tmpdir(), 'medfleet-engines-'));
const patients = Array.from({ length: PATIENTS }, newPatient);
/** Whose each id is; shared types belong to nobody. */
const ownerOf = new Map<string, number>();
let embedded: PatientRecord;
let neo4j: PatientRecord | null = null;

beforeAll(async () => {
  embedded = await openEmbeddedRecord({ dir }, filingTerms);
  if (!('skipped' in server)) neo4j = await openNeo4jRecord(server, filingTerms);
  const random = randomFrom(7);
  for (const [index, patient] of patients.entries()) {
    for (let t = 0; t < 6; t += 1) {
      const at = `2025-0${1 + random.below(9)}-1${random.below(9)}T08:00:00.000Z`;
      const facts = Array.from({ length: 5 }, () => randomFact(random, index, at));
      const provenance = turn({ session_id: `session-${index}`, filed_at: at });
      const family = t === 0 ? [ofFamily('mother', 'Gout')] : [];
      for (const record of [embedded, neo4j]) await record?.file(patient, facts, provenance, family);
    }
    for (const node of (await embedded.graph(patient)).nodes) {
      if (/Type$|^Substance$/.test(node.label)) continue;
      ownerOf.set(node.id, index);
    }
  }
});
afterAll(async () => {
  for (const patient of patients) await neo4j?.erase(patient);
  await neo4j?.close();
  await embedded.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Names are shared by the patients, other words are marked with whose they are. */
function randomFact(random: Random, owner: number, at: string): Fact {
  const kind = random.pick(Object.keys(NAMES)) as FactKind;
  const value = kind === 'observation' || kind === 'medication' ? { value: 1 + random.below(200), unit: 'mg' } : {};
  const details = {
    status: random.pick(['active', 'stopped']),
    effective_time: at,
    body_site: `site of ${owner}`,
    severity: `severe for ${owner}`,
  };
  return told(kind, random.pick(NAMES[kind] ?? []), {
    ...value,
    ...details,
    evidence: { start: 0, end: 4, text: `said by ${owner}` },
  });
}

const LAST = /RETURN (\w+)\.uuid AS x$/;
const ENDINGS = [
  (n: string) => `RETURN ${n}.uuid AS x`,
  (n: string) => `RETURN count(*) AS c, collect(DISTINCT ${n}.uuid) AS ids`,
  (n: string) => `RETURN DISTINCT ${n}.name AS name, ${n}.status AS status`,
  (n: string) => `RETURN ${n}.name AS name, count(${n}) AS c, min(${n}.recorded_at) AS first ORDER BY c DESC, name`,
  (n: string) => `RETURN toLower(${n}.name) AS name, ${n}.body_site AS site, ${n}.value + 1 AS more`,
  (n: string) =>
    `RETURN CASE WHEN ${n}.status = 'active' THEN 'now' ELSE coalesce(${n}.severity, 'none') END AS x, sum(${n}.value) AS s`,
  (n: string) => `RETURN ${n}.uuid AS x, ${n}.effective_time >= $since AS recent, ${n}.confidence * 2 AS twice`,
];

function randomQuery(random: Random): GuardedQuery | null {
  const text = schemaShaped(random).replace(LAST, (_all, name: string) => random.pick(ENDINGS)(name));
  try {
    return guard(text, {}, new Date('2025-09-01T00:00:00Z'));
  } catch (thrown) {
    if (thrown instanceof QueryRefused) return null;
    throw thrown;
  }
}

/** What a query says, without the order that nobody asked for; or how it failed. */
async function answer(
  record: PatientRecord,
  patient: string,
  query: GuardedQuery,
): Promise<{ rows: Cell[][] } | { failed: string }> {
  try {
    return { rows: (await record.read(patient, query)).rows };
  } catch (thrown) {
    return { failed: String((thrown as { code?: string }).code) };
  }
}

function unordered(rows: Cell[][]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(row.map((cell) => (Array.isArray(cell) ? cell.map((one) => JSON.stringify(one)).sort() : cell))),
    )
    .sort();
}

/** With a limit in force, which rows come is chance; how many is not. */
function isCut(tree: Query, rows: Cell[][]): boolean {
  return (
    rows.length >= 200 || tree.clauses.some((clause) => clause.type === 'with' && clause.projection.limit !== null)
  );
}

function foreign(cells: Cell[], owner: number): string[] {
  return cells.flatMap((cell) => {
    if (Array.isArray(cell)) return foreign(cell, owner);
    if (typeof cell !== 'string') return [];
    const whose = ownerOf.get(cell) ?? (/(?:site of|severe for|said by) (\d)/.exec(cell)?.[1] as number | undefined);
    return whose === undefined || Number(whose) === owner ? [] : [cell];
  });
}

describe(`the embedded engine${'skipped' in server ? ` (Neo4j skipped: ${server.skipped})` : ` and Neo4j ${server.version}`}`, () => {
  test(`${ASKED} random allowed queries: no leak, no difference`, async () => {
    const random = randomFrom(Number(process.env.SEED ?? 11));
    const seen = { asked: 0, both: 0, withRows: 0, failed: 0 };
    const leaks: string[] = [];
    const differences: string[] = [];
    for (let tried = 0; seen.asked < ASKED; tried += 1) {
      expect(tried).toBeLessThan(ASKED * 50);
      const query = randomQuery(random);
      if (!query) continue;
      const owner = random.below(PATIENTS);
      const patient = String(patients[owner]);
      const ours = await answer(embedded, patient, query);
      seen.asked += 1;
      if ('failed' in ours) seen.failed += 1;
      else if (ours.rows.length > 0) seen.withRows += 1;
      if ('rows' in ours && foreign(ours.rows.flat(), owner).length > 0) leaks.push(query.cypher);
      if (!neo4j || seen.both >= ON_BOTH) continue;
      const theirs = await answer(neo4j, patient, query);
      seen.both += 1;
      if ('rows' in theirs && foreign(theirs.rows.flat(), owner).length > 0) leaks.push(`Neo4j: ${query.cypher}`);
      if (!same(query, ours, theirs))
        differences.push(
          `${query.cypher}\n${JSON.stringify(ours).slice(0, 500)}\n${JSON.stringify(theirs).slice(0, 500)}`,
        );
    }
    expect(leaks).toEqual([]);
    expect(differences).toEqual([]);
    expect(seen.withRows).toBeGreaterThan(ASKED / 5);
    process.stdout.write(`engines: ${JSON.stringify(seen)}, 0 leaks, 0 differences\n`);
  }, 600_000);
});

type Answer = { rows: Cell[][] } | { failed: string };

function same(query: GuardedQuery, ours: Answer, theirs: Answer): boolean {
  if ('failed' in ours || 'failed' in theirs) return 'failed' in ours && 'failed' in theirs;
  if (isCut(query.tree, ours.rows)) return ours.rows.length === theirs.rows.length;
  return JSON.stringify(unordered(ours.rows)) === JSON.stringify(unordered(theirs.rows));
}
