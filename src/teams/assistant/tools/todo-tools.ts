/** The tools of todo_agent. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { TodoStore } from '../todo/todo-store.ts';
import { addTodo } from './add-todo.tool.ts';
import { clearTodos } from './clear-todos.tool.ts';
import { completeTodo } from './complete-todo.tool.ts';
import { listTodos } from './list-todos.tool.ts';
import { removeTodo } from './remove-todo.tool.ts';
import { reopenTodo } from './reopen-todo.tool.ts';
import { updateTodo } from './update-todo.tool.ts';

export function todoTools(store: TodoStore): Tool[] {
  return [
    addTodo(store),
    listTodos(store),
    completeTodo(store),
    reopenTodo(store),
    removeTodo(store),
    updateTodo(store),
    clearTodos(store),
  ];
}
