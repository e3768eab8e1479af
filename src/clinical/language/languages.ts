/** The languages that can be answered in, though not read: src/clinical/data/languages.psv. */
import { readTable } from '../vocabulary/table.ts';

const ROWS = readTable('languages', ['code', 'name', 'reply', 'alarm', 'denies']);

export const LANGUAGES: ReadonlyMap<string, (typeof ROWS)[number]> = new Map(ROWS.map((row) => [row.code, row]));

/** In every reply to a language that cannot be read, below the text in that language. */
export const ENGLISH_ONLY = 'I can read only English so far. If this is an emergency, call {number} now.';

/** What comes first in the reply to an emergency. */
export function alarmIn(language: string): string {
  const row = LANGUAGES.get(language);
  return row?.alarm || row?.reply || ENGLISH_ONLY;
}

export function cannotReadIn(language: string): string {
  return [LANGUAGES.get(language)?.reply, ENGLISH_ONLY].filter(Boolean).join('\n\n');
}
