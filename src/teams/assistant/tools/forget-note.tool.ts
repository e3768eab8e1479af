/** Deletes a note of the user. */
import { z } from 'zod';
import type { NoteStore } from '../memory/note-store.ts';
import { NoteId, NoteView, noteView } from './note-view.ts';
import { storeTool } from './store-tool.ts';

export const forgetNote = storeTool({
  name: 'forget_note',
  description: 'Deletes a note for good. If several notes could be meant, ask the user which one first.',
  input: z.object({ note_id: NoteId }),
  output: z.object({ forgotten: NoteView }),
  effect: 'write',
  async run({ note_id }, store: NoteStore, { owner, write }) {
    const note = await store.forget(owner, note_id, write);
    return note ? { forgotten: noteView(note) } : { error: 'There is no such note; call search_notes for the ids.' };
  },
});
