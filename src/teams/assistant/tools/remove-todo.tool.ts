/** Deletes an item, done or not. */
import type { TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ChangedTodo, changedView, WantedTodo } from './todo-view.ts';

export const removeTodo = storeTool({
  name: 'remove_todo',
  description: 'Deletes an item, done or not. If several items fit the words, nothing happens and they are returned.',
  input: WantedTodo,
  output: ChangedTodo,
  effect: 'write',
  async run(wanted, store: TodoStore, { owner, write }) {
    return changedView(await store.remove(owner, wanted, write));
  },
});
