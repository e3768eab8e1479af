/** Cypher's arithmetic: 64-bit integers whose overflow is an error, floats as Java has them, and `+` for texts and lists. */
import type { Budget } from './budget.ts';
import type { Fail } from './mistake.ts';
import { isNumber, typeName, type Value } from './values.ts';

export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '^';

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

export function calculate(operator: Arithmetic, left: Value, right: Value, budget: Budget, fail: Fail): Value {
  // Neo4j raises this even for null / 0.
  if (operator === '/' && right === 0n && typeof left !== 'number') return fail('Division by zero');
  if (left === null || right === null) return null;
  if (isNumber(left) && isNumber(right)) return numbers(operator, left, right, fail);
  if (operator === '+') return joined(left, right, budget, fail);
  return fail(`${operator} needs numbers, and was given ${typeName(left)} and ${typeName(right)}`);
}

export function negative(value: Value, fail: Fail): Value {
  if (value === null) return null;
  if (typeof value === 'bigint') return inRange(-value, fail);
  return typeof value === 'number' ? -value : fail(`- needs a number, and was given ${typeName(value)}`);
}

export function inRange(value: bigint, fail: Fail): bigint {
  return value < MIN_INTEGER || value > MAX_INTEGER ? fail('An integer grew beyond 64 bits') : value;
}

/** A float cut to an integer; what is too large stays at the end of the range, as in Java. */
export function truncated(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MAX_INTEGER;
  return value <= -(2 ** 63) ? MIN_INTEGER : BigInt(Math.trunc(value));
}

/** As Neo4j writes a number: 1.0 for a whole float, 1.0E10 from ten million on. */
export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toString();
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

function numbers(operator: Arithmetic, left: bigint | number, right: bigint | number, fail: Fail): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint' && operator !== '^') {
    return integers(operator, left, right, fail);
  }
  return floats(operator, Number(left), Number(right));
}

function integers(operator: Exclude<Arithmetic, '^'>, left: bigint, right: bigint, fail: Fail): bigint {
  switch (operator) {
    case '+':
      return inRange(left + right, fail);
    case '-':
      return inRange(left - right, fail);
    case '*':
      return inRange(left * right, fail);
    case '/':
      return inRange(left / right, fail);
    case '%':
      return right === 0n ? fail('Division by zero') : left % right;
  }
}

function floats(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return left ** right;
  }
}

function joined(left: Value, right: Value, budget: Budget, fail: Fail): Value {
  if (Array.isArray(left) || Array.isArray(right)) {
    const [start, end] = [Array.isArray(left) ? left : [left], Array.isArray(right) ? right : [right]];
    budget.list(start.length + end.length);
    return [...start, ...end];
  }
  if (typeof left === 'string' || typeof right === 'string') {
    const [start, end] = [textOf(left), textOf(right)];
    if (start !== null && end !== null) {
      budget.text(start.length + end.length);
      return start + end;
    }
  }
  return fail(`+ cannot join ${typeName(left)} and ${typeName(right)}`);
}

export function textOf(value: Value): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isNumber(value) ? numberText(value) : null;
}
