/**
 * Rule 2 of the CypherAgent: words that people said are searched with toLower() and CONTAINS, never with = and never in the case in
 * which they happen to be written. A query that breaks it finds nothing where the record holds the answer, so it is refused with the fix.
 */
import type { Expression } from './ast.ts';
import { refuse } from './refused.ts';
import { type Type, wordsOf } from './types.ts';

type Binary = Extract<Expression, { type: 'binary' }>;

const SEARCH = 'write toLower(x.name) CONTAINS toLower("word") instead';
const LOWER = 'put both sides in lower case: toLower(x.name) CONTAINS toLower("word")';

export function checkTextSearch({ operator, left, right }: Binary, leftType: Type, rightType: Type): void {
  const words = wordsOf(leftType);
  switch (operator) {
    case '=':
    case '<>':
      // Two names of the record may be compared with each other.
      if (Boolean(words) === Boolean(wordsOf(rightType)) || isNull(leftType) || isNull(rightType)) return;
      refuse('text_search', left.place, `Words are not compared with ${operator}; ${fixFor(operator)}`);
      return;
    case 'IN':
      if (words === 'as_written') refuse('text_search', left.place, `IN compares words exactly; ${SEARCH}`);
      return;
    case 'CONTAINS':
    case 'STARTS WITH':
    case 'ENDS WITH':
      if (words === 'as_written') refuse('text_search', left.place, `${operator} depends on the case here; ${LOWER}`);
      if (words && !isLowerCase(right, rightType))
        refuse('text_search', right.place, `This never matches a text in lower case; ${LOWER}`);
      return;
    default:
      return;
  }
}

function fixFor(operator: '=' | '<>'): string {
  return operator === '=' ? SEARCH : 'write NOT toLower(x.name) CONTAINS toLower("word") instead';
}

function isNull({ kind }: Type): boolean {
  return kind === 'null';
}

/** A parameter may be given in any case. Other values that are only known when the query runs are not judged. */
function isLowerCase(expression: Expression, type: Type): boolean {
  if (expression.type === 'literal' && typeof expression.value === 'string')
    return expression.value === expression.value.toLowerCase();
  return expression.type !== 'parameter' && wordsOf(type) !== 'as_written';
}
