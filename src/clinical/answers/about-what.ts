/** What a general question is about: terms of the vocabulary, and topics that only the health institutes' texts know. */
import { withoutWorry } from '../questions/parts.ts';
import { capital } from '../questions/rows.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import type { Aspect } from './aspects.ts';
import { topicsNamedIn } from './health-topics.ts';

const NAMELESS = patternsOf('answers', 'general-answers').words('NAMELESS');
const MOST_TERMS = 2;

/** What a question is most likely about, first. */
const ORDER: readonly TermKind[] = [
  'condition',
  'drug',
  'observation',
  'symptom',
  'procedure',
  'body_system',
  'allergen',
  'specialty',
];
/** Said in passing beside these: "the side effects of …", "honey for a sore throat". */
export const MAIN: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'observation', 'symptom', 'procedure']);

/**
 * Words that are a medicine and a treatment at once ("flu shot") are told once; a medicine that is also a test is both. A topic that the
 * vocabulary does not know, or only a word of, is known by what health institutes say of it.
 */
function firstOfEach(text: string): Term[] {
  const read = withoutWorry(text);
  const topics = topicsNamedIn(read).filter(({ start, end }) => namesSomething(read.slice(start, end)));
  const isWider = (topic: Stretch) =>
    !terms.some(({ start, end }) => topic.start < end && start < topic.end && end - start >= topic.end - topic.start);
  const terms = findTerms(read);
  const wider = topics.filter(isWider);
  const found = terms.filter(({ start, end }) => !wider.some((topic) => topic.start <= start && end <= topic.end));
  const unknown = terms.some(({ term }) => MAIN.has(term.kind) && found.length > 0) ? wider.filter(isLong) : wider;
  return [
    ...unknown.map(({ topic }): Term => ({ kind: 'condition', name: capital(topic) })),
    ...vocabularyTerms(found),
  ];
}

/** "Side effects" is a topic of its own, and in a question mostly a side of another one. */
function namesSomething(words: string): boolean {
  return words
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .some((word) => !NAMELESS.has(word));
}

/** Of one word beside a known term it is said in passing: "health", "exercise". */
function isLong({ topic }: { topic: string }): boolean {
  return topic.includes(' ');
}

function vocabularyTerms(found: readonly TermMatch[]): Term[] {
  return found
    .filter(
      ({ term, start }) =>
        term.kind !== 'procedure' || !found.some((twin) => twin.start === start && twin.term.kind === 'drug'),
    )
    .map(({ term }) => term);
}

/** Which kinds a side belongs to: a dose is a medicine's, a range a test's. Where none is of that kind, all are meant. */
const BELONGS: Partial<Record<Aspect, readonly TermKind[]>> = {
  side_effects: ['drug', 'procedure'],
  dose: ['drug'],
  range: ['observation'],
  pain: ['procedure', 'condition'],
};

function isMeant({ kind, name }: Term, aspect: Aspect, found: readonly Term[]): boolean {
  const kinds = BELONGS[aspect];
  if (kinds && found.some((other) => kinds.includes(other.kind))) return kinds.includes(kind);
  return !(aspect === 'pregnancy' && name === 'Pregnancy' && found.length > 1);
}

/** The terms a message is about, the most specific kinds first; two of a kind only where two were asked about. */
export function aboutWhat(text: string, aspect: Aspect): Term[] {
  const terms = new Map(firstOfEach(text).map((term) => [`${term.kind} ${term.name}`, term]));
  const all = [...terms.values()].filter(({ kind }) => ORDER.includes(kind));
  const main = all.filter(({ kind }) => MAIN.has(kind));
  return (main.length > 0 ? main : all)
    .filter((term, _, found) => isMeant(term, aspect, found))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MOST_TERMS);
}
