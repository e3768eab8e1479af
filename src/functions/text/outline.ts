/** The outline of a text: the headings of a document, the declarations of a program. */
import { blocksOf } from './blocks.ts';
import { declarationsOf, isCode } from './code.ts';
import { type Span, singleSpaced } from './lines.ts';

export type OutlineItem = Span & { text: string; level: number; kind: string };

export function outlineOf(content: string): OutlineItem[] {
  const items = isCode(content)
    ? declarationsOf(content)
    : blocksOf(content)
        .filter(({ kind }) => kind === 'heading')
        .map((block) => ({ ...block, kind: 'heading' }));
  return items.map(({ start, end, level, kind }) => ({
    start,
    end,
    level,
    kind,
    text: singleSpaced(content.slice(start, end)),
  }));
}
