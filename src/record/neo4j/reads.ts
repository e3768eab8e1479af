/** The fixed reads of Neo4j. Each starts at the one patient node, so its cost does not depend on how many patients there are. */

import type { Run } from '../../platform/neo4j.ts';
import type { FactKind } from '../fact.ts';
import { PANEL_FAMILY, PANEL_KINDS, panelLimit, panelOf } from '../panel.ts';
import type { Properties } from '../patient-graph.ts';
import { profileOf } from '../profile.ts';
import { entryOf, familyEntryOf } from '../properties.ts';
import type { SidePanel, TopicNode } from '../record.ts';
import { FAMILY, FILED_KINDS, KINDS, type KindRule, kindRule, LABELS, type LabelName } from '../schema.ts';
import { propertiesFrom, type Stored } from './values.ts';

export async function readSidePanel(run: Run, patient: string, patientId: string): Promise<SidePanel> {
  type Row = { self: Stored; lists: Record<string, Stored[]>; counts: Record<string, bigint> };
  const [row] = await run<Row>(SIDE_PANEL, { patient });
  const entries = <Entry>(label: LabelName, entry: (uuid: string, properties: Properties) => Entry): Entry[] =>
    (row?.lists[label] ?? []).map((stored) => entry(String(stored.uuid), propertiesFrom(stored)));
  return panelOf(
    patientId,
    profileOf(propertiesFrom(row?.self ?? {})),
    (kind: FactKind) => entries(KINDS[kind].label, (uuid, properties) => entryOf(kind, uuid, properties)),
    entries(FAMILY.label, familyEntryOf),
    (label) => Number(row?.counts[label] ?? 0),
  );
}

/** A shared type is visible to a patient who has one of its kind, and to nobody else. */
export async function readTopicNode(run: Run, patient: string, uuid: string): Promise<TopicNode | null> {
  const [row] = await run<{ label: string; node: Stored }>(TOPIC, { patient, uuid });
  return row ? { uuid, label: row.label, properties: propertiesFrom(row.node) } : null;
}

/** One row for the whole panel. A count is read off the patient node. */
const SIDE_PANEL = `MATCH (p:Patient {uuid: $patient})
RETURN properties(p) AS self, {
  ${[...PANEL_KINDS.map((kind) => list(KINDS[kind], panelLimit(kind))), list(FAMILY, PANEL_FAMILY)].join(',\n  ')}
} AS lists, {
  ${FILED_KINDS.map(kindRule).map(count).join(',\n  ')}
} AS counts`;

/** Measurements and visits have no end of coming: the newest are found by their index, whose whole order has to be named. */
function list({ label, edge, identity }: KindRule, limit: number): string {
  const nodes =
    identity === 'reading'
      ? `MATCH (n:${label}) USING INDEX SEEK n:${label}(owner, at) WHERE n.owner = $patient AND n.at > ''`
      : `MATCH (p)-[:${edge}]->(n)`;
  return `${label}: COLLECT { ${nodes}
    RETURN properties(n) ORDER BY ${identity === 'reading' ? 'n.owner DESC, ' : ''}n.at DESC, n.seq DESC LIMIT ${limit} }`;
}

function count({ label, edge }: KindRule): string {
  return `${label}: COUNT { (p)-[:${edge}]->() }`;
}

/**
 * The patient's own nodes are found by their ids. Types are reached from the patient and have no label here: with one, Neo4j might
 * start there and walk through every patient who has it.
 */
const TOPIC = [
  ...Object.entries(LABELS).flatMap(([label, { scope }]) =>
    scope === 'owned'
      ? [`MATCH (n:${label} {uuid: $uuid}) WHERE n.owner = $patient RETURN '${label}' AS label, properties(n) AS node`]
      : [],
  ),
  `MATCH (:Patient {uuid: $patient})-[:${typed('edge')}]->()-[:${typed('type')}]->(t)
WHERE t.uuid = $uuid
RETURN labels(t)[0] AS label, properties(t) AS node LIMIT 1`,
].join('\nUNION ALL\n');

/** Relationship types on the way from the patient to shared types: the first step, or the second. */
function typed(step: 'edge' | 'type'): string {
  const rules = FILED_KINDS.map(kindRule).filter((rule) => rule.type);
  return [...new Set(rules.map((rule) => (step === 'edge' ? rule.edge : rule.type?.edge)))].join('|');
}
