/**
 * Cypher's three ways to compare: equality (`=`, IN), which may be unknown; order (`<`), which is unknown between types;
 * and the total order of ORDER BY, min and max, with the equivalence of DISTINCT and grouping to match, which never are.
 */
import { type EdgeValue, isNumber, type NodeValue, type Value } from './values.ts';

/** null: unknown, because a null is involved. */
export function equals(left: Value, right: Value): boolean | null {
  if (left === null || right === null) return null;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  if (Array.isArray(left) && Array.isArray(right)) return listsEqual(left, right);
  return left === right;
}

/** Negative, zero or positive; NaN where a number is NaN, so that every `<` and `>` is false; null if unknown. */
export function compare(left: Value, right: Value): number | null {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right);
  return null;
}

/** The order of ORDER BY, ascending: every two values have one. */
export function order(left: Value, right: Value): number {
  const difference = rank(left) - rank(right);
  if (difference !== 0) return difference;
  if (isNumber(left) && isNumber(right)) return orderNumbers(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return orderLists(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return left === right ? 0 : compareStrings(keyOf(left), keyOf(right));
}

/** Equal keys mean that DISTINCT and grouping hold two values for one: 1 and 1.0 are, and so are two nulls. */
export function keyOf(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  return `${value.kind} ${entityNumber(value)}`;
}

/** By code point, as Neo4j does; JS compares UTF-16 units, which puts an emoji before some other letters. */
export function compareStrings(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i += 1) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** An integer meets a float as a float, rounded if it is beyond 2^53, as in Neo4j. */
function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (typeof left !== typeof right) return compareNumbers(Number(left), Number(right));
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right ? 0 : Number.NaN;
}

/** NaN comes after every other number. */
function orderNumbers(left: bigint | number, right: bigint | number): number {
  const difference = compareNumbers(left, right);
  return Number.isNaN(difference) ? Number(Number.isNaN(left)) - Number(Number.isNaN(right)) : difference;
}

function listsEqual(left: Value[], right: Value[]): boolean | null {
  if (left.length !== right.length) return false;
  let result: boolean | null = true;
  for (const [i, item] of left.entries()) {
    const same = equals(item, right[i] ?? null);
    if (same === false) return false;
    if (same === null) result = null;
  }
  return result;
}

function compareLists(left: Value[], right: Value[]): number | null {
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = compare(left[i] ?? null, right[i] ?? null);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function orderLists(left: Value[], right: Value[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = order(left[i] ?? null, right[i] ?? null);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function rank(value: Value): number {
  if (value === null) return 6;
  if (isNumber(value)) return 5;
  if (typeof value === 'boolean') return 4;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 2;
  return value.kind === 'edge' ? 1 : 0;
}

/** Parallel edges have no id of their own, so each entity gets a number when it is first asked for. */
const numbers = new WeakMap<NodeValue | EdgeValue, number>();
let last = 0;
function entityNumber(entity: NodeValue | EdgeValue): number {
  let number = numbers.get(entity);
  if (number === undefined) {
    last += 1;
    number = last;
    numbers.set(entity, number);
  }
  return number;
}
