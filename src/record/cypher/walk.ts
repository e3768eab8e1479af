/** The parts of a tree, in one place, so that no check misses one. */
import type { Expression, MapEntry, Pattern, Projection, Query } from './ast.ts';

/** The expressions directly inside this one. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'literal':
    case 'parameter':
    case 'variable':
    case 'countAll':
      return [];
    case 'property':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'not':
    case 'negative':
    case 'isNull':
      return [expression.operand];
    case 'list':
      return expression.items;
    case 'index':
      return [expression.of, expression.at];
    case 'slice':
      return present(expression.of, expression.from, expression.to);
    case 'call':
      return expression.arguments;
    case 'case':
      return [
        ...present(expression.subject),
        ...expression.branches.flatMap(({ when, then }) => [when, then]),
        ...present(expression.otherwise),
      ];
    case 'comprehension':
      return present(expression.list, expression.where, expression.map);
    case 'quantifier':
      return [expression.list, expression.where];
    case 'subquery':
      return [...valuesIn(expression.patterns), ...present(expression.where)];
  }
}

/** Every expression that stands on its own in the query, from the first clause to the last. */
export function expressionsIn(tree: Query): Expression[] {
  const inClauses = tree.clauses.flatMap((clause) =>
    clause.type === 'match'
      ? [...valuesIn(clause.patterns), ...present(clause.where)]
      : [...projected(clause.projection), ...present(clause.where)],
  );
  return [...inClauses, ...projected(tree.result.projection)];
}

/** This expression and all inside it, outer ones first. */
export function within(expression: Expression): Expression[] {
  const found = [expression];
  // The list grows while it is iterated: the cost is linear in the length of a chain.
  for (const one of found) found.push(...partsOf(one));
  return found;
}

function projected({ items, orderBy, skip, limit }: Projection): Expression[] {
  return [...items.map((item) => item.expression), ...orderBy.map((key) => key.expression), ...present(skip, limit)];
}

function valuesIn(patterns: readonly Pattern[]): Expression[] {
  const entries: MapEntry[] = patterns.flatMap(({ nodes, hops }) => [...nodes, ...hops].flatMap((p) => p.properties));
  return entries.map((entry) => entry.value);
}

function present(...expressions: (Expression | null)[]): Expression[] {
  return expressions.filter((expression) => expression !== null);
}
