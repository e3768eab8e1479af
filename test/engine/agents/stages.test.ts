/** Items of a stage and their order: a subtask that begins too early is written without what it builds on. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pipeline, PipelineDefinition, type Stage } from '../../../src/engine/agents/pipeline.ts';
import { dependentsOf } from '../../../src/engine/agents/stage-order.ts';
import { type Item, itemsOf, outputsOf, wavesOf } from '../../../src/engine/run/stage-items.ts';
import { createState } from '../../../src/engine/task/state.ts';

const PIPELINE: Pipeline = PipelineDefinition.parse({
  id: 'demo',
  description: 'A demo',
  inputs: { text: {} },
  stages: [
    { id: 'plan', function: 'f', input: { a: '$inputs.text' } },
    { id: 'write', function: 'f', for_each: { as: 'task', in: '$stages.plan.tasks', after: 'depends_on' } },
    { id: 'merge', function: 'f', input: { a: '$stages.write.*.code' } },
    { id: 'aside', function: 'f' },
  ],
  output: {},
});
const write = PIPELINE.stages[1] as Stage;

test('items are keyed by id, by their own text, or by their place', () => {
  const known = { stages: { plan: { tasks: [{ id: 't1' }, { id: 'a b' }, 'plain', 'has space', 7] } } };
  expect(itemsOf(write, known)?.map(({ key }) => key)).toEqual(['t1', 'n2', 'plain', 'n4', 'n5']);
  expect(itemsOf(write, {})).toBeNull();
});

test('no item is in a wave before all that it depends on are done, and each is in one wave', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(keys, fc.infiniteStream(fc.nat(19)), (numbers, stream) => {
      const items: Item[] = numbers.map((number, index) => ({
        key: `t${number}`,
        index: index + 1,
        value: null,
        // Only items before it: no circle.
        after: index === 0 ? [] : [`t${numbers[Number(stream.next().value) % index]}`],
      }));
      const done = new Set<string>();
      for (const wave of wavesOf(items)) {
        expect(wave.every(({ after }) => after.every((key) => done.has(key)))).toBe(true);
        for (const { key } of wave) done.add(key);
      }
      expect(done.size).toBe(items.length);
    }),
  );
});

test('a circle of items ends all the same', () => {
  const items = [
    { key: 'a', index: 1, value: null, after: ['b'] },
    { key: 'b', index: 2, value: null, after: ['a'] },
  ];
  expect(wavesOf(items)).toEqual([items]);
});

test('outputs of items are in the order of the items, whatever the order of the state', () => {
  const state = createState({
    'temp:demo:write:t2': { code: 'second' },
    'temp:demo:write:t1': { code: 'first' },
    'temp:demo:plan': { tasks: [{ id: 't1' }, { id: 't2' }, { id: 't3' }] },
  });
  expect(Object.entries(outputsOf(PIPELINE, {}, state).write as object)).toEqual([
    ['t1', { code: 'first' }],
    ['t2', { code: 'second' }],
  ]);
});

test('items whose ids are numbers keep their order, and are found by those that come after them', () => {
  const tasks = [{ id: 'b' }, { id: '2', depends_on: ['1'] }, { id: '1' }];
  const items = itemsOf(write, { stages: { plan: { tasks } } }) ?? [];
  expect(wavesOf(items).map((wave) => wave.map(({ key }) => key))).toEqual([['b', 'n1'], ['n2']]);
  const outputs = Object.fromEntries(items.map(({ key }) => [`temp:demo:write:${key}`, { code: key }]));
  const state = createState({ ...outputs, 'temp:demo:plan': { tasks } });
  expect(Object.keys(outputsOf(PIPELINE, {}, state).write as object)).toEqual(['b', 'n2', 'n1']);
});

test('what builds on a stage runs again with it, and nothing else', () => {
  expect([...dependentsOf(PIPELINE, 'write')]).toEqual(['write', 'merge']);
});
