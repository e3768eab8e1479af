/**
 * Prints a tree as Cypher. Only this text ever goes to a database: names come from the checked tree, texts become
 * parameters, and everything else that was written (comments, quotes, spelling) is not in the tree at all.
 */
import type { BinaryOperator, Expression, Hop, MapEntry, NodePattern, Pattern, Projection, Query } from './ast.ts';

type Printed = { cypher: string /** $p0, $p1 … and the texts they stand for. */; texts: Record<string, string> };
/** How a text inside the query is shown. */
type Show = (text: string) => string;

export function print(tree: Query): Printed {
  const names = new Map<string, string>();
  // The same text is the same parameter: Neo4j takes two that differ in name for two different sort keys.
  const asParameter: Show = (text) => {
    const name = names.get(text) ?? `p${names.size}`;
    names.set(text, name);
    return `$${name}`;
  };
  const lines = [...tree.clauses, tree.result].map((clause) => {
    if (clause.type === 'match') {
      const match = clause.optional ? 'OPTIONAL MATCH' : 'MATCH';
      return `${match} ${patternList(clause.patterns, asParameter)}${condition(clause.where, asParameter)}`;
    }
    if (clause.type === 'return') return `RETURN ${projection(clause.projection, asParameter)}`;
    return `WITH ${projection(clause.projection, asParameter)}${condition(clause.where, asParameter)}`;
  });
  return { cypher: lines.join('\n'), texts: Object.fromEntries([...names].map(([text, name]) => [name, text])) };
}

/** What a column without AS is called, and what tells one expression from another. */
export function columnName(expression: Expression): string {
  return show(expression, quoted);
}

/** Whether it can stand after AS. A column that is called by its own text cannot, unless it is a variable. */
export function isName(alias: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(alias) && !/^(null|true|false)$/i.test(alias);
}

/** How tightly each form binds; what binds less tightly than its place asks for goes into parentheses. */
const ATOM = 11;
const SIGNED = 10;
const PREDICATE = 6;
const NEGATION = 4;
const LEVELS: Readonly<Record<BinaryOperator, number>> = {
  OR: 1,
  XOR: 2,
  AND: 3,
  '=': 5,
  '<>': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  IN: PREDICATE,
  CONTAINS: PREDICATE,
  'STARTS WITH': PREDICATE,
  'ENDS WITH': PREDICATE,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
  '^': 9,
};

function levelOf(expression: Expression): number {
  if (expression.type === 'binary') return LEVELS[expression.operator];
  if (expression.type === 'not') return NEGATION;
  if (expression.type === 'negative') return SIGNED;
  return expression.type === 'isNull' ? PREDICATE : ATOM;
}

function show(expression: Expression, text: Show): string {
  const part = (inner: Expression, level: number) => {
    const printed = show(inner, text);
    return levelOf(inner) < level ? `(${printed})` : printed;
  };
  const all = (inner: readonly Expression[]) => inner.map((one) => show(one, text)).join(', ');
  const maybe = (before: string, inner: Expression | null) => (inner ? `${before}${show(inner, text)}` : '');
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string'
        ? text(expression.value)
        : plainLiteral(expression.value, expression.float);
    case 'parameter':
      return `$${expression.name}`;
    case 'variable':
      return expression.name;
    case 'property':
      return `${base(expression.of, text)}.${expression.key}`;
    case 'binary':
      return binary(expression, part);
    case 'not':
      return `NOT ${part(expression.operand, NEGATION)}`;
    case 'negative':
      return `-${part(expression.operand, ATOM)}`;
    case 'isNull':
      return `${part(expression.operand, PREDICATE + 1)} IS ${expression.negated ? 'NOT ' : ''}NULL`;
    case 'list':
      return `[${listItems(all(expression.items), expression.items[0], text)}]`;
    case 'index':
      return `${base(expression.of, text)}[${show(expression.at, text)}]`;
    case 'slice':
      return `${base(expression.of, text)}[${maybe('', expression.from)}..${maybe('', expression.to)}]`;
    case 'call':
      return `${expression.name}(${expression.distinct ? 'DISTINCT ' : ''}${all(expression.arguments)})`;
    case 'countAll':
      return 'count(*)';
    case 'case': {
      const branches = expression.branches.map(
        ({ when, then }) => ` WHEN ${show(when, text)} THEN ${show(then, text)}`,
      );
      return `CASE${maybe(' ', expression.subject)}${branches.join('')}${maybe(' ELSE ', expression.otherwise)} END`;
    }
    case 'comprehension': {
      const list = `${expression.variable} IN ${show(expression.list, text)}`;
      return `[${list}${condition(expression.where, text)}${maybe(' | ', expression.map)}]`;
    }
    case 'quantifier': {
      const list = `${expression.variable} IN ${show(expression.list, text)}`;
      return `${expression.quantifier}(${list}${condition(expression.where, text)})`;
    }
    case 'subquery': {
      const patterns = patternList(expression.patterns, text);
      return `${expression.kind.toUpperCase()} { MATCH ${patterns}${condition(expression.where, text)} }`;
    }
  }
}

/** [x IN y] would be a comprehension: a list that begins like one keeps its parentheses. */
function listItems(printed: string, first: Expression | undefined, text: Show): string {
  if (!first || !/^\w+ IN /.test(printed)) return printed;
  const head = show(first, text);
  return `(${head})${printed.slice(head.length)}`;
}

type Part = (inner: Expression, level: number) => string;

/** Parentheses stay where engines could differ: around signs and powers, and on the right of the same level. */
function binary({ operator, left, right }: Extract<Expression, { type: 'binary' }>, part: Part): string {
  const level = LEVELS[operator];
  const isArithmetic = level > PREDICATE;
  const chains = level <= LEVELS.AND || (isArithmetic && operator !== '^');
  const side = (inner: Expression, least: number) =>
    part(inner, operator === '^' || (isArithmetic && inner.type === 'negative') ? ATOM : least);
  return `${side(left, chains ? level : level + 1)} ${operator} ${side(right, level + 1)}`;
}

/** What a dot or a bracket follows. */
function base(expression: Expression, text: Show): string {
  const printed = show(expression, text);
  const stands = ['variable', 'parameter', 'property', 'index', 'slice', 'call', 'list', 'comprehension'];
  return stands.includes(expression.type) ? printed : `(${printed})`;
}

function plainLiteral(value: number | boolean | null, float: boolean | undefined): string {
  const printed = String(value);
  if (typeof value !== 'number' || !float) return printed;
  if (printed.includes('e')) return printed.replace('e+', 'e');
  return printed.includes('.') ? printed : `${printed}.0`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function condition(where: Expression | null, text: Show): string {
  return where ? ` WHERE ${show(where, text)}` : '';
}

function projection({ distinct, items, orderBy, skip, limit }: Projection, text: Show): string {
  const columns = items.map(({ expression, alias }) => {
    const own = expression.type === 'variable' && expression.name === alias;
    return own || !isName(alias) ? show(expression, text) : `${show(expression, text)} AS ${alias}`;
  });
  const keys = orderBy.map(({ expression, descending }) => `${show(expression, text)}${descending ? ' DESC' : ''}`);
  return [
    `${distinct ? 'DISTINCT ' : ''}${columns.join(', ')}`,
    ...(keys.length > 0 ? [`ORDER BY ${keys.join(', ')}`] : []),
    ...(skip ? [`SKIP ${show(skip, text)}`] : []),
    ...(limit ? [`LIMIT ${show(limit, text)}`] : []),
  ].join(' ');
}

function patternList(patterns: readonly Pattern[], text: Show): string {
  return patterns
    .map(({ nodes, hops }) => nodes.map((one, i) => `${hopBefore(hops[i - 1], text)}${node(one, text)}`).join(''))
    .join(', ');
}

function node({ variable, labels, properties }: NodePattern, text: Show): string {
  const name = `${variable ?? ''}${labels.map((label) => `:${label}`).join('')}`;
  return `(${[name, map(properties, text)].filter(Boolean).join(' ')})`;
}

function hopBefore(hop: Hop | undefined, text: Show): string {
  if (!hop) return '';
  const name = `${hop.variable ?? ''}${hop.types.length > 0 ? `:${hop.types.join('|')}` : ''}`;
  const inside = [name, map(hop.properties, text)].filter(Boolean).join(' ');
  const detail = inside ? `[${inside}]` : '';
  return hop.direction === 'right' ? `-${detail}->` : `<-${detail}-`;
}

function map(entries: readonly MapEntry[], text: Show): string {
  return entries.length > 0 ? `{${entries.map(({ key, value }) => `${key}: ${show(value, text)}`).join(', ')}}` : '';
}
