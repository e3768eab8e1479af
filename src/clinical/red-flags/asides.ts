/**
 * What is said in brackets beside a finding, and not of it: "severe belly pain (I used to smoke)". What qualifies the finding stays: when it
 * was, that it is over or denied, whose it is, and that it is in a film.
 */
import { worldOf } from '../message/realities.ts';
import { patternsOf } from '../text/patterns.ts';
import { ANIMALS, isPersonNoun } from '../text/persons.ts';
import { THIRD_PERSON } from '../text/pronouns.ts';

const { words } = patternsOf('red-flags', 'asides');

const ASIDE = /\(([^()\n]{3,120})\)/g;
/** Of these words, and numbers, is what qualifies. */
const QUALIFIES = words('QUALIFIES');

/** The text with spaces in place of asides, so that everything stays where it is. */
export function withoutAsides(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(ASIDE, (aside: string, said: string) => (isAside(said) ? ' '.repeat(aside.length) : aside));
}

function isAside(said: string): boolean {
  const list = said.toLowerCase().match(/[a-z']+/g) ?? [];
  if (list.every((word) => QUALIFIES.has(word)) || worldOf(said) !== null) return false;
  return !list.some((word) => THIRD_PERSON.has(word) || ANIMALS.has(word) || isPersonNoun(word));
}
