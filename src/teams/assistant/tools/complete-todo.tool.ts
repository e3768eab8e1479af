/** Marks an item as done. */
import type { TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ChangedTodo, changedView, WantedTodo } from './todo-view.ts';

export const completeTodo = storeTool({
  name: 'complete_todo',
  description: 'Marks an item as done. If several items fit the words, nothing happens and they are returned.',
  input: WantedTodo,
  output: ChangedTodo,
  effect: 'write',
  async run(wanted, store: TodoStore, { owner, write }) {
    return changedView(await store.complete(owner, wanted, write));
  },
});
