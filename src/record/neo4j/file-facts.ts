/**
 * A turn's facts into Neo4j, inside one transaction of three round trips: lock and read, write, commit. Running it twice is safe: a fact
 * whose statement is on file plans nothing.
 */

import type { Run } from '../../platform/neo4j.ts';
import type { Telling } from '../fact.ts';
import { type FilingPlan, type PlannedNode, planFiling, type Statement, turnNodes } from '../filing.ts';
import type { Provenance } from '../record.ts';
import type { KindRule } from '../schema.ts';
import type { FilingTerms } from '../terminology.ts';
import { openTurn } from './filing-view.ts';
import { grouped } from './grouped.ts';
import { notePerson } from './people.ts';
import { measuredIn, storedKey, storedNode, storedProperties, storedType } from './values.ts';

export async function fileFacts(
  run: Run,
  terms: FilingTerms,
  patient: string,
  facts: readonly Telling[],
  provenance: Provenance,
) {
  const { view, lastSeq } = await openTurn(run, patient, facts, provenance);
  const plan = planFiling(view, terms, patient, facts, provenance);
  const { turn } = turnNodes(patient, provenance);
  const write = (cypher: string, rows: unknown[]) => run(cypher, { patient, turn: turn.id, rows });
  const added = plan.added.map((node, index) => {
    const key = node.key && storedKey(node.rule.label, node.key);
    return { ...node, own: { key, seq: BigInt(lastSeq + 1 + index) } };
  });
  const measured = measuredIn(plan.added.map(({ rule, properties }) => ({ label: rule.label, properties })));
  // Sent in this order, and run in it: a link needs its nodes.
  await Promise.all([
    ...batches(added).map(([rule, nodes]) =>
      write(
        addCypher(rule),
        nodes.map((node) => rowOf(patient, node, node.own)),
      ),
    ),
    ...batches(plan.changed).map(([rule, nodes]) =>
      write(
        changeCypher(rule),
        nodes.map((node) => rowOf(patient, node)),
      ),
    ),
    ...(measured.length > 0 ? [run(ADD_MEASURED, { patient, measured })] : []),
    ...(plan.patient
      ? [run('MATCH (p:Patient {uuid: $patient}) SET p += $change', { patient, change: plan.patient })]
      : []),
    notePerson(run, patient, provenance),
    ...plan.links.map((link) => run(linkCypher(link), { from: link.from.id, to: link.to.id })),
  ]);
  return plan.done;
}

/**
 * What a type or a statement needs, whether its node is new or was there. A type that lacks nothing is not locked, and one of another
 * owner than the planned one (the vocabulary has changed since) is left as it is.
 */
const COMPLETE_TYPE = `FOREACH (_ IN CASE
  WHEN t.uuid = row.type.uuid AND t.code IS NULL AND row.type.code IS NOT NULL THEN [1] ELSE [] END |
  SET t.code = row.type.code, t.code_system = row.type.code_system)`;
const ADD_STATEMENTS = `FOREACH (statement IN row.statements | CREATE (n)-[s:STATED_IN]->(turn) SET s = statement)`;

const ADD_MEASURED = `MATCH (p:Patient {uuid: $patient}) WITH p, coalesce(p.measured, []) AS known
SET p.measured = known + [key IN $measured WHERE NOT key IN known]`;

function addCypher({ label, edge, type }: KindRule): string {
  return [
    'MATCH (p:Patient {uuid: $patient})',
    'MATCH (turn:Turn {uuid: $turn})',
    'UNWIND $rows AS row',
    ...(type ? [`MERGE (t:${type.label} {uuid: row.type.uuid}) ON CREATE SET t = row.type`, COMPLETE_TYPE] : []),
    `CREATE (p)-[:${edge}]->(n:${label}) SET n = row.node`,
    ...(type ? [`CREATE (n)-[:${type.edge}]->(t)`] : []),
    ADD_STATEMENTS,
  ].join('\n');
}

function changeCypher({ label, type }: KindRule): string {
  return [
    'MATCH (turn:Turn {uuid: $turn})',
    'UNWIND $rows AS row',
    `MATCH (n:${label} {uuid: row.node.uuid})`,
    ...(type ? [`OPTIONAL MATCH (n)-[:${type.edge}]->(t)`, COMPLETE_TYPE] : []),
    'WITH turn, row, n, n.key AS key, n.seq AS seq',
    'SET n = row.node, n.key = key, n.seq = seq',
    ADD_STATEMENTS,
  ].join('\n');
}

function linkCypher({ from, type, to }: FilingPlan['links'][number]): string {
  return `MATCH (a:${from.label} {uuid: $from}) MATCH (b:${to.label} {uuid: $to}) MERGE (a)-[:${type}]->(b)`;
}

function rowOf(owner: string, { id, rule, type, properties, statements }: PlannedNode, own: object = {}) {
  return {
    node: { ...storedNode(owner, { id, label: rule.label }, properties), ...own },
    type: type && storedType(type),
    statements: statements.map(({ fact, properties: said }: Statement) => storedProperties({ fact_id: fact, ...said })),
  };
}

/** One statement for each rule. In one order everywhere, so that two turns rarely deadlock. */
function batches<Node extends PlannedNode>(nodes: readonly Node[]): [KindRule, Node[]][] {
  const place = ({ rule, type, id }: Node) => `${rule.label} ${type?.id ?? id}`;
  return [
    ...grouped(
      nodes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
      (node) => node.rule,
    ),
  ];
}
