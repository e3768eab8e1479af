/** A todo: something to do or to buy, on a named list of the user. */
import { z } from 'zod';

export const MAX_TODO_CHARS = 200;
export const MAX_LIST_CHARS = 40;
/** All items of a user are read for a change. */
export const MAX_TODOS = 1_000;
/** Finished items beyond this many are dropped, the oldest first. */
export const MAX_DONE = 200;
/** What "my list" is. */
export const DEFAULT_LIST = 'todo';

export const PRIORITIES = ['low', 'normal', 'high'] as const;

export const Todo = z.object({
  id: z.string(),
  text: z.string(),
  list: z.string(),
  priority: z.enum(PRIORITIES),
  due: z.string().nullable().describe('A day, as 2026-11-20'),
  done_at: z.string().nullable(),
  created_at: z.string(),
  order: z.number().describe('Counts up as items are added'),
});
export type Todo = z.infer<typeof Todo>;

/** "Shopping", "my shopping list" and "shopping" are one list. */
export function listName(name: string | undefined): string {
  const plain = (name ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^(?:my|the|our) /, '')
    .replace(/ ?list$/, '')
    .trim();
  return plain === '' || plain === 'to do' || plain === 'to-do' || plain === 'todos' ? DEFAULT_LIST : plain;
}

const RANK = { high: 0, normal: 1, low: 2 };

/** Open before done; then by priority, due day and age; of the done ones the last first. */
export function inOrder(todos: readonly Todo[]): Todo[] {
  return [...todos].sort((a, b) => {
    if (a.done_at !== null && b.done_at !== null) return b.done_at.localeCompare(a.done_at);
    if (a.done_at !== null || b.done_at !== null) return a.done_at === null ? -1 : 1;
    const due = (a.due ?? '9999').localeCompare(b.due ?? '9999');
    return RANK[a.priority] - RANK[b.priority] || due || a.order - b.order;
  });
}
