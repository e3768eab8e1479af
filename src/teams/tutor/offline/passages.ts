/** The passages that a search in the library returned, and how they are quoted. */
import { asObject } from '../../../engine/models/offline/conversation.ts';

export type Passage = { excerpt: string; title: string; marker: string };

/** Of each passage in a reply; the citation has it whole. */
const SHOWN_CHARS = 400;

export function passagesIn(result: unknown): Passage[] {
  const { references, citations } = asObject(result);
  if (!Array.isArray(references) || !Array.isArray(citations)) return [];
  return references.flatMap((reference, index) => {
    const { excerpt, source } = asObject(reference);
    const { marker } = asObject(citations[index]);
    if (typeof excerpt !== 'string' || typeof marker !== 'string') return [];
    return [{ excerpt, title: String(asObject(source).title ?? 'Library').slice(0, 200), marker }];
  });
}

export function quoted({ excerpt, title, marker }: Passage): string {
  const text = excerpt.replace(/\s+/g, ' ').trim();
  const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).replace(/\s\S*$/, '')} …` : text;
  return `${title}: ${shown} ${marker}`;
}
