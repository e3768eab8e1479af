/**
 * The tables of the embedded library, as steps that are only ever added to. Every table has the tenant, and so has every query.
 * `keys` of a chunk are words that its tenant, scope and user are found by inside the full-text index (access-keys.ts).
 */
import { AppError } from '../../../platform/errors.ts';
import type { Database, Sql } from '../../../platform/sqlite.ts';

const STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE document (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant TEXT NOT NULL,
       id TEXT NOT NULL,
       scope TEXT NOT NULL,
       user_id TEXT,
       patient_id TEXT,
       chunks INTEGER NOT NULL,
       about TEXT NOT NULL,
       UNIQUE (tenant, id)
     ) STRICT`,
    'CREATE INDEX document_in_scope ON document (tenant, scope)',
    'CREATE INDEX document_of_user ON document (tenant, user_id) WHERE user_id IS NOT NULL',
    'CREATE INDEX document_of_patient ON document (tenant, patient_id) WHERE patient_id IS NOT NULL',
    `CREATE TABLE chunk (
       seq INTEGER PRIMARY KEY,
       tenant TEXT NOT NULL,
       document INTEGER NOT NULL,
       id TEXT NOT NULL,
       keys TEXT NOT NULL,
       heading TEXT NOT NULL,
       names TEXT NOT NULL,
       body TEXT NOT NULL,
       place TEXT NOT NULL
     ) STRICT`,
    'CREATE INDEX chunk_of_document ON chunk (tenant, document)',
    `CREATE TABLE embedding (
       chunk INTEGER PRIMARY KEY,
       tenant TEXT NOT NULL,
       document INTEGER NOT NULL,
       embedder TEXT NOT NULL,
       scope TEXT NOT NULL,
       user_id TEXT,
       vector BLOB NOT NULL
     ) STRICT`,
    'CREATE INDEX embedding_of_tenant ON embedding (tenant, embedder)',
    'CREATE INDEX embedding_of_document ON embedding (tenant, document)',
    `CREATE TABLE tenant (
       tenant TEXT PRIMARY KEY,
       generation TEXT NOT NULL,
       documents INTEGER NOT NULL,
       chunks INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE VIRTUAL TABLE chunk_words USING fts5 (
       keys, heading, names, body,
       content = 'chunk', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
     )`,
    // What is deleted is removed from the index at once, and not when its pages are merged some day.
    "INSERT INTO chunk_words (chunk_words, rank) VALUES ('secure-delete', 1)",
    `CREATE TRIGGER chunk_insert AFTER INSERT ON chunk BEGIN
       INSERT INTO chunk_words (rowid, keys, heading, names, body) VALUES (NEW.seq, NEW.keys, NEW.heading, NEW.names, NEW.body);
     END`,
    `CREATE TRIGGER chunk_delete AFTER DELETE ON chunk BEGIN
       INSERT INTO chunk_words (chunk_words, rowid, keys, heading, names, body)
       VALUES ('delete', OLD.seq, OLD.keys, OLD.heading, OLD.names, OLD.body);
     END`,
  ],
];

export async function migrate(database: Database): Promise<void> {
  const version = await database.read(versionOf);
  if (version > STEPS.length) {
    throw new AppError('config', 'The library was written by a newer version of Medfleet; update this one to open it');
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue;
    await database.write((sql) => {
      if (versionOf(sql) !== index) return;
      for (const statement of step) sql.run(statement);
      sql.run(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function versionOf(sql: Sql): number {
  return sql.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
