/** Ways to look through an expression and to change parts of it, for planning. The tree itself is never changed in place. */
import type { Expression, MapEntry, Pattern } from '../../cypher/ast.ts';

type Change = (expression: Expression) => Expression;

/** A new tree in which whatever `replace` knows an answer for is replaced, from the outside in. */
export function rewrite(expression: Expression, replace: (part: Expression) => Expression | null): Expression {
  return replace(expression) ?? withChildren(expression, (child) => rewrite(child, replace));
}

/** Every variable that is named anywhere in it, its own inner variables included. */
export function variablesIn(expression: Expression): Set<string> {
  const names = new Set<string>();
  rewrite(expression, (part) => {
    if (part.type === 'variable') names.add(part.name);
    if (part.type === 'subquery') for (const name of variablesOf(part.patterns)) names.add(name);
    return null;
  });
  return names;
}

/** The same text for two expressions that say the same thing at two places. */
export function shapeOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value) => (key === 'place' ? undefined : value));
}

/** The parts that all have to be true. */
export function conjunctsOf(expression: Expression | null): Expression[] {
  if (expression === null) return [];
  if (expression.type !== 'binary' || expression.operator !== 'AND') return [expression];
  return [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)];
}

function variablesOf(patterns: Pattern[]): string[] {
  return patterns
    .flatMap(({ nodes, hops }) => [...nodes, ...hops].map((part) => part.variable))
    .filter((name) => name !== null);
}

function withChildren(expression: Expression, change: Change): Expression {
  const maybe = (child: Expression | null) => child && change(child);
  switch (expression.type) {
    case 'property':
      return { ...expression, of: change(expression.of) };
    case 'binary':
      return { ...expression, left: change(expression.left), right: change(expression.right) };
    case 'not':
    case 'negative':
    case 'isNull':
      return { ...expression, operand: change(expression.operand) };
    case 'list':
      return { ...expression, items: expression.items.map(change) };
    case 'index':
      return { ...expression, of: change(expression.of), at: change(expression.at) };
    case 'slice':
      return { ...expression, of: change(expression.of), from: maybe(expression.from), to: maybe(expression.to) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map(change) };
    case 'case':
      return {
        ...expression,
        subject: maybe(expression.subject),
        // biome-ignore lint/suspicious/noThenProperty: what the tree calls the part after THEN.
        branches: expression.branches.map(({ when, then }) => ({ when: change(when), then: change(then) })),
        otherwise: maybe(expression.otherwise),
      };
    case 'comprehension':
      return {
        ...expression,
        list: change(expression.list),
        where: maybe(expression.where),
        map: maybe(expression.map),
      };
    case 'quantifier':
      return { ...expression, list: change(expression.list), where: change(expression.where) };
    case 'subquery':
      return {
        ...expression,
        patterns: expression.patterns.map((pattern) => withValues(pattern, change)),
        where: maybe(expression.where),
      };
    default:
      return expression;
  }
}

function withValues(pattern: Pattern, change: Change): Pattern {
  const values = (entries: MapEntry[]) => entries.map(({ key, value }) => ({ key, value: change(value) }));
  return {
    nodes: pattern.nodes.map((node) => ({ ...node, properties: values(node.properties) })),
    hops: pattern.hops.map((hop) => ({ ...hop, properties: values(hop.properties) })),
  };
}
