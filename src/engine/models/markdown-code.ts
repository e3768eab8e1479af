/**
 * Which parts of a Markdown text are code: fenced blocks and code spans. A marker in code is code. Takes time linear in the text, so that
 * any text can be given to it.
 */

export type Range = { start: number; end: number };

/** `quoted`: it began in a block quote, and ends with it. */
type Fence = { char: string; length: number; quoted: boolean; start: number };

/** In their order; none overlaps another. A block that is never closed reaches to the end. */
export function codeIn(text: string): Range[] {
  const code: Range[] = [];
  let fence: Fence | null = null;
  let paragraph = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    if (fence?.quoted && !isQuoted(line)) {
      code.push({ start: fence.start, end: start });
      fence = null;
      paragraph = start;
    }
    if (fence) {
      if (closes(fence, line)) {
        code.push({ start: fence.start, end });
        fence = null;
        paragraph = end;
      }
    } else {
      fence = opened(line, start);
      // A code span does not reach beyond its paragraph.
      if (fence || line.trim() === '') {
        code.push(...spansIn(text.slice(paragraph, start), paragraph));
        paragraph = end;
      }
    }
    start = end + 1;
  }
  code.push(...(fence ? [{ start: fence.start, end: text.length }] : spansIn(text.slice(paragraph), paragraph)));
  return code;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** In a list or a block quote too, however far it is indented. */
function opened(line: string, start: number): Fence | null {
  const body = withoutIndent(line).replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}/, '');
  const [run = ''] = /^(?:`{3,}|~{3,})/.exec(body) ?? [];
  const char = run.charAt(0);
  // Backticks further on the same line make it a code span.
  if (run === '' || (char === '`' && body.includes('`', run.length))) return null;
  return { char, length: run.length, quoted: isQuoted(line), start };
}

function closes({ char, length }: Fence, line: string): boolean {
  const body = withoutIndent(line).trimEnd();
  return body.length >= length && body === char.repeat(body.length);
}

function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>');
}

function withoutIndent(line: string): string {
  return line.replace(/^[\s>]+/, '');
}

/** A span begins with a run of backticks and ends with the next run of the same length; without one, the backticks are text. */
function spansIn(paragraph: string, offset: number): Range[] {
  const runs = Array.from(paragraph.matchAll(/`+/g), ({ 0: run, index }) => {
    // After a backslash the first one is text. Inside a span a backslash is text itself.
    const escaped = isEscaped(paragraph, index) ? 1 : 0;
    return { start: index, end: index + run.length, opening: index + escaped };
  });
  const closing = closingRuns(runs);
  const spans: Range[] = [];
  for (let at = 0; at < runs.length; ) {
    const last = closing[at];
    const [first, closer] = [runs[at], last === undefined ? undefined : runs[last]];
    if (first && closer) spans.push({ start: offset + first.opening, end: offset + closer.end });
    at = (last ?? at) + 1;
  }
  return spans;
}

/** For each run, the index of the next one of the same length. */
function closingRuns(runs: readonly (Range & { opening: number })[]): (number | undefined)[] {
  const nearest = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (const [index, { start, end, opening }] of [...runs.entries()].reverse()) {
    closing[index] = nearest.get(end - opening);
    nearest.set(end - start, index);
  }
  return closing;
}

/** By an odd number of backslashes before it. */
export function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
