/**
 * What names a subject and tells of nobody, as it is typed into a search box or stands in a book: "rabies", "diabetes symptoms", "treatment
 * options for plantar fasciitis", "asthma is a disease of the airways". Nothing in it is anybody's. A time, a number, a person or any
 * word of one's own makes it a note: "gout again".
 */
import { createTextCache } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { RELATIVES } from '../text/persons.ts';
import { overlapping, type Stretch } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { hasAny } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';

const { pattern, words } = patternsOf('message', 'topic');

/** What is asked of a subject. */
const ASPECTS = words('ASPECTS');
const JOINTS = words('JOINTS');
const SOMEBODY = new Set([...words('SOMEBODY'), ...RELATIVES]);
/** "Treatment of …", "write 150 words on …": whatever follows is what it is about. */
const OPENS = pattern('OPENS', 'i');
/** After its name: what it is, does and needs, with anybody. */
const DEFINES = pattern('DEFINES', 'i');
/** "It causes wheezing": of what the sentence before has defined. */
const GOES_ON = pattern('GOES_ON', 'i');
const COMPLAINTS: ReadonlySet<TermKind> = new Set(['symptom', 'body_site']);
/** Longer than anybody types into a search box, or a sentence of a book. */
const MOST_LETTERS = 200;

const memory = createTextCache<{ kind: 'aspect' | 'name' | null }>();

/** Whether what stands at this place is only a subject: its sentence asks for something of it, or is its name and nothing else is medical. */
export function isTopicAt(text: string, at: number): boolean {
  const sentence = sentenceAt(text, at);
  if (isOfSubject(text, sentence)) return true;
  if (kindOf(text.slice(sentence.start, sentence.end)) !== 'name') return false;
  return findTerms(text).every(({ start, end }) => start >= sentence.start && end <= sentence.end);
}

function isOfSubject(text: string, { start, end }: Stretch): boolean {
  const sentence = text.slice(start, end);
  if (kindOf(sentence) === 'aspect') return true;
  if (start === 0 || !GOES_ON.test(sentence) || hasAny(readingOf(sentence).words, SOMEBODY)) return false;
  return isOfSubject(text, sentenceAt(text, start - 1));
}

function kindOf(text: string): 'aspect' | 'name' | null {
  return text.length > MOST_LETTERS ? null : memory(text, () => ({ kind: read(text) })).kind;
}

function read(text: string): 'aspect' | 'name' | null {
  const { tokens, words } = readingOf(text);
  if (hasAny(words, SOMEBODY)) return null;
  if (OPENS.test(text)) return 'aspect';
  const terms = findTerms(text);
  const [first] = terms;
  if (first && text.slice(0, first.start).trim() === '' && DEFINES.test(text.slice(first.end))) return 'aspect';
  const others = tokens.filter((token) => overlapping(terms, token).length === 0);
  if (terms.length === 0 || others.some(({ word }) => !ASPECTS.has(word) && !JOINTS.has(word))) return null;
  // "Asthma, eczema, hay fever": a list is somebody's.
  if (terms.length > 1 && others.some(({ word }) => word === ',')) return null;
  if (others.some(({ word }) => ASPECTS.has(word))) return 'aspect';
  // So are complaints, alone and with others: "headache and fever", "cirrhosis with belly pain".
  return terms.some(({ term }) => COMPLAINTS.has(term.kind)) ? null : 'name';
}
