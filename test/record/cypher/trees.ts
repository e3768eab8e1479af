/** Random trees of everything that the grammar can say, whether it makes sense or not. */
import fc from 'fast-check';
import type {
  BinaryOperator,
  Expression,
  Hop,
  NodePattern,
  Pattern,
  Projection,
  Query,
} from '../../../src/record/cypher/ast.ts';
import { FUNCTION_NAMES } from '../../../src/record/cypher/functions.ts';
import { columnName } from '../../../src/record/cypher/print.ts';
import { START } from '../../../src/record/cypher/refused.ts';

const OPERATORS: BinaryOperator[] = [
  'AND',
  'OR',
  'XOR',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  'IN',
  'STARTS WITH',
  'ENDS WITH',
  'CONTAINS',
];
const place = START;
const name = fc.constantFrom('a', 'b', 'node', 'count', 'exists', 'any', 'type', 'x1', '_y', 'Name_2');
const schemaName = fc.constantFrom('name', 'WITH', 'IS_A', 'end', 'Patient', 'value', 'AT');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });
const few = <T>(arbitrary: fc.Arbitrary<T>, minLength = 0) => fc.array(arbitrary, { minLength, maxLength: 3 });

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((value) => ({ type: 'literal' as const, value, place })),
  fc.maxSafeNat().map((value) => ({ type: 'literal' as const, value, place })),
  fc
    .double({ min: 0, noNaN: true, noDefaultInfinity: true })
    .map((value) => ({ type: 'literal' as const, value: value + 0, float: true, place })),
  fc.constantFrom(true, false, null).map((value) => ({ type: 'literal' as const, value, place })),
  name.map((given) => ({ type: 'variable' as const, name: given, place })),
  name.map((given) => ({ type: 'parameter' as const, name: given, place })),
  fc.constant({ type: 'countAll' as const, place }),
);

const { expression, patterns } = fc.letrec<{
  expression: Expression;
  node: NodePattern;
  hop: Hop;
  patterns: Pattern[];
}>((tie) => ({
  node: fc.record({
    variable: maybe(name),
    labels: fc.array(schemaName, { maxLength: 1 }),
    properties: fc.array(fc.record({ key: schemaName, value: tie('expression') }), { maxLength: 2 }),
    place: fc.constant(place),
  }),
  hop: fc.record({
    variable: maybe(name),
    types: few(schemaName),
    properties: fc.array(fc.record({ key: schemaName, value: tie('expression') }), { maxLength: 1 }),
    direction: fc.constantFrom('left' as const, 'right' as const),
    place: fc.constant(place),
  }),
  patterns: few(
    fc.integer({ min: 0, max: 2 }).chain((hops) =>
      fc.record({
        nodes: fc.array(tie('node'), { minLength: hops + 1, maxLength: hops + 1 }),
        hops: fc.array(tie('hop'), { minLength: hops, maxLength: hops }),
      }),
    ),
    1,
  ),
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small', depthIdentifier: 'expression' },
    { weight: 12, arbitrary: leaf },
    branch('binary', { operator: fc.constantFrom(...OPERATORS), left: tie('expression'), right: tie('expression') }),
    branch('not', { operand: tie('expression') }),
    branch('negative', { operand: tie('expression') }),
    branch('isNull', { operand: tie('expression'), negated: fc.boolean() }),
    branch('property', { of: tie('expression'), key: schemaName }),
    branch('list', { items: few(tie('expression')) }),
    branch('index', { of: tie('expression'), at: tie('expression') }),
    branch('slice', { of: tie('expression'), from: maybe(tie('expression')), to: maybe(tie('expression')) }),
    branch('call', {
      name: fc.constantFrom(...FUNCTION_NAMES),
      distinct: fc.boolean(),
      arguments: few(tie('expression')),
    }),
    branch('case', {
      subject: maybe(tie('expression')),
      branches: few(fc.tuple(tie('expression'), tie('expression')).map(choice), 1),
      otherwise: maybe(tie('expression')),
    }),
    branch('comprehension', {
      variable: name,
      list: tie('expression'),
      where: maybe(tie('expression')),
      map: maybe(tie('expression')),
    }),
    branch('quantifier', {
      quantifier: fc.constantFrom('any' as const, 'all' as const, 'none' as const, 'single' as const),
      variable: name,
      list: tie('expression'),
      where: tie('expression'),
    }),
    branch('subquery', {
      kind: fc.constantFrom('exists' as const, 'count' as const),
      patterns: tie('patterns'),
      where: maybe(tie('expression')),
    }),
  ),
}));

function choice([when, result]: [Expression, Expression]): { when: Expression; then: Expression } {
  // biome-ignore lint/suspicious/noThenProperty: the tree calls it so, as Cypher does
  return { when, then: result };
}

function branch<T extends Expression['type']>(
  type: T,
  model: {
    [K in keyof Omit<Extract<Expression, { type: T }>, 'type' | 'place'>]: fc.Arbitrary<
      Extract<Expression, { type: T }>[K]
    >;
  },
): fc.Arbitrary<Expression> {
  return fc
    .record(model as Record<string, fc.Arbitrary<unknown>>)
    .map((parts) => ({ type, place, ...parts }) as Expression);
}

const count = fc.nat({ max: 500 }).map((value): Expression => ({ type: 'literal', value, place }));
const projection: fc.Arbitrary<Projection> = fc.record({
  distinct: fc.boolean(),
  items: few(fc.record({ expression, alias: fc.oneof(name, fc.constant('')) }), 1).map((items) =>
    items.map((item) => ({ ...item, alias: item.alias || columnName(item.expression) })),
  ),
  orderBy: few(fc.record({ expression, descending: fc.boolean() })),
  skip: maybe(count),
  limit: maybe(count),
});
const where = maybe(expression);

export const queries: fc.Arbitrary<Query> = fc.record({
  clauses: few(
    fc.oneof(
      fc.record({
        type: fc.constant('match' as const),
        optional: fc.boolean(),
        patterns,
        where,
        place: fc.constant(place),
      }),
      fc.record({ type: fc.constant('with' as const), projection, where, place: fc.constant(place) }),
    ),
  ),
  result: fc.record({ type: fc.constant('return' as const), projection, place: fc.constant(place) }),
});
