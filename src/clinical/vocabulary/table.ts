/**
 * The vocabulary is kept as plain tables, one line a row and cells between bars, because a clinician should be able to
 * read and correct them. This turns such a table into rows.
 */

/** Rows of trimmed cells. Lines that start with `#` are notes for the reader. */
export function tableOf<const C extends readonly string[]>(columns: C, text: string): Record<C[number], string>[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length > columns.length) throw new Error(`vocabulary row has too many cells: ${line}`);
      return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Record<
        C[number],
        string
      >;
    });
}

/** The entries of one cell, between commas. */
export function listOf(cell: string): string[] {
  return cell
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
