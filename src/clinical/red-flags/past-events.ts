/**
 * Is a phrase about the distant past? What message/understand.ts and text/context.ts call past is past; beside it stands what has lasted
 * for years, which is true now but no emergency. Asked of the clause of the phrase: "I had a baby 3 weeks ago and I want to die".
 */
import { speaksOfNow } from '../message/realities.ts';
import type { Clause } from '../message/understanding.ts';
import { contextAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Span } from './words.ts';

const { pattern } = patternsOf('red-flags', 'past-events');

const LONG_AGO = pattern('LONG_AGO', 'i');
/** "Once my lips swelled, and now again". */
const RECURS = /\b(?:again|back|same|returned|recur\w*)\b/i;
/** An age, and not a past event. */
const BORN_AGO = /\bborn (?:\w+ ){1,4}(?:ago|before|back)\b/i;
/** What somebody is known to have says nothing about the rest: "sudden weakness, history of atrial fibrillation". */
const KNOWN_BEFORE = /\b(?:history of|(?:am|was|been|is|were) diagnosed|chronic)\b[^,;]*/gi;
/** "Numb after a previous operation": the thing was earlier, and what it is told for is now. */
const EARLIER_THING = /\b(?:previous|prior|former|old|remote)\b/i;
/** "She moves less than before". */
const THAN_BEFORE = /^[^.,;]{0,12}\b(?:than|like|as) (?:before|usual)\b/i;

/** `text`: the whole message; `straight`: the same with straight apostrophes. */
export function isOld(text: string, straight: string, clause: Clause, span: Span): boolean {
  const words = straight.slice(clause.start, Math.max(clause.end, span.end));
  if (clause.reality === 'past') return true;
  if (LONG_AGO.test(withoutKnown(words, span.start - clause.start)) && !speaksOfNow(words) && !RECURS.test(words))
    return true;
  if (BORN_AGO.test(words) || EARLIER_THING.test(words) || THAN_BEFORE.test(text.slice(span.end, span.end + 30)))
    return false;
  return contextAt(text, span.start, span.end).time === 'past';
}

/** The words without an age and without what is known of somebody, unless the phrase that begins `at` is part of it. */
function withoutKnown(words: string, at: number): string {
  return words
    .replace(BORN_AGO, ' ')
    .replace(KNOWN_BEFORE, (known, offset: number) => (offset <= at && at < offset + known.length ? known : ' '));
}
