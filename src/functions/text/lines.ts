/** The lines of a text, by their offsets. */

export type Span = { start: number; end: number };

/** Without the characters that end a line. A form feed ends a page, and with it a line. */
export function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n|[\n\r\f]/g)) {
    lines.push({ start, end: index });
    start = index + mark.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Gives the number of the line, counted from 1, that an offset is in. */
export function lineNumbers(text: string): (offset: number) => number {
  const starts = linesOf(text).map(({ start }) => start);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
