/**
 * The tables of the embedded graph, as steps that are only ever added to. Each file says how far it has come
 * (`user_version`); the check and the step are one transaction, so processes that start together take turns.
 */
import { AppError } from '../../platform/errors.ts';
import type { Database, Sql } from '../../platform/sqlite.ts';
import { supersededFact } from '../plan-correction.ts';
import type { Vocabulary } from '../type-node.ts';
import { readFiled, removeNode } from './correct-facts.ts';
import { eraseUnusedTypes, readGraph, readPatients, restoreGraph } from './whole-record.ts';
import { addWithdrawn } from './withdrawn.ts';

/** What no SQL statement can do. */
type DataStep = (database: Database, vocabulary: Vocabulary) => Promise<void>;

const FRESH = 'hex(randomblob(8))';

/**
 * `at` is the time that a node is about, for lists that show the newest first. An edge's `key` tells parallel edges apart:
 * a fact's id where the edge is a statement, empty elsewhere.
 *
 * A `stamp` is new whenever something of its owner was written, so that a copy in memory knows when it is out of date; the
 * owner '' stands for the shared nodes. It is random and not a counter: a record that is erased and started again never gets an
 * earlier stamp. Triggers renew it, so no writer can forget to.
 *
 * `name_key` is what a patient's observations, visits and episodes of one kind are listed by, and `told` when they were told; `tally` holds how
 * many nodes of each label a patient has. With them, no question and no filing reads more the longer the history is.
 *
 * `person` says whose a record is, for lists; a record from before it is listed once something is filed in it again.
 *
 * `withdrawn` has what was on file and was a mistake, and `withdrawn_fact` the ids under which it was told. Before, a corrected
 * observation stayed a node, with the property superseded_by.
 */
const STEPS: readonly (readonly string[] | DataStep)[] = [
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
  [
    'ALTER TABLE node ADD COLUMN name_key TEXT',
    'ALTER TABLE node ADD COLUMN told TEXT',
    'CREATE INDEX node_of_name ON node (owner, label, name_key, at) WHERE name_key IS NOT NULL',
    'CREATE INDEX node_told ON node (owner, label, name_key, told) WHERE name_key IS NOT NULL',
    'DROP INDEX node_superseded',
    'CREATE TABLE tally (owner TEXT, label TEXT, n INTEGER NOT NULL, PRIMARY KEY (owner, label)) STRICT, WITHOUT ROWID',
    `INSERT INTO tally SELECT owner, label, count(*) FROM node WHERE ${counted('node')} GROUP BY owner, label`,
    tallyOn('INSERT', counted('NEW'), 'NEW', 1),
    tallyOn('DELETE', counted('OLD'), 'OLD', -1),
    tallyOn('UPDATE', `${counted('OLD')} AND NOT (${counted('NEW')})`, 'OLD', -1),
    'CREATE TABLE write_check (id INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT',
  ],
  // Was what the last step does; that reads the tables of today.
  [],
  [
    `CREATE TABLE withdrawn (
       seq INTEGER PRIMARY KEY,
       id TEXT NOT NULL UNIQUE,
       owner TEXT NOT NULL,
       replaced_by TEXT,
       body TEXT NOT NULL
     ) STRICT`,
    'CREATE INDEX withdrawn_of_owner ON withdrawn (owner, replaced_by)',
    'CREATE TABLE withdrawn_fact (fact TEXT PRIMARY KEY, owner TEXT NOT NULL, id TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE INDEX withdrawn_fact_of_owner ON withdrawn_fact (owner)',
  ],
  withdrawSuperseded,
  // Was the last step too.
  [],
  [
    `CREATE TABLE person (
       owner TEXT PRIMARY KEY,
       tenant TEXT NOT NULL,
       sort TEXT NOT NULL,
       id TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX person_of_tenant ON person (tenant, sort, id)',
  ],
  // Visits are listed by name from here on.
  retypeRecords,
  [
    'CREATE TABLE identity (id TEXT NOT NULL UNIQUE) STRICT',
    'INSERT INTO identity VALUES (lower(hex(randomblob(16))))',
  ],
];

function stampOn(table: string, event: 'INSERT' | 'UPDATE' | 'DELETE', owner: string, when = 'TRUE'): string {
  return `CREATE TRIGGER stamp_${table}_${event.toLowerCase()} AFTER ${event} ON ${table} WHEN ${when} BEGIN
       INSERT INTO stamp VALUES (${owner}, ${FRESH}) ON CONFLICT (owner) DO UPDATE SET value = excluded.value;
     END`;
}

/** What a tally counts: a patient's nodes, without the values that were corrected. */
function counted(row: string): string {
  return `${row}.owner IS NOT NULL AND json_extract(${row}.props, '$.superseded_by') IS NULL`;
}

function tallyOn(event: 'INSERT' | 'UPDATE' | 'DELETE', when: string, row: 'NEW' | 'OLD', change: 1 | -1): string {
  return `CREATE TRIGGER tally_${event.toLowerCase()} AFTER ${event} ON node WHEN ${when} BEGIN
       INSERT INTO tally VALUES (${row}.owner, ${row}.label, ${change}) ON CONFLICT (owner, label) DO UPDATE SET n = n + ${change};
     END`;
}

/**
 * Gives every record the types that it has by the vocabulary, and fills the columns that lists are read by. One transaction for each
 * record; if it is stopped, it begins again and changes nothing that is done.
 */
async function retypeRecords(database: Database, vocabulary: Vocabulary): Promise<void> {
  let last: string | null = null;
  do {
    const [patient]: string[] = await database.read((sql) => readPatients(sql, last, 1));
    last = patient ?? null;
    if (patient) await database.write((sql) => restoreGraph(sql, vocabulary, patient, readGraph(sql, patient)));
  } while (last !== null);
  await database.write(eraseUnusedTypes);
  await database.scrub();
}

/** Corrected observations of before become withdrawn facts. */
async function withdrawSuperseded(database: Database): Promise<void> {
  const next = `SELECT id, owner FROM node WHERE label = 'Observation' AND json_extract(props, '$.superseded_by') IS NOT NULL LIMIT 1`;
  for (;;) {
    const row = await database.read((sql) => sql.one<{ id: string; owner: string }>(next));
    if (!row) return;
    await database.write((sql) => {
      const fact = readFiled(sql, row.owner, row.id);
      if (!fact) return;
      addWithdrawn(sql, row.owner, supersededFact(fact));
      removeNode(sql, row.owner, row.id);
    });
  }
}

export async function migrate(database: Database, vocabulary: Vocabulary): Promise<void> {
  const version = await database.read(versionOf);
  if (version > STEPS.length) {
    throw new AppError('config', 'The record was written by a newer version of Medfleet; update this one to open it');
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue;
    if (typeof step === 'function') await step(database, vocabulary);
    await database.write((sql) => {
      if (versionOf(sql) !== index) return;
      if (typeof step !== 'function') for (const statement of step) sql.run(statement);
      sql.run(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function versionOf(sql: Sql): number {
  return sql.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
