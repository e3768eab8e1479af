/** The fixed questions to the embedded graph, as SQL over one patient's own rows. */
import { FACT_KINDS, type FactKind } from '../fact.ts';
import { entryOf, type Properties } from '../properties.ts';
import type { RecordEntry, SidePanel, TopicNode } from '../record.ts';
import { KINDS } from '../schema.ts';
import type { Sql } from './database.ts';

/** Measurements pile up and the panel shows the newest; leaving out an allergy would be another matter. */
const PANEL_OBSERVATIONS = 200;
const PANEL_OTHERS = 1000;

type Row = { id: string; props: string };

export function readSidePanel(sql: Sql, patient: string, patientId: string): SidePanel {
  const list = (kind: FactKind): RecordEntry[] =>
    sql
      .all<Row>(
        'SELECT id, props FROM node WHERE owner = ? AND label = ? ORDER BY at DESC, seq DESC LIMIT ?',
        patient,
        KINDS[kind].label,
        kind === 'observation' ? PANEL_OBSERVATIONS : PANEL_OTHERS,
      )
      .map((row) => entryOf(kind, row.id, JSON.parse(row.props) as Properties));
  return {
    patient: { id: patientId },
    conditions: list('condition'),
    symptoms: list('symptom'),
    medications: list('medication'),
    allergies: list('allergy'),
    observations: list('observation'),
    encounters: list('encounter'),
    procedures: list('procedure'),
    documents: list('document'),
    counts: readCounts(sql, patient),
  };
}

/** A shared type is visible to a patient who has one of its kind, and to nobody else. */
export function readTopicNode(sql: Sql, patient: string, uuid: string): TopicNode | null {
  const row = sql.one<Row & { label: string }>(
    `SELECT id, label, props FROM node WHERE id = ? AND (owner = ?
       OR owner IS NULL AND EXISTS (SELECT 1 FROM edge WHERE edge.owner = ? AND edge.dst = node.id))`,
    uuid,
    patient,
    patient,
  );
  return row ? { uuid: row.id, label: row.label, properties: JSON.parse(row.props) as Properties } : null;
}

function readCounts(sql: Sql, patient: string): Record<string, number> {
  const rows = sql.all<{ label: string; n: number }>(
    'SELECT label, count(*) AS n FROM node WHERE owner = ? GROUP BY label',
    patient,
  );
  const byLabel = new Map(rows.map((row) => [row.label, row.n]));
  return Object.fromEntries(FACT_KINDS.map((kind) => [KINDS[kind].section, byLabel.get(KINDS[kind].label) ?? 0]));
}
