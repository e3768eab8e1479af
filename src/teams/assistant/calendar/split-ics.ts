/** Cuts an iCalendar text into its components before anything is parsed: one that is broken then costs itself and no other. */
import { AppError } from '../../../platform/errors.ts';

/** Unfolded lines, from BEGIN to END. */
export type Block = { name: string; lines: string[] };

export type SplitIcs = {
  blocks: Block[];
  /** Properties of the calendar itself, by name. */
  properties: ReadonlyMap<string, string>;
  /** Components that do not end. */
  cutOff: number;
};

const MAX_LINES = 200_000;
const MAX_BLOCK_LINES = 2_000;
const LINE_END = /\r\n|\n|\r/;

export function splitIcs(text: string): SplitIcs {
  const lines = unfolded(text);
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[0] ?? '')) throw new AppError('invalid', 'This is no iCalendar file.');
  const blocks: Block[] = [];
  const properties = new Map<string, string>();
  let open: Block | null = null;
  let depth = 0;
  let cutOff = 0;
  for (const line of lines) {
    const [word = '', value = ''] = line.split(':', 2);
    const name = value.trim().toUpperCase();
    const isBegin = word.toUpperCase() === 'BEGIN';
    const isEnd = word.toUpperCase() === 'END';
    if (name === 'VCALENDAR' && (isBegin || isEnd)) {
      cutOff += open ? 1 : 0;
      open = null;
      continue;
    }
    if (!open) {
      if (isBegin) [open, depth] = [{ name, lines: [line] }, 1];
      else if (!isEnd) properties.set(word.toUpperCase(), line.slice(word.length + 1).trim());
      continue;
    }
    if (open.lines.length < MAX_BLOCK_LINES) open.lines.push(line);
    depth += isBegin ? 1 : isEnd ? -1 : 0;
    if (depth > 0) continue;
    blocks.push(open);
    open = null;
  }
  return { blocks, properties, cutOff: cutOff + (open ? 1 : 0) };
}

/** A line that begins with a space or a tab continues the one before it. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(LINE_END, MAX_LINES)) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines[lines.length - 1] += line.slice(1);
    else if (line !== '') lines.push(line);
  }
  return lines;
}
