/**
 * Is a phrase about the distant past? What message/understand.ts and text/context.ts call past is past; beside it stands what has lasted
 * for years, which is true now but no emergency. Asked of the clause of the phrase: "I had a baby 3 weeks ago and I want to die".
 */
import { isRecent, isWeeksAgo, reachesPlace, speaksOfNow, withoutLooseTime } from '../message/realities.ts';
import type { Clause, Reality } from '../message/understanding.ts';
import { contextAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { AGE_WORD, MONTH_NAME, MONTH_START, YOUNG_PERSON } from '../text/time-words.ts';
import type { Span } from './words.ts';

const { pattern } = patternsOf('red-flags', 'past-events');

const TIME_WORDS = { MONTH_NAME, MONTH_START, AGE_WORD, YOUNG_PERSON };
const LONG_AGO = pattern('LONG_AGO', 'gi', TIME_WORDS);
const LONG_AGO_IN = pattern('LONG_AGO', 'i', TIME_WORDS);
const UNCHANGED = pattern('UNCHANGED', 'i');
const CHANGED = pattern('CHANGED', 'i');
/** "Once my lips swelled, and now again". */
const RECURS = /\b(?:again|back|same|returned|recur\w*)\b/i;
const STOPPED_FOR = pattern('STOPPED_FOR', 'i');
/** An age, and not a past event. */
const BORN_AGO = /\bborn (?:\w+ ){1,4}(?:ago|before|back)\b/i;
/** What somebody is known to have says nothing about the rest: "sudden weakness, history of atrial fibrillation". */
const KNOWN_BEFORE =
  /\b(?:history of|(?:am|was|been|is|were) diagnosed|chronic)\b[^,;]*|\b(?:[\w-]{1,20} ){1,2}survivor\b/gi;
/** "Numb after a previous operation": the thing was earlier, and what it is told for is now. */
const EARLIER_THING = /\b(?:previous|prior|former|old|remote)\b/i;
/** "She moves less than before", "sparkles before my eyes". */
const THAN_BEFORE = /^[^.,;]{0,12}\b(?:(?:than|like|as) (?:before|usual)|before (?:my|his|her|their|the) eyes?)\b/i;

/** `text`: the whole message; `straight`: the same with straight apostrophes. `reality`: of the phrase in its clause. */
export function isOld(text: string, straight: string, clause: Clause, reality: Reality, span: Span): boolean {
  const told = straight.slice(clause.start, Math.max(clause.end, span.end));
  const words = withoutLooseTime(told);
  const at = span.start - clause.start;
  if (reality === 'past') return true;
  if (speaksOfNow(straight.slice(span.end, Math.max(clause.end, span.end)))) return false;
  if (!speaksOfNow(words) && !RECURS.test(words) && reachesPlace(LONG_AGO, withoutKnown(words, at), at)) return true;
  if (BORN_AGO.test(words) || EARLIER_THING.test(words) || THAN_BEFORE.test(text.slice(span.end, span.end + 30)))
    return false;
  return words === told && contextAt(text, span.start, span.end).time === 'past';
}

/**
 * "Stopped it at Christmas because of nosebleeds": the reason is older than what was stopped for it. `told`: the sentence up to the
 * phrase; `after`: its rest.
 */
export function isReasonOfOld(told: string, after: string): boolean {
  const stop = STOPPED_FOR.exec(told)?.[0];
  if (!stop || speaksOfNow(stop + /^[^,;]*/.exec(after)?.[0]) || RECURS.test(after) || isRecent(stop)) return false;
  return isWeeksAgo(stop) || LONG_AGO_IN.test(stop);
}

/** "Eyelid droops by evening, same as always". `before` and `after` reach to the ends of the sentence. */
export function isUnchanged(before: string, after: string): boolean {
  return UNCHANGED.test(after) && !CHANGED.test(before) && !CHANGED.test(after);
}

/** Whether a statement tells of a time long ago or of a season, by its own words. */
export function isLongAgo(statement: string): boolean {
  return LONG_AGO_IN.test(statement);
}

/** The words without an age and without what is known of somebody, unless the phrase that begins `at` is part of it. */
function withoutKnown(words: string, at: number): string {
  const blank = (part: string): string => ' '.repeat(part.length);
  return words
    .replace(BORN_AGO, blank)
    .replace(KNOWN_BEFORE, (known, begin: number) => (begin <= at && at < begin + known.length ? known : blank(known)));
}
