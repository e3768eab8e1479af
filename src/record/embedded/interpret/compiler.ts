/**
 * A query becomes closures before it runs: names turn into places in one array, and nothing is looked up by name again.
 * These are the types that the parts of the compiler share.
 */
import type { Expression, Pattern } from '../../cypher/ast.ts';
import type { Budget } from './budget.ts';
import type { GraphIndex } from './graph-index.ts';
import type { Row, Value } from './values.ts';

export type Evaluate = (row: Row) => Value;

/** The variables that can be named here, and their places in a row. Places are never used twice in a query. */
export type Scope = ReadonlyMap<string, number>;

/** Takes a row; false means that no more are wanted. The row is reused afterwards: a consumer that keeps it must copy it. */
export type Sink = (row: Row) => boolean;

/** Gives `sink` the row once for each way to match, with the pattern's variables filled in. */
export type Match = { scope: Scope; made: readonly number[]; run: (row: Row, sink: Sink) => boolean };

export type Compiler = {
  readonly budget: Budget;
  readonly index: GraphIndex;
  readonly parameters: ReadonlyMap<string, Value>;
  /** A place in the row that nothing else uses. */
  place(): number;
  expression(expression: Expression, scope: Scope): Evaluate;
  /** True only where the expression is true: neither false nor unknown. */
  condition(expression: Expression, scope: Scope): (row: Row) => boolean;
  match(patterns: readonly Pattern[], where: Expression | null, scope: Scope): Match;
};
