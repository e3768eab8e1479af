/** The todo lists of a user. A list is the items that name it; it ends with its last item. */
import { AppError } from '../../../platform/errors.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { itemId } from '../store/item-id.ts';
import type { StoreKeys } from '../store/keys.ts';
import type { Owner } from '../store/owner.ts';
import { createUserItems } from '../store/user-items.ts';
import { sameness } from '../store/words.ts';
import { type Choice, choose, type Wanted } from './choose.ts';
import { inOrder, listName, MAX_DONE, MAX_TODOS, Todo } from './todo.ts';

type Write = { key: string; now: Date };

export type NewTodo = Pick<Todo, 'text'> & Partial<Pick<Todo, 'due' | 'priority'>>;
export type TodoFields = Partial<Pick<Todo, 'text' | 'list' | 'due' | 'priority'>>;

/** `open`: how many items of the list are open afterwards. */
export type Added = { list: string; added: Todo[]; already: Todo[]; open: number };
/** `was`: the item before the change. */
export type Changed = { todo: Todo; was: Todo; open: number } | { several: Todo[] } | null;

export type TodoStore = ReturnType<typeof createTodoStore>;

export function createTodoStore(parts: { redis: RedisClient; keys: StoreKeys }) {
  const items = createUserItems(parts, 'todos', Todo, ({ id }) => id);

  const changeOne = (
    owner: Owner,
    wanted: Wanted,
    key: string,
    preferred: (todo: Todo) => boolean,
    /** Null: it is removed. The same object: nothing changes. */
    changed: (todo: Todo) => Todo | null,
  ): Promise<Changed> =>
    items.change<Changed>(owner, key, (todos) => {
      const choice: Choice = choose(todos, wanted, preferred);
      if (choice.kind === 'none') return { answer: null };
      if (choice.kind === 'several') return { answer: { several: inOrder(choice.todos) } };
      const was = choice.todo;
      const todo = changed(was);
      // An open item that the changed one repeats becomes one with it.
      const others = todos.filter(({ id }) => id !== was.id);
      const kept = todo ? [...others.filter((other) => !repeats(other, todo)), todo] : others;
      const answer = { todo: todo ?? was, was, open: openIn(kept, (todo ?? was).list) };
      if (todo === was) return { answer };
      const surplus = oldDone(kept);
      const left = new Set(kept.filter((one) => !surplus.has(one.id)).map(({ id }) => id));
      const remove = todos.flatMap(({ id }) => (left.has(id) ? [] : [id]));
      return { ...(todo && { put: [todo] }), remove, answer };
    });

  return {
    async list(owner: Owner): Promise<Todo[]> {
      return inOrder((await items.read(owner)).items);
    },

    /** An item that is open on the list already is not added again. */
    add(owner: Owner, name: string | undefined, wishes: readonly NewTodo[], { key, now }: Write): Promise<Added> {
      return items.change<Added>(owner, key, (todos) => {
        const list = listName(name);
        const open = new Map(
          todos
            .filter((todo) => todo.list === list && todo.done_at === null)
            .map((todo) => [sameness(todo.text), todo]),
        );
        const first = Math.max(0, ...todos.map(({ order }) => order)) + 1;
        const added: Todo[] = [];
        const already: Todo[] = [];
        for (const [place, { text, due = null, priority = 'normal' }] of wishes.entries()) {
          const known = open.get(sameness(text));
          if (known) {
            if (!added.includes(known)) already.push(known);
            continue;
          }
          const made = { id: itemId(key, place), order: first + place, created_at: now.toISOString() };
          const todo: Todo = { ...made, text, list, priority, due, done_at: null };
          open.set(sameness(text), todo);
          added.push(todo);
        }
        if (todos.length + added.length > MAX_TODOS)
          throw new AppError('limit_reached', `At most ${MAX_TODOS} items can be stored; remove some first.`);
        return { put: added, answer: { list, added, already, open: open.size } };
      });
    },

    complete: (owner: Owner, wanted: Wanted, { key, now }: Write) =>
      changeOne(owner, wanted, key, isOpen, (todo) => (isOpen(todo) ? { ...todo, done_at: now.toISOString() } : todo)),

    reopen: (owner: Owner, wanted: Wanted, { key }: Write) =>
      changeOne(
        owner,
        wanted,
        key,
        (todo) => !isOpen(todo),
        (todo) => (isOpen(todo) ? todo : { ...todo, done_at: null }),
      ),

    update: (owner: Owner, wanted: Wanted, { list, ...fields }: TodoFields, { key }: Write) =>
      changeOne(owner, wanted, key, isOpen, (todo) => ({
        ...todo,
        ...fields,
        ...(list !== undefined && { list: listName(list) }),
      })),

    remove: (owner: Owner, wanted: Wanted, { key }: Write) => changeOne(owner, wanted, key, isOpen, () => null),

    /** Removes the done items of a list, or all of them. */
    clear(owner: Owner, name: string | undefined, which: 'done' | 'all', { key }: Write) {
      return items.change(owner, key, (todos) => {
        const list = listName(name);
        const gone = todos.filter((todo) => todo.list === list && (which === 'all' || !isOpen(todo)));
        const open = which === 'all' ? 0 : openIn(todos, list);
        return { remove: gone.map(({ id }) => id), answer: { list, removed: gone.length, open } };
      });
    },

    erase: items.erase,
  };
}

function isOpen({ done_at }: Todo): boolean {
  return done_at === null;
}

function openIn(todos: readonly Todo[], list: string): number {
  return todos.filter((todo) => todo.list === list && isOpen(todo)).length;
}

function repeats(other: Todo, todo: Todo): boolean {
  return isOpen(other) && isOpen(todo) && other.list === todo.list && sameness(other.text) === sameness(todo.text);
}

function oldDone(todos: readonly Todo[]): ReadonlySet<string> {
  const done = inOrder(todos.filter((todo) => !isOpen(todo)));
  return new Set(done.slice(MAX_DONE).map(({ id }) => id));
}
