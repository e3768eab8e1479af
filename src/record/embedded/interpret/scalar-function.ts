/** What a function of the dialect looks like, and how its arguments are checked. */
import type { Budget } from './budget.ts';
import type { Fail } from './mistake.ts';
import { typeName, type Value } from './values.ts';

export type ScalarFunction = {
  /** How many arguments it takes: any of these numbers. */
  arity: readonly number[];
  /** A function of null is null, and is not even called. */
  run(given: readonly Value[], at: { budget: Budget; fail: Fail }): Value;
};

export function textIn(value: Value, fail: Fail): string {
  return typeof value === 'string' ? value : fail(`A string is needed here, not ${typeName(value)}`);
}

/** A position or a length: Neo4j cuts a float to an integer here, and takes nothing that 32 bits cannot hold. */
export function positionIn(value: Value, fail: Fail): number {
  const position = Math.trunc(Number(numberIn(value, fail)));
  return position === (position | 0) ? position : fail('A position or a length is out of range');
}

export function numberIn(value: Value, fail: Fail): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return fail(`A number is needed here, not ${typeName(value)}`);
}

export function listIn(value: Value, fail: Fail): Value[] {
  return Array.isArray(value) ? value : fail(`A list is needed here, not ${typeName(value)}`);
}

/** Where Neo4j goes through a list, it takes any other value for a list of one. */
export function itemsOf(value: Value): Value[] {
  return Array.isArray(value) ? value : [value];
}
