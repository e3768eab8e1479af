/** A note: one thing that a user wants to be remembered, beyond the session in which it was said. */
import { z } from 'zod';

/** A few sentences. Longer texts belong in a file. */
export const MAX_NOTE_CHARS = 1_000;
/** All notes of a user are read for a search; a thousand take a few milliseconds. */
export const MAX_NOTES = 1_000;

export const Note = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Note = z.infer<typeof Note>;
