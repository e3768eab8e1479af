/**
 * Clues for triage beside the words themselves: what the vocabulary finds, the words of health and of other subjects, and phrases
 * that only sound medical. As numbers for the classifier, and as words because every decision gives its reason.
 */

import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { MOST_LETTERS, plainText, wordsIn } from './features.ts';
import { hasFigure } from './figures.ts';
import { leaningOf, opensPair } from './lexicon.ts';

const { words } = patternsOf('triage', 'clues');

export type Seen = {
  clues: number[];
  /** How many words of each kind. */
  strong: number;
  weak: number;
  other: number;
  /** Terms of the vocabulary that mean nothing else. */
  named: number;
  figure: boolean;
};

/** Kinds of terms that are clues by themselves, and what they are called in the log. */
const KINDS: Partial<Record<TermKind, string>> = {
  condition: 'a condition',
  symptom: 'a symptom',
  drug: 'a medicine',
  observation: 'a measurement',
  procedure: 'a procedure',
  specialty: 'a speciality',
  body_site: 'a part of the body',
  body_system: 'a body system',
  allergen: 'an allergen',
  organization: 'a place of care',
};
const KIND_NAMES = Object.keys(KINDS) as TermKind[];
/** Of one kind of clue, more than this many add nothing. */
const MOST = 3;

/** How many clues there are; cluesOf gives as many. */
export const CLUES = 9 + KIND_NAMES.length;

/** Vocabulary terms that everyday talk uses for other things: they are no clue by themselves. */
const EVERYDAY: ReadonlySet<string> = words('EVERYDAY');

/** The clues as numbers, in the order the weights were trained with. */
export function cluesOf(plain: string, words: readonly string[], terms: readonly TermMatch[]): Seen {
  const found = { strong: new Set<string>(), weak: new Set<string>(), other: new Set<string>() };
  let before = '';
  for (const word of words) {
    const leaning = leaningOf(word);
    if (leaning) found[leaning].add(word);
    const together = opensPair(before) ? leaningOf(`${before}-${word}`) : undefined;
    if (together) found[together].add(`${before}-${word}`);
    before = word;
  }
  const kinds = new Map<TermKind, number>();
  let named = 0;
  for (const { term, text } of terms) {
    const written = text.toLowerCase().replace(/^(?:a|the) /, '');
    const leaning = leaningOf(written);
    if (leaning === 'other') continue;
    kinds.set(term.kind, Math.min(2, (kinds.get(term.kind) ?? 0) + 1));
    const telling = term.kind !== 'organization' && term.kind !== 'allergen' && term.kind !== 'body_site';
    if (telling && leaning !== 'weak' && !EVERYDAY.has(written)) named += 1;
  }
  const [strong, weak, other] = [found.strong.size, found.weak.size, found.other.size];
  const figure = hasFigure(plain.slice(0, MOST_LETTERS));
  const clues = [
    Math.min(MOST, strong),
    Math.min(MOST, weak),
    Math.min(MOST, other),
    flag(strong > 0),
    flag(weak > 0),
    flag(other > 0),
    flag(strong + named > 0 && other === 0),
    Math.min(2, named),
    flag(figure),
    ...KIND_NAMES.map((kind) => kinds.get(kind) ?? 0),
  ];
  return { clues, strong, weak, other, named, figure };
}

/** Kinds that are named in a reason only if nothing more telling is: they are in much other talk as well. */
const LESS_INFORMATIVE: ReadonlySet<TermKind> = new Set(['allergen', 'organization', 'body_site']);

/** What a decision stands on, for the log: never the words themselves. */
export function evidenceOf(
  health: boolean,
  { strong, weak, other, figure }: Seen,
  terms: readonly TermMatch[],
): string {
  const medical = medicalEvidence(strong, terms);
  if (health) return medical ?? (weak > 0 ? 'has words that may be medical' : 'sounds like talk of health');
  if (figure) return 'uses medical words for something else';
  if (other > 0) return medical ? `${medical}, but is about something else` : 'has words of another subject';
  return medical ? `${medical}, but sounds like something else` : 'has no medical word';
}

function medicalEvidence(strong: number, terms: readonly TermMatch[]): string | null {
  const kinds = [...new Set(terms.map(({ term }) => term.kind))].filter((kind) => KINDS[kind]);
  const telling = kinds.filter((kind) => !LESS_INFORMATIVE.has(kind));
  if (telling.length > 0) return `names ${telling.slice(0, 3).map(nameOf).join(', ')}`;
  if (strong > 0) return 'has a medical word';
  return kinds.length > 0 ? `names ${kinds.slice(0, 3).map(nameOf).join(', ')}` : null;
}

function nameOf(kind: TermKind): string {
  return KINDS[kind] ?? '';
}

function flag(holds: boolean): number {
  return holds ? 1 : 0;
}

/** What a medical word names, as far as the manner of speaking differs: "the thyroid" is anybody's, "the tablets" are somebody's. */
const MANNERS: Partial<Record<TermKind, string>> = { drug: 'medicine', body_site: 'body', body_system: 'body' };

/** Says of a message's words which are medical, and of what sort: those of a term, and those that lean that way by themselves. */
export function medicalWords(terms: readonly TermMatch[]): (word: string) => string | undefined {
  const named = new Map<string, string>();
  for (const { term, text } of terms)
    for (const word of wordsIn(plainText(text))) named.set(word, MANNERS[term.kind] ?? 'medical');
  return (word) => named.get(word) ?? (leaningOf(word) === 'strong' ? 'medical' : undefined);
}
