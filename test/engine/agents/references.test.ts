/** References in configs: a wrong one would hand a stage somebody else's text, or none. */
import { expect, test } from 'vitest';
import { isMisspelt, referencesIn, resolve } from '../../../src/engine/agents/references.ts';

const KNOWN = {
  inputs: { text: 'A chapter', limit: 3 },
  stages: {
    extract: {
      extracted: [
        { text: 'one', tags: ['a', 'b'] },
        { text: 'two', tags: ['c'] },
      ],
    },
    generate: { t1: { code: 'x' }, t2: { code: 'y' } },
  },
};

test('a value, a field of it, and what is not a reference', () => {
  expect(resolve('$inputs.text', KNOWN)).toBe('A chapter');
  expect(resolve('$inputs.limit', KNOWN)).toBe(3);
  expect(resolve('$$inputs.text', KNOWN)).toBe('$inputs.text');
  expect(resolve('costs 5 $', KNOWN)).toBe('costs 5 $');
  expect(resolve({ a: ['$inputs.text', 1], b: null }, KNOWN)).toEqual({ a: ['A chapter', 1], b: null });
});

test('* stands for each element of a list or of an object; lists of lists become one', () => {
  expect(resolve('$stages.extract.extracted.*.text', KNOWN)).toEqual(['one', 'two']);
  expect(resolve('$stages.extract.extracted.*.tags', KNOWN)).toEqual(['a', 'b', 'c']);
  expect(resolve('$stages.generate.*.code', KNOWN)).toEqual(['x', 'y']);
  expect(resolve('$stages.generate.*', KNOWN)).toEqual([{ code: 'x' }, { code: 'y' }]);
});

test('in a list a reference to a list stands for its elements, and what does not exist is left out', () => {
  expect(resolve(['$feedback.hints', '$stages.extract.extracted.*.text', 'end'], KNOWN)).toEqual(['one', 'two', 'end']);
  expect(resolve({ a: '$feedback.hints', b: 1 }, KNOWN)).toEqual({ b: 1 });
});

test('$join is a text of one part to a line', () => {
  expect(resolve({ $join: ['$inputs.text', '$stages.extract.extracted.*.text'] }, KNOWN)).toBe('A chapter\none\ntwo');
});

test('inherited names are not fields', () => {
  expect(resolve('$inputs.constructor', KNOWN)).toBeUndefined();
  expect(resolve('$__proto__.x', KNOWN)).toBeUndefined();
});

test('a reference that cannot be one is found before anything runs', () => {
  expect(isMisspelt('$Inputs.text')).toBe(true);
  expect(isMisspelt('$inputs..text')).toBe(true);
  expect(isMisspelt('$$5')).toBe(false);
  expect(referencesIn({ a: ['$inputs.text', '$x y'] })).toEqual([
    { path: ['a', 0], reference: ['inputs', 'text'], text: '$inputs.text' },
    { path: ['a', 1], reference: null, text: '$x y' },
  ]);
});
