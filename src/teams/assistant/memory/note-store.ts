/** The notes of a user. A note that says the same as an earlier one is that one. */
import { AppError } from '../../../platform/errors.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { itemId } from '../store/item-id.ts';
import type { StoreKeys } from '../store/keys.ts';
import type { Owner } from '../store/owner.ts';
import { createUserItems } from '../store/user-items.ts';
import { sameness } from '../store/words.ts';
import { MAX_NOTES, Note } from './note.ts';
import { searchNotes } from './search.ts';

/** A write: its idempotency key and its time. */
export type Write = { key: string; now: Date };

type Remembered = { note: Note; isNew: boolean };

export type NoteStore = ReturnType<typeof createNoteStore>;

export function createNoteStore(parts: { redis: RedisClient; keys: StoreKeys }) {
  const items = createUserItems(parts, 'notes', Note, ({ id }) => id);

  /** The last changed first. */
  async function list(owner: Owner): Promise<Note[]> {
    const { items: notes } = await items.read(owner);
    return notes.sort((a, b) => b.updated_at.localeCompare(a.updated_at) || a.id.localeCompare(b.id));
  }

  return {
    list,
    search: async (owner: Owner, query: string, now: Date) => searchNotes(await list(owner), query, now),

    remember(owner: Owner, text: string, { key, now }: Write): Promise<Remembered> {
      return items.change<Remembered>(owner, key, (notes) => {
        const known = notes.find((note) => sameness(note.text) === sameness(text));
        if (known) return { answer: { note: known, isNew: false } };
        if (notes.length >= MAX_NOTES)
          throw new AppError('limit_reached', `${MAX_NOTES} notes are stored, which is the limit; forget some first.`);
        const at = now.toISOString();
        const note = { id: itemId(key), text, created_at: at, updated_at: at };
        return { put: [note], answer: { note, isNew: true } };
      });
    },

    /** Null if there is no such note. */
    update(owner: Owner, id: string, text: string, { key, now }: Write): Promise<Note | null> {
      return items.change<Note | null>(owner, key, (notes) => {
        const note = notes.find((one) => one.id === id);
        if (!note) return { answer: null };
        const changed = { ...note, text, updated_at: now.toISOString() };
        return { put: [changed], answer: changed };
      });
    },

    /** Null if there is no such note. */
    forget(owner: Owner, id: string, { key }: Write): Promise<Note | null> {
      return items.change<Note | null>(owner, key, (notes) => {
        const note = notes.find((one) => one.id === id);
        return note ? { remove: [id], answer: note } : { answer: null };
      });
    },

    erase: items.erase,
  };
}
