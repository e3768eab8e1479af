/** Makes a done item open again. */
import type { TodoStore } from '../todo/todo-store.ts';
import { storeTool } from './store-tool.ts';
import { ChangedTodo, changedView, WantedTodo } from './todo-view.ts';

export const reopenTodo = storeTool({
  name: 'reopen_todo',
  description: 'Makes a done item open again. If several items fit the words, nothing happens and they are returned.',
  input: WantedTodo,
  output: ChangedTodo,
  effect: 'write',
  async run(wanted, store: TodoStore, { owner, write }) {
    return changedView(await store.reopen(owner, wanted, write));
  },
});
