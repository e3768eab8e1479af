/**
 * A turn's facts into the graph, inside one transaction. Running it twice is safe: a fact whose statement is already
 * on file is passed over, and everything else it writes is "insert unless there".
 */
import { AppError } from '../../platform/errors.ts';
import type { Fact } from '../fact.ts';
import { derivedId, instanceKey, nameKey, sameEpisode } from '../identity.ts';
import { encounterLinks } from '../links.ts';
import { type Properties, propertiesOf, recordedAt, statementOf, timeOf } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { firstTold, retold } from '../retell.ts';
import { kindRule, type LabelName, type RelationshipType } from '../schema.ts';
import type { Sql } from './database.ts';

type Filing = { sql: Sql; patient: string; provenance: Provenance; turn: string };
type Stored = { id: string; props: string };

export function fileFacts(sql: Sql, patient: string, facts: readonly Fact[], provenance: Provenance) {
  const filing: Filing = { sql, patient, provenance, turn: fileTurn(sql, patient, provenance) };
  const nodes = new Map<string, string>();
  const done = { created: 0, updated: 0 };
  for (const fact of facts) {
    const filed = nodeOfFact(filing, fact.id);
    if (filed) {
      nodes.set(fact.id, filed);
      continue;
    }
    const { node, isNew } = fileFact(filing, fact);
    nodes.set(fact.id, node);
    done[isNew ? 'created' : 'updated'] += 1;
  }
  for (const link of encounterLinks(facts)) {
    const encounter = nodes.get(link.encounter);
    const other = nodes.get(link.other);
    if (encounter && other) addEdge(filing, encounter, link.type, other);
  }
  return done;
}

/** The patient, the session and the turn: what every fact hangs on. */
function fileTurn(sql: Sql, patient: string, provenance: Provenance): string {
  const session = derivedId(patient, 'Session', provenance.session_id);
  const turn = derivedId(patient, 'Turn', provenance.turn_id);
  const filing: Filing = { sql, patient, provenance, turn };
  addNode(filing, patient, 'Patient', patient, {});
  addNode(filing, session, 'Session', session, { session_id: provenance.session_id });
  addNode(filing, turn, 'Turn', turn, { turn_id: provenance.turn_id, recorded_at: recordedAt(provenance) });
  addEdge(filing, patient, 'HAS_SESSION', session);
  addEdge(filing, session, 'HAS_TURN', turn);
  return turn;
}

/** The node that this fact was filed in earlier, if it was. */
function nodeOfFact({ sql, patient }: Filing, fact: string): string | null {
  const filed =
    sql.one<{ node: string; owner: string }>('SELECT src AS node, owner FROM edge WHERE key = ?', fact) ??
    sql.one<{ node: string; owner: string }>('SELECT id AS node, owner FROM node WHERE id = ?', fact);
  if (!filed) return null;
  if (filed.owner !== patient) throw new AppError('conflict', 'A fact with this id stands in another record');
  return filed.node;
}

function fileFact(filing: Filing, fact: Fact): { node: string; isNew: boolean } {
  const { sql, patient, provenance, turn } = filing;
  const rule = kindRule(fact.kind);
  const told = propertiesOf(fact, provenance);
  const type = rule.type ? fileType(filing, rule.type.label, fact) : null;
  const key = instanceKey(patient, fact, told);
  const current = key ? nodeByKey(sql, rule.label, key) : openEpisode(filing, fact, type, told);
  const node = current?.id ?? fact.id;
  if (current) {
    const next = retold(fact.kind, JSON.parse(current.props) as Properties, told);
    sql.run('UPDATE node SET props = ?, at = ? WHERE id = ?', JSON.stringify(next), timeOf(next), node);
  } else {
    addNode(filing, node, rule.label, key ?? node, firstTold(fact.kind, told));
    addEdge(filing, patient, rule.edge, node);
    if (rule.type && type) addEdge(filing, node, rule.type.edge, type);
  }
  addEdge(filing, node, 'STATED_IN', turn, fact.id, statementOf(fact, provenance));
  return { node, isNew: !current };
}

/** The shared node for what this is. It holds a name and a code, and nothing that was said about the patient. */
function fileType({ sql }: Filing, label: LabelName, fact: Fact): string {
  const key = nameKey(fact.name);
  const id = derivedId(label, key);
  const props = { name: fact.name, ...(fact.code && { code: fact.code.code, code_system: fact.code.system }) };
  // A code learned later completes the type; one that is there stays.
  sql.run(
    `INSERT INTO node (id, owner, label, key, props) VALUES (?, NULL, ?, ?, ?)
     ON CONFLICT (label, key) DO UPDATE SET props = json_patch(excluded.props, props)
     WHERE json_extract(props, '$.code') IS NULL AND json_extract(excluded.props, '$.code') IS NOT NULL`,
    id,
    label,
    key,
    JSON.stringify(props),
  );
  return id;
}

function nodeByKey(sql: Sql, label: LabelName, key: string): Stored | undefined {
  return sql.one<Stored>('SELECT id, props FROM node WHERE label = ? AND key = ?', label, key);
}

function openEpisode({ sql, patient }: Filing, fact: Fact, type: string | null, told: Properties): Stored | undefined {
  if (kindRule(fact.kind).identity !== 'episode' || type === null) return undefined;
  return sql
    .all<Stored>(
      `SELECT node.id, node.props FROM edge JOIN node ON node.id = edge.src
       WHERE edge.owner = ? AND edge.type = 'IS_A' AND edge.dst = ? ORDER BY node.at DESC, node.seq DESC`,
      patient,
      type,
    )
    .find((episode) => sameEpisode(JSON.parse(episode.props) as Properties, told));
}

function addNode({ sql, patient }: Filing, id: string, label: LabelName, key: string, props: Properties): void {
  sql.run(
    'INSERT INTO node (id, owner, label, key, at, props) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (label, key) DO NOTHING',
    id,
    patient,
    label,
    key,
    timeOf(props),
    JSON.stringify(props),
  );
}

function addEdge(
  { sql, patient }: Filing,
  from: string,
  type: RelationshipType,
  to: string,
  key = '',
  props: Properties = {},
): void {
  sql.run(
    'INSERT INTO edge (src, type, dst, key, owner, props) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    from,
    type,
    to,
    key,
    patient,
    JSON.stringify(props),
  );
}
