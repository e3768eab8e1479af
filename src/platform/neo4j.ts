/**
 * The connection to Neo4j: a pool, managed transactions that the driver repeats after a deadlock or a change of leader, a time limit on
 * each, and errors as the rest of Medfleet knows them. The scheme of the URI decides about encryption.
 */
import neo4j, { type Driver, type ManagedTransaction, Neo4jError, type Session } from 'neo4j-driver';
import { AppError, toAppError } from './errors.ts';

export type Neo4jSettings = {
  /** neo4j:// routes reads and writes in a cluster, bolt:// goes to one server; +s checks the certificate, +ssc takes any. */
  uri: string;
  user: string;
  /** Not set: the server asks for none. */
  password?: string;
  /** Not set: the user's home database. */
  database?: string;
  maxConnections?: number;
  /** For one query that passed the guard. */
  queryLimitMs?: number;
};

/** Sends a statement. Several sent without waiting go out together, run in that order and cost one round trip. */
export type Run = <Row>(cypher: string, parameters?: Record<string, unknown>) => Promise<Row[]>;

export type Connection = {
  /** Goes to a follower where there is one, and sees what this process has written. `work` may run several times. */
  read<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** As `read`, with the time limit of a query that someone else wrote. */
  query<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** All or nothing. `work` may run several times. */
  write<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** One statement that writes, not repeated and with a short time limit: for a check that has to say at once what is wrong. */
  once(cypher: string): Promise<void>;
  /** As the server says it, such as 5.26.30. Asked once: a server that does not answer is reported at once. */
  serverVersion(): Promise<string>;
  close(): Promise<void>;
};

/**
 * Time limits that the server enforces. All of our own statements take milliseconds on an idle server; the limits are for a server that
 * is busy, or that compiles its first plans. A write also waits for other turns of the same patient.
 */
const WRITE_LIMIT_MS = 60_000;
const READ_LIMIT_MS = 30_000;
/** Neo4j counts no steps, so time is the only limit for a runaway query. By default it checks the time every two seconds. */
const QUERY_LIMIT_MS = 10_000;
const ONCE_LIMIT_MS = 5_000;
const POOL = 50;
/** After this long without success the driver stops repeating; the queue tries again later. */
const REPEAT_LIMIT_MS = 30_000;

export function connectNeo4j(settings: Neo4jSettings): Connection {
  const driver = openDriver(settings);
  const bookmarkManager = neo4j.bookmarkManager();
  let closed = false;

  const inSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    if (closed) throw new AppError('record_unavailable', 'The store is closed');
    const session = driver.session({ bookmarkManager, ...(settings.database && { database: settings.database }) });
    try {
      return await work(session);
    } catch (thrown) {
      throw translate(thrown);
    } finally {
      await session.close();
    }
  };
  const readWithin = <T>(timeout: number, work: (run: Run) => Promise<T>) =>
    inSession((session) => session.executeRead((tx) => work(runOn(tx)), { timeout }));

  return {
    read: (work) => readWithin(READ_LIMIT_MS, work),
    query: (work) => readWithin(settings.queryLimitMs ?? QUERY_LIMIT_MS, work),
    write: (work) => inSession((session) => session.executeWrite((tx) => work(runOn(tx)), { timeout: WRITE_LIMIT_MS })),
    once: (cypher) => inSession(async (session) => void (await session.run(cypher, {}, { timeout: ONCE_LIMIT_MS }))),
    serverVersion: () =>
      inSession(async () => {
        const { agent } = await driver.getServerInfo();
        return agent?.split('/')[1] ?? 'unknown';
      }),
    async close() {
      closed = true;
      await driver.close();
    },
  };
}

function openDriver({ uri, user, password, maxConnections = POOL }: Neo4jSettings): Driver {
  try {
    return neo4j.driver(uri, password === undefined ? undefined : neo4j.auth.basic(user, password), {
      maxConnectionPoolSize: maxConnections,
      connectionAcquisitionTimeout: 60_000,
      connectionTimeout: 10_000,
      maxConnectionLifetime: 3_600_000,
      maxTransactionRetryTime: REPEAT_LIMIT_MS,
      // Integers come back whole, and a bigint goes out as an integer; a plain number is always a float.
      useBigInt: true,
      notificationFilter: { minimumSeverityLevel: 'OFF' },
      telemetryDisabled: true,
    });
  } catch (thrown) {
    throw new AppError('config', 'NEO4J_URI is no address that the Neo4j driver understands', { cause: thrown });
  }
}

function runOn(tx: ManagedTransaction): Run {
  return async <Row>(cypher: string, parameters: Record<string, unknown> = {}) => {
    const { records } = await tx.run(cypher, parameters);
    return records.map((record) => record.toObject() as Row);
  };
}

/** What Neo4j says could quote the data, so it is kept as the cause and never as the message. */
function translate(thrown: unknown): AppError {
  if (!(thrown instanceof Neo4jError)) return toAppError(thrown);
  const { code } = thrown;
  if (code.startsWith('Neo.ClientError.Security.')) {
    return new AppError('config', 'Neo4j refuses NEO4J_USER or NEO4J_PASSWORD', { cause: thrown });
  }
  if (code === 'Neo.ClientError.Database.DatabaseNotFound') {
    return new AppError('config', 'Neo4j has no database of the name in NEO4J_DATABASE', { cause: thrown });
  }
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') {
    return new AppError('conflict', 'Something with this id exists in another record', { cause: thrown });
  }
  // A shared type was deleted with the last patient who used it while this turn was about to point to it: a retry creates it again.
  if (code === 'Neo.ClientError.Statement.EntityNotFound') return toAppError(thrown, 'record_unavailable');
  const ourMistake = /^Neo\.ClientError\.(Statement|Schema|Procedure)\./.test(code);
  return toAppError(thrown, ourMistake ? 'internal' : 'record_unavailable');
}
