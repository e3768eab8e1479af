/**
 * WITH and RETURN: what each row becomes, then DISTINCT, ORDER BY, SKIP, LIMIT and, after WITH, WHERE, in that order.
 * ORDER BY and WHERE see the new names and, behind them, the variables from before.
 */
import type { Expression, Projection } from '../../cypher/ast.ts';
import { isAggregate } from './aggregates.ts';
import type { Compiler, Scope } from './compiler.ts';
import { grouping, hasAggregate } from './grouping.ts';
import { failAt } from './mistake.ts';
import { computing, distinctBy, filtering, limiting, type Operator, skipping, sorting } from './row-operators.ts';
import { rewrite, shapeOf } from './tree.ts';

type Item = { expression: Expression; alias: string; place: number };

export type CompiledProjection = {
  /** Only what was projected can be named from here on. */
  scope: Scope;
  places: number[];
  operators: Operator[];
};

export function compileProjection(
  compiler: Compiler,
  projection: Projection,
  where: Expression | null,
  scope: Scope,
): CompiledProjection {
  const { budget } = compiler;
  const items = projection.items.map((item) => ({ ...item, place: compiler.place() }));
  const places = items.map(({ place }) => place);
  const projected: Scope = new Map(items.map(({ alias, place }) => [alias, place]));
  const both: Scope = new Map([...scope, ...projected]);
  const orderBy = projection.orderBy.map(({ expression, descending }) => ({
    expression: byAlias(expression, items),
    descending,
  }));

  const operators: Operator[] = [values(compiler, items, scope)];
  if (projection.distinct) operators.push(distinctBy(places, budget));
  if (orderBy.length > 0) {
    const keys = orderBy.map(({ expression, descending }) => ({
      evaluate: compiler.expression(expression, both),
      descending,
    }));
    operators.push(sorting(keys, budget));
  }
  if (projection.skip) operators.push(skipping(countOf(compiler, projection.skip, 'SKIP')));
  if (projection.limit) operators.push(limiting(countOf(compiler, projection.limit, 'LIMIT')));
  if (where) operators.push(filtering(compiler.condition(byAlias(where, items), both)));
  return { scope: projected, places, operators };
}

function values(compiler: Compiler, items: readonly Item[], scope: Scope): Operator {
  if (items.some(({ expression }) => hasAggregate(expression))) return grouping(compiler, items, scope);
  return computing(items.map(({ expression, place }) => ({ place, evaluate: compiler.expression(expression, scope) })));
}

/** `RETURN c.name AS name, count(*) AS n ORDER BY c.name, count(*)` means the values that are there already. */
function byAlias(expression: Expression, items: readonly Item[]): Expression {
  const aliases = new Set(items.map(({ alias }) => alias));
  const shapes = new Map(items.map((item) => [shapeOf(item.expression), item.alias]));
  return rewrite(expression, (part) => {
    if (part.type === 'variable' && aliases.has(part.name)) return part;
    const alias = shapes.get(shapeOf(part));
    if (alias !== undefined) return { type: 'variable', name: alias, place: part.place };
    if (isAggregate(part)) return failAt(part.place)('An aggregate here must be one of the values of the projection');
    return null;
  });
}

function countOf(compiler: Compiler, expression: Expression, clause: 'SKIP' | 'LIMIT'): number {
  const value = compiler.expression(expression, new Map())([]);
  if (typeof value !== 'bigint' || value < 0n) {
    return failAt(expression.place)(`${clause} needs a whole number that is not negative`);
  }
  return Number(value);
}
