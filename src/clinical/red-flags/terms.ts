/**
 * What the vocabulary finds in a message, as concepts beside those of the phrases: it knows typing errors ("seziure"), what
 * clinicians write ("CP", "epistaxis") and every medicine by name, and the turn asks it about the same text anyway.
 */
import { findTerms } from '../vocabulary/find-terms.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Term } from '../vocabulary/term.ts';
import type { Found } from './phrases.ts';
import type { Message, Token } from './words.ts';

const CONCEPTS_OF = new Map(
  readTable('red-flag-terms', ['term', 'concepts']).map(({ term, concepts }) => [term, listOf(concepts)]),
);
/** Any medicine that its class does not say more about. */
const ANY_DRUG = CONCEPTS_OF.get('drug') as readonly string[];

export function findNamed({ text, tokens }: Message): Found[] {
  const found: Found[] = [];
  let at = 0;
  for (const { term, start, end } of findTerms(text)) {
    const concepts = conceptsOf(term);
    if (concepts.length === 0) continue;
    while (at < tokens.length && (tokens[at] as Token).end <= start) at += 1;
    if (at === tokens.length) break;
    let to = at;
    while (to + 1 < tokens.length && (tokens[to + 1] as Token).start < end) to += 1;
    for (const concept of concepts) found.push({ concept, from: at, to });
  }
  return found;
}

function conceptsOf({ kind, name, drugClass = '' }: Term): readonly string[] {
  if (kind === 'drug') return CONCEPTS_OF.get(drugClass) ?? ANY_DRUG;
  return kind === 'symptom' || kind === 'condition' ? (CONCEPTS_OF.get(name) ?? []) : [];
}
