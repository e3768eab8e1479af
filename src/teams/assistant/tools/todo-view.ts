/** Todos as tools take and show them. */
import { z } from 'zod';
import { MAX_LIST_CHARS, MAX_TODO_CHARS, PRIORITIES, type Todo } from '../todo/todo.ts';
import type { Changed } from '../todo/todo-store.ts';

export const TodoView = z.object({
  todo_id: z.string(),
  text: z.string(),
  list: z.string(),
  priority: z.enum(PRIORITIES),
  due: z.string().nullable(),
  done: z.boolean(),
});

export const TodoText = z.string().trim().min(1).max(MAX_TODO_CHARS);
export const ListName = z.string().trim().max(MAX_LIST_CHARS).describe('Such as "shopping"; without it, the main list');
export const Due = z.iso.date().describe('The day, as 2026-11-20');
export const Priority = z.enum(PRIORITIES);

export const WantedTodo = z.object({
  item: z.string().trim().min(1).max(MAX_TODO_CHARS).describe('The todo_id, or words of the item'),
  list: ListName.optional(),
});

/** `which`: several items fit; ask the user which one is meant. */
export const ChangedTodo = z.union([
  z.object({
    todo: TodoView,
    was: TodoView.describe('Before the change'),
    open: z.number().describe('Open items of the list'),
  }),
  z.object({ which: z.array(TodoView).describe('Several items fit: ask the user which one is meant') }),
]);

const MAX_SHOWN = 20;

export function todoView({ id, text, list, priority, due, done_at }: Todo): z.infer<typeof TodoView> {
  return { todo_id: id, text, list, priority, due, done: done_at !== null };
}

export function changedView(changed: Changed): z.infer<typeof ChangedTodo> | { error: string } {
  if (!changed) return { error: 'There is no such item.' };
  if ('several' in changed) return { which: changed.several.slice(0, MAX_SHOWN).map(todoView) };
  return { todo: todoView(changed.todo), was: todoView(changed.was), open: changed.open };
}
