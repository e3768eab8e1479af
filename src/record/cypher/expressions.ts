/** Checks an expression against what is in reach where it stands, and says what it gives. */
import { suggest } from '../../platform/nearest.ts';
import type { Expression } from './ast.ts';
import { FUNCTION_NAMES, functionRule } from './functions.ts';
import { checkOperator } from './operators.ts';
import { checkPatterns } from './patterns.ts';
import { refuse } from './refused.ts';
import { propertyType } from './schema-rules.ts';
import { BOOLEAN, canBe, common, holdsEntities, inWords, NULL, NUMBER, type Reach, TEXT, type Type } from './types.ts';

/** Neo4j words for what is better said otherwise here. */
const INSTEAD: Readonly<Record<string, string>> = {
  datetime: 'times are texts in UTC that compare as they are; use $now, $today, $since or $until',
  localdatetime: 'times are texts in UTC that compare as they are; use $now, $today, $since or $until',
  date: 'times are texts in UTC that compare as they are; use $now, $today, $since or $until',
  time: 'times are texts in UTC that compare as they are; use $now, $today, $since or $until',
  timestamp: 'times are texts in UTC that compare as they are; use $now, $today, $since or $until',
  duration: 'there is no arithmetic on times; use $since and $until',
  exists: 'write x.name IS NOT NULL for a property, or EXISTS { (a)-[:TYPE]->(b) } for a pattern',
  id: 'use the property uuid',
  elementid: 'use the property uuid',
  properties: 'return the properties that you need one by one, such as c.name AS name',
  keys: 'the properties of each label are in the schema',
  nodes: 'there are no paths; name each node of the pattern',
  relationships: 'there are no paths; name each relationship of the pattern',
  length: 'use size(x)',
  lower: 'use toLower(x)',
  upper: 'use toUpper(x)',
};

export function typeOf(expression: Expression, reach: Reach): Type {
  const inside = (part: Expression) => typeOf(part, reach);
  switch (expression.type) {
    case 'literal':
      return typeOfValue(expression.value);
    case 'parameter':
      return parameterType(expression, reach);
    case 'variable':
      return variableType(expression, reach);
    case 'property':
      return readProperty(expression, inside(expression.of));
    case 'binary':
      return checkOperator(expression, inside(expression.left), inside(expression.right));
    case 'not':
      return needs(expression.operand, inside(expression.operand), 'boolean', 'NOT', BOOLEAN);
    case 'negative':
      return needs(expression.operand, inside(expression.operand), 'number', 'Minus', NUMBER);
    case 'isNull':
      inside(expression.operand);
      return BOOLEAN;
    case 'list':
      return {
        kind: 'list',
        of: common(expression.items.map((item) => plain(item, inside(item), 'A list in brackets'))),
      };
    case 'index':
    case 'slice':
      return readList(expression, reach);
    case 'call':
      return callType(expression, reach);
    case 'countAll':
      if (!reach.aggregates) refuse('aggregate', expression.place, NO_AGGREGATE);
      return NUMBER;
    case 'case':
      return caseType(expression, reach);
    case 'comprehension':
    case 'quantifier':
      return overList(expression, reach);
    case 'subquery': {
      const inner = checkPatterns(expression.patterns, 'later', { ...reach, aggregates: false }, typeOf);
      if (expression.where) checkCondition(expression.where, { ...reach, scope: inner, aggregates: false });
      return expression.kind === 'exists' ? BOOLEAN : NUMBER;
    }
  }
}

const NO_AGGREGATE =
  'count() and the other aggregates stand only in RETURN and WITH, and not inside each other; aggregate in a WITH first and use its result';

/** What stands after WHERE, and in WHEN without a subject. */
export function checkCondition(condition: Expression, reach: Reach): void {
  needs(condition, typeOf(condition, reach), 'boolean', 'A condition', BOOLEAN);
}

function typeOfValue(value: unknown): Type {
  if (value === null) return NULL;
  if (Array.isArray(value)) return { kind: 'list', of: common(value.map(typeOfValue)) };
  if (typeof value === 'string') return TEXT;
  return typeof value === 'number' ? NUMBER : BOOLEAN;
}

type Of<K extends Expression['type']> = Extract<Expression, { type: K }>;

function parameterType({ name, place }: Of<'parameter'>, { parameters }: Reach): Type {
  if (Object.hasOwn(parameters, name)) return typeOfValue(parameters[name]);
  const names = Object.keys(parameters)
    .map((known) => `$${known}`)
    .join(', ');
  return refuse('parameter', place, `There is no parameter $${name}; there are ${names}`);
}

function variableType({ name, place }: Of<'variable'>, { scope, dropped }: Reach): Type {
  const type = scope.get(name);
  if (type) return type;
  if (dropped.has(name)) {
    refuse('variable', place, `${name} was left behind by WITH; list it there to carry it on: WITH ${name}, …`);
  }
  return refuse(
    'variable',
    place,
    `Nothing is called ${name} here; bind it in a MATCH before, or quote it if it is a text`,
  );
}

function readProperty({ key, of, place }: Of<'property'>, type: Type): Type {
  if (type.kind === 'node' || type.kind === 'relationship') return propertyType(type, key, place);
  if (type.kind === 'null') return NULL;
  return refuse('wrong_type', of.place, `Only nodes and relationships have properties, and this is ${inWords(type)}`);
}

function readList(expression: Of<'index' | 'slice'>, reach: Reach): Type {
  const type = typeOf(expression.of, reach);
  if (type.kind === 'node' || type.kind === 'relationship') {
    refuse('property', expression.place, 'A property is read by its plain name, such as c.name, and not in brackets');
  }
  if (type.kind !== 'list')
    refuse('wrong_type', expression.place, `Brackets read a list, and this is ${inWords(type)}`);
  const places = expression.type === 'index' ? [expression.at] : [expression.from, expression.to];
  for (const at of places) if (at) needs(at, typeOf(at, reach), 'number', 'A place in a list', NUMBER);
  return expression.type === 'index' ? type.of : type;
}

function callType(call: Of<'call'>, reach: Reach): Type {
  const rule = functionRule(call.name);
  if (!rule) {
    const instead = INSTEAD[call.name.toLowerCase()] ?? suggest(call.name, FUNCTION_NAMES);
    return refuse('function', call.place, `The function ${call.name}() is not available; ${instead}`);
  }
  if (rule.aggregate && !reach.aggregates) refuse('aggregate', call.place, NO_AGGREGATE);
  if (call.distinct && !rule.aggregate) {
    refuse('arguments', call.place, `DISTINCT belongs in count() and the other aggregates, not in ${rule.name}()`);
  }
  const [least, most] = [rule.least ?? rule.takes.length, rule.more ? Number.POSITIVE_INFINITY : rule.takes.length];
  if (call.arguments.length < least || call.arguments.length > most) {
    const wanted = rule.more ? `${least} or more` : least === most ? `${least}` : `${least} to ${most}`;
    refuse('arguments', call.place, `${rule.name}() takes ${wanted} argument${wanted === '1' ? '' : 's'}`);
  }
  const aggregates = reach.aggregates && !rule.aggregate;
  const given = call.arguments.map((argument, i) => {
    const type = typeOf(argument, { ...reach, aggregates });
    const takes = rule.takes[Math.min(i, rule.takes.length - 1)] ?? [];
    if (!canBe(type, ...takes)) {
      refuse(
        'wrong_type',
        argument.place,
        `${rule.name}() cannot take ${inWords(type)} here; it takes ${listed(takes)}`,
      );
    }
    if (!rule.entities) plain(argument, type, `${rule.name}()`);
    return type;
  });
  return rule.gives(given);
}

function caseType({ subject, branches, otherwise }: Of<'case'>, reach: Reach): Type {
  if (subject) plain(subject, typeOf(subject, reach), 'CASE');
  const results = branches.map(({ when, then }) => {
    if (subject) plain(when, typeOf(when, reach), 'WHEN');
    else checkCondition(when, reach);
    return plain(then, typeOf(then, reach), 'THEN');
  });
  return common(otherwise ? [...results, plain(otherwise, typeOf(otherwise, reach), 'ELSE')] : [...results, NULL]);
}

function overList(expression: Of<'comprehension' | 'quantifier'>, reach: Reach): Type {
  const type = typeOf(expression.list, reach);
  if (type.kind !== 'list' && type.kind !== 'null') {
    refuse('wrong_type', expression.list.place, `After IN comes a list, and this is ${inWords(type)}`);
  }
  const { variable } = expression;
  if (reach.scope.has(variable)) {
    refuse(
      'name',
      expression.place,
      `${variable} already stands for something else here; give the list's variable a name of its own`,
    );
  }
  const element = type.kind === 'list' ? type.of : NULL;
  const inner = { ...reach, scope: new Map(reach.scope).set(variable, element), aggregates: false };
  if (expression.where) checkCondition(expression.where, inner);
  if (expression.type === 'quantifier') return BOOLEAN;
  return { kind: 'list', of: expression.map ? typeOf(expression.map, inner) : element };
}

function needs(expression: Expression, type: Type, kind: Type['kind'], what: string, gives: Type): Type {
  if (canBe(type, kind)) return gives;
  return refuse(
    'wrong_type',
    expression.place,
    `${what} needs ${inWords({ kind } as Type)}, and this is ${inWords(type)}`,
  );
}

function plain(expression: Expression, type: Type, what: string): Type {
  if (!holdsEntities(type)) return type;
  return refuse(
    'wrong_type',
    expression.place,
    `${what} takes values, and this is ${inWords(type)}; read a property of it`,
  );
}

function listed(kinds: readonly Type['kind'][]): string {
  return kinds.map((kind) => inWords({ kind } as Type)).join(' or ');
}
