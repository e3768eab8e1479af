/** Text in, tree out: the generated parser with its limits, its answers put into words and its tree made canonical. */
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

const MOST_BYTES = 4096;
const DEEPEST_NESTING = 60;
const TOO_DEEP = `The query is nested more than ${DEEPEST_NESTING} deep; use WITH to build it in steps`;
/** A tree also grows deep by chains (a AND b AND …), which everyone who walks it has to walk. */
const DEEPEST_TREE = 250;

export function parse(text: string): Query {
  if (Buffer.byteLength(text) > MOST_BYTES)
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
 * Before the parser, which goes down some calls for each level. Quotes are passed over as the grammar passes over them. A
 * CASE counts for good: its END is also a name that a schema may have, and so closes nothing for sure.
 */
function checkNesting(text: string): void {
  let depth = 0;
  for (const token of text.matchAll(/'(?:[^'\\]|\\[\s\S])*'?|"(?:[^"\\]|\\[\s\S])*"?|\w+|[([{}\])]/g)) {
    const word = token[0].toUpperCase();
    if (word === 'CASE' || word === '(' || word === '[' || word === '{') depth += 1;
    if (word === ')' || word === ']' || word === '}') depth -= 1;
    if (depth > DEEPEST_NESTING) refuse('too_deep', placeAt(text, token.index), TOO_DEEP);
  }
}

/** The parser's tree is new and ours: it is made canonical in place. */
function finish(expression: Expression, depth: number): void {
  if (depth > DEEPEST_TREE) {
    refuse(
      'too_deep',
      expression.place,
      `More than ${DEEPEST_TREE} terms hang together here; use IN with a list, or WITH to build it in steps`,
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
