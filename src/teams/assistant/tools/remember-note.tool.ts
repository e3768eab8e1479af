/** Stores a long-term note about the user. */
import { z } from 'zod';
import { MAX_NOTE_CHARS } from '../memory/note.ts';
import type { NoteStore } from '../memory/note-store.ts';
import { NoteView, noteView } from './note-view.ts';
import { storeTool } from './store-tool.ts';

const MAX_SIMILAR = 5;

export const rememberNote = storeTool({
  name: 'remember_note',
  description:
    'Stores one thing that the user wants to be remembered in later conversations. If the answer shows a similar note that this one replaces, use update_note instead.',
  input: z.object({
    text: z.string().trim().min(1).max(MAX_NOTE_CHARS).describe('One statement, in the words of the user'),
  }),
  output: z.object({
    status: z.enum(['stored', 'already known']),
    note: NoteView,
    similar: z.array(NoteView).describe('Other notes about the same thing'),
  }),
  effect: 'write',
  async run({ text }, store: NoteStore, { owner, write, now }) {
    const { note, isNew } = await store.remember(owner, text, write);
    const found = await store.search(owner, text, now);
    const similar = found.filter(({ id }) => id !== note.id).slice(0, MAX_SIMILAR);
    const status = isNew ? ('stored' as const) : ('already known' as const);
    return { status, note: noteView(note), similar: similar.map(noteView) };
  },
});
