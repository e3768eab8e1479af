/** The significant words of a topic, for searching and for naming. */
import { patternsOf } from '../../../clinical/index.ts';

/** Words that say nothing about which topic it is. */
export const EMPTY = patternsOf('research-offline', 'content-words').words('EMPTY');

export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9][a-z0-9-]*/g) ?? []).filter((word) => word.length > 1 && !EMPTY.has(word));
}
