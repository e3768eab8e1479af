/** Which todo is meant by an id or by words. What fits several is not guessed. */
import { ITEM_ID } from '../store/item-id.ts';
import { matching } from '../store/words.ts';
import { listName, type Todo } from './todo.ts';

/** `list`: only items of that list. */
export type Wanted = { item: string; list?: string | undefined };

export type Choice = { kind: 'one'; todo: Todo } | { kind: 'several'; todos: Todo[] } | { kind: 'none' };

/** `preferred`: those that the change makes sense for; the others count only if none of these fits. */
export function choose(todos: readonly Todo[], { item, list }: Wanted, preferred: (todo: Todo) => boolean): Choice {
  const byId = ITEM_ID.test(item) ? todos.find(({ id }) => id === item) : undefined;
  if (byId) return { kind: 'one', todo: byId };
  const candidates = list === undefined ? todos : todos.filter((todo) => todo.list === listName(list));
  const matches = [candidates.filter(preferred), candidates].map((some) => matching(some, item, ({ text }) => text));
  const found = matches.find((some) => some.length > 0) ?? [];
  const [todo] = found;
  if (!todo) return { kind: 'none' };
  return found.length === 1 ? { kind: 'one', todo } : { kind: 'several', todos: found };
}
