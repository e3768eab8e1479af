/** The todo lists of a user, through the tools as an agent uses them. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { MAX_DONE, MAX_TODOS } from '../../../../src/teams/assistant/todo/todo.ts';
import { createTodoStore, type TodoStore } from '../../../../src/teams/assistant/todo/todo-store.ts';
import { todoTools } from '../../../../src/teams/assistant/tools/todo-tools.ts';
import { redisLines } from '../../../support/stores.ts';
import { NOW, testStore, userOf, type Who } from '../support.ts';

let parts: ReturnType<typeof testStore>;
let store: TodoStore;
let use: ReturnType<typeof userOf>;
beforeAll(() => {
  parts = testStore();
  store = createTodoStore(parts);
  use = userOf(todoTools(store));
});

type View = { todo_id: string; text: string; list: string; done: boolean; due: string | null };
const add = (user_id: string, texts: string[], more: object = {}, who: Who = {}) =>
  use('add_todo', { items: texts.map((text) => ({ text })), ...more }, { user_id, ...who });
const items = async (user_id: string, input: object = {}) =>
  (await use('list_todos', input, { user_id })).items as View[];
const texts = async (user_id: string, input: object = {}) => (await items(user_id, input)).map(({ text }) => text);

test('what is on the list already is not added again, in one sentence neither', async () => {
  const first = await add('anna', ['milk', 'eggs', 'Milk!']);
  expect([(first.added as View[]).map(({ text }) => text), first.open]).toEqual([['milk', 'eggs'], 2]);
  const second = await add('anna', ['egg', 'bread']);
  expect((second.already as View[]).map(({ text }) => text)).toEqual(['eggs']);
  expect(await texts('anna')).toEqual(['milk', 'eggs', 'bread']);
});

test('something that was done can be put on the list again', async () => {
  await add('bea', ['milk']);
  await use('complete_todo', { item: 'milk' }, { user_id: 'bea' });
  expect(((await add('bea', ['milk'])).added as View[]).length).toBe(1);
  expect(await texts('bea')).toEqual(['milk']);
});

test('the same name with and without "my" and "list" is one list', async () => {
  await add('cleo', ['milk'], { list: 'Shopping' });
  await add('cleo', ['eggs'], { list: 'my shopping list' });
  await add('cleo', ['call Ann']);
  expect(await texts('cleo', { list: 'shopping' })).toEqual(['milk', 'eggs']);
  expect((await use('list_todos', {}, { user_id: 'cleo' })).lists).toEqual(
    expect.arrayContaining([
      { list: 'shopping', open: 2 },
      { list: 'todo', open: 1 },
    ]),
  );
});

test('words that fit several items change none of them: the user is asked', async () => {
  await add('dora', ['oat milk', 'goat milk']);
  const answer = await use('complete_todo', { item: 'milk' }, { user_id: 'dora' });
  expect((answer.which as View[]).map(({ text }) => text)).toEqual(['oat milk', 'goat milk']);
  expect((await items('dora')).length).toBe(2);
  await use('complete_todo', { item: 'the oat milk' }, { user_id: 'dora' });
  expect(await texts('dora')).toEqual(['goat milk']);
});

test('an exact name wins over a longer one that contains it', async () => {
  await add('eve', ['milk', 'oat milk']);
  const answer = await use('remove_todo', { item: 'milk' }, { user_id: 'eve' });
  expect((answer.todo as View).text).toBe('milk');
});

test('done, reopened, moved, renamed and dated', async () => {
  const who = { user_id: 'fay' };
  await add('fay', ['report']);
  expect(await use('complete_todo', { item: 'report' }, who)).toMatchObject({ open: 0, todo: { done: true } });
  expect(await use('complete_todo', { item: 'report' }, who)).toMatchObject({ was: { done: true } });
  expect(await use('reopen_todo', { item: 'report' }, who)).toMatchObject({ open: 1, todo: { done: false } });
  await use('update_todo', { item: 'report', text: 'yearly report', due: '2026-12-01', priority: 'high' }, who);
  await use('update_todo', { item: 'yearly report', move_to: 'Work' }, who);
  expect(await items('fay', { list: 'work' })).toMatchObject([{ text: 'yearly report', due: '2026-12-01' }]);
  expect(await use('remove_todo', { item: 'nothing' }, who)).toHaveProperty('error');
});

test('what is due first and what is urgent stands first', async () => {
  const wishes = [
    { text: 'later' },
    { text: 'soon', due: '2026-11-21' },
    { text: 'urgent', priority: 'high' },
    { text: 'someday', priority: 'low' },
  ];
  await use('add_todo', { items: wishes }, { user_id: 'gus' });
  expect(await texts('gus')).toEqual(['urgent', 'soon', 'later', 'someday']);
});

test('clearing removes the done items, and open ones only if that is said', async () => {
  const who = { user_id: 'hal' };
  await add('hal', ['milk', 'eggs']);
  await use('complete_todo', { item: 'milk' }, who);
  expect(await use('clear_todos', {}, who)).toMatchObject({ removed: 1, open: 1 });
  expect(await use('clear_todos', { which: 'all' }, who)).toMatchObject({ removed: 1, open: 0 });
  expect(await items('hal', { include_done: true })).toEqual([]);
});

test('a step that runs twice adds once, and a later removal is not undone by it', async () => {
  const first = await add('ida', ['milk'], {}, { key: 'turn.1' });
  await use('remove_todo', { item: 'milk' }, { user_id: 'ida' });
  expect(await add('ida', ['milk'], {}, { key: 'turn.1' })).toEqual(first);
  expect(await texts('ida')).toEqual([]);
});

test('lists are bounded: open items by a refusal, done ones by dropping the oldest', async () => {
  const todo = (place: number, done: boolean) => ({
    id: `t${place}`,
    text: `thing number ${place}`,
    list: 'todo',
    priority: 'normal',
    due: null,
    done_at: done ? new Date(NOW.getTime() + place).toISOString() : null,
    created_at: NOW.toISOString(),
    order: place,
  });
  const fill = (user: string, count: number, done: boolean) => {
    const rows = Array.from({ length: count }, (_, place) => todo(place, done));
    const fields = Object.fromEntries(rows.map((row) => [row.id, JSON.stringify(row)]));
    return parts.redis.hset(parts.keys.items('todos', 'local', user), fields);
  };
  await fill('full', MAX_TODOS, false);
  expect(await add('full', ['one more'])).toHaveProperty('error');
  await fill('tidy', MAX_DONE, true);
  await add('tidy', ['last']);
  await use('complete_todo', { item: 'last' }, { user_id: 'tidy', now: new Date(NOW.getTime() + 1e9) });
  const kept = await items('tidy', { include_done: true });
  expect([(await store.list({ tenant: 'local', user_id: 'tidy' })).length, kept[0]?.text]).toEqual([MAX_DONE, 'last']);
});

test('nobody sees or changes the items of another user or tenant, and an erasure leaves none', async () => {
  const { added } = await add('jo', ['buy a xyzzy']);
  const [{ todo_id = '' } = {}] = added as View[];
  for (const who of [{ user_id: 'kim' }, { user_id: 'jo', tenant: 'other' }]) {
    expect((await use('list_todos', {}, who)).items).toEqual([]);
    expect(await use('complete_todo', { item: todo_id }, who)).toHaveProperty('error');
  }
  await store.erase({ tenant: 'local', user_id: 'jo' });
  expect((await redisLines(parts.redis, parts.prefix)).filter((line) => line.includes('xyzzy'))).toEqual([]);
});

test('whatever happens, the number of open items that is told is the number on the list', async () => {
  const thing = fc.constantFrom('milk', 'eggs', 'oat milk', 'bread', 'tea');
  const step = fc.record({ act: fc.constantFrom('add', 'complete', 'reopen', 'remove'), thing });
  let user = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      user += 1;
      const user_id = `prop${user}`;
      for (const { act, thing: text } of steps) {
        const answer =
          act === 'add' ? await add(user_id, [text]) : await use(`${act}_todo`, { item: text }, { user_id });
        const open = await texts(user_id);
        expect(new Set(open).size).toBe(open.length);
        if ('open' in answer) expect(answer.open).toBe(open.length);
      }
    }),
    { numRuns: 30 },
  );
});
