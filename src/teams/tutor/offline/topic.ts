/** The topic that a message names, in the words of the vocabulary; else what it says after "on" or "about". */
import { findTerms, systemsOfTerm, type Term, type TermKind } from '../../../clinical/index.ts';
import { MOST_NAME } from '../limits.ts';

/** A condition is meant before a place of the body that is named beside it. */
const ORDER: readonly TermKind[] = [
  'condition',
  'drug',
  'observation',
  'procedure',
  'symptom',
  'specialty',
  'body_system',
  'body_site',
];
const AFTER = /\b(?:on|about|for|of|in)\s+(?:the\s+|my\s+)?([\p{L}\p{N}][\p{L}\p{N} '-]{1,58})/iu;

const READ_CHARS = 2_000;

export function topicIn(text: string): string | undefined {
  const terms = termsIn(text);
  for (const kind of ORDER) {
    const found = terms.find((term) => term.kind === kind);
    if (found) return found.kind === 'body_site' ? (found.system ?? found.name) : found.name;
  }
  return undefined;
}

/** Also a topic that the vocabulary does not know: the user is then told so. */
export function askedTopic(text: string): string | undefined {
  return topicIn(text) ?? AFTER.exec(text.slice(0, READ_CHARS))?.[1]?.trim().slice(0, MOST_NAME);
}

/** The body systems that a message is about: what progress is counted by. */
export function areasIn(text: string): string[] {
  const areas = termsIn(text).flatMap(({ kind, name, system }) =>
    kind === 'drug' ? systemsOfTerm(name, 'drug').slice(0, 1) : system ? [system] : [],
  );
  return [...new Set(areas)];
}

function termsIn(text: string): Term[] {
  return findTerms(text.slice(0, READ_CHARS)).map(({ term }) => term);
}
