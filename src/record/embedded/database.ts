/**
 * The SQLite file under the embedded engine. Several processes write it at once and none may stall its event loop for
 * long, so a write waits for its turn asleep, not inside SQLite; a transaction itself runs in one go, without a gap in
 * which another call could slip in.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { AppError, toAppError } from '../../platform/errors.ts';

/** How long SQLite itself may wait, with the event loop standing still. */
const BUSY_MS = 10;
const LONGEST_NAP_MS = 60;
/** After this long without the lock a write fails, and the queue tries again later. It is long enough for a busy machine. */
const LOCK_WAIT_LIMIT_MS = 60_000;

export type Value = string | number | boolean | null | undefined;

export type Sql = {
  all<Row>(text: string, ...values: Value[]): Row[];
  one<Row>(text: string, ...values: Value[]): Row | undefined;
  /** How many rows it changed. */
  run(text: string, ...values: Value[]): number;
};

export type Database = {
  /** A consistent view. `work` must not await. */
  read<T>(work: (sql: Sql) => T): Promise<T>;
  /** All or nothing. `work` must not await, and may run again if another process was in the way. */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  /** What was deleted before is nowhere in the files any more: pages are blanked as they go, and here the log is too. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};

export async function openDatabase(file: string): Promise<Database> {
  let connection: Libsql.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    const opened = new Libsql(file, { timeout: BUSY_MS });
    connection = opened;
    // By path: opening and closing the file ourselves would drop SQLite's locks on it.
    if (isNew) chmodSync(file, 0o600);
    await patiently(() => opened.prepare('PRAGMA journal_mode = WAL').all());
    opened.exec('PRAGMA synchronous = FULL');
    opened.prepare('PRAGMA secure_delete = ON').all();
    return databaseOn(opened);
  } catch (thrown) {
    connection?.close();
    throw translate(thrown);
  }
}

function databaseOn(connection: Libsql.Database): Database {
  const sql = sqlOn(connection);
  let closed = false;

  const transaction = async <T>(begin: string, work: (sql: Sql) => T): Promise<T> => {
    // The driver gives memory back only when the loop turns, and a burst of calls must not starve everything else.
    await nextLoop();
    if (closed) throw new AppError('record_unavailable', 'The record store is closed');
    try {
      return await patiently(() => inTransaction(connection, begin, () => work(sql)));
    } catch (thrown) {
      throw translate(thrown);
    }
  };

  return {
    read: (work) => transaction('BEGIN', work),
    write: (work) => transaction('BEGIN IMMEDIATE', work),
    scrub: () => patiently(() => emptyLog(connection)).catch((thrown) => Promise.reject(translate(thrown))),
    async close() {
      if (closed) return;
      closed = true;
      // The driver lets go of the file only when its memory is collected; this leaves nothing in the log until then.
      try {
        connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      } finally {
        connection.close();
      }
    },
  };
}

function sqlOn(connection: Libsql.Database): Sql {
  const prepared = new Map<string, Libsql.Statement>();
  const statement = (text: string): Libsql.Statement => {
    const known = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, known);
    return known;
  };
  const all = <Row>(text: string, values: Value[]) => statement(text).all(values.map(bindable)) as Row[];
  return {
    all: (text, ...values) => all(text, values),
    one: <Row>(text: string, ...values: Value[]) => all<Row>(text, values)[0],
    run: (text, ...values) => statement(text).run(values.map(bindable)).changes,
  };
}

/** A boolean bound as it is aborts the whole process in this driver. */
function bindable(value: Value): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value ?? null;
}

function inTransaction<T>(connection: Libsql.Database, begin: string, work: () => T): T {
  connection.exec(begin);
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw thrown;
  }
}

/** Tries until the other writers have had their turn; the naps grow and vary, so that two never keep meeting. */
async function patiently<T>(attempt: () => T): Promise<T> {
  const deadline = Date.now() + LOCK_WAIT_LIMIT_MS;
  for (let longest = 4; ; longest = Math.min(longest * 2, LONGEST_NAP_MS)) {
    try {
      return attempt();
    } catch (thrown) {
      if (!isBusy(thrown) || Date.now() > deadline) throw thrown;
      await sleep(1 + Math.random() * longest);
    }
  }
}

/** Another process that is reading keeps the log in use; it says so in its answer and throws nothing. */
function emptyLog(connection: Libsql.Database): void {
  const [state] = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all() as { busy: number }[];
  if (state?.busy) throw new Libsql.SqliteError('The log is in use', 'SQLITE_BUSY', 5);
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Libsql.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(thrown.code);
}

function translate(thrown: unknown): AppError {
  const ourMistake = thrown instanceof Libsql.SqliteError && /^SQLITE_(ERROR|CONSTRAINT|MISUSE)/.test(thrown.code);
  return toAppError(thrown, ourMistake ? 'internal' : 'record_unavailable');
}
