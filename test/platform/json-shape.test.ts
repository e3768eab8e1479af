import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJsonShape } from '../../src/platform/json-shape.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, item) => sum + countOf(item), 0);
}

test('any JSON passes exactly with its own depth, and with as many values as it has', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
      const text = bytes(JSON.stringify(value));
      const depth = depthOf(value);
      expect(() => checkJsonShape(text, { maxDepth: depth, maxValues: countOf(value) + 1 })).not.toThrow();
      if (depth > 0) expect(() => checkJsonShape(text, { maxDepth: depth - 1 })).toThrow('nested deeper');
    }),
    { seed: 7 },
  );
});

test.each([
  ['brackets in a string', '"[[[[[[["', true],
  ['an escaped quote before brackets', '"\\"[[[[[[["', true],
  ['an escaped backslash at the end of a string', '["\\\\", [[[[[]]]]]]', false],
  ['a string that never ends', '"[[[[[[[', true],
  ['lists that never end', '[[[[[[[', false],
])('%s', (_, text, passes) => {
  const check = expect(() => checkJsonShape(bytes(text), { maxDepth: 4 }));
  if (passes) check.not.toThrow();
  else check.toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('values are counted, not commas inside strings', () => {
  expect(() => checkJsonShape(bytes('["a,b,c,d", 1]'), { maxDepth: 4, maxValues: 3 })).not.toThrow();
  expect(() => checkJsonShape(bytes('[1,1,1]'), { maxDepth: 4, maxValues: 3 })).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});
