/**
 * What is asked and what is told: a general question is nobody's fact, but "I have asthma, can I run?" tells one, and so does "why
 * do I have a headache". People leave out the question mark, and notes begin with "was" and "has" without asking.
 */
import { memoized } from './cache.ts';
import { countWords } from './count-words.ts';
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
/** What is asked of a name by words behind or before it, as in a search box: "gout foods to avoid", "omeprazole before or after food". */
const LOOKED_UP = pattern('LOOKED_UP', 'i');
/** Somebody, a verb, a time or a number makes it a telling. */
const TELLS = pattern('TELLS', 'i');
const MOST_WORDS_OF_A_LOOKUP = 18;
const DIFFERENCE = pattern('DIFFERENCE', 'i');

/** A sentence that asks, with or without its question mark. Kept, because several readers ask it of the same sentence. */
export const isQuestion = memoized((sentence) => MARK.test(sentence) || ASKING.test(sentence), 500);

/**
 * Asks, or looks something up: "plantar fasciitis how long to heal". Somebody in need may write like that too, so that alarms do not go
 * by it; nothing is filed from it.
 */
export const asksOrLooksUp = memoized((sentence) => isQuestion(sentence) || isLookup(sentence), 500);

/** Words as they are put into a search box; nobody is in them. */
export function isLookup(sentence: string): boolean {
  return !TELLS.test(sentence) && LOOKED_UP.test(sentence) && countWords(sentence) <= MOST_WORDS_OF_A_LOOKUP;
}

/** Asks what sets two things apart: that says of neither that somebody has it, takes it or would take both. */
export function asksDifference(words: string): boolean {
  return DIFFERENCE.test(words);
}

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
