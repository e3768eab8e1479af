/** Adds items to a list of the user. */
import { z } from 'zod';
import type { NewTodo, TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { Due, ListName, Priority, TodoText, TodoView, todoView } from './todo-view.ts';

export const addTodo = storeTool({
  name: 'add_todo',
  description: 'Adds one or several items to a list of the user. What is open on the list already is not added again.',
  input: z.object({
    items: z
      .array(z.object({ text: TodoText, due: Due.optional(), priority: Priority.optional() }))
      .min(1)
      .max(50)
      .describe('One entry for each thing: "milk, eggs and bread" are three'),
    list: ListName.optional(),
  }),
  output: z.object({
    list: z.string(),
    added: z.array(TodoView),
    already: z.array(TodoView).describe('On the list before'),
    open: z.number(),
  }),
  effect: 'write',
  async run({ items, list: name }, store: TodoStore, { owner, write }) {
    const { list, added, already, open } = await store.add(owner, name, items as NewTodo[], write);
    return { list, added: added.map(todoView), already: already.map(todoView), open };
  },
});
