/** Which expressions aggregate over rows, and what may be combined with them in one column. */
import type { Expression } from './ast.ts';
import { functionRule } from './functions.ts';
import { columnName } from './print.ts';
import { refuse } from './refused.ts';
import { partsOf, within } from './walk.ts';

function isAggregate(expression: Expression): boolean {
  return (
    expression.type === 'countAll' || (expression.type === 'call' && functionRule(expression.name)?.aggregate === true)
  );
}

export function hasAggregate(expression: Expression): boolean {
  return within(expression).some(isAggregate);
}

/**
 * Beside an aggregate, in the same column, only what the rows are grouped by can stand: a variable or a property that is
 * a column of its own. Anything else has no single value for the group.
 */
export function checkGrouping(columns: readonly Expression[]): void {
  const keys = new Set(columns.filter((column) => !hasAggregate(column)).flatMap(groupingKey));
  for (const column of columns) if (hasAggregate(column)) checkBeside(column, keys, new Set());
}

function groupingKey(column: Expression): string[] {
  return column.type === 'variable' || column.type === 'property' ? [columnName(column)] : [];
}

function checkBeside(expression: Expression, keys: ReadonlySet<string>, own: ReadonlySet<string>): void {
  if (isAggregate(expression)) return;
  if (expression.type === 'variable' && own.has(expression.name)) return;
  const isKey = (expression.type === 'variable' || expression.type === 'property') && keys.has(columnName(expression));
  if (isKey) return;
  if (expression.type === 'variable' || expression.type === 'subquery') {
    refuse(
      'aggregate',
      expression.place,
      'Beside an aggregate only columns of their own can stand; put the aggregate in a WITH first',
    );
  }
  const local =
    expression.type === 'comprehension' || expression.type === 'quantifier'
      ? new Set([...own, expression.variable])
      : own;
  for (const part of partsOf(expression)) checkBeside(part, keys, local);
}
