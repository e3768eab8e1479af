/** Who writes: a patient, or a clinician about a patient. The two use different words for the same things. */

import { patternsOf } from '../text/patterns.ts';
import { singleSpaced } from '../text/single-spaced.ts';

const { pattern } = patternsOf('tagger', 'register');

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|me|myself|mine)\b/iu;
/** The same but for the figure of "type I diabetes", and with whom it is said to. */
const SPOKEN = pattern('SPOKEN', 'iu');
const SOMEBODY = pattern('SOMEBODY', 'iu');
const PAST = /\b(?!need|speed|indeed|feed|based|limited)\p{L}{3,}ed\b/u;

export function isLay(text: string): boolean {
  return FIRST_PERSON.test(text);
}

/** Said by someone else, as in a letter or a case report: third person, past, no question. A note without a verb is not one. */
export function isReport(message: string): boolean {
  const text = singleSpaced(message);
  return !text.includes('?') && !SPOKEN.test(text) && (SOMEBODY.test(text) || PAST.test(text));
}

/** Text that tells what happened to somebody; a report alone may be about steel. */
export function tellsOfSomebody(words: string): boolean {
  return SOMEBODY.test(singleSpaced(words));
}
