import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/platform/parse-json.ts';

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
      fc.pre(!JSON.stringify(value).includes('__proto__'));
      const text = bytes(JSON.stringify(value));
      const depth = depthOf(value);
      expect(() => parseJson(text, { maxDepth: depth, maxValues: countOf(value) + 1 })).not.toThrow();
      if (depth > 0) expect(() => parseJson(text, { maxDepth: depth - 1 })).toThrow('nested deeper');
    }),
    { seed: 7 },
  );
});

test.each<[string, string, string | null]>([
  ['brackets in a string', '"[[[[[[["', null],
  ['an escaped quote before brackets', '"\\"[[[[[[["', null],
  ['an escaped backslash at the end of a string', '["\\\\", [[[[[]]]]]]', 'nested deeper'],
  ['a string that never ends', '"[[[[[[[', 'not valid JSON'],
  ['lists that never end', '[[[[[[[', 'nested deeper'],
])('%s', (_, text, problem) => {
  const parse = expect(() => parseJson(bytes(text), { maxDepth: 4 }));
  if (problem) parse.toThrow(problem);
  else parse.not.toThrow();
});

test('values are counted, not commas inside strings', () => {
  expect(() => parseJson(bytes('["a,b,c,d", 1]'), { maxDepth: 4, maxValues: 3 })).not.toThrow();
  expect(() => parseJson(bytes('[1,1,1]'), { maxDepth: 4, maxValues: 3 })).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});
