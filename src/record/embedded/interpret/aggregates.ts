/** The aggregate functions. All of them ignore null. */
import type { Expression } from '../../cypher/ast.ts';
import type { Budget } from './budget.ts';
import { keyOf, order } from './compare.ts';
import type { Fail } from './mistake.ts';
import { isNumber, typeName, type Value } from './values.ts';

export type Accumulator = { add(value: Value): void; result(): Value };
type Make = (at: { budget: Budget; fail: Fail }) => Accumulator;

const AGGREGATES: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['count', counting],
  ['sum', summing],
  ['avg', averaging],
  ['min', ({ budget }) => extreme(-1, budget)],
  ['max', ({ budget }) => extreme(1, budget)],
  ['collect', collecting],
]);

export type AggregateCall = Extract<Expression, { type: 'call' | 'countAll' }>;

export function isAggregate(expression: Expression): expression is AggregateCall {
  return (
    expression.type === 'countAll' || (expression.type === 'call' && AGGREGATES.has(expression.name.toLowerCase()))
  );
}

export function accumulatorFor(call: AggregateCall, budget: Budget, fail: Fail): Accumulator {
  const name = call.type === 'call' ? call.name.toLowerCase() : 'count';
  const make = AGGREGATES.get(name) ?? counting;
  const inner = make({ budget, fail });
  return call.type === 'call' && call.distinct ? distinct(inner, budget) : inner;
}

function distinct(inner: Accumulator, budget: Budget): Accumulator {
  const seen = new Set<string>();
  return {
    add(value) {
      if (value === null) return;
      budget.read(value);
      const key = keyOf(value);
      if (seen.has(key)) return;
      budget.keep(1);
      seen.add(key);
      inner.add(value);
    },
    result: inner.result,
  };
}

function counting(): Accumulator {
  let count = 0n;
  return {
    add(value) {
      if (value !== null) count += 1n;
    },
    result: () => count,
  };
}

/** Integers add up to an integer for as long as 64 bits hold it. */
function summing({ fail }: { fail: Fail }): Accumulator {
  let sum: bigint | number = 0n;
  return {
    add(value) {
      if (value === null) return;
      if (!isNumber(value)) return fail(`sum() needs numbers, not ${typeName(value)}`);
      sum = added(sum, value);
    },
    result: () => sum,
  };
}

function added(left: bigint | number, right: bigint | number): bigint | number {
  if (typeof left === 'number' || typeof right === 'number') return Number(left) + Number(right);
  return BigInt.asIntN(64, left + right) === left + right ? left + right : Number(left + right);
}

/** The running average that Neo4j keeps: the same last digit, not only the same number. */
function averaging({ fail }: { fail: Fail }): Accumulator {
  let count = 0;
  let average = 0;
  return {
    add(value) {
      if (value === null) return;
      if (!isNumber(value)) return fail(`avg() needs numbers, not ${typeName(value)}`);
      count += 1;
      average += (Number(value) - average) / count;
    },
    result: () => (count === 0 ? null : average),
  };
}

function extreme(sign: 1 | -1, budget: Budget): Accumulator {
  let best: Value = null;
  return {
    add(value) {
      budget.read(value);
      if (value !== null && (best === null || order(value, best) * sign > 0)) best = value;
    },
    result: () => best,
  };
}

function collecting({ budget }: { budget: Budget }): Accumulator {
  const items: Value[] = [];
  return {
    add(value) {
      if (value === null) return;
      budget.keep(1);
      items.push(value);
    },
    result: () => items,
  };
}
