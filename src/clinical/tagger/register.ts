/**
 * Who writes: a patient, or a clinician about a patient. The two use different words for the same things. It is judged by the sentences
 * that name something of health: "the train was late" beside a complaint makes no report of it.
 */
import { createTextCache } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { overlapping } from '../text/places.ts';
import { sentencesOf } from '../text/sentences.ts';
import { singleSpaced } from '../text/single-spaced.ts';
import { findTerms } from '../vocabulary/find-terms.ts';

const { pattern } = patternsOf('tagger', 'register');

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|me|myself|mine)\b/i;
/** The same but for the figure of "type I diabetes", and with whom it is said to. */
const SPOKEN = pattern('SPOKEN', 'i');
const SOMEBODY = pattern('SOMEBODY', 'i');
const PAST = /\b(?!need|speed|indeed|feed|based|limited)\p{L}{3,}ed\b/u;

/** In a longer text one sentence more decides nothing. */
const MOST_SENTENCES = 4;

const memory = createTextCache<{ words: string }>();

export function isLay(text: string): boolean {
  return FIRST_PERSON.test(healthPart(text));
}

/** Said by someone else, as in a letter or a case report: third person, past, no question. A note without a verb is not one. */
export function isReport(message: string): boolean {
  const text = healthPart(message);
  return !message.includes('?') && !SPOKEN.test(text) && (SOMEBODY.test(text) || PAST.test(text));
}

/** Text that tells what happened to somebody; a report alone may be about steel. */
export function tellsOfSomebody(words: string): boolean {
  return SOMEBODY.test(healthPart(words));
}

/** The sentences in which the vocabulary knows a word; all of them where there is none. */
function healthPart(text: string): string {
  return memory(text, () => {
    const sentences = sentencesOf(text);
    const terms = sentences.length > 1 && sentences.length <= MOST_SENTENCES ? findTerms(text) : [];
    const named = sentences.filter((sentence) => overlapping(terms, sentence).length > 0);
    const part = named.map(({ start, end }) => text.slice(start, end)).join(' ');
    return { words: singleSpaced(part === '' ? text : part) };
  }).words;
}
