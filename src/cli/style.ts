/** Colours and columns of the output. Colours are for terminals only, and never where NO_COLOR is set (no-color.org). */

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Of a cell that its command has not cut. */
const MAX_CELL = 120;

export type Style = Record<keyof typeof CODES, (text: string) => string>;

export function createStyle(isColoured: boolean): Style {
  const paint = (code: number) => (text: string) =>
    isColoured && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, paint(code)])) as Style;
}

export function wantsColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Rows in columns, below their titles. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, MAX_CELL)));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(column === widths.length - 1 ? 0 : width))
      .join('  ')
      .trimEnd();
  return [style.dim(line(titles)), ...cells.map(line)].map((text) => `${text}\n`).join('');
}

/** A text in one line of at most so many characters. What could steer a terminal is left out: it may be anybody's words. */
export function oneLine(text: string, most = 80): string {
  const plain = printable(text).replace(/\s+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}

export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => (char === '\n' || char === '\t' ? char : ''));
}

export function shortTime(iso: string | null | undefined): string {
  return iso ? iso.slice(0, 16).replace('T', ' ') : '';
}
