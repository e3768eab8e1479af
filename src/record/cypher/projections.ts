/** RETURN and WITH: what comes out of them, under which names, in what order and how much of it. */
import { checkGrouping, hasAggregate } from './aggregates.ts';
import type { Expression, Projection } from './ast.ts';
import { checkCondition, typeOf } from './expressions.ts';
import { columnName, isName } from './print.ts';
import { refuse } from './refused.ts';
import { holdsEntities, type Reach, type Scope, type Type } from './types.ts';
import { within } from './walk.ts';

/** A person reads no more rows than this, and a model should not have to. */
export const MAX_ROWS = 200;
/** No record holds more than this; a larger number is a mistake. */
const MAX_COUNTED = 1_000_000;

type Checked = { projection: Projection; scope: Scope };

export function checkWith(projection: Projection, where: Expression | null, reach: Reach): Checked {
  const checked = check(projection, reach, MAX_COUNTED);
  for (const { expression, alias } of projection.items) {
    if (!isName(alias)) {
      refuse('column', expression.place, 'What WITH passes on needs a name: write AS and a name after it');
    }
    const taken = reach.scope.has(alias) || reach.dropped.has(alias);
    if (taken && !(expression.type === 'variable' && expression.name === alias)) {
      refuse('name', expression.place, `${alias} already stands for something else; choose another name after AS`);
    }
  }
  if (where)
    checkCondition(where, { ...reach, scope: checked.scope, dropped: left(reach, checked.scope), aggregates: false });
  return checked;
}

export function checkReturn(projection: Projection, reach: Reach): Checked {
  const checked = check(projection, reach, MAX_ROWS);
  for (const { expression, alias } of projection.items) {
    const type = checked.scope.get(alias);
    if (type && holdsEntities(type)) {
      const name = expression.type === 'variable' ? expression.name : 'x';
      refuse(
        'whole_node',
        expression.place,
        `RETURN gives values, not whole nodes or relationships; name the properties, such as ${name}.uuid, ${name}.name`,
      );
    }
  }
  return checked;
}

/** The names that a WITH drops, with those that were dropped before. */
export function left({ scope, dropped }: Reach, after: Scope): ReadonlySet<string> {
  return new Set([...dropped, ...scope.keys()].filter((name) => !after.has(name)));
}

function check(projection: Projection, reach: Reach, most: number): Checked {
  const scope = new Map<string, Type>();
  for (const { expression, alias } of projection.items) {
    const type = typeOf(expression, { ...reach, aggregates: true });
    if (scope.has(alias))
      refuse('column', expression.place, 'Two columns have the same name; give one another name with AS');
    scope.set(alias, type);
  }
  checkGrouping(projection.items.map((item) => item.expression));
  checkOrder(projection, scope, reach);
  return {
    projection: {
      ...projection,
      skip: projection.skip && fixedCount(projection.skip, 'SKIP', MAX_COUNTED, reach),
      limit: projection.limit && fixedCount(projection.limit, 'LIMIT', most, reach),
    },
    scope,
  };
}

/** A sort key is a column, or, as long as each row is still one row, anything that was in reach before. */
function checkOrder({ items, orderBy, distinct }: Projection, columns: Scope, reach: Reach): void {
  const merged = distinct || items.some((item) => hasAggregate(item.expression));
  const texts = new Map(items.map((item) => [columnName(item.expression), item.alias]));
  for (const { expression } of orderBy) {
    refuseTwoMeanings(expression, items, reach);
    const column = texts.get(columnName(expression));
    const scope = merged ? columns : new Map([...reach.scope, ...columns]);
    const type = column === undefined ? sortType(expression, scope, merged, reach) : columns.get(column);
    if (type && holdsEntities(type)) {
      refuse('wrong_type', expression.place, 'ORDER BY takes values, not nodes or relationships; sort by a property');
    }
  }
}

function sortType(expression: Expression, scope: Scope, merged: boolean, reach: Reach): Type {
  const names = within(expression).flatMap((part) => (part.type === 'variable' ? [part.name] : []));
  if (merged && names.some((name) => reach.scope.has(name) && !scope.has(name))) {
    refuse(
      'column',
      expression.place,
      'After DISTINCT or an aggregate, ORDER BY sees the columns only; sort by the name of one',
    );
  }
  return typeOf(expression, { ...reach, scope, aggregates: false });
}

/** RETURN c.name AS c ORDER BY c.status: which c? */
function refuseTwoMeanings(expression: Expression, items: Projection['items'], { scope }: Reach): void {
  for (const part of within(expression)) {
    if (part.type !== 'variable' || !scope.has(part.name)) continue;
    const column = items.find((item) => item.alias === part.name);
    if (column && !(column.expression.type === 'variable' && column.expression.name === part.name)) {
      refuse('name', part.place, `${part.name} is both a variable and a column here; choose another name after AS`);
    }
  }
}

/** SKIP and LIMIT are settled here, so that what runs holds a plain number. */
function fixedCount(expression: Expression, clause: string, most: number, { parameters }: Reach): Expression {
  const given =
    expression.type === 'literal' && !expression.float
      ? expression.value
      : expression.type === 'parameter' && Object.hasOwn(parameters, expression.name)
        ? parameters[expression.name]
        : undefined;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0) {
    return refuse(
      'limit',
      expression.place,
      `${clause} takes a whole number that is not negative, written out or as a parameter`,
    );
  }
  return { type: 'literal', value: Math.min(given, most), place: expression.place };
}
