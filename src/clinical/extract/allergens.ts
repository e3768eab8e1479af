/** The things named after "allergic to": those that the vocabulary knows, and, since one can be allergic to anything, others. */

import { countWords } from '../text/count-words.ts';
import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { Term } from '../vocabulary/term.ts';

const { pattern } = patternsOf('extract', 'allergens');

export type Item = { name: string; start: number; end: number; confidence: number };

const LIST_END = pattern('LIST_END', 'i');
/** A list under a heading goes on over its remarks. */
const HEADED_LIST_END = /[.!?\n](?:\s|$)/;
const ASIDE = /\([^()]{0,80}\)(?=\s*(?:[,;/&]|and\b|or\b))/gi;
const NOT_AN_ALLERGEN = pattern('NOT_AN_ALLERGEN', 'i');
/** "Shellfish: none", "latex - ok" */
const TOLERATED = /^\s*(?:[:=–-]|->|→)\s*(?:none|no\b|nil|neg|ok\b|fine|tolerat|not\s+allergic)/i;
const REMEDY = /antihistamine|adrenergic agonist|corticosteroid|steroid|emollient|sympathomimetic|antifungal/i;
const ITEM = /[^,/&;]{1,200}?(?=\s*(?:,|\/|&|;|\band\b|\bor\b|$))/gi;

export function allergensFrom(
  text: string,
  from: number,
  sentenceEnd: number,
  allergens: readonly TermMatch[],
  heading: boolean,
): { known: Item[]; until: number } {
  const rest = withoutAsides(text.slice(from, sentenceEnd));
  const until = from + ((heading ? HEADED_LIST_END : LIST_END).exec(rest)?.index ?? rest.length);
  const known = allergens
    .filter(
      ({ term, start, end }) =>
        start >= from &&
        end <= until &&
        !(heading && TOLERATED.test(text.slice(end, end + 20))) &&
        // "Allergic to bee stings, EpiPen in the bag": unless it comes first.
        !(isRemedy(term) && /[,;]/.test(text.slice(from, start))),
    )
    .map(({ term, start, end }) => ({ name: term.name, start, end, confidence: 0.9 }));
  return { known, until };
}

/** "Penicillin (hives), latex": what is told in brackets ends no list. Same length: offsets stay true. */
function withoutAsides(words: string): string {
  return words.replace(ASIDE, (aside) => ' '.repeat(aside.length));
}

/** "Allergic to kiwi and mangosteen": an allergen that no list knows is still one. */
export function unknownItems(text: string, from: number, until: number, terms: readonly TermMatch[]): Item[] {
  const named = terms.filter(({ start, end }) => start < until && end > from);
  const items: Item[] = [];
  for (const match of withoutAsides(text.slice(from, until)).matchAll(ITEM)) {
    const lead = /^\s*(?:and\s+|or\s+|the\s+|all\s+)*/i.exec(match[0])?.[0].length ?? 0;
    const words = match[0]
      .slice(lead)
      .replace(/(?:[(:–—=]|\s{1,3}-).*/s, '')
      .trim();
    const start = from + match.index + lead;
    const end = start + words.length;
    if (
      named.some((other) => other.start < end && start < other.end) ||
      !/^\p{L}[\p{L}\s'’-]{1,30}$/u.test(words) ||
      countWords(words) > 3 ||
      NOT_AN_ALLERGEN.test(words)
    )
      continue;
    items.push({
      start,
      end,
      name: `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`,
      confidence: 0.7,
    });
  }
  return items;
}

export function isAllergen({ term }: TermMatch): boolean {
  return term.kind === 'allergen' || term.kind === 'drug';
}

/** What is given against a reaction does not cause it. */
export function isRemedy({ drugClass }: Term): boolean {
  return drugClass !== undefined && REMEDY.test(drugClass);
}

export function isReaction({ term }: { term: Term }): boolean {
  return term.kind === 'symptom' || (term.kind === 'condition' && /^(?:Anaphylaxis|Angioedema|Hives)$/.test(term.name));
}

/** Terms come in reading order; a word that means two things gives two on the same place. */
export function oncePerPlace(matches: readonly TermMatch[]): TermMatch[] {
  return matches.filter(({ start }, index) => matches[index - 1]?.start !== start);
}
