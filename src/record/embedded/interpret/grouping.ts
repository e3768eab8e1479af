/** Aggregation: rows that agree in the projected values without an aggregate are one group, and one row goes on for each. */
import type { Expression } from '../../cypher/ast.ts';
import { type Accumulator, type AggregateCall, accumulatorFor, isAggregate } from './aggregates.ts';
import { keyOf } from './compare.ts';
import type { Compiler, Evaluate, Scope } from './compiler.ts';
import { failAt } from './mistake.ts';
import type { Operator } from './row-operators.ts';
import { rewrite } from './tree.ts';
import type { Row } from './values.ts';

type Item = { expression: Expression; place: number };
type Aggregate = { place: number; evaluate: Evaluate; start: () => Accumulator };
type Group = { row: Row; accumulators: Accumulator[] };

export function hasAggregate(expression: Expression): boolean {
  let found = false;
  rewrite(expression, (part) => {
    found ||= isAggregate(part);
    return null;
  });
  return found;
}

export function grouping(compiler: Compiler, items: readonly Item[], scope: Scope): Operator {
  const aggregates: Aggregate[] = [];
  const inner = new Map(scope);
  // Each aggregate gets a place of its own; around it, the expression reads that place like any other variable.
  const lift = (part: Expression): Expression | null => {
    if (!isAggregate(part)) return null;
    const name = ` aggregate ${aggregates.length}`;
    const aggregate = compileAggregate(compiler, part, scope);
    aggregates.push(aggregate);
    inner.set(name, aggregate.place);
    return { type: 'variable', name, place: part.place };
  };
  const keys = items
    .filter(({ expression }) => !hasAggregate(expression))
    .map(({ expression, place }) => ({ place, evaluate: compiler.expression(expression, scope) }));
  const results = items
    .filter(({ expression }) => hasAggregate(expression))
    .map(({ expression, place }) => ({ place, expression: rewrite(expression, lift) }))
    .map(({ expression, place }) => ({ place, evaluate: compiler.expression(expression, inner) }));

  const newGroup = (row: Row): Group => ({ row, accumulators: aggregates.map(({ start }) => start()) });
  return (next) => {
    const groups = new Map<string, Group>();
    const groupOf = (row: Row): Group => {
      for (const { place, evaluate } of keys) row[place] = evaluate(row);
      const values = keys.map(({ place }) => row[place] ?? null);
      values.forEach(compiler.budget.read);
      const key = keyOf(values);
      const known = groups.get(key);
      if (known) return known;
      compiler.budget.keep(1);
      const made = newGroup(row.slice());
      groups.set(key, made);
      return made;
    };
    const finished = ({ row, accumulators }: Group): boolean => {
      for (const [i, { place }] of aggregates.entries()) row[place] = accumulators[i]?.result() ?? null;
      for (const { place, evaluate } of results) row[place] = evaluate(row);
      return next.take(row);
    };
    return {
      take(row) {
        compiler.budget.step(keys.length + aggregates.length);
        const { accumulators } = groupOf(row);
        for (const [i, { evaluate }] of aggregates.entries()) accumulators[i]?.add(evaluate(row));
        return true;
      },
      end() {
        // Without keys there is one group, even of nothing: count(*) of no rows is 0.
        if (keys.length === 0 && groups.size === 0) groups.set('', newGroup([]));
        [...groups.values()].every(finished);
        next.end();
      },
    };
  };
}

function compileAggregate(compiler: Compiler, call: AggregateCall, scope: Scope): Aggregate {
  const fail = failAt(call.place);
  const place = compiler.place();
  const start = () => accumulatorFor(call, compiler.budget, fail);
  if (call.type === 'countAll') return { place, start, evaluate: () => true };
  const [argument] = call.arguments;
  if (argument === undefined || call.arguments.length > 1) return fail(`${call.name}() takes one argument`);
  return { place, start, evaluate: compiler.expression(argument, scope) };
}
