/** The rows that a query brought, as an answer reads them: by the name of the column, and only what is there. */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('questions', 'rows');

export type Row = Readonly<Record<string, string | number | undefined>>;

/** Cells that are no plain value are left out: an answer has no words for a list. */
export function rowsOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): Row[] {
  return rows.map((cells) =>
    asTold(
      Object.fromEntries(
        columns.flatMap((column, index) => {
          const cell = cells[index];
          return typeof cell === 'string' || typeof cell === 'number' ? [[column, cell]] : [];
        }),
      ),
    ),
  );
}

const PARTIAL = /^\d{4}(?:-\d{2})?$/;

/** Of what was told as a month or a year, the record keeps the first moment; an answer says no day that nobody told. */
function asTold({ said_time: said, ...row }: Row): Row {
  if (typeof said !== 'string' || !PARTIAL.test(said)) return row;
  const moment = new Date(said).toISOString();
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell === moment ? said : cell]));
}

export function textIn(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn(row: Row | undefined, column: string): number | undefined {
  const value = row?.[column];
  return typeof value === 'number' ? value : undefined;
}

/** "1 reading", "3 readings". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Diseases that bear a person's or a place's name keep their capital. */
const PROPER = pattern('PROPER', '');

/** "Weight" in the middle of a sentence is "weight"; "HbA1c" and "Crohn's disease" stay as they are. */
export function inSentence(name: string): string {
  const plain = /^\p{Lu}\p{Ll}+(?:[\s,-]|$)/u.test(name) && !PROPER.test(name);
  return plain ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}

/** "a, b and c" */
export function join(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** "eGFR" stays as it is. */
export function capital(words: string): string {
  if (/^\p{Ll}\p{Lu}/u.test(words)) return words;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What there is of them, each on a line of its own. */
export function lines(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n');
}

export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
