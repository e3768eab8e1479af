/** Nodes and edges into the embedded graph's two tables. Each is "insert unless there", so that doing it twice is safe. */

import type { Sql } from '../../platform/sqlite.ts';
import type { NodeRef } from '../filing.ts';
import { listKey } from '../identity.ts';
import type { Properties } from '../patient-graph.ts';
import { textOf, timeOf } from '../properties.ts';
import type { RelationshipType } from '../schema.ts';
import type { TypeNode } from '../type-node.ts';

export function addNode(sql: Sql, owner: string, { id, label }: NodeRef, key: string, props: Properties): void {
  sql.run(
    `INSERT INTO node (id, owner, label, key, at, name_key, told, props) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (label, key) DO NOTHING`,
    id,
    owner,
    label,
    key,
    timeOf(props),
    listKey(label, props),
    textOf(props, 'recorded_at'),
    JSON.stringify(props),
  );
}

export function changeNode(sql: Sql, { id, label }: NodeRef, props: Properties): void {
  sql.run(
    'UPDATE node SET props = ?, at = ?, name_key = ?, told = ? WHERE id = ?',
    JSON.stringify(props),
    timeOf(props),
    listKey(label, props),
    textOf(props, 'recorded_at'),
    id,
  );
}

/** One of the vocabulary is as the vocabulary says. One of a patient is completed by a code learned later; a code that is there stays. */
export function addType(sql: Sql, { id, label, owner, key, properties }: TypeNode): void {
  sql.run(
    `INSERT INTO node (id, owner, label, key, props) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (label, key) DO UPDATE
     SET props = CASE WHEN owner IS NULL THEN excluded.props ELSE json_patch(excluded.props, props) END
     WHERE CASE WHEN owner IS NULL THEN props <> excluded.props
       ELSE json_extract(props, '$.code') IS NULL AND json_extract(excluded.props, '$.code') IS NOT NULL END`,
    id,
    owner,
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
