/** Fixed expressions whose words mean something else than they do alone: the fever of "yellow fever", the ice of "heat or ice?". */
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Found } from './phrases.ts';

const EXPRESSIONS = new Map(
  readTable('red-flag-expressions', ['expression', 'not']).map(({ expression, not }) => [expression, listOf(not)]),
);

/** Without what lies inside an expression and is shorter than it. */
export function withoutExpressions(found: readonly Found[]): readonly Found[] {
  const expressions = found.filter(({ concept }) => EXPRESSIONS.has(concept));
  if (expressions.length === 0) return found;
  return found.filter((one) => !expressions.some((expression) => isInside(one, expression)));
}

function isInside({ concept, from, to }: Found, expression: Found): boolean {
  const isShorter = to - from < expression.to - expression.from;
  if (!isShorter || from < expression.from || to > expression.to) return false;
  const not = EXPRESSIONS.get(expression.concept) as readonly string[];
  return not.length === 0 || not.includes(concept);
}
