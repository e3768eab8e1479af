/** The tools of the team, called again as after a crash: the same question, the same cards, and nothing counted twice. */
import { expect, test } from 'vitest';
import type { ToolContext } from '../../../src/engine/tools/tool.ts';
import { figuresOf } from '../../../src/teams/tutor/analytics/summary.ts';
import { exerciseIn } from '../../../src/teams/tutor/exercise.ts';
import { tutorTools } from '../../../src/teams/tutor/tools/tools.ts';
import { taskRequest } from '../../support/task-request.ts';
import { NOON, STUDENT, testDesk } from './desk.ts';

function bench() {
  const { desk } = testDesk();
  const tools = new Map(tutorTools(desk).map((tool) => [tool.name, tool]));
  const state = new Map<string, unknown>();
  let calls = 0;
  /** The state of a step that was cut off is not written: `replay` calls with the state before, and the same key. */
  async function use(name: string, args: Record<string, unknown> = {}, replay = 1): Promise<Record<string, unknown>> {
    const tool = tools.get(name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    calls += 1;
    const before = new Map(state);
    const results: unknown[] = [];
    for (let n = 0; n < replay; n += 1) {
      for (const key of state.keys()) state.set(key, before.get(key));
      const context = {
        task: { ...taskRequest({ id: 'task', tenant: STUDENT.tenant, user_id: STUDENT.user_id }), text: '' },
        state: {
          get: (key: string) => state.get(key),
          set: (key: string, value: unknown) => void state.set(key, value),
        },
        now: NOON,
        timezone: 'UTC',
        idempotencyKey: `task.${calls}`,
      } as unknown as ToolContext;
      const result = await tool.run(tool.input.parse(args), context);
      results.push(tool.output.parse(result));
    }
    return results.at(-1) as Record<string, unknown>;
  }
  return { desk, use, exercise: () => exerciseIn(Object.fromEntries(state)) };
}

test('a question that is asked again after a crash is the same, and its answer counts once', async () => {
  const { desk, use, exercise } = bench();
  const first = await use('next_question', { topic: 'asthma', questions: 2 }, 3);
  expect(first).toMatchObject({ number: 1, of: 2, text: expect.stringContaining('Question 1 of 2') });
  const open = exercise();
  const right = open?.kind === 'quiz' ? (open.open?.right ?? 0) : 0;
  expect(await use('record_answer', { answer: 'ABCD'.charAt(right) }, 3)).toMatchObject({ correct: true, answered: 1 });
  expect(await use('record_answer', { answer: 'A' })).toEqual({ error: 'No question is open; call next_question.' });
  expect(figuresOf(await desk.study.read(STUDENT), '2026-11-16')).toMatchObject({ answers: 1, correct: 1 });
});

test('cards that are made again after a crash are the same cards', async () => {
  const { desk, use } = bench();
  expect(await use('make_cards', { topic: 'asthma', count: 4 }, 3)).toMatchObject({ added: 0, known: 4 });
  expect(await desk.cards.all(STUDENT)).toHaveLength(4);
});

test('a rating that the remote scheduler has recorded before it died is not recorded again here', async () => {
  const { desk, use } = bench();
  await use('make_cards', { topic: 'asthma', count: 1 });
  const { card_id } = (await use('next_card')) as { card_id: string };
  await use('reveal_card', { answer: 'no idea' });
  const remote = { card_id, review: 0, rating: 'easy', ms: 0, now: NOON, timezone: 'UTC' } as const;
  const { card } = await desk.cards.review(STUDENT, remote);
  expect(await use('rate_card', { rating: 'again' })).toMatchObject({ due: card.memory.due });
  expect(figuresOf(await desk.study.read(STUDENT), '2026-11-16').reviews).toBe(1);
});

test('a lesson counts once for each step, and a second one counts again', async () => {
  const { desk, use } = bench();
  await use('record_lesson', { topic: 'Renal' }, 3);
  await use('record_lesson', { topic: 'renal' });
  expect(figuresOf(await desk.study.read(STUDENT), '2026-11-16').lessons).toBe(2);
});

test('every tool says what is wrong instead of failing its agent', async () => {
  const { use } = bench();
  for (const [name, args] of [
    ['next_question', { topic: 'history of art' }],
    ['make_cards', { topic: '__proto__' }],
    ['delete_deck', { deck: 'none' }],
    ['rate_card', { rating: 'good' }],
    ['reveal_card', {}],
  ] as const)
    expect(await use(name, args), name).toEqual({ error: expect.any(String) });
  expect(await use('next_card')).toMatchObject({ left: 0 });
  expect(await use('stop_exercise')).toEqual({ text: 'There was nothing to stop.' });
});
