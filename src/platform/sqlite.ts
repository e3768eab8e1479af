/**
 * A SQLite file, under the embedded engines. Several processes write it at once and none may block its event loop for long, so a write
 * that finds the file locked waits in a timer, not inside SQLite. A transaction itself is synchronous: no other call can run in between.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextEventLoopTurn, setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { AppError, toAppError } from './errors.ts';
import { createSerialQueues } from './serial.ts';
import { uninterrupted } from './thread-gate.ts';

/** How long SQLite itself may wait for a lock; the event loop is blocked meanwhile. */
const SQLITE_TIMEOUT_MS = 10;
const MAX_RETRY_DELAY_MS = 60;
/** After this long without the lock a write fails, and the queue tries again later. It is long enough for a busy machine. */
const LOCK_WAIT_LIMIT_MS = 60_000;

export type Value = string | number | boolean | Uint8Array | null | undefined;

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
  /** Removes deleted data from the files: pages are overwritten when they are freed (secure_delete), and this empties the log. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};

export async function openDatabase(file: string): Promise<Database> {
  let connection: Libsql.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    const opened = uninterrupted(() => new Libsql(file, { timeout: SQLITE_TIMEOUT_MS }));
    connection = opened;
    // By path: opening and closing the file ourselves would drop SQLite's locks on it.
    if (isNew) chmodSync(file, 0o600);
    await retryWhileBusy(() => opened.prepare('PRAGMA journal_mode = WAL').all());
    uninterrupted(() => {
      opened.exec('PRAGMA synchronous = FULL');
      opened.prepare('PRAGMA secure_delete = ON').all();
    });
    return databaseOn(opened);
  } catch (thrown) {
    uninterrupted(() => connection?.close());
    throw translate(thrown);
  }
}

function databaseOn(connection: Libsql.Database): Database {
  const sql = sqlOn(connection);
  const serial = createSerialQueues();
  let closed = false;

  const transaction = async <T>(begin: string, work: (sql: Sql) => T): Promise<T> => {
    // The driver frees memory only between turns of the event loop, and a burst of calls must not block all other work.
    await nextEventLoopTurn();
    if (closed) throw new AppError('record_unavailable', 'The store is closed');
    try {
      return await retryWhileBusy(() => inTransaction(connection, begin, () => work(sql)));
    } catch (thrown) {
      throw translate(thrown);
    }
  };

  return {
    read: (work) => transaction('BEGIN', work),
    // One at a time: each write that waits for the lock blocks the event loop for a moment with every attempt.
    write: (work) => serial('write', () => transaction('BEGIN IMMEDIATE', work)),
    scrub: () => retryWhileBusy(() => emptyLog(connection)).catch((thrown) => Promise.reject(translate(thrown))),
    async close() {
      if (closed) return;
      closed = true;
      // The driver closes the file only when its memory is garbage-collected; until then the log is at least empty.
      try {
        connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      } catch (thrown) {
        throw translate(thrown);
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

/** This driver aborts the whole process if it is given a boolean. */
function bindable(value: Value): string | number | Uint8Array | null {
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

/** Retries while another process holds the lock. Delays grow and are random, so that two processes do not keep colliding. */
async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  const deadline = Date.now() + LOCK_WAIT_LIMIT_MS;
  for (let longest = 4; ; longest = Math.min(longest * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return uninterrupted(attempt);
    } catch (thrown) {
      if (!isBusy(thrown) || Date.now() > deadline) throw thrown;
      await sleep(1 + Math.random() * longest);
    }
  }
}

/** While another process reads, the log is in use: SQLite reports that in its result and throws nothing. */
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
