/** Every function that a query may call, by its name in lower case. */

import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { listIn, type ScalarFunction } from './scalar-function.ts';
import { charactersOf, TEXT_FUNCTIONS } from './text-functions.ts';
import { isEntity, typeName } from './values.ts';

const GENERAL_FUNCTIONS = {
  size: {
    arity: [1],
    run: ([value = null], { fail }) => {
      if (typeof value === 'string') return BigInt(charactersOf(value).length);
      return BigInt(listIn(value, fail).length);
    },
  },
  reverse: {
    arity: [1],
    run: ([value = null], { fail }) =>
      typeof value === 'string' ? charactersOf(value).reverse().join('') : [...listIn(value, fail)].reverse(),
  },
  head: { arity: [1], run: ([list = null], { fail }) => listIn(list, fail)[0] ?? null },
  last: { arity: [1], run: ([list = null], { fail }) => listIn(list, fail).at(-1) ?? null },
  labels: {
    arity: [1],
    run: ([node = null], { fail }) =>
      isEntity(node) && node.kind === 'node' ? [node.label] : fail(`labels() needs a node, not ${typeName(node)}`),
  },
  type: {
    arity: [1],
    run: ([edge = null], { fail }) =>
      isEntity(edge) && edge.kind === 'edge' ? edge.type : fail(`type() needs a relationship, not ${typeName(edge)}`),
  },
} as const satisfies Record<string, ScalarFunction>;

const FUNCTIONS: ReadonlyMap<string, ScalarFunction> = new Map(
  Object.entries({ ...GENERAL_FUNCTIONS, ...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS }),
);

export function functionNamed(name: string): ScalarFunction | undefined {
  return FUNCTIONS.get(name.toLowerCase());
}
