/** What each operator takes and gives. Only what is surely wrong is refused: a value that is not known yet may be right. */
import type { Expression } from './ast.ts';
import { refuse } from './refused.ts';
import { checkTextSearch } from './text-search.ts';
import { BOOLEAN, canBe, common, holdsEntities, inWords, NUMBER, TEXT, type Type, UNKNOWN, wordsOf } from './types.ts';

type Binary = Extract<Expression, { type: 'binary' }>;

export function checkOperator(expression: Binary, left: Type, right: Type): Type {
  const gives = resultOf(expression, left, right);
  checkTextSearch(expression, left, right);
  return gives;
}

function resultOf(expression: Binary, left: Type, right: Type): Type {
  const { operator } = expression;
  switch (operator) {
    case 'AND':
    case 'OR':
    case 'XOR':
      both(expression, left, right, 'boolean');
      return BOOLEAN;
    case '=':
    case '<>':
      if (holdsEntities(left) || holdsEntities(right)) sameKind(expression, left, right);
      return BOOLEAN;
    case '<':
    case '<=':
    case '>':
    case '>=':
      both(expression, left, right, 'text', 'number', 'boolean');
      return BOOLEAN;
    case 'IN':
      if (!canBe(right, 'list')) wrong(expression, expression.right, right);
      if (holdsEntities(left) || holdsEntities(right)) {
        sameKind(expression, left, right.kind === 'list' ? right.of : right);
      }
      return BOOLEAN;
    case 'CONTAINS':
    case 'STARTS WITH':
    case 'ENDS WITH':
      both(expression, left, right, 'text');
      return BOOLEAN;
    case '+':
      return sum(expression, left, right);
    case '-':
    case '*':
    case '/':
    case '%':
    case '^':
      both(expression, left, right, 'number');
      return NUMBER;
  }
}

/** Numbers add, texts join (a number joins as its text), lists take what they are given. */
function sum(expression: Binary, left: Type, right: Type): Type {
  for (const [part, type] of [
    [expression.left, left],
    [expression.right, right],
  ] as const) {
    if (holdsEntities(type) || !canBe(type, 'text', 'number', 'list')) wrong(expression, part, type);
  }
  if (left.kind === 'list' || right.kind === 'list') {
    return { kind: 'list', of: common([left, right].map((type) => (type.kind === 'list' ? type.of : type))) };
  }
  if (left.kind === 'text' || right.kind === 'text') return [left, right].find(wordsOf) ?? TEXT;
  return left.kind === 'number' && right.kind === 'number' ? NUMBER : UNKNOWN;
}

function both(expression: Binary, left: Type, right: Type, ...kinds: Type['kind'][]): void {
  if (!canBe(left, ...kinds)) wrong(expression, expression.left, left);
  if (!canBe(right, ...kinds)) wrong(expression, expression.right, right);
}

/** A node is compared with a node, and with nothing else. */
function sameKind(expression: Binary, left: Type, right: Type): void {
  if (left.kind === 'null' || right.kind === 'null' || left.kind === right.kind) return;
  const entity = holdsEntities(left) ? left : right;
  wrong(expression, entity === left ? expression.left : expression.right, entity);
}

function wrong({ operator }: Binary, part: Expression, type: Type): never {
  const fix = holdsEntities(type) ? '; compare a property of it, such as x.uuid' : '';
  return refuse('wrong_type', part.place, `${operator} does not go with ${inWords(type)} here${fix}`);
}
