/**
 * Prose in chunks: whole paragraphs below one heading, up to the target length. A paragraph that is too long is divided between its
 * sentences, a sentence that is too long between its words. Form feeds begin pages.
 */
import type { Chunk, Place } from './place.ts';
import { MAX_CHARS, TARGET_CHARS } from './sizes.ts';

type Paragraph = { text: string; section: string; page: number };
type Heading = { level: number; title: string };

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.{0,300})$/;
const FENCE = /^ {0,3}(```|~~~)/;
const MAX_SECTION_CHARS = 300;

export function chunkText(text: string, { markdown }: { markdown: boolean }): Chunk[] {
  const paged = text.includes('\f');
  const chunks: Chunk[] = [];
  let held: Paragraph[] = [];
  let size = 0;
  const end = () => {
    if (held.length > 0) chunks.push(toChunk(held, paged));
    held = [];
    size = 0;
  };
  for (const paragraph of paragraphsOf(text, markdown).flatMap(divided)) {
    if (held.length > 0 && (paragraph.section !== held[0]?.section || size + paragraph.text.length > TARGET_CHARS))
      end();
    held.push(paragraph);
    size += paragraph.text.length;
  }
  end();
  return chunks;
}

function toChunk(paragraphs: readonly Paragraph[], paged: boolean): Chunk {
  const [first, last] = [paragraphs[0]?.page, paragraphs.at(-1)?.page];
  const section = paragraphs[0]?.section ?? '';
  const place: Place = {
    ...(section && { section }),
    ...(paged && { pages: first === last ? `${first}` : `${first}-${last}` }),
  };
  return { text: paragraphs.map(({ text }) => text).join('\n\n'), place };
}

/** A blank line ends a paragraph, and so does a page: the text of a PDF file may have no blank line at all. */
function paragraphsOf(text: string, markdown: boolean): Paragraph[] {
  const found: Paragraph[] = [];
  let path: Heading[] = [];
  let section = '';
  let lines: string[] = [];
  let fence: string | null = null;
  const end = (page: number) => {
    const joined = lines.join('\n').trim();
    if (joined !== '') found.push({ text: joined, section, page });
    lines = [];
  };
  for (const [index, sheet] of text.split('\f').entries()) {
    const page = index + 1;
    for (const line of sheet.split(/\r?\n/)) {
      const heading: RegExpExecArray | null = markdown && fence === null ? HEADING.exec(line) : null;
      if (heading) {
        end(page);
        path = below(path, heading);
        section = path
          .map(({ title }) => title)
          .join(' > ')
          .slice(0, MAX_SECTION_CHARS);
        continue;
      }
      const mark: string | undefined = markdown ? FENCE.exec(line)?.[1] : undefined;
      if (mark) fence = fence === null ? mark : fence === mark ? null : fence;
      if (line.trim() === '' && fence === null) end(page);
      else lines.push(line);
    }
    end(page);
  }
  return found;
}

function below(path: readonly Heading[], [, marks = '', title = '']: RegExpExecArray): Heading[] {
  return [
    ...path.filter(({ level }) => level < marks.length),
    { level: marks.length, title: title.replace(/ #{1,6} ?$/, '').trim() },
  ];
}

function divided(paragraph: Paragraph): Paragraph[] {
  if (paragraph.text.length <= MAX_CHARS) return [paragraph];
  const pieces: string[] = [];
  let held = '';
  const end = () => {
    if (held.trim() !== '') pieces.push(held.trim());
    held = '';
  };
  for (const sentence of sentencesOf(paragraph.text)) {
    if (held.length + sentence.length > TARGET_CHARS) end();
    let rest = sentence;
    while (rest.length > MAX_CHARS) {
      const cut = cutAt(rest);
      pieces.push(rest.slice(0, cut).trim());
      rest = rest.slice(cut);
    }
    held += rest;
  }
  end();
  return pieces.filter((text) => text !== '').map((text) => ({ ...paragraph, text }));
}

/** With the space that follows each. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？]\s)|(?<=\n)/u);
}

/** After a space if there is one in the second half, and never inside a character. */
function cutAt(text: string): number {
  const space = text.lastIndexOf(' ', MAX_CHARS - 1);
  if (space > MAX_CHARS / 2) return space + 1;
  const unit = text.charCodeAt(MAX_CHARS - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? MAX_CHARS - 1 : MAX_CHARS;
}
