/** Changes the text, list, due day or priority of an item. */
import type { TodoFields, TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ChangedTodo, changedView, Due, ListName, Priority, TodoText, WantedTodo } from './todo-view.ts';

export const updateTodo = storeTool({
  name: 'update_todo',
  description: 'Changes an item. Only what is given changes. If several items fit the words, nothing happens.',
  input: WantedTodo.extend({
    text: TodoText.optional(),
    move_to: ListName.optional().describe('Another list'),
    due: Due.nullable().optional().describe('The day, as 2026-11-20; null: none'),
    priority: Priority.optional(),
  }),
  output: ChangedTodo,
  effect: 'write',
  async run({ item, list, move_to, ...fields }, store: TodoStore, { owner, write }) {
    const changes = { ...fields, ...(move_to !== undefined && { list: move_to }) } as TodoFields;
    return changedView(await store.update(owner, { item, list }, changes, write));
  },
});
