/** What must hold for every value and every record, not only for those that someone thought of. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '../../../src/record/cypher/ast.ts';
import { compare, equals, keyOf, order } from '../../../src/record/embedded/interpret/compare.ts';
import type { Value } from '../../../src/record/embedded/interpret/values.ts';
import { answerTo, ask, graphOf } from './ask.ts';

const truth = fc.constantFrom('true', 'false', 'null');
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double(),
    fc.integer({ min: -3, max: 3 }).map(BigInt),
    fc.integer({ min: -3, max: 3 }),
    fc.string({ maxLength: 4, unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

test('a negated condition keeps its meaning by De Morgan, unknown included', () => {
  fc.assert(
    fc.property(truth, truth, truth, (a, b, c) => {
      const same = (left: string, right: string) => expect(answerTo(left)).toBe(answerTo(right));
      same(`NOT (${a} AND ${b})`, `NOT ${a} OR NOT ${b}`);
      same(`NOT (${a} OR ${b})`, `NOT ${a} AND NOT ${b}`);
      same(`${a} XOR ${b}`, `(${a} OR ${b}) AND NOT (${a} AND ${b})`);
      same(`${a} AND (${b} OR ${c})`, `(${a} AND ${b}) OR (${a} AND ${c})`);
      same(`any(x IN [${a}, ${b}, ${c}] WHERE x)`, `${a} OR ${b} OR ${c}`);
      same(`all(x IN [${a}, ${b}, ${c}] WHERE x)`, `${a} AND ${b} AND ${c}`);
      same(`none(x IN [${a}, ${b}, ${c}] WHERE x)`, `NOT (${a} OR ${b} OR ${c})`);
    }),
  );
});

test('any values can be sorted, and come out in one order only', () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(order(a, b))).toBe(-Math.sign(order(b, a)) + 0);
      if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
      expect(order(a, a)).toBe(0);
    }),
  );
});

test('what is equal is grouped together and sorts alike', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      if (keyOf(a) === keyOf(b)) expect(order(a, b)).toBe(0);
      if (equals(a, b) === true) expect(order(a, b)).toBe(0);
      const difference = compare(a, b);
      if (difference !== null && !Number.isNaN(difference) && difference < 0) expect(order(a, b)).toBeLessThan(0);
    }),
  );
});

const stored = fc.array(
  fc.record({
    value: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('a', 'b', null)),
    name: fc.constantFrom('x', 'y'),
  }),
  { maxLength: 12 },
);
type Stored = { value: Cell; name: string }[];

function asked(items: Stored, query: string, parameters = {}): Cell[][] {
  const nodes = Object.fromEntries(
    items.map((properties, i) => [`o${i}`, ['Observation', properties] as [string, Record<string, Cell>]]),
  );
  return ask(`MATCH (o:Observation) ${query}`, { graph: graphOf(nodes), parameters }).rows;
}

test('SKIP and LIMIT cut the sorted rows and nothing else', () => {
  fc.assert(
    fc.property(stored, fc.nat(15), fc.nat(15), (items, skip, limit) => {
      const all = asked(items, 'RETURN o.value AS v, o.uuid AS u ORDER BY v DESC, u');
      const some = asked(items, 'RETURN o.value AS v, o.uuid AS u ORDER BY v DESC, u SKIP $skip LIMIT $limit', {
        skip,
        limit,
      });
      expect(all).toHaveLength(items.length);
      expect(some).toEqual(all.slice(skip, skip + limit));
    }),
  );
});

test('DISTINCT leaves each row once, and twice is no more than once', () => {
  fc.assert(
    fc.property(stored, (items) => {
      const once = asked(items, 'RETURN DISTINCT o.value AS v ORDER BY v');
      expect(once).toHaveLength(new Set(items.map((item) => item.value)).size);
      expect(asked(items, 'WITH DISTINCT o.value AS w RETURN DISTINCT w AS v ORDER BY v')).toEqual(once);
      expect(asked(items, 'RETURN o.value AS v, count(*) AS n ORDER BY v').map(([v]) => [v])).toEqual(once);
    }),
  );
});

test('the groups together count every row, and nulls only where rows are counted', () => {
  fc.assert(
    fc.property(stored, (items) => {
      const groups = asked(
        items,
        'RETURN o.name AS name, count(*) AS n, count(o.value) AS v, size(collect(o.value)) AS c',
      );
      const total = (column: number) => groups.reduce((sum, row) => sum + Number(row[column]), 0);
      expect(total(1)).toBe(items.length);
      expect(total(2)).toBe(items.filter((item) => item.value !== null).length);
      expect(total(3)).toBe(total(2));
    }),
  );
});
