/**
 * Is a phrase denied? "No chest pain", "it has stopped". The shared reader of denials (text/context.ts) cannot be asked: here a
 * denial is as often the danger itself ("no pulse", "not breathing", "no feeling in my legs, confused"), so that "no" before
 * such words must reach nothing; asked anyway, it takes 31 of 6,400 emergencies for denied.
 */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('red-flags', 'denial');

/** Denials that hold for a list: "no fever, cough, sore throat, rash or chest pain". Not "no helmet, blacked out". */
const LIST_NEGATION = pattern('LIST_NEGATION', 'gi');
/** Denials of the next words only: "not suicidal", "isn't choking". */
const NEAR_NEGATION = pattern('NEAR_NEGATION', 'i');
const REACH_WORDS = 14;
/** Where a denial's reach ends: "no fever but chest pain". */
const CONTRASTS = pattern('CONTRASTS', 'i');
const AFTER_NEGATED = pattern('AFTER_NEGATED', 'i');
const OVER = pattern('OVER', 'i');
const GONE = pattern('GONE', 'i');
const PASSING = pattern('PASSING', 'i');
/** "A lot of bleeding on the first evening, and then it stopped". */
const STOPPED = pattern('STOPPED', 'i');
const BLEEDING = /\bbleed/i;
/** "It's stopped bleeding". */
const BEFORE_ENDED = /\b(?:it's|it has|it is|has|have|had) stopped $/i;
const DENIED_HERE =
  /(?:\bno|\bwithout|\bnot any|n't any|\bdenies|\bno sign of) (?:any |real |actual |more )?$|(?:\bnot|\bnever|n'?t) (?:yet )?$/i;

export function isDenied(before: string, phrase: string, after: string): boolean {
  if (AFTER_NEGATED.test(after) || OVER.test(after) || isGone(phrase, after)) return true;
  if (BEFORE_ENDED.test(before) || NEAR_NEGATION.test(before)) return true;
  let last: RegExpExecArray | null = null;
  LIST_NEGATION.lastIndex = 0;
  for (let match = LIST_NEGATION.exec(before); match; match = LIST_NEGATION.exec(before)) last = match;
  if (!last) return false;
  const between = before.slice(last.index + last[0].length);
  return !CONTRASTS.test(between) && between.split(/\s+/).length <= REACH_WORDS;
}

function isGone(phrase: string, after: string): boolean {
  return (GONE.test(after) && !PASSING.test(phrase)) || (STOPPED.test(after) && BLEEDING.test(phrase));
}

/** A denial right before: "any" and its like may be between. */
export function isDeniedHere(before: string): boolean {
  return DENIED_HERE.test(before);
}
