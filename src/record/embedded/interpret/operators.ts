/** The operators that compare, join truth values and look into texts and lists, over values that are already there. */
import type { BinaryOperator } from '../../cypher/ast.ts';
import type { Arithmetic } from './arithmetic.ts';
import { compare, equals } from './compare.ts';
import type { Fail } from './mistake.ts';
import { itemsOf } from './scalar-function.ts';
import { typeName, type Value } from './values.ts';

type Logic = 'AND' | 'OR' | 'XOR';
type Test = Exclude<BinaryOperator, Arithmetic | Logic>;

/** Operators whose result is true, false or unknown, whatever they are given. */
export const TESTS: Readonly<Record<Test, (left: Value, right: Value) => boolean | null>> = {
  '=': equals,
  '<>': (left, right) => not(equals(left, right)),
  '<': (left, right) => ordered(compare(left, right), (difference) => difference < 0),
  '<=': (left, right) => ordered(compare(left, right), (difference) => difference <= 0),
  '>': (left, right) => ordered(compare(left, right), (difference) => difference > 0),
  '>=': (left, right) => ordered(compare(left, right), (difference) => difference >= 0),
  IN: isIn,
  'STARTS WITH': (left, right) => texts(left, right, (text, part) => text.startsWith(part)),
  'ENDS WITH': (left, right) => texts(left, right, (text, part) => text.endsWith(part)),
  CONTAINS: (left, right) => texts(left, right, (text, part) => text.includes(part)),
};

export function isTest(operator: BinaryOperator): operator is Test {
  return Object.hasOwn(TESTS, operator);
}

export function isLogic(operator: BinaryOperator): operator is Logic {
  return operator === 'AND' || operator === 'OR' || operator === 'XOR';
}

/** The right side is only looked at if it can still change the answer. */
export function logic(operator: Logic, left: boolean | null, right: () => boolean | null): boolean | null {
  if (operator === 'XOR') {
    const other = right();
    return left === null || other === null ? null : left !== other;
  }
  const decisive = operator === 'OR';
  if (left === decisive) return decisive;
  const other = right();
  if (other === decisive) return decisive;
  return left === null || other === null ? null : !decisive;
}

export function not(truth: boolean | null): boolean | null {
  return truth === null ? null : !truth;
}

export function truthIn(value: Value, fail: Fail): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  return fail(`A condition is needed here, not ${typeName(value)}`);
}

function ordered(difference: number | null, holds: (difference: number) => boolean): boolean | null {
  return difference === null ? null : holds(difference);
}

function texts(left: Value, right: Value, holds: (text: string, part: string) => boolean): boolean | null {
  return typeof left === 'string' && typeof right === 'string' ? holds(left, right) : null;
}

function isIn(value: Value, list: Value): boolean | null {
  if (list === null) return null;
  let result: boolean | null = false;
  for (const item of itemsOf(list)) {
    const same = equals(value, item);
    if (same === true) return true;
    if (same === null) result = null;
  }
  return result;
}
