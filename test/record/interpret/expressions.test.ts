/** Expressions mean in the embedded engine what they mean in Neo4j; one that differs would give a patient two answers. */
import { expect, test } from 'vitest';
import { answerTo } from './ask.ts';
import { EXPRESSION_CASES, EXPRESSION_PARAMETERS } from './expression-cases.ts';
import { FAILS } from './fails.ts';

test.each(EXPRESSION_CASES)('%s is answered as Neo4j does', (expression, expected) => {
  const answer = () => answerTo(expression, { parameters: EXPRESSION_PARAMETERS });
  if (expected === FAILS) expect(answer).toThrow(expect.objectContaining({ code: 'invalid' }));
  else expect(answer()).toEqual(expected);
});

test('the table covers the dialect', () => {
  expect(EXPRESSION_CASES.length).toBeGreaterThan(250);
});
