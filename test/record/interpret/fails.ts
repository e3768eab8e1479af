/** How the tables of cases say that there is no answer. */
import type { Cell } from '../../../src/record/cypher/ast.ts';

export const FAILS = Symbol('fails');
export type ExpressionCase = readonly [expression: string, expected: Cell | typeof FAILS];
