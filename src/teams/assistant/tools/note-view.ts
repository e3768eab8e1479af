/** A note as tools show it. */
import { z } from 'zod';
import type { Note } from '../memory/note.ts';

export const NoteView = z.object({ note_id: z.string(), text: z.string(), saved_at: z.string() });

export const NoteId = z.string().max(40).describe('From search_notes or list_notes');

export function noteView({ id, text, updated_at }: Note): z.infer<typeof NoteView> {
  return { note_id: id, text, saved_at: updated_at };
}
