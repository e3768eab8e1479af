import { expect, test } from 'vitest';
import { instructionOf, renderInstruction } from '../../../src/engine/agents/instruction.ts';
import { AppError } from '../../../src/platform/errors.ts';

const render = (template: string, state: Record<string, unknown> = {}) =>
  renderInstruction(template, (key) => (Object.hasOwn(state, key) ? state[key] : undefined));

test('a key is replaced by its value, with or without a scope', () => {
  expect(
    render('Now {current_time}, {user:name}, {temp:n?}, {list}', {
      current_time: new Date('2026-05-01T10:00:00Z'),
      'user:name': 'Ada',
      'temp:n': 0,
      list: ['a', 1],
    }),
  ).toBe('Now 2026-05-01T10:00:00.000Z, Ada, 0, ["a",1]');
});

test.each([
  [null, 'long'],
  [8_192, 'long'],
  [8_191, 'short'],
  [2_048, 'short'],
])('a model with a context window of %s is given the %s form', (contextWindow, form) => {
  expect(instructionOf({ instruction: 'long', instruction_short: 'short' }, contextWindow)).toBe(form);
  expect(instructionOf({ instruction: 'long' }, contextWindow)).toBe('long');
});

test('a missing key stops the run and names itself; an optional one leaves nothing', () => {
  expect(render('[{topic?}] [{deep.er?}]')).toBe('[] []');
  expect(() => render('about {topic}')).toThrowError(
    expect.objectContaining({ code: 'config', message: expect.stringContaining('"topic"') }),
  );
  expect(() => render('about {topic}')).toThrow(AppError);
});

test('a dotted key reaches into an object, and null is nothing', () => {
  const state = { machina_med_state: { user_location: { timezone: 'Europe/Berlin' }, topic: null } };
  expect(render('{machina_med_state.user_location.timezone}|{machina_med_state.topic?}', state)).toBe('Europe/Berlin|');
  expect(render('{machina_med_state.constructor?}', state)).toBe('');
});

test('JSON, Cypher and other braces stay as they are', () => {
  const text = '{"json": 1} {} { key } (p:Patient {uuid: $patient_uuid}) {1st} {other:key} {a-b} ${'.concat('}');
  expect(render(text, { json: 'x', uuid: 'x', key: 'x' })).toBe(text);
});

test('a placeholder inside a value is never expanded', () => {
  expect(render('{said}', { said: '{secret} $& $1', secret: 'hidden' })).toBe('{secret} $& $1');
});
