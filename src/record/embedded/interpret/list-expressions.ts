/** Expressions that take a list apart or go through it: items, slices, comprehensions, any, all, none and single. */
import type { Expression } from '../../cypher/ast.ts';
import type { Compiler, Evaluate, Scope } from './compiler.ts';
import { type Fail, failAt } from './mistake.ts';
import { truthIn } from './operators.ts';
import { itemsOf, positionIn } from './scalar-function.ts';
import { isEntity, propertyOf, typeName, type Value } from './values.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

/** `list[2]`, and `node['name']` as the same thing as `node.name`. */
export function compileIndex(compiler: Compiler, expression: Of<'index'>, scope: Scope): Evaluate {
  const fail = failAt(expression.place);
  const of = compiler.expression(expression.of, scope);
  const at = compiler.expression(expression.at, scope);
  return (row) => {
    const container = of(row);
    const key = at(row);
    if (container === null || key === null) return null;
    if (Array.isArray(container)) {
      if (typeof key !== 'bigint') return fail(`The place in a list is an integer, not ${typeName(key)}`);
      return container.at(Number(key)) ?? null;
    }
    return typeof key === 'string' ? propertyIn(container, key, fail) : fail(`${typeName(container)} has no items`);
  };
}

export function propertyIn(value: Value, key: string, fail: Fail): Value {
  if (value === null) return null;
  if (isEntity(value)) return propertyOf(value, key);
  return fail(`Only nodes and relationships have properties, not ${typeName(value)}`);
}

export function compileSlice(compiler: Compiler, expression: Of<'slice'>, scope: Scope): Evaluate {
  const fail = failAt(expression.place);
  const of = compiler.expression(expression.of, scope);
  const from = expression.from && compiler.expression(expression.from, scope);
  const to = expression.to && compiler.expression(expression.to, scope);
  return (row) => {
    const list = of(row);
    const start = from ? from(row) : 0n;
    const end = to ? to(row) : undefined;
    if (list === null || start === null || end === null) return null;
    // Like JS, Cypher counts a negative place from the end, and lets a slice reach over either end.
    return itemsOf(list).slice(positionIn(start, fail), end === undefined ? undefined : positionIn(end, fail));
  };
}

export function compileComprehension(compiler: Compiler, expression: Of<'comprehension'>, scope: Scope): Evaluate {
  const { budget } = compiler;
  const list = compiler.expression(expression.list, scope);
  const place = compiler.place();
  const inner: Scope = new Map([...scope, [expression.variable, place]]);
  const where = expression.where && compiler.condition(expression.where, inner);
  const map = expression.map && compiler.expression(expression.map, inner);
  return (row) => {
    const items = list(row);
    if (items === null) return null;
    const made: Value[] = [];
    for (const item of itemsOf(items)) {
      budget.step();
      row[place] = item;
      if (!where || where(row)) made.push(map ? map(row) : item);
    }
    return made;
  };
}

export function compileQuantifier(compiler: Compiler, expression: Of<'quantifier'>, scope: Scope): Evaluate {
  const { budget } = compiler;
  const fail = failAt(expression.where.place);
  const list = compiler.expression(expression.list, scope);
  const place = compiler.place();
  const where = compiler.expression(expression.where, new Map([...scope, [expression.variable, place]]));
  return (row) => {
    const items = list(row);
    if (items === null) return null;
    const tally = { yes: 0, no: 0, unknown: 0 };
    for (const item of itemsOf(items)) {
      budget.step();
      row[place] = item;
      const truth = truthIn(where(row), fail);
      tally[truth === null ? 'unknown' : truth ? 'yes' : 'no'] += 1;
    }
    return verdict(expression.quantifier, tally);
  };
}

/** What is unknown only matters where it could change the answer. */
function verdict(
  quantifier: Of<'quantifier'>['quantifier'],
  { yes, no, unknown }: { yes: number; no: number; unknown: number },
): boolean | null {
  if (quantifier === 'all') return no > 0 ? false : unknown > 0 ? null : true;
  if (quantifier === 'single') return yes > 1 ? false : unknown > 0 ? null : yes === 1;
  if (yes > 0) return quantifier === 'any';
  return unknown > 0 ? null : quantifier === 'none';
}
