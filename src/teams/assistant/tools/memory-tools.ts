/** The tools of memory_agent. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { NoteStore } from '../memory/note-store.ts';
import { forgetNote } from './forget-note.tool.ts';
import { listNotes } from './list-notes.tool.ts';
import { rememberNote } from './remember-note.tool.ts';
import { searchNotesTool } from './search-notes.tool.ts';
import { updateNote } from './update-note.tool.ts';

export function memoryTools(store: NoteStore): Tool[] {
  return [rememberNote, searchNotesTool, listNotes, forgetNote, updateNote].map((at) => at(store));
}
