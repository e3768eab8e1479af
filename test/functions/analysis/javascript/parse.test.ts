/** Programs that are made to use up the stack are refused before they are parsed; honest ones are not. */
import { expect, test } from 'vitest';
import { parseJavascript } from '../../../../src/functions/analysis/javascript/parse.ts';

test.each([
  ['functions', 'async ()=>{'],
  ['blocks', 'if(a){'],
  ['calls', '(a,'],
  ['templates', '`$'.concat('{')],
  ['lists', '['],
])('%s in each other: refused at the place', (_what, opening) => {
  const program = `const a = 1;\n${opening.repeat(2_000)}`;
  const column = opening.length * 250 + opening.search(/[([{]/) + 1;
  expect(() => parseJavascript(program)).toThrow(
    expect.objectContaining({ message: 'Nested more than 250 deep', line: 2, column }),
  );
});

test('100 levels, and many brackets one after the other, are read', () => {
  const nested = `const a = ${'['.repeat(100)}1${']'.repeat(100)};\n`;
  expect(parseJavascript(nested + 'f({ a: [1] });\n'.repeat(1_000)).ast.body).toHaveLength(1_001);
});
