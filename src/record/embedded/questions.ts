/** Frequent reads of the embedded graph besides the side panel. Each starts from the patient's own rows by an index. */
import { derivedId, nameKey } from '../identity.ts';
import type { PatientProfile } from '../patient-graph.ts';
import { profileOf } from '../profile.ts';
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
import type { Sql } from './database.ts';
import { propsOf, STANDS } from './reads.ts';

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
      `SELECT node.id, node.props FROM edge JOIN node ON node.id = edge.src
       WHERE edge.owner = ? AND edge.dst = ? AND edge.type = 'IS_A' AND node.at BETWEEN ? AND ? AND ${STANDS}
       ORDER BY node.at DESC, node.seq DESC LIMIT ?`,
      patient,
      derivedId('ObservationType', nameKey(name)),
      window.since,
      window.until,
      limit,
    )
    .map(({ id, props }) => entryOf('observation', id, propsOf(props)));
}

export function readObservationNames(sql: Sql, patient: string): ObservationName[] {
  return sql.all<ObservationName>(
    `SELECT json_extract(kind.props, '$.name') AS name, count(*) AS count, max(node.at) AS last_time
     FROM node JOIN edge ON edge.src = node.id AND edge.type = 'IS_A' JOIN node AS kind ON kind.id = edge.dst
     WHERE node.owner = ? AND node.label = 'Observation' AND ${STANDS}
     GROUP BY kind.id ORDER BY last_time DESC, name`,
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

export function readProfile(sql: Sql, patient: string): PatientProfile {
  const row = sql.one<Row>("SELECT id, props FROM node WHERE label = 'Patient' AND key = ?", patient);
  return row ? profileOf(propsOf(row.props)) : {};
}
