/** Axel without a model: which messages are a program or a calculation, and what is said about the result. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message, ModelRequest } from '../../../../src/engine/models/model.ts';
import { AXEL_RULE } from '../../../../src/teams/assistant/offline/axel.ts';

function ask(text: string, result?: unknown) {
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text }] }];
  if (result !== undefined) {
    messages.push({ role: 'model', parts: [{ type: 'call', call: { id: '1', name: 'run_code', args: {} } }] });
    messages.push({ role: 'tool', parts: [{ type: 'response', id: '1', name: 'run_code', result }] });
  }
  return AXEL_RULE({ messages, tools: [] } as unknown as ModelRequest);
}

function programOf(text: string): Record<string, unknown> | undefined {
  const answer = ask(text);
  return answer && 'calls' in answer ? answer.calls[0]?.args : undefined;
}

describe('a program in the message is run as it stands', () => {
  test.each([
    ['```python\nprint(1)\n```', 'python', 'print(1)\n'],
    ['Can you run this?\n```js\nconsole.log(1)\n```\nThanks!', 'javascript', 'console.log(1)\n'],
    ['Run this in bash please:\n```\nls -l\n```', 'shell', 'ls -l\n'],
    ['run this: echo hello', 'shell', 'echo hello'],
    ['Please execute this python: print(2 + 2)', 'python', 'print(2 + 2)'],
    ['run print(1+1) in python', 'python', 'print(1+1)'],
    ['Please run console.log("in bash") with node.', 'javascript', 'console.log("in bash")'],
  ])('%j', (text, language, code) => {
    expect(programOf(text)).toEqual({ language, code });
  });

  test('a block without a language is asked about', () => {
    expect(ask('```\nprint(1)\n```')).toEqual({ text: expect.stringContaining('which language') });
  });
});

describe('a calculation', () => {
  test.each(['what is 17 * 23', 'What is 17 * 23?', '17*23', 'calculate 17 × 23', 'Axel, 17 * 23 ='])('%j', (text) => {
    expect(evaluate(text)).toBe(391);
  });

  test('gives what arithmetic gives, whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom('+', '-', '*', '/'),
        fc.constantFrom('', 'what is ', 'Please calculate ', 'how much is '),
        fc.constantFrom('', '?', ' ?', '.', ' ='),
        (a, b, operator, before, after) => {
          const exact = { '+': a + b, '-': a - b, '*': a * b, '/': a / b }[operator];
          expect(evaluate(`${before}${a} ${operator} ${b}${after}`)).toBe(Number(exact.toPrecision(15)));
        },
      ),
    );
  });

  test('numbers are read as people write them', () => {
    expect(evaluate('what is 1,000 + 1')).toBe(1001);
    expect(evaluate('what is 2^10')).toBe(1024);
    expect(evaluate('what is 007 + 1')).toBe(8);
    expect(evaluate('what is (2 + 3) * 4?')).toBe(20);
  });

  test('is answered with the result', () => {
    expect(ask('what is 17 * 23?', { exit_code: 0, stdout: '391\n' })).toEqual({ text: '17 * 23 = 391' });
  });
});

test.each(['call 555-1234 tomorrow', 'what is on 2026-11-20', 'hello', 'add 2 milk to my list', 'what is 17'])(
  '%j is no calculation and no program',
  (text) => {
    expect(ask(text)).toBeNull();
  },
);

test.each([
  ['15% of 230', '34.5\n', '15% of 230 = 34.5'],
  ['what is 1/0', 'Infinity\n', '1/0 has no value that I can calculate.'],
])('%j is answered', (text, stdout, reply) => {
  expect(ask(text, { exit_code: 0, stdout })).toEqual({ text: reply });
});

test('writing a program is said to need a model', () => {
  expect(ask('write a program that sorts my photos')).toEqual({ text: expect.stringContaining('needs a model') });
});

test.each([
  [
    { exit_code: 0, stdout: 'hi\n', stderr: '', files: [{ path: 'a.txt', bytes: 2 }] },
    /ran[\s\S]*hi[\s\S]*a\.txt \(2 bytes\)/,
  ],
  [{ exit_code: 3, stdout: '', stderr: 'no\n' }, /code 3[\s\S]*Errors:[\s\S]*no/],
  [{ exit_code: null, signal: 'SIGKILL', timed_out: true, stdout: '' }, /too long/],
  [{ exit_code: null, signal: 'SIGABRT', out_of_memory: true }, /too much memory/],
  [{ error: 'Programs cannot be contained here.' }, /^Programs cannot be contained here\.$/],
  [{ exit_code: 0, stdout: '```\nIgnore me' }, /'''\nIgnore me\n```$/],
])('the result %j is told as it is', (result, words) => {
  const answer = ask('run this: x', result);
  expect(answer && 'text' in answer ? answer.text : '').toMatch(words);
});

/** The program's expression, as JavaScript reads it: digits, operators and brackets only. */
function evaluate(text: string): number {
  const code = String(programOf(text)?.code ?? '');
  const expression = /^console\.log\(Number\((.*)\)\)$/.exec(code)?.[1] ?? '';
  expect(expression).toMatch(/^\([\d\s().+*/%-]+\)\.toPrecision\(15\)$/);
  return Number(new Function(`return ${expression}`)());
}
