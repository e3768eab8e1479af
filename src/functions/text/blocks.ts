/**
 * The blocks of a document: headings, paragraphs, list items, table rows, fenced code and footnotes. It reads Markdown, and plain text
 * whose headings are numbered ("2.1 Methods"), named ("Chapter 3") or underlined. One pass over the lines.
 */
import { linesOf, type Span } from './lines.ts';

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'note';

/** `level`: of a heading, 1 is the highest; of a list item, its depth. `numbered`: a list item with a number. */
export type Block = Span & { kind: BlockKind; level: number; numbered: boolean };

const FENCE = /^(?:```|~~~)/;
const HASHES = /^(#{1,6})[ \t]+(?=\S)/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const ITEM = /^(?:[-*+•–]|(\d{1,3}[.)]|[a-z][.)]))[ \t]+(?=\S)/;
const NOTE = /^\[\^[\w-]{1,40}\]:/;
const NUMBERED_HEADING = /^(\d{1,3}(?:\.\d{1,3}){1,5})\.?[ \t]+\p{Lu}/u;
const NAMED_HEADING = /^(?:chapter|part|section|appendix|book|lecture)[ \t]+(?:\d{1,4}|[ivxlc]{1,8}|[a-z])\b/i;
/** A line that is longer is a sentence, whatever it begins with. */
const LONGEST_HEADING = 120;
const SPACES_PER_LEVEL = 2;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  /** The paragraph or list item that the next line may go on with. */
  let open: Block | undefined;
  let fence: string | undefined;
  const add = (kind: BlockKind, start: number, end: number, level = 1, numbered = false): Block => {
    const block = { kind, start, end, level, numbered };
    blocks.push(block);
    return block;
  };
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    const { start, end } = trimmed(text, line);
    const said = text.slice(start, end);
    if (fence) {
      if (open) open.end = end;
      if (said.startsWith(fence)) [fence, open] = [undefined, undefined];
      continue;
    }
    if (said === '') {
      open = undefined;
      continue;
    }
    const opening = FENCE.exec(said);
    const hashes = HASHES.exec(said);
    const item = ITEM.exec(said);
    if (opening) {
      fence = opening[0];
      open = add('code', start, end);
    } else if (hashes) {
      add('heading', start + hashes[0].length, endOfTitle(text, start, end), hashes[1]?.length ?? 1);
      open = undefined;
    } else if (UNDERLINE.test(said) && open?.kind === 'paragraph' && isShort(open)) {
      open.kind = 'heading';
      open.level = said.startsWith('=') ? 1 : 2;
      open = undefined;
    } else if (UNDERLINE.test(said)) {
      open = undefined;
    } else if (NOTE.test(said)) {
      open = add('note', start, end);
    } else if (said.startsWith('|')) {
      add('row', start, end);
      open = undefined;
    } else if (!open && standsAlone(text, lines, index) && isTitle(said)) {
      add('heading', start, end, levelOf(said));
    } else if (item) {
      const level = 1 + Math.floor((start - line.start) / SPACES_PER_LEVEL);
      open = add('item', start + item[0].length, end, level, item[1] !== undefined);
    } else if (open) {
      open.end = end;
    } else {
      open = add('paragraph', start, end);
    }
  }
  return blocks;
}

function trimmed(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  return { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
}

/** `## Title ##` is closed by hashes that are no part of it. */
function endOfTitle(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1] === '#') at -= 1;
  if (at === end || text[at - 1] !== ' ') return end;
  while (at > start && text[at - 1] === ' ') at -= 1;
  return at;
}

function isShort({ start, end }: Span): boolean {
  return end - start <= LONGEST_HEADING;
}

function standsAlone(text: string, lines: readonly Span[], index: number): boolean {
  const next = lines[index + 1];
  return !next || text.slice(next.start, next.end).trim() === '';
}

function isTitle(line: string): boolean {
  if (line.length > LONGEST_HEADING || /[.;,]$/.test(line)) return false;
  return NUMBERED_HEADING.test(line) || NAMED_HEADING.test(line);
}

function levelOf(title: string): number {
  return NUMBERED_HEADING.exec(title)?.[1]?.split('.').length ?? 1;
}
