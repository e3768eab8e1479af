/** Who is writing: someone about himself, or a clinician about a patient. The two call the same things by other words. */

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

/** Said by someone else, as in a letter or a case report: third person, past, no question. A note without a verb is none. */
export function isReport(message: string): boolean {
  const text = singleSpaced(message);
  return !text.includes('?') && !SPOKEN.test(text) && (SOMEBODY.test(text) || PAST.test(text));
}

/** That tells what became of somebody: a report about steel is one too. */
export function tellsOfSomebody(words: string): boolean {
  return SOMEBODY.test(singleSpaced(words));
}
