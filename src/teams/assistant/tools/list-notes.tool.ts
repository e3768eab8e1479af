/** Lists the user's notes. */
import { z } from 'zod';
import type { NoteStore } from '../memory/note-store.ts';
import { NoteView, noteView } from './note-view.ts';
import { storeTool } from './store-tool.ts';

export const listNotes = storeTool({
  name: 'list_notes',
  description: 'Lists the notes about the user, the last changed first.',
  input: z.object({
    limit: z.number().int().min(1).max(100).default(50),
    offset: z.number().int().min(0).default(0).describe('How many to leave out at the beginning'),
  }),
  output: z.object({ notes: z.array(NoteView), total: z.number() }),
  effect: 'read',
  async run({ limit, offset }, store: NoteStore, { owner }) {
    const notes = await store.list(owner);
    return { notes: notes.slice(offset, offset + limit).map(noteView), total: notes.length };
  },
});
