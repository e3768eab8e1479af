/** Searches the user's notes by words. */
import { z } from 'zod';
import type { NoteStore } from '../memory/note-store.ts';
import { NoteView, noteView } from './note-view.ts';
import { storeTool } from './store-tool.ts';

export const searchNotesTool = storeTool({
  name: 'search_notes',
  description: 'Finds notes about the user by words, best match first.',
  input: z.object({
    query: z.string().min(1).max(300).describe('Words that the note has'),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({ notes: z.array(NoteView), found: z.number().describe('How many match') }),
  effect: 'read',
  async run({ query, limit }, store: NoteStore, { owner, now }) {
    const notes = await store.search(owner, query, now);
    return { notes: notes.slice(0, limit).map(noteView), found: notes.length };
  },
});
