/**
 * What the vocabulary finds in a message, as concepts beside those of the phrases: it knows typing errors ("seziure"), what
 * clinicians write ("CP", "epistaxis") and every medicine by name, and the turn asks it about the same text anyway.
 */
import { ofWord } from '../text/cache.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import { type Found, findConcepts } from './phrases.ts';
import { type Message, readWords, type Token } from './words.ts';

const CONCEPTS_OF = new Map(
  readTable('red-flag-terms', ['term', 'concepts']).map(({ term, concepts }) => [term, listOf(concepts)]),
);
const KINDS: ReadonlySet<TermKind> = new Set(['drug', 'symptom', 'condition']);
/** Any medicine that its class does not say more about. */
const ANY_DRUG = CONCEPTS_OF.get('drug') as readonly string[];

/** A noun by its ending: a Greek or Latin word of medicine, or one made of an adjective or a verb. */
const NOUN = /(?:ia|is|ness|tion)$/;

/** The same message; a word that the vocabulary knows by a plainer one ("pyrexia", "puking") is told by that too. */
export function plainly(message: Message): Message {
  const { text, tokens } = message;
  let at = 0;
  for (const { term, start, end } of findTerms(text)) {
    if (term.kind !== 'symptom') continue;
    while (at < tokens.length && (tokens[at] as Token).end <= start) at += 1;
    const token = tokens[at];
    if (!token) break;
    const words = term.name.toLowerCase().split(' ');
    const [plain = '', second] = words;
    const isSame =
      words.length === 1 ? token.end >= end && isSameForm(token.fold, plain) : isPair(tokens, at, end, second);
    if (isSame && words.length <= 2 && plain !== token.fold) token.plain = plain;
  }
  return message;
}

/** Names are nouns or end in -ing: "puking" is vomiting, "pyrexia" is a fever, "feverish" is another part of speech. */
function isSameForm(word: string, name: string): boolean {
  return word.endsWith('ing') ? name.endsWith('ing') : NOUN.test(word);
}

/** "Visual loss" is vision loss: two words, the second of which is the same. */
function isPair(tokens: readonly Token[], at: number, end: number, second: string | undefined): boolean {
  const next = tokens[at + 1];
  return next?.end === end && next.fold === second;
}

/** `phrased`: what the phrases have found. A name that they do not know counts as the words of the vocabulary for the same thing. */
export function findNamed({ text, tokens }: Message, phrased: readonly Found[]): Found[] {
  const found: Found[] = [];
  let at = 0;
  for (const { term, start, end } of findTerms(text)) {
    if (!KINDS.has(term.kind)) continue;
    while (at < tokens.length && (tokens[at] as Token).end <= start) at += 1;
    if (at === tokens.length) break;
    let to = at;
    while (to + 1 < tokens.length && (tokens[to + 1] as Token).start < end) to += 1;
    const isKnown = term.kind === 'drug' || isPhrased(phrased, at, to);
    for (const concept of isKnown ? conceptsOf(term) : new Set([...conceptsOf(term), ...phrasedAs(term.name)]))
      found.push({ concept, from: at, to });
  }
  return found;
}

function isPhrased(phrased: readonly Found[], first: number, last: number): boolean {
  for (const { from, to } of phrased) if (from <= last && to >= first) return true;
  return false;
}

/** What the phrases make of the name that the vocabulary has for it: "hypoesthesia" is "numbness". */
const phrasedAs = ofWord((name): readonly string[] => {
  const message = readWords(name);
  const last = message.tokens.length - 1;
  return findConcepts(message).flatMap(({ concept, from, to }) => (from === 0 && to === last ? [concept] : []));
});

function conceptsOf({ kind, name, drugClass = '' }: Term): readonly string[] {
  if (kind === 'drug') return CONCEPTS_OF.get(drugClass) ?? ANY_DRUG;
  return CONCEPTS_OF.get(name) ?? [];
}
