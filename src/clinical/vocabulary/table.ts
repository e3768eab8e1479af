/**
 * What Medfleet knows of medicine by itself is kept as plain tables in `src/clinical/data`, one line a row and cells between bars,
 * because a clinician should be able to read and correct them. This reads such a table.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '..', 'data');

/** Rows of trimmed cells. The first line names the columns; lines that start with `#` are notes for the reader. */
export function readTable<const C extends readonly string[]>(name: string, columns: C): Record<C[number], string>[] {
  const lines = readFileSync(join(DATA, `${name}.psv`), 'utf8').split('\n');
  let heading = true;
  const rows: Record<C[number], string>[] = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    const cells = line.split('|');
    if (cells.length > columns.length) throw new Error(`${name}.psv: row has too many cells: ${line}`);
    const row = {} as Record<string, string>;
    columns.forEach((column, index) => {
      row[column] = (cells[index] ?? '').trim();
    });
    if (!heading) rows.push(row as Record<C[number], string>);
    else if (columns.some((column) => row[column] !== column))
      throw new Error(`${name}.psv: its first line must be: ${columns.join(' | ')}`);
    heading = false;
  }
  return rows;
}

/** The entries of one cell, between commas. */
export function listOf(cell: string): string[] {
  const entries: string[] = [];
  if (cell === '') return entries;
  for (const part of cell.split(',')) {
    const entry = part.trim();
    if (entry !== '') entries.push(entry);
  }
  return entries;
}
