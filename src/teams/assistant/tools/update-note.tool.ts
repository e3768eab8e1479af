/** Replaces the text of a note. */
import { z } from 'zod';
import { MAX_NOTE_CHARS } from '../memory/note.ts';
import type { NoteStore } from '../memory/note-store.ts';
import { NoteId, NoteView, noteView } from './note-view.ts';
import { storeTool } from './store-tool.ts';

export const updateNote = storeTool({
  name: 'update_note',
  description: 'Replaces the text of a note, when what it says has changed.',
  input: z.object({ note_id: NoteId, text: z.string().trim().min(1).max(MAX_NOTE_CHARS) }),
  output: z.object({ note: NoteView }),
  effect: 'write',
  async run({ note_id, text }, store: NoteStore, { owner, write }) {
    const note = await store.update(owner, note_id, text, write);
    return note ? { note: noteView(note) } : { error: 'There is no such note; call search_notes for the ids.' };
  },
});
