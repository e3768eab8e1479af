/** Expressions, compiled. What is known before the first row (a parameter that is missing, a wrong name) fails here. */
import type { Expression } from '../../cypher/ast.ts';
import { calculate, negative } from './arithmetic.ts';
import { equals } from './compare.ts';
import type { Compiler, Evaluate, Scope } from './compiler.ts';
import { functionNamed } from './functions.ts';
import { compileComprehension, compileIndex, compileQuantifier, compileSlice, propertyIn } from './list-expressions.ts';
import { failAt } from './mistake.ts';
import { isLogic, isTest, logic, not, TESTS, truthIn } from './operators.ts';
import type { Value } from './values.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

export function compileExpression(compiler: Compiler, expression: Expression, scope: Scope): Evaluate {
  const fail = failAt(expression.place);
  switch (expression.type) {
    case 'literal':
      return constant(literalValue(expression));
    case 'parameter': {
      const value = compiler.parameters.get(expression.name);
      return value === undefined ? fail(`The parameter $${expression.name} was not given`) : constant(value);
    }
    case 'variable': {
      const place = scope.get(expression.name);
      if (place === undefined) return fail(`There is no variable ${expression.name} here`);
      return (row) => row[place] ?? null;
    }
    case 'property': {
      const of = compiler.expression(expression.of, scope);
      return (row) => propertyIn(of(row), expression.key, fail);
    }
    case 'binary':
      return compileBinary(compiler, expression, scope);
    case 'not': {
      const operand = compiler.expression(expression.operand, scope);
      return (row) => not(truthIn(operand(row), fail));
    }
    case 'negative': {
      const operand = compiler.expression(expression.operand, scope);
      return (row) => negative(operand(row), fail);
    }
    case 'isNull': {
      const operand = compiler.expression(expression.operand, scope);
      return (row) => (operand(row) === null) !== expression.negated;
    }
    case 'list': {
      const items = expression.items.map((item) => compiler.expression(item, scope));
      return (row) => items.map((item) => item(row));
    }
    case 'index':
      return compileIndex(compiler, expression, scope);
    case 'slice':
      return compileSlice(compiler, expression, scope);
    case 'call':
      return compileCall(compiler, expression, scope);
    case 'countAll':
      return fail('count(*) cannot be used here');
    case 'case':
      return compileCase(compiler, expression, scope);
    case 'comprehension':
      return compileComprehension(compiler, expression, scope);
    case 'quantifier':
      return compileQuantifier(compiler, expression, scope);
    case 'subquery':
      return compileSubquery(compiler, expression, scope);
  }
}

export function compileCondition(compiler: Compiler, expression: Expression, scope: Scope): (row: Value[]) => boolean {
  const fail = failAt(expression.place);
  const evaluate = compiler.expression(expression, scope);
  return (row) => truthIn(evaluate(row), fail) === true;
}

function constant(value: Value): Evaluate {
  return () => value;
}

function literalValue({ value, float }: Of<'literal'>): Value {
  return typeof value === 'number' && !float && Number.isInteger(value) ? BigInt(value) : value;
}

function compileBinary(compiler: Compiler, expression: Of<'binary'>, scope: Scope): Evaluate {
  const { operator } = expression;
  const { budget } = compiler;
  const fail = failAt(expression.place);
  const left = compiler.expression(expression.left, scope);
  const right = compiler.expression(expression.right, scope);
  if (isLogic(operator)) {
    return (row) => logic(operator, truthIn(left(row), fail), () => truthIn(right(row), fail));
  }
  if (isTest(operator)) {
    const test = TESTS[operator];
    return (row) => {
      const [a, b] = [left(row), right(row)];
      budget.step();
      budget.read(a);
      budget.read(b);
      return test(a, b);
    };
  }
  return (row) => {
    budget.step();
    return calculate(operator, left(row), right(row), budget, fail);
  };
}

function compileCall(compiler: Compiler, expression: Of<'call'>, scope: Scope): Evaluate {
  const fail = failAt(expression.place);
  if (expression.name.toLowerCase() === 'coalesce') return compileCoalesce(compiler, expression, scope);
  const called = functionNamed(expression.name);
  if (!called) return fail(`There is no function ${expression.name}() here`);
  const count = expression.arguments.length;
  if (!called.arity.includes(count)) {
    return fail(`${expression.name}() takes ${called.arity.join(' or ')} arguments, not ${count}`);
  }
  const given = expression.arguments.map((argument) => compiler.expression(argument, scope));
  const at = { budget: compiler.budget, fail };
  return (row) => {
    const values = given.map((argument) => argument(row));
    at.budget.step();
    values.forEach(at.budget.pass);
    return values.includes(null) ? null : called.run(values, at);
  };
}

/** Not a function like the others: what stands after the first value is not even computed. */
function compileCoalesce(compiler: Compiler, expression: Of<'call'>, scope: Scope): Evaluate {
  const given = expression.arguments.map((argument) => compiler.expression(argument, scope));
  return (row) => {
    for (const argument of given) {
      const value = argument(row);
      if (value !== null) return value;
    }
    return null;
  };
}

function compileCase(compiler: Compiler, expression: Of<'case'>, scope: Scope): Evaluate {
  const subject = expression.subject && compiler.expression(expression.subject, scope);
  const otherwise = expression.otherwise ? compiler.expression(expression.otherwise, scope) : constant(null);
  const branches = expression.branches.map(({ when, then }) => ({
    when: compiler.expression(when, scope),
    fail: failAt(when.place),
    result: compiler.expression(then, scope),
  }));
  return (row) => {
    const value = subject?.(row) ?? null;
    compiler.budget.read(value);
    const taken = branches.find(({ when, fail }) =>
      subject ? equals(value, when(row)) === true : truthIn(when(row), fail) === true,
    );
    return (taken?.result ?? otherwise)(row);
  };
}

function compileSubquery(compiler: Compiler, expression: Of<'subquery'>, scope: Scope): Evaluate {
  const { run } = compiler.match(expression.patterns, expression.where, scope);
  if (expression.kind === 'exists') return (row) => !run(row, () => false);
  return (row) => {
    let count = 0n;
    run(row, () => {
      count += 1n;
      return true;
    });
    return count;
  };
}
