/** Context above the budget: the code before a subtask must not make its generation fail, nor its specification shorter. */
import { expect, test } from 'vitest';
import { generateCode } from '../../../src/functions/generate-code.ts';
import { checkBudget, fitToBudget, inputTokens } from '../../../src/functions/runtime/budget.ts';
import { compress } from '../../../src/functions/text/compress.ts';

const REDUCERS = {
  compress: async (text: string, tokens: number) => compress(text, tokens),
  split: () => Promise.reject(new Error('nothing is split here')),
};

const body = '  const value = input.map((one) => one * 2).filter((one) => one > 3);\n'.repeat(20);
const program = Array.from({ length: 12 }, (_, at) => `export function step${at}(input: number[]) {\n${body}}\n`).join(
  '',
);

const inputWith = (context: unknown[], specification = 'Join the steps.') =>
  generateCode.input.parse({ specification, context_artifacts: context, language: 'typescript' });

test('code before a subtask is shortened to its declarations, and the specification stays', async () => {
  const input = inputWith([program, program]);
  expect(inputTokens(generateCode, input)).toBeGreaterThan(generateCode.budget.input);
  checkBudget(generateCode, input, 'compress');
  const { inputs, over } = await fitToBudget(generateCode, input, 'compress', REDUCERS);
  const [fitted] = inputs as [{ specification: string; context_artifacts: string[] }];
  expect(fitted.specification).toBe('Join the steps.');
  expect(fitted.context_artifacts.map((text) => text.includes('export function step11'))).toEqual([true, true]);
  expect(inputTokens(generateCode, fitted)).toBeLessThanOrEqual(generateCode.budget.input);
  expect(over).toMatchObject({ handled: 'compressed', from_tokens: inputTokens(generateCode, input) });
});

test('a specification that is too long by itself is compressed without its context', async () => {
  const long = Array.from({ length: 900 }, (_, at) => `Step ${at} adds the number ${at} to the sum.`).join(' ');
  const { inputs } = await fitToBudget(generateCode, inputWith([program], long), 'compress', REDUCERS);
  const [fitted] = inputs as [{ specification: string; context_artifacts: string[] }];
  expect(fitted.context_artifacts).toEqual([]);
  expect(fitted.specification.length).toBeLessThan(long.length);
  expect(inputTokens(generateCode, fitted)).toBeLessThanOrEqual(generateCode.budget.input);
});
