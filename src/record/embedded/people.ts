/** Whose records the embedded graph holds, for lists. A table of its own: no node has it, so no query of a model can read it. */

import type { Sql } from '../../platform/sqlite.ts';
import type { FiledPerson } from '../patient-graph.ts';
import { afterPerson, type ListedPerson, type PeopleQuery, sortOf } from '../people.ts';
import { profileOf } from '../profile.ts';
import { recordedAt } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { FILED_KINDS, kindRule } from '../schema.ts';
import { propsOf } from './reads.ts';

type Row = { id: string; updated_at: string; props: string; facts: number };

const LABELS = FILED_KINDS.map((kind) => `'${kindRule(kind).label}'`).join(', ');
/** After every text that begins with the prefix. */
const LAST = '\u{10ffff}';

/** Notes whom the record is of and that it has changed. Without a person, only the latter. */
export function notePerson(sql: Sql, owner: string, provenance: Provenance): void {
  const { person } = provenance;
  const updated_at = recordedAt(provenance);
  if (person) addPerson(sql, owner, { ...person, updated_at });
  else sql.run('UPDATE person SET updated_at = max(updated_at, ?) WHERE owner = ?', updated_at, owner);
}

export function addPerson(sql: Sql, owner: string, { tenant, id, updated_at }: FiledPerson): void {
  sql.run(
    `INSERT INTO person (owner, tenant, sort, id, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (owner) DO UPDATE SET updated_at = max(updated_at, excluded.updated_at)`,
    owner,
    tenant,
    sortOf(id),
    id,
    updated_at,
  );
}

export function readPerson(sql: Sql, owner: string): FiledPerson | undefined {
  return sql.one<FiledPerson>('SELECT tenant, id, updated_at FROM person WHERE owner = ?', owner);
}

export function readPeople(sql: Sql, tenant: string, query: PeopleQuery): ListedPerson[] {
  const { only, limit } = query;
  const prefix = sortOf(query.prefix);
  const after = afterPerson(query.after);
  return sql
    .all<Row>(
      `SELECT person.id, person.updated_at, node.props,
         (SELECT ifnull(sum(n), 0) FROM tally WHERE tally.owner = person.owner AND label IN (${LABELS})) AS facts
       FROM person JOIN node ON node.id = person.owner
       WHERE tenant = ? AND sort >= ? AND sort < ? AND (sort, person.id) > (?, ?)
         ${only ? 'AND person.id IN (SELECT value FROM json_each(?))' : ''}
       ORDER BY sort, person.id LIMIT ?`,
      tenant,
      prefix,
      prefix + LAST,
      after.sort,
      after.id,
      ...(only ? [JSON.stringify([...only])] : []),
      limit,
    )
    .map(({ id, updated_at, props, facts }) => ({ id, updated_at, facts, ...profileOf(propsOf(props)) }));
}
