/**
 * The tables of the embedded graph, as steps that are only ever added to. Each file says how far it has come
 * (`user_version`); the check and the missing steps are one transaction, so processes that start together take turns.
 */
import { AppError } from '../../platform/errors.ts';
import type { Database } from './database.ts';

const FRESH = 'hex(randomblob(8))';

/**
 * `at` is the time that a node is about, for lists that show the newest first. An edge's `key` tells parallel edges apart:
 * a fact's id where the edge is a statement, empty elsewhere.
 *
 * A `stamp` is new whenever something of its owner was written, so that a copy in memory knows when it is out of date; the
 * owner '' stands for the shared nodes. It is random and not a counter: a record that is erased and started again never gets an
 * earlier stamp. Triggers renew it, so no writer can forget to.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE node (
       seq INTEGER PRIMARY KEY,
       id TEXT NOT NULL UNIQUE,
       owner TEXT,
       label TEXT NOT NULL,
       key TEXT NOT NULL,
       at TEXT,
       props TEXT NOT NULL,
       UNIQUE (label, key)
     ) STRICT`,
    'CREATE INDEX node_of_owner ON node (owner, label, at)',
    `CREATE TABLE edge (
       src TEXT NOT NULL,
       type TEXT NOT NULL,
       dst TEXT NOT NULL,
       key TEXT NOT NULL DEFAULT '',
       owner TEXT NOT NULL,
       props TEXT NOT NULL DEFAULT '{}',
       PRIMARY KEY (src, type, dst, key)
     ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX edge_of_owner ON edge (owner, dst, type)',
    "CREATE UNIQUE INDEX edge_of_fact ON edge (key) WHERE key <> ''",
  ],
  [
    'CREATE TABLE stamp (owner TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
    `INSERT INTO stamp SELECT owner, ${FRESH} FROM node WHERE owner IS NOT NULL GROUP BY owner`,
    stampOn('node', 'INSERT', 'NEW.owner', 'NEW.owner IS NOT NULL'),
    stampOn('node', 'UPDATE', "ifnull(NEW.owner, '')"),
    stampOn('node', 'DELETE', "ifnull(OLD.owner, '')"),
    stampOn('edge', 'INSERT', 'NEW.owner'),
    stampOn('edge', 'UPDATE', 'NEW.owner'),
    stampOn('edge', 'DELETE', 'OLD.owner'),
  ],
  [
    "CREATE INDEX node_superseded ON node (owner, label) WHERE json_extract(props, '$.superseded_by') IS NOT NULL",
    // Who else points to a shared type: asked when a patient is erased.
    "CREATE INDEX edge_to_type ON edge (dst) WHERE type IN ('IS_A', 'OF', 'TO')",
  ],
];

function stampOn(table: string, event: 'INSERT' | 'UPDATE' | 'DELETE', owner: string, when = 'TRUE'): string {
  return `CREATE TRIGGER stamp_${table}_${event.toLowerCase()} AFTER ${event} ON ${table} WHEN ${when} BEGIN
       INSERT INTO stamp VALUES (${owner}, ${FRESH}) ON CONFLICT (owner) DO UPDATE SET value = excluded.value;
     END`;
}

export async function migrate(database: Database): Promise<void> {
  await database.write((sql) => {
    const version = sql.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    if (version > STEPS.length) {
      throw new AppError('config', 'The record was written by a newer version of Medfleet; update this one to open it');
    }
    for (const statement of STEPS.slice(version).flat()) sql.run(statement);
    if (version < STEPS.length) sql.run(`PRAGMA user_version = ${STEPS.length}`);
  });
}
