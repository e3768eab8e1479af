/**
 * Asks whether a named medicine may be taken. The answer depends on the person's allergies, conditions and other medicines, so it is for
 * the consultant who knows the record, however general it sounds: "Is amoxicillin safe?". What a medicine is or does, and what other
 * people may take, is general.
 */
import type { Subject, Understanding } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const { pattern } = patternsOf('triage', 'medicine-questions');

/** To take, to combine, to be allowed or safe. */
const TAKING = pattern('TAKING', '');
/** "What is", "how does", "who should": asks for knowledge, unless the person is in it. */
const ASKS_KNOWLEDGE = pattern('ASKS_KNOWLEDGE', '');
const OWN = /\b(?:i|my|me|we|us|our)\b/;
const OTHERS: ReadonlySet<Subject> = new Set(['anybody', 'animal', 'thing']);
const SOMEBODY_ELSE = pattern('SOMEBODY_ELSE', '');

export function asksToTake({ text, clauses }: Understanding, terms: readonly TermMatch[]): boolean {
  const drugs = terms.filter(({ term }) => term.kind === 'drug');
  return clauses.some(({ start, end, asks, subject }) => {
    if (!asks || OTHERS.has(subject) || !drugs.some((drug) => drug.start >= start && drug.start < end)) return false;
    const clause = text.slice(start, end).toLowerCase();
    if (!TAKING.test(clause) || SOMEBODY_ELSE.test(clause)) return false;
    return OWN.test(clause) || !ASKS_KNOWLEDGE.test(clause);
  });
}
