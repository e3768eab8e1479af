/**
 * Things that are named by themselves, and then what they do: "Strawberries. Lips go itchy every time.", "Kiwi, mango, avocado: my mouth
 * itches." Nothing but their names may stand before the reaction, for who had strawberries and a rash may have it from anything.
 */
import { matchesOf } from '../text/matches.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { Finding } from './complaints.ts';

/** What comes before the first name: nothing, or a note and its colon. */
const BEFORE = /^(?:[^.!?\n]{0,60}:)?\s*(?:(?:and|also|same|the)\s+)?$/i;
const BETWEEN = /^\s*(?:,|&|\/|and\b|or\b|,\s*and\b)\s*$/i;
/** A mark, and behind it the words up to the next one. */
const TELLS = /\s*[.:!–—-]\s+[^.!?\n]{3,120}/gy;

export type NamedAlone = { allergen: TermMatch; reactions: readonly Finding[] };

/** `reactions`: those of an allergy, in the whole text. */
export function namedAlone(text: string, allergens: readonly TermMatch[], reactions: readonly Finding[]): NamedAlone[] {
  const found: NamedAlone[] = [];
  for (let index = 0; index < allergens.length; ) {
    const list = listFrom(text, allergens, index);
    index += list.length;
    const [first, last] = [list[0] as TermMatch, list.at(-1) as TermMatch];
    if (!BEFORE.test(text.slice(sentenceAt(text, first.start).start, first.start))) continue;
    const [told] = matchesOf(TELLS, text, last.end, last.end);
    if (!told) continue;
    const own = reactions.filter(({ start, end }) => start > last.end && end <= told.index + told[0].length);
    if (own.length > 0) found.push(...list.map((allergen) => ({ allergen, reactions: own })));
  }
  return found;
}

function listFrom(text: string, allergens: readonly TermMatch[], index: number): TermMatch[] {
  let end = index + 1;
  while (end < allergens.length && BETWEEN.test(text.slice(allergens[end - 1]?.end, allergens[end]?.start))) end += 1;
  return allergens.slice(index, end);
}
