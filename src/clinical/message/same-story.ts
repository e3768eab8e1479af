/** Which illness a part of a message tells of, and whether the next sentence goes on with it. */
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { straight } from '../text/straight.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { isRecent, tellsPast } from './realities.ts';

const { pattern } = patternsOf('message', 'same-story');

const CARE = /\b(?:birth|pregnan\w*|hospital|surgery|operation|accident|crash|injur\w+|ill|sick)\b/i;
const ILLNESS = new Set(['symptom', 'condition', 'procedure']);
/** A habit has no story. */
const HABIT = /\bused to\b/i;
const GOES_ON_WITH = pattern('GOES_ON_WITH', 'i');

/** Whether a clause names an illness. */
export function isIll(text: string, { start, end }: Stretch): boolean {
  return (
    CARE.test(text.slice(start, end)) ||
    findTerms(text).some((match) => match.start >= start && match.end <= end && ILLNESS.has(match.term.kind))
  );
}

/**
 * "I had pneumonia in 2015. I was coughing up blood": a sentence goes on with the one before if it tells of it in the past from end to end, by
 * its first words ("then", "it") or by what it names. After a stroke "I vomited blood" is something else, and now.
 */
export function isSameStory(text: string, previous: Stretch, place: Stretch): boolean {
  const { start, end } = sentenceAt(text, place.start);
  const sentence = straight(text.slice(start, end));
  if (!tellsPast(sentence) || isRecent(sentence) || HABIT.test(text.slice(previous.start, previous.end))) return false;
  if (GOES_ON_WITH.test(sentence)) return true;
  // An accident or an operation may have hurt anything.
  if (CARE.test(text.slice(previous.start, previous.end))) return true;
  const before = systemsIn(text, previous);
  const systems = systemsIn(text, { start, end });
  return systems.length > 0 && systems.every((system) => before.includes(system));
}

function systemsIn(text: string, { start, end }: Stretch): string[] {
  const inside = findTerms(text).filter((match) => match.start >= start && match.end <= end);
  return inside.flatMap(({ term }) => (ILLNESS.has(term.kind) && term.system ? [term.system] : []));
}
