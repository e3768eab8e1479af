/** Shows the lists of the user. */
import { z } from 'zod';
import { listName } from '../todo/todo.ts';
import type { TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ListName, TodoView, todoView } from './todo-view.ts';

const MAX_SHOWN = 100;

export const listTodos = storeTool({
  name: 'list_todos',
  description: 'Lists the items of one list, or of all lists: open ones by priority, due day and age.',
  input: z.object({
    list: ListName.optional().describe('Without it, all lists'),
    include_done: z.boolean().default(false),
  }),
  output: z.object({
    items: z.array(TodoView),
    open: z.number().describe('Open items, shown or not'),
    lists: z.array(z.object({ list: z.string(), open: z.number() })).describe('All lists of the user'),
  }),
  effect: 'read',
  async run({ list, include_done }, store: TodoStore, { owner }) {
    const todos = await store.list(owner);
    const counts = new Map<string, number>();
    for (const todo of todos) counts.set(todo.list, (counts.get(todo.list) ?? 0) + (todo.done_at === null ? 1 : 0));
    const asked = todos.filter((todo) => list === undefined || todo.list === listName(list));
    const shown = asked.filter(({ done_at }) => include_done || done_at === null);
    return {
      items: shown.slice(0, MAX_SHOWN).map(todoView),
      open: asked.filter(({ done_at }) => done_at === null).length,
      lists: [...counts].map(([name, open]) => ({ list: name, open })),
    };
  },
});
