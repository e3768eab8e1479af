/** The fixed reads of the embedded graph, as SQL over one patient's own rows. */

import type { Sql } from '../../platform/sqlite.ts';
import type { FactKind } from '../fact.ts';
import { PANEL_FAMILY, panelLimit, panelOf } from '../panel.ts';
import type { PatientProfile, Properties } from '../patient-graph.ts';
import { profileOf } from '../profile.ts';
import { entryOf, familyEntryOf } from '../properties.ts';
import type { SidePanel, TopicNode } from '../record.ts';
import { FAMILY, KINDS, type LabelName } from '../schema.ts';

type Row = { id: string; props: string };

export function readSidePanel(sql: Sql, patient: string, patientId: string): SidePanel {
  const rows = (label: LabelName, limit: number) =>
    sql.all<Row>(
      `SELECT id, props FROM node WHERE owner = ? AND label = ? ORDER BY at DESC, seq DESC LIMIT ?`,
      patient,
      label,
      limit,
    );
  const list = (kind: FactKind) =>
    rows(KINDS[kind].label, panelLimit(kind)).map(({ id, props }) => entryOf(kind, id, propsOf(props)));
  const family = rows(FAMILY.label, PANEL_FAMILY).map(({ id, props }) => familyEntryOf(id, propsOf(props)));
  const counts = readCounts(sql, patient);
  return panelOf(patientId, readProfile(sql, patient), list, family, (label) => counts.get(label) ?? 0);
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
  return row ? { uuid: row.id, label: row.label, properties: propsOf(row.props) } : null;
}

/** Kept by triggers, so that nothing has to be counted. */
function readCounts(sql: Sql, patient: string): Map<string, number> {
  const rows = sql.all<{ label: string; n: number }>('SELECT label, n FROM tally WHERE owner = ?', patient);
  return new Map(rows.map((row) => [row.label, row.n]));
}

export function readProfile(sql: Sql, patient: string): PatientProfile {
  const row = sql.one<Row>("SELECT id, props FROM node WHERE label = 'Patient' AND key = ?", patient);
  return row ? profileOf(propsOf(row.props)) : {};
}

export function propsOf(props: string): Properties {
  return JSON.parse(props) as Properties;
}
