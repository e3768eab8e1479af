/**
 * What is asked and what is told: a general question is nobody's fact, but "I have asthma, can I run?" tells one, and so does "why
 * do I have a headache". People leave out the question mark, and notes begin with "was" and "has" without asking.
 */
import { memoized } from './cache.ts';
import { patternsOf } from './patterns.ts';

const { pattern } = patternsOf('text', 'questions');

/** "Doctor, is it", "doctor is my pressure high"; in "doctor has put me on it" he is the one who did. */
const ADDRESSED =
  'doc(?:tor)?(?:\\s*[,.!:]+\\s*|\\s+(?=[a-z]+\\s+(?:i|you|we|he|she|it|they|this|that|there|these|my|the|an?)\\b))';
const GREETING = `[\\s"'(*-]*(?:(?:ok(?:ay)?|so|and|but|hi|hello|hey|also|please|thanks|well|then|just|quick\\s+question)[\\s,.!:]+|${ADDRESSED})*`;
const ASKING = pattern('ASKING', 'i', { GREETING });
const MARK = /\?["')\]]?\s*$/;
/** Questions that take the finding for granted: "why do I have …", "how long will my …". */
const PRESUPPOSED = pattern('PRESUPPOSED', 'i');
const STATEMENT = pattern('STATEMENT', 'i');
const OWN = pattern('OWN', 'i');

/** A sentence that asks, with or without its question mark. Kept, because several readers ask it of the same sentence. */
export const isQuestion = memoized((sentence) => MARK.test(sentence) || ASKING.test(sentence), 500);

/** "My headache", "my last HbA1c": it is there, whatever is asked about it. */
export function isOwned(before: string): boolean {
  return OWN.test(before);
}

export function isPresupposed(lead: string): boolean {
  return PRESUPPOSED.test(lead);
}

export function isTold(words: string): boolean {
  return STATEMENT.test(words);
}

/** Inside a question, a clause that states: "I have asthma, can I run?" */
export function isToldInside(lead: string, before: string): boolean {
  return STATEMENT.test(before) || (STATEMENT.test(lead) && !ASKING.test(before) && before.trim() === '');
}
