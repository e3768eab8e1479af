/** Text in, tree out: the generated parser with limits before it, readable errors, and a tree in canonical form. */
import type { Expression, Projection, Query } from './ast.ts';
import { explainSyntax } from './explain-syntax.ts';
import { functionRule } from './functions.ts';
import * as generated from './parser.generated.ts';
import { columnName } from './print.ts';
import { placeAt, refuse, START } from './refused.ts';
import { expressionsIn, partsOf } from './walk.ts';

/** What the generated code is; it says nothing about its types itself. */
type Parser = {
  parse: (text: string) => Query;
  SyntaxError: new () => Error & {
    expected: { text?: string; description?: string; type: string }[];
    location: { start: { offset: number } };
  };
};
const parser = generated as unknown as Parser;

const MAX_BYTES = 4096;
const MAX_NESTING = 60;
const TOO_DEEP = `The query is nested more than ${MAX_NESTING} deep; use WITH to build it in steps`;
/** Chains (a AND b AND …) also make a tree deep, and every check recurses into it. */
const MAX_TREE = 250;

export function parse(text: string): Query {
  if (Buffer.byteLength(text) > MAX_BYTES)
    refuse('too_long', START, 'The query is longer than 4096 bytes; ask for less at once');
  checkNesting(text);
  const tree = parseOrExplain(text);
  for (const expression of expressionsIn(tree)) finish(expression, 1);
  for (const clause of tree.clauses) if (clause.type === 'with') nameColumns(clause.projection);
  nameColumns(tree.result.projection);
  return tree;
}

function parseOrExplain(text: string): Query {
  try {
    return parser.parse(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) refuse('too_deep', START, TOO_DEEP);
    if (!(thrown instanceof parser.SyntaxError)) throw thrown;
    const expected = thrown.expected.map(({ text: sign, description, type }) => sign ?? description ?? type);
    return explainSyntax(text, { offset: thrown.location.start.offset, expected: new Set(expected) });
  }
}

/**
 * Runs before the parser, which recurses for each level. Quoted texts are skipped as in the grammar. A CASE is never counted as
 * closed: END may also be a name of the schema.
 */
function checkNesting(text: string): void {
  let depth = 0;
  for (const token of text.matchAll(/'(?:[^'\\]|\\[\s\S])*'?|"(?:[^"\\]|\\[\s\S])*"?|\w+|[([{}\])]/g)) {
    const word = token[0].toUpperCase();
    if (word === 'CASE' || word === '(' || word === '[' || word === '{') depth += 1;
    if (word === ')' || word === ']' || word === '}') depth -= 1;
    if (depth > MAX_NESTING) refuse('too_deep', placeAt(text, token.index), TOO_DEEP);
  }
}

/** Makes the tree canonical in place; nobody else holds it yet. */
function finish(expression: Expression, depth: number): void {
  if (depth > MAX_TREE) {
    refuse(
      'too_deep',
      expression.place,
      `More than ${MAX_TREE} terms hang together here; use IN with a list, or WITH to build it in steps`,
    );
  }
  if (expression.type === 'call') expression.name = functionRule(expression.name)?.name ?? expression.name;
  if (expression.type === 'literal') checkLiteral(expression);
  for (const part of partsOf(expression)) finish(part, depth + 1);
}

/** Only values that both engines hold exactly. */
function checkLiteral({ value, float, place }: Extract<Expression, { type: 'literal' }>): void {
  if (typeof value === 'number' && !(float ? Number.isFinite(value) : Number.isSafeInteger(value))) {
    refuse('value', place, 'This number is too large');
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    refuse('value', place, 'This text holds half of a character; write both halves or the character itself');
  }
}

function nameColumns({ items }: Projection): void {
  for (const item of items) if (item.alias === '') item.alias = columnName(item.expression);
}
