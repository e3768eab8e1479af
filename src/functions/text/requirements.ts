/** What a specification asks for: the items of a list or of an outline, the lines of a list without bullets, or the sentences of a text. */
import { blocksOf } from './blocks.ts';
import { singleSpaced } from './lines.ts';
import { sentencesOf } from './sentences.ts';

export type Requirements = { items: string[]; listed: boolean };

const LEAST_LISTED = 2;

export function requirementsOf(specification: string): Requirements {
  const given = jsonItems(specification);
  if (given) return { items: given, listed: true };
  const blocks = blocksOf(specification);
  const text = ({ start, end }: { start: number; end: number }) => singleSpaced(specification.slice(start, end));
  const listed = blocks.filter(({ kind }) => kind === 'item' || kind === 'heading').map(text);
  if (listed.length >= LEAST_LISTED) return { items: [...new Set(listed)], listed: true };
  const lines = specification.split('\n').map(singleSpaced).filter(Boolean);
  if (lines.length >= LEAST_LISTED && lines.every(isItem)) return { items: [...new Set(lines)], listed: true };
  return { items: [...new Set(sentencesOf(specification, blocks).map(text))], listed: false };
}

/** A line that stands for itself: it does not end as a sentence or a part of one does, and goes on with no sentence of the line before. */
function isItem(line: string): boolean {
  return !/[.,;]$/.test(line) && /^(?:\P{Ll}|\S+$)/u.test(line);
}

/** An outline as extract_structure gives it, or a list of texts. */
function jsonItems(specification: string): string[] | null {
  if (!specification.trimStart().startsWith('[')) return null;
  try {
    const list = JSON.parse(specification) as unknown;
    if (!Array.isArray(list)) return null;
    const items = list.map((item: unknown) => (typeof item === 'string' ? item : (item as { text?: unknown })?.text));
    return items.every((item) => typeof item === 'string') ? items.map(singleSpaced).filter(Boolean) : null;
  } catch {
    return null;
  }
}
