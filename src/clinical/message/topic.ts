/**
 * What names a subject and tells of nobody, as it is typed into a search box or stands in a book: "rabies", "diabetes symptoms", "treatment
 * options for plantar fasciitis", "asthma is a disease of the airways". Nothing in it is anybody's. A time, a number, a person or any
 * word of one's own makes it a note: "gout again".
 */
import { createTextCache } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { RELATIVES } from '../text/persons.ts';
import { overlapping, type Stretch } from '../text/places.ts';
import { firstFrom, readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { Token } from '../text/tokens.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
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

type Kind = 'aspect' | 'name' | null;
/** Of each text the kinds of its sentences, by where they begin. */
const memory = createTextCache<Map<number, Kind>>();

/** Whether what stands at this place is only a subject: its sentence asks for something of it, or is its name and nothing else is medical. */
export function isTopicAt(text: string, at: number): boolean {
  const sentence = sentenceAt(text, at);
  if (isOfSubject(text, sentence)) return true;
  return kindOf(text, sentence) === 'name' && findTerms(text).length === termsIn(text, sentence).length;
}

function isOfSubject(text: string, sentence: Stretch): boolean {
  if (kindOf(text, sentence) === 'aspect') return true;
  const { start, end } = sentence;
  if (start === 0 || !GOES_ON.test(text.slice(start, end)) || namesSomebody(text, sentence)) return false;
  return isOfSubject(text, sentenceAt(text, start - 1));
}

function kindOf(text: string, sentence: Stretch): Kind {
  if (sentence.end - sentence.start > MOST_LETTERS) return null;
  const kinds = memory(text, () => new Map());
  const known = kinds.get(sentence.start);
  if (known !== undefined) return known;
  const kind = namesSomebody(text, sentence) ? null : read(text, sentence);
  kinds.set(sentence.start, kind);
  return kind;
}

function read(text: string, sentence: Stretch): Kind {
  const words = text.slice(sentence.start, sentence.end);
  if (OPENS.test(words)) return 'aspect';
  const terms = termsIn(text, sentence);
  const [first] = terms;
  if (!first) return null;
  if (text.slice(sentence.start, first.start).trim() === '' && DEFINES.test(text.slice(first.end, sentence.end)))
    return 'aspect';
  const others = tokensIn(text, sentence).filter((token) => overlapping(terms, token).length === 0);
  if (others.some(({ word }) => !ASPECTS.has(word) && !JOINTS.has(word))) return null;
  // "Asthma, eczema, hay fever": a list is somebody's.
  if (terms.length > 1 && others.some(({ word }) => word === ',')) return null;
  if (others.some(({ word }) => ASPECTS.has(word))) return 'aspect';
  // So are complaints, alone and with others: "headache and fever", "cirrhosis with belly pain".
  return terms.some(({ term }) => COMPLAINTS.has(term.kind)) ? null : 'name';
}

function namesSomebody(text: string, sentence: Stretch): boolean {
  return tokensIn(text, sentence).some(({ word }) => SOMEBODY.has(word));
}

function tokensIn(text: string, { start, end }: Stretch): readonly Token[] {
  const { tokens } = readingOf(text);
  return tokens.slice(firstFrom(tokens, start), firstFrom(tokens, end));
}

function termsIn(text: string, sentence: Stretch): readonly TermMatch[] {
  return findTerms(text).filter(({ start, end }) => start >= sentence.start && end <= sentence.end);
}
