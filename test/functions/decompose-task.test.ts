import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { DecomposeTaskDraft, type DecomposeTaskOutput, decomposeTask } from '../../src/functions/decompose-task.ts';
import { finishDraft, runRule } from './run-rule.ts';
import { texts } from './texts.ts';

type Output = z.infer<typeof DecomposeTaskOutput>;

const decompose = (task: string, given: object = {}) => runRule<Output>(decomposeTask, { task, ...given });
const planOf = ({ subtasks, agent_assignments }: Output) =>
  subtasks.map(({ id, description, depends_on }) => [description, depends_on.join(','), agent_assignments[id]]);

test('clauses with verbs of work are subtasks, and what one makes another needs', () => {
  const task =
    'Extract the keywords from the chapter, find related sources, then summarise the chapter and validate the summary.';
  expect(planOf(decompose(task))).toEqual([
    ['Extract the keywords from the chapter', '', 'extract_structure'],
    ['find related sources', '', 'cross_reference'],
    ['summarise the chapter', 't2', 'summarize_content'],
    ['validate the summary', 't3', 'validate_against_spec'],
  ]);
});

test('"first" and "then" begin a step, whatever its verb', () => {
  const plan = planOf(decompose('First fetch the data, then zip it, and finally upload it.'));
  expect(plan.map(([step, after]) => [step, after])).toEqual([
    ['fetch the data', ''],
    ['zip it', 't1'],
    ['upload it', 't2'],
  ]);
  expect(planOf(decompose('If it rains then take an umbrella.'))).toHaveLength(1);
});

test('a numbered list gives an order, unless it says that something runs beside', () => {
  const output = decompose(
    '1. Design the schema\n2. Implement the API\n3. Write the manual in parallel\n4. Review it after step 2',
  );
  expect(output.dependencies).toMatchObject({ t1: [], t2: ['t1'], t3: [] });
  expect(output.dependencies.t4).toContain('t2');
});

test('items of a list are independent, and what combines them needs them all', () => {
  const output = decompose('Do the following:\n- Write the parser\n- Write the printer\n\nFinally, merge the results.');
  expect(planOf(output)).toEqual([
    ['Write the parser', '', 'generate_code'],
    ['Write the printer', '', 'generate_code'],
    ['merge the results', 't1,t2', 'synthesize_outputs'],
  ]);
});

test('"before" and "after" give an order, in constraints too', () => {
  const task = '- Deploy the service\n- Write the migration\n- Review the documentation';
  const constraints = ['Write the migration before deploying the service'];
  const output = decompose(task, { constraints });
  expect(output.dependencies.t1).toEqual(['t2']);
  expect(output.subtasks.map(({ id }) => id)).toEqual(['t2', 't1', 't3']);
});

test('only agents that exist are assigned', () => {
  const available_agents = ['code-reviewer', 'summarize_content'];
  const output = decompose('Summarise the log. Review the code. Build a house.', { available_agents });
  expect(Object.values(output.agent_assignments)).toEqual(['summarize_content', 'code-reviewer', 'code-reviewer']);
});

test('a task without steps is one subtask', () => {
  expect(planOf(decompose('A rate limiter'))).toEqual([['A rate limiter', '', 'generate_code']]);
});

test.each([
  [
    'a circle',
    [
      ['a', ['b']],
      ['b', ['a']],
    ],
    'These subtasks depend on each other in a circle: a, b',
  ],
  ['an unknown subtask', [['a', ['x']]], 'a depends on x, which is no subtask'],
  [
    'an id twice',
    [
      ['a', []],
      ['a', []],
    ],
    'Two subtasks have the same id',
  ],
] as const)('a draft with %s is refused with the reason', (_what, given, message) => {
  const subtasks = given.map(([id, depends_on]) => ({
    id,
    description: 'Write it',
    depends_on,
    agent: 'generate_code',
  }));
  expect(DecomposeTaskDraft.safeParse({ subtasks }).error?.issues.map((issue) => issue.message)).toContain(message);
});

test("a model's plan is put in order, and an agent that does not exist is replaced", () => {
  const subtasks = [
    { id: 'check', description: 'Validate the code', depends_on: ['make'], agent: 'nobody' },
    { id: 'make', description: 'Write the code', depends_on: [], agent: 'generate_code' },
  ];
  const output = finishDraft<Output>(decomposeTask, { subtasks }, { task: 'Make it' });
  expect(output.subtasks.map(({ id }) => id)).toEqual(['make', 'check']);
  expect(output.agent_assignments).toEqual({ make: 'generate_code', check: 'validate_against_spec' });
  expect(output.estimated_tokens).toBe(output.subtasks.reduce((sum, one) => sum + one.estimated_tokens, 0));
});

const SENTENCES = [
  'Write the parser',
  'then review it',
  'before merging the parser, test it',
  'after the review, write the summary',
  'using the result of step 2, build the API',
  'Merge all results',
  'Plan step 9',
];
const tasks = array(
  constantFrom(
    ...SENTENCES.flatMap((one) => [`${one}. `, `${one}, `, `\n1. ${one}\n`, `\n- ${one}\n`, `${one} before step 1\n`]),
  ),
  { minLength: 1, maxLength: 15 },
).map((parts) => parts.join(''));

test('whatever the task: a plan in which each subtask comes after those that it needs', () => {
  const check = (task: string, constraints: string[]) => {
    const { subtasks, agent_assignments } = decompose(task, { constraints });
    const done = new Set<string>();
    for (const { id, depends_on } of subtasks) {
      for (const needed of depends_on) expect(done.has(needed)).toBe(true);
      done.add(id);
      expect(FUNCTION_NAMES).toContain(agent_assignments[id]);
    }
    expect(subtasks.length).toBeGreaterThan(0);
  };
  assert(property(tasks, array(constantFrom('parser before API', 'API after summary', 'review before parser')), check));
  assert(property(texts, (task) => check(task, [])));
});
