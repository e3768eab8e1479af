/**
 * Where results stand in a text, by rules and by the tagger together: the tagger's spans, and those of the rules where the tagger sees
 * nothing. On held-out documents this is better than either alone. For doses it is not, so they are left to the rules (`dosagesIn`).
 */
import { labValuesIn } from '../extract/lab-values.ts';
import type { Stretch } from '../text/sentences.ts';
import { overlapping } from './overlapping.ts';
import { tagText } from './tag.ts';

export function labValueSpans(text: string): Stretch[] {
  const tagged = tagText(text);
  const unseen = labValuesIn(text).filter((place) => overlapping(tagged, place).length === 0);
  return [...tagged.filter(({ type }) => type === 'Lab_value'), ...unseen]
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
}
