/** Removes many items of a list at once. */
import { z } from 'zod';
import type { TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ListName } from './todo-view.ts';

export const clearTodos = storeTool({
  name: 'clear_todos',
  description:
    'Deletes the done items of a list, or all items. Delete open items only after the user has confirmed it.',
  input: z.object({ list: ListName.optional(), which: z.enum(['done', 'all']).default('done') }),
  output: z.object({ list: z.string(), removed: z.number(), open: z.number() }),
  effect: 'write',
  run: ({ list, which }, store: TodoStore, { owner, write }) => store.clear(owner, list, which, write),
});
