/**
 * What a query computes with, and how it maps to what the record stores and to what comes back. Every engine must map the
 * same way, or the same question would get two answers:
 *
 * - A number stored in the graph is a FLOAT, always (Neo4j's driver stores JS numbers so), whether or not it is whole:
 *   `o.value / 2` of 7 is 3.5. The only INTEGER properties are those of `INTEGER_PROPERTIES`, which Neo4j must store as such.
 * - A parameter that is a whole number is an INTEGER, any other number a FLOAT (`LIMIT $n` needs an integer).
 * - A literal is an INTEGER if it is written as one: `7/2` is 3, `7/2.0` is 3.5.
 * - Going out, an INTEGER is a JS number, or a string of digits where a JS number could not hold it exactly; a FLOAT is a
 *   JS number, and may be NaN or infinite.
 *
 * Inside, an integer is a bigint and a float is a number, so the two can never be confused.
 */

import type { Cell, Parameters } from '../../cypher/ast.ts';
import { INTEGER_PROPERTIES } from '../../schema.ts';

export type NodeValue = { kind: 'node'; id: string; label: string; properties: Properties };
export type EdgeValue = { kind: 'edge'; from: string; type: string; to: string; properties: Properties };
export type Value = null | boolean | bigint | number | string | Value[] | NodeValue | EdgeValue;

type Properties = Readonly<Record<string, Cell>>;

/** One row under way: a value for each variable, by the place that the compiler gave it. */
export type Row = Value[];

export function propertyOf(entity: NodeValue | EdgeValue, key: string): Value {
  if (!Object.hasOwn(entity.properties, key)) return null;
  return fromCell(entity.properties[key] ?? null, INTEGER_PROPERTIES.has(key));
}

export function fromParameter(value: Parameters[string]): Value {
  return fromCell(value as Cell, true);
}

/** The dialect has no maps, and what is stored as one is for our own code: a query sees nothing there. */
function fromCell(cell: Cell, wholeIsInteger: boolean): Value {
  if (typeof cell === 'number') return wholeIsInteger && Number.isSafeInteger(cell) ? BigInt(cell) : cell;
  if (Array.isArray(cell)) return cell.map((item) => fromCell(item, wholeIsInteger));
  return typeof cell === 'object' ? null : cell;
}

/** A node comes back as its properties, as drivers that unwrap nodes do. */
export function toCell(value: Value): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : value.toString();
  // JSON and most readers know no negative zero.
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(toCell);
  return { ...value.properties };
}

/** What a message may say of a value: its type, never the value. */
export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'number') return 'a float';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'string') return 'a string';
  if (Array.isArray(value)) return 'a list';
  return value.kind === 'node' ? 'a node' : 'a relationship';
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

export function isEntity(value: Value): value is NodeValue | EdgeValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}
