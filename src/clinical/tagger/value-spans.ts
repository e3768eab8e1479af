/**
 * Where doses and results stand in a text, by rules and by the tagger together. The tagger's word goes first; a span of the rules
 * counts where the tagger sees nothing. On held-out documents this is better than either alone.
 */
import { labValuesIn } from '../extract/lab-values.ts';
import { dosagesIn } from '../medicines/dosage.ts';
import type { Stretch } from '../text/sentences.ts';
import type { SpanType } from './labels.ts';
import { overlapping } from './overlapping.ts';
import { tagText } from './tag.ts';

export function dosageSpans(text: string): Stretch[] {
  return together(text, 'Dosage', dosagesIn(text));
}

export function labValueSpans(text: string): Stretch[] {
  return together(text, 'Lab_value', labValuesIn(text));
}

function together(text: string, type: SpanType, byRules: readonly Stretch[]): Stretch[] {
  const tagged = tagText(text);
  const unseen = byRules.filter((place) => overlapping(tagged, place).length === 0);
  return [...tagged.filter((span) => span.type === type), ...unseen]
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
}
