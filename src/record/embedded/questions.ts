/** Frequent reads of the embedded graph besides the side panel. Each starts from the patient's own rows by an index. */

import type { Sql } from '../../platform/sqlite.ts';
import { nameKey } from '../identity.ts';
import { encounterOf, entryOf, regimenOf } from '../properties.ts';
import type {
  EncounterEntry,
  EncounterRange,
  ObservationName,
  ObservationWindow,
  RecordEntry,
  RegimenEntry,
  RegimenState,
} from '../record.ts';
import { regimenState } from '../retell.ts';
import { timeWindow } from '../times.ts';
import { propsOf } from './reads.ts';

type Row = { id: string; props: string };

export function readObservations(
  sql: Sql,
  patient: string,
  name: string,
  { since, until, limit }: ObservationWindow,
): RecordEntry[] {
  const window = timeWindow(since, until);
  return sql
    .all<Row>(
      `SELECT id, props FROM node WHERE owner = ? AND label = 'Observation' AND name_key = ? AND at BETWEEN ? AND ?
       ORDER BY at DESC, seq DESC LIMIT ?`,
      patient,
      nameKey(name),
      window.since,
      window.until,
      limit,
    )
    .map(({ id, props }) => entryOf('observation', id, propsOf(props)));
}

/** Goes from one name to the next in the index, so it costs as much as there are names, not measurements. */
export function readObservationNames(sql: Sql, patient: string): ObservationName[] {
  const next = "SELECT min(name_key) FROM node WHERE owner = ? AND label = 'Observation' AND name_key";
  return sql.all<ObservationName>(
    `WITH RECURSIVE names (name_key) AS (
       ${next} >= ''
       UNION ALL
       SELECT (${next} > names.name_key) FROM names WHERE names.name_key IS NOT NULL),
     newest (seq) AS MATERIALIZED (
       SELECT (SELECT seq FROM node WHERE owner = ? AND label = 'Observation' AND node.name_key = names.name_key
         ORDER BY at DESC, seq DESC LIMIT 1) FROM names WHERE names.name_key IS NOT NULL)
     SELECT json_extract(kind.props, '$.name') AS name, node.at AS last_time
     FROM newest CROSS JOIN node ON node.seq = newest.seq
     CROSS JOIN edge ON edge.src = node.id AND edge.type = 'IS_A' CROSS JOIN node AS kind ON kind.id = edge.dst
     ORDER BY last_time DESC, name`,
    patient,
    patient,
    patient,
  );
}

export function readEncounters(sql: Sql, patient: string, { from, to, limit }: EncounterRange): EncounterEntry[] {
  const { since, until } = timeWindow(from, to);
  return sql
    .all<Row>(
      `SELECT id, props FROM node WHERE owner = ? AND label = 'Encounter' AND at BETWEEN ? AND ?
       ORDER BY at DESC, seq DESC LIMIT ?`,
      patient,
      since,
      until,
      limit,
    )
    .map(({ id, props }) => {
      const named = (type: 'WITH' | 'AT') => readNames(sql, id, type);
      return encounterOf(id, propsOf(props), { practitioners: named('WITH'), organizations: named('AT') });
    });
}

function readNames(sql: Sql, encounter: string, type: 'WITH' | 'AT'): string[] {
  return sql
    .all<{ name: string }>(
      `SELECT json_extract(node.props, '$.name') AS name FROM edge JOIN node ON node.id = edge.dst
       WHERE edge.src = ? AND edge.type = ? ORDER BY name`,
      encounter,
      type,
    )
    .map(({ name }) => name);
}

export function readRegimens(sql: Sql, patient: string, state: RegimenState): RegimenEntry[] {
  return sql
    .all<Row>(
      "SELECT id, props FROM node WHERE owner = ? AND label = 'IntakeRegimen' ORDER BY at DESC, seq DESC",
      patient,
    )
    .map(({ id, props }) => ({ id, properties: propsOf(props) }))
    .filter(({ properties }) => state === 'all' || regimenState(properties) === state)
    .map(({ id, properties }) => regimenOf(id, properties));
}
