/**
 * A checked query, as the guard printed it, in a transaction that can only read. Its numbers go out and come back as the embedded engine
 * has them: a whole number is an integer, and an integer too large for a JS number is text.
 */
import { Neo4jError } from 'neo4j-driver';
import { AppError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/neo4j.ts';
import { boundParameters } from '../bind-parameters.ts';
import type { Cell, GuardedQuery, Parameters, QueryRows } from '../cypher/ast.ts';
import { MAX_ROWS } from '../cypher/projections.ts';

export async function readQuery(
  connection: Connection,
  patient: string,
  query: GuardedQuery,
  given: Parameters = {},
): Promise<QueryRows> {
  const bound = Object.entries(boundParameters(patient, query, given));
  const parameters = Object.fromEntries(bound.map(([name, value]) => [name, storedParameter(value)]));
  try {
    const rows = await connection.query((run) => run<Record<string, unknown>>(query.cypher, parameters));
    return {
      columns: query.columns,
      rows: rows.map((row) => query.columns.map((column) => cellOf(row[column]))),
      truncated: rows.length >= MAX_ROWS,
    };
  } catch (thrown) {
    throw mistakeIn(thrown);
  }
}

function storedParameter(value: Parameters[string]): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return Array.isArray(value) ? value.map(storedParameter) : value;
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  // JSON and most readers know no negative zero.
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(cellOf);
  return (value ?? null) as Cell;
}

/** What the query itself did wrong, so that its author can fix it. Neo4j's own message could quote the data. */
function mistakeIn(thrown: unknown): unknown {
  const cause = thrown instanceof AppError ? thrown.cause : thrown;
  if (!(cause instanceof Neo4jError)) return thrown;
  if (/TransactionTimedOut|OutOfMemory|Terminated/.test(cause.code)) {
    return new AppError(
      'query_too_slow',
      'It took too long. Connect the patterns of one MATCH through shared nodes, and narrow them with labels, dates or a LIMIT.',
      { cause },
    );
  }
  if (!cause.code.startsWith('Neo.ClientError.Statement.')) return thrown;
  const why = MISTAKES[cause.code.slice('Neo.ClientError.Statement.'.length)] ?? 'Neo4j cannot run it';
  return new AppError('invalid', `The query cannot be answered: ${why}.`, {
    cause,
    errors: [{ path: 'query', message: why }],
  });
}

const MISTAKES: Readonly<Record<string, string>> = {
  ArithmeticError: 'a number is divided by zero or becomes too large',
  TypeError: 'a value is of another type than its operator or function takes',
  ArgumentError: 'a function is given a value that it does not take',
};
