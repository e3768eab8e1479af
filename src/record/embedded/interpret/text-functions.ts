/** Functions over texts. Neo4j counts characters, not UTF-16 units: size('😀') is 1. */
import type { Fail } from './mistake.ts';
import { positionIn, type ScalarFunction, textIn } from './scalar-function.ts';
import type { Value } from './values.ts';

/** Java's whitespace: without the no-break spaces that JS's trim() takes away, with the four separators it leaves. */
const SPACE = '[\\t-\\r\\u001c-\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000]';
const LEADING = new RegExp(`^${SPACE}+`);
/** Tried at the first of a run only, so that long runs inside a text cost no more than short ones. */
const TRAILING = new RegExp(`(?<!${SPACE})${SPACE}+$`);

export const TEXT_FUNCTIONS = {
  tolower: { arity: [1], run: ([text = null], { fail }) => textIn(text, fail).toLowerCase() },
  toupper: { arity: [1], run: ([text = null], { fail }) => textIn(text, fail).toUpperCase() },
  trim: {
    arity: [1],
    run: ([text = null], { fail }) => textIn(text, fail).replace(LEADING, '').replace(TRAILING, ''),
  },
  replace: {
    arity: [3],
    run: ([text = null, search = null, by = null], { budget, fail }) => {
      const [source, from, to] = [textIn(text, fail), textIn(search, fail), textIn(by, fail)];
      const most = from === '' ? source.length + 1 : Math.floor(source.length / from.length);
      budget.text(source.length + most * to.length);
      return source.replaceAll(from, () => to);
    },
  },
  left: {
    arity: [2],
    run: ([text = null, count = null], { fail }) => {
      return charactersOf(textIn(text, fail)).slice(0, countIn(count, fail)).join('');
    },
  },
  right: {
    arity: [2],
    run: ([text = null, count = null], { fail }) => {
      const characters = charactersOf(textIn(text, fail));
      return characters.slice(Math.max(0, characters.length - countIn(count, fail))).join('');
    },
  },
  substring: {
    arity: [2, 3],
    run: ([text = null, start = null, count], { fail }) => {
      const characters = charactersOf(textIn(text, fail));
      const from = countIn(start, fail);
      const to = count === undefined ? characters.length : from + countIn(count, fail);
      return characters.slice(from, to).join('');
    },
  },
  split: {
    arity: [2],
    run: ([text = null, by = null], { budget, fail }) => {
      const [source, separator] = [textIn(text, fail), textIn(by, fail)];
      budget.list(source.length);
      return source === '' ? [''] : source.split(separator);
    },
  },
} as const satisfies Record<string, ScalarFunction>;

/** The characters of a text, a pair of UTF-16 units for one character taken together. */
export function charactersOf(text: string): string[] {
  return Array.from(text);
}

function countIn(value: Value, fail: Fail): number {
  const count = positionIn(value, fail);
  return count < 0 ? fail('A length or a position cannot be negative') : count;
}
