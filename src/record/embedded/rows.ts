/** Nodes and edges into the embedded graph's two tables. Each is "insert unless there", so that doing it twice is safe. */
import type { NodeRef, TypeNode } from '../filing.ts';
import type { Properties } from '../patient-graph.ts';
import { timeOf } from '../properties.ts';
import type { RelationshipType } from '../schema.ts';
import type { Sql } from './database.ts';

export function addNode(sql: Sql, owner: string, { id, label }: NodeRef, key: string, props: Properties): void {
  sql.run(
    'INSERT INTO node (id, owner, label, key, at, props) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (label, key) DO NOTHING',
    id,
    owner,
    label,
    key,
    timeOf(props),
    JSON.stringify(props),
  );
}

export function changeNode(sql: Sql, id: string, props: Properties): void {
  sql.run('UPDATE node SET props = ?, at = ? WHERE id = ?', JSON.stringify(props), timeOf(props), id);
}

/** A code learned later completes the type; one that is there stays. */
export function addType(sql: Sql, { id, label, key, properties }: TypeNode): void {
  sql.run(
    `INSERT INTO node (id, owner, label, key, props) VALUES (?, NULL, ?, ?, ?)
     ON CONFLICT (label, key) DO UPDATE SET props = json_patch(excluded.props, props)
     WHERE json_extract(props, '$.code') IS NULL AND json_extract(excluded.props, '$.code') IS NOT NULL`,
    id,
    label,
    key,
    JSON.stringify(properties),
  );
}

export function addEdge(
  sql: Sql,
  owner: string,
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
    owner,
    JSON.stringify(props),
  );
}
