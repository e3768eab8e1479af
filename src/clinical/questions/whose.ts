/** Whether a question is about somebody else's record. There is one record in reach, so such a question is not put to it. */
import { patternsOf } from '../text/patterns.ts';
import { CLOSE_PEOPLE } from '../text/persons.ts';

const { pattern } = patternsOf('questions', 'whose');

const OTHERS = pattern('OTHERS', 'i');
/** "patient bob", "patient 4711": a patient by name or number. Not "patient record". */
const BY_NAME = pattern('BY_NAME', 'iu');
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
const RELATIVE = pattern('RELATIVE', 'i', { RELATIVES: [...CLOSE_PEOPLE].join('|') });
/** "Bob's labs". Names that are part of a disease, a word of ours or of time are not people. */
const POSSESSIVE = pattern('POSSESSIVE', 'iu');

/** To look for these first is far cheaper than to try the two patterns that need them at each word. */
const PATIENT = /patient|user/i;
const APOSTROPHE = /['’]s\s/i;

export function isAboutSomeoneElse(text: string): boolean {
  const doctors = text.replace(/\b(?:dr|doctor|prof)\b\.?\s+[\p{L}'’-]+/giu, ' ');
  return (
    [OTHERS, UUID, RELATIVE].some((pattern) => pattern.test(doctors)) ||
    (PATIENT.test(doctors) && BY_NAME.test(doctors)) ||
    (APOSTROPHE.test(doctors) && POSSESSIVE.test(doctors))
  );
}
