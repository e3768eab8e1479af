/**
 * Is a phrase about the distant past? "I had chest pain years ago" is, and so is the rest of such a story: "In 2016 I had a heart attack. I
 * was sweating and my chest hurt." What the shared reader (text/context.ts) calls past is past; beside it stand what has lasted
 * for years, which is true now but no emergency, and stories that go on in the past tense after the date was said.
 */
import { contextAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Span } from './words.ts';

const { pattern } = patternsOf('red-flags', 'past-events');

const LONG_AGO = pattern('LONG_AGO', 'i');
const NOW = pattern('NOW', 'i');
/** So recent that it does not continue an old event. */
const RECENT = pattern('RECENT', 'i');
/** "Once my lips swelled, and now again". */
const RECURS = /\b(?:again|back|same|returned|recur\w*)\b/i;
/** What somebody is known to have says nothing about the rest: "sudden weakness, history of atrial fibrillation". */
const KNOWN_BEFORE = /\b(?:history of|(?:am|was|been|is|were) diagnosed|chronic)\b[^,;]*/gi;
/** An age, and not a past event. */
const BORN_AGO = /\bborn (?:\w+ ){1,4}(?:ago|before|back)\b/i;
/** "Numb after a previous operation": the thing was earlier, and what it is told for is now. */
const EARLIER_THING = /\b(?:previous|prior|former|old|remote)\b/i;
/** "She moves less than before". */
const THAN_BEFORE = /^[^.,;]{0,12}\b(?:than|like|as) (?:before|usual)\b/i;
/** A clause in the past tense only, and one that speaks of the present. */
const TENSE_PAST = pattern('TENSE_PAST', 'i');
const TENSE_NOW = pattern('TENSE_NOW', 'i');
const CLAUSE_END = /[,:]|\b(?:and|but|so|then|because|while)\b/gi;
const FINE_NOW = pattern('FINE_NOW', 'i');

/** `ofOld`: it tells of long ago. `onlyKnown`: but only of what somebody has had since. `goesOn`: after a sentence that does. */
export type Age = { ofOld: boolean; onlyKnown: boolean; goesOn: boolean };

export function speaksOfNow(sentence: string): boolean {
  return NOW.test(sentence);
}

export function ageOf(sentence: string, previous: Age | undefined): Age {
  const now = NOW.test(sentence);
  const ofOld = LONG_AGO.test(sentence.replace(BORN_AGO, ' ')) && (!now || FINE_NOW.test(sentence));
  const onlyKnown = ofOld && !LONG_AGO.test(sentence.replace(KNOWN_BEFORE, ' '));
  const told = previous !== undefined && ((previous.ofOld && !previous.onlyKnown) || previous.goesOn);
  return { ofOld, onlyKnown, goesOn: told && !now && !RECENT.test(sentence) };
}

/** `text`: the whole message; `told`: the sentence of it that begins at `begin`. */
export function isOld(text: string, told: string, begin: number, span: Span, age: Age): boolean {
  const { ofOld, onlyKnown, goesOn } = age;
  const clause = clauseAround(told, span.start - begin, span);
  if (LONG_AGO.test(clause.replace(BORN_AGO, ' ')) && (ofOld || !(NOW.test(clause) || RECURS.test(told)))) return true;
  if (ofOld && !onlyKnown && (TENSE_PAST.test(clause) || !TENSE_NOW.test(clause))) return true;
  if (goesOn && TENSE_PAST.test(clause) && !TENSE_NOW.test(clause)) return true;
  if (BORN_AGO.test(told) || EARLIER_THING.test(told) || THAN_BEFORE.test(text.slice(span.end, span.end + 30)))
    return false;
  return contextAt(text, span.start, span.end).time === 'past';
}

/** "I had a baby 3 weeks ago and I want to die": the clause about today. */
function clauseAround(sentence: string, at: number, { start, end }: Span): string {
  let begin = 0;
  for (const match of matchesOf(CLAUSE_END, sentence.slice(0, at))) begin = match.index + match[0].length;
  const to = at + end - start;
  const stop = sentence.slice(to).search(CLAUSE_END);
  return sentence.slice(begin, stop < 0 ? sentence.length : to + stop);
}
