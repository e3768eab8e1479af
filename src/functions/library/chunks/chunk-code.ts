/**
 * Code in chunks: whole top-level declarations, up to the target length. One that is too long is divided at blank lines, then between
 * lines. A chunk knows its lines, and the first thing that it declares.
 */
import type { Chunk } from './place.ts';
import { MAX_CHARS, TARGET_CHARS } from './sizes.ts';

/** Lines of the file, from 1. */
type Block = { lines: string[]; first: number; size: number };

const DECLARATION =
  /^[ \t]{0,40}(?:(?:export|default|public|private|protected|static|abstract|async|pub|final) ){0,4}(?:function\*?|class|interface|type|enum|struct|trait|impl|def|func|fn|module|namespace|const) ([\w$]{1,100})/;

export function chunkCode(text: string): Chunk[] {
  const blocks = blocksOf(text.split(/\r?\n|\f/));
  const chunks: Chunk[] = [];
  let held: Block | null = null;
  for (const block of blocks) {
    if (held && held.size + block.size <= TARGET_CHARS) held = joined(held, block);
    else {
      if (held) chunks.push(...toChunk(held));
      held = block;
    }
  }
  if (held) chunks.push(...toChunk(held));
  return chunks;
}

/** A block ends at a blank line that is followed by an unindented line, or at any blank line or line when it would become too long. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let block: Block = { lines: [], first: 1, size: 0 };
  const end = () => {
    if (block.lines.some((line) => line.trim() !== '')) blocks.push(block);
  };
  for (const [index, line] of lines.entries()) {
    const afterBlank = (block.lines.at(-1) ?? '').trim() === '' && block.lines.length > 0;
    const topLevel = line !== '' && !/^[\s})\]]/.test(line);
    const full = block.size + line.length > MAX_CHARS || (afterBlank && block.size + line.length > TARGET_CHARS);
    if ((afterBlank && topLevel) || (full && block.lines.length > 0)) {
      end();
      block = { lines: [], first: index + 1, size: 0 };
    }
    block.lines.push(line);
    block.size += line.length + 1;
  }
  end();
  return blocks;
}

/** Blocks that were empty stand between the two. */
function joined(a: Block, b: Block): Block {
  const gap = b.first - a.first - a.lines.length;
  return {
    lines: [...a.lines, ...Array<string>(gap).fill(''), ...b.lines],
    first: a.first,
    size: a.size + gap + b.size,
  };
}

/** Several for a line that is too long itself. Blank lines at the ends do not count. */
function toChunk({ lines, first }: Block): Chunk[] {
  const from = lines.findIndex((line) => line.trim() !== '');
  const to = lines.findLastIndex((line) => line.trim() !== '');
  const kept = lines.slice(from, to + 1);
  const name = kept.map((line) => DECLARATION.exec(line.slice(0, 300))?.[1]).find((found) => found !== undefined);
  const lineRange = from === to ? `${first + from}` : `${first + from}-${first + to}`;
  const place = { ...(name && { section: name }), line_range: lineRange };
  return cut(kept.join('\n')).map((text) => ({ text, place }));
}

function cut(text: string): string[] {
  if (text.length <= MAX_CHARS * 2) return [text];
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at + MAX_CHARS - 1);
    const end = at + (unit >= 0xd800 && unit <= 0xdbff ? MAX_CHARS - 1 : MAX_CHARS);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
