/**
 * Whether a medicine or a procedure is told of in somebody's own story: "metformin upset my stomach", "been alternating Tylenol and
 * Advil", "two stents put in at Leeds". People have no end of words for taking something or having it done, but few for only speaking of
 * it, so these are what is looked for: a question, an if, somebody else, an offer, advice, reading or hearing of it, and what always holds.
 */
import { isInPast } from '../message/realities.ts';
import { clauseOf, understand } from '../message/understand.ts';
import type { Subject } from '../message/understanding.ts';
import { clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { indexFrom, overlapping, type Stretch, startOf } from '../text/places.ts';
import { asksOrLooksUp } from '../text/questions.ts';
import { straight } from '../text/straight.ts';
import { wordSet } from '../text/word-sets.ts';
import { wordsOf } from '../text/words.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { isPast } from './care-timing.ts';
import { OF_ME } from './medication-status.ts';

const { pattern } = patternsOf('extract', 'own-story');

/** It is told as what somebody reacts to. */
const HARMS = /\b(?:allerg|intoleran|react(?:s|ed|ion)?\b|no-go)/i;
const ALLERGIES = /^\s{0,5}[\w ]{0,20}\ballerg\w{0,8}[ \t]{0,3}(?::[ \t]{0,3})?\n/i;
const LONGEST_LIST = 1000;
const TO_OTHER = /\b(?:allergic|allergy|intolerant|react(?:s|ed|ing)?) to \w/i;
/** It is spoken of, and not taken or done. */
const SPOKEN_OF = pattern('SPOKEN_OF', 'i');
const COMMAND = pattern('COMMAND', 'i');
/** "Has been mentioned", "is booked": the same of it, behind it. */
const SPOKEN_OF_AFTER = pattern('SPOKEN_OF_AFTER', 'i');
/** What it is and does, whoever takes it. */
const IN_GENERAL = pattern('IN_GENERAL', 'i');
/** A verb that says what always holds. */
const HOLDS = /\b(?:is|are|has|have|do|does)\b/i;

const OWN: ReadonlySet<Subject> = new Set(['self']);
/** A clinic is a thing, its nurse somebody. */
const MET: ReadonlySet<Subject> = new Set(['self', 'someone', 'thing']);
const GIVEN = /\b(?:me|gave|given|prescribed)\b/i;
/** When, where or how often: what who looks something up does not say. */
const OF_NOTES = /\b(?:\d{1,4}|two|three|twice|both|left|right|ago|last|normal|clear|done)\b/i;
/** "Went to the clinic Tuesday. Skipped one warfarin.": who leaves out "I" begins with the verb. */
const WITHOUT_I =
  /(?:^|[.!?\n])\s*(?:been|went|had|took|got|saw|started|stopped|skipped|missed|tried|came|used|felt|woke|finished|feeling|having|taking)\s/i;
/** "Simvastatin I did not tolerate". */
const FRONTED =
  /^ i (?!(?:am|was|have|had|think|thought|know|read|heard|wonder|want|need|do|don['’]?t|would|should|could|might|can)\b)[a-z]{3,}|^ i did not \w/i;
const JOINTS = wordSet('and or with plus together a an the');
/** The one who writes, as somebody who is met or taken somewhere. */
export const WRITER = /\b(?:i|me|us|we)\b/i;

/** A medicine that the writer takes or took, as the sentence tells it. */
export function isTaken(text: string, drug: TermMatch, sentence: Stretch): boolean {
  // "Antidepressants", "a statin": a kind is named in general more often than not.
  if (drug.term.name.toLowerCase() === drug.term.drugClass?.toLowerCase()) return false;
  const words = straight(text.slice(sentence.start, sentence.end));
  // "The nurse sent me off with doxycycline": whoever gave it, I have it.
  const subjects = GIVEN.test(text.slice(sentence.start, drug.start)) ? MET : OWN;
  // "Sent me home with cefdinir since I'm allergic to penicillin": to something else.
  const after = words.slice(drug.end - sentence.start);
  const harms = words.slice(0, drug.start - sentence.start) + after.slice(0, TO_OTHER.exec(after)?.index);
  if (HARMS.test(harms) || isBelowAllergies(text, drug.start)) return false;
  if (!isTold(text, drug, sentence, subjects)) return false;
  // "Warfarin and ibuprofen and I flew back on Tuesday": of its own clause.
  const own = clauseWords(text, drug);
  if (OF_ME.test(own) || WITHOUT_I.test(own) || isInPast(own)) return true;
  const opens = text.slice(sentence.start, drug.start).trim() === '';
  if (opens && FRONTED.test(text.slice(drug.end, sentence.end))) return true;
  return !HOLDS.test(own) && saysMore(text, clauseAt(text, drug.start));
}

/** "Mastitis, second time, and flucloxacillin again", not "sertraline and tramadol", which may be looked up. */
function saysMore(text: string, { start, end }: Stretch): boolean {
  const terms = findTerms(text);
  const words = wordsOf(text);
  const own = words.slice(indexFrom(words, start, startOf), indexFrom(words, end, startOf));
  return own.filter((word) => overlapping(terms, word).length === 0 && !JOINTS.has(word.fold)).length > 1;
}

/** An item of a list that is headed so, up to an empty line. */
function isBelowAllergies(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - LONGEST_LIST), start);
  return ALLERGIES.test(near.slice(near.lastIndexOf('\n\n') + 1));
}

/** Something that was done to the writer. */
export function wasDone(text: string, procedure: Stretch, sentence: Stretch): boolean {
  const words = clauseWords(text, procedure);
  const isNoted = (OF_ME.test(words) || OF_NOTES.test(words)) && !HOLDS.test(words);
  return (isInPast(words) || isNoted) && isTold(text, procedure, sentence, MET);
}

/** Somebody whom the writer has met: "the memory clinic saw me in February". */
export function wasMet(text: string, clinician: Stretch, sentence: Stretch): boolean {
  const words = clauseWords(text, clinician);
  return WRITER.test(words) && (isInPast(words) || isPast(words)) && isTold(text, clinician, sentence, MET);
}

/** The words of the clause in which something is named. */
function clauseWords(text: string, place: Stretch): string {
  const { start, end } = clauseAt(text, place.start);
  return straight(text.slice(start, end));
}

function isTold(text: string, { start, end }: Stretch, sentence: Stretch, subjects: ReadonlySet<Subject>): boolean {
  const clause = clauseOf(understand(text), start);
  const words = text.slice(sentence.start, sentence.end);
  if (!clause || clause.asks || asksOrLooksUp(words) || COMMAND.test(words)) return false;
  if (!subjects.has(clause.subject) || (clause.reality !== 'now' && clause.reality !== 'past')) return false;
  const before = straight(text.slice(clauseAt(text, start).start, start));
  const after = straight(text.slice(end, sentence.end));
  return !SPOKEN_OF.test(before) && !SPOKEN_OF_AFTER.test(after) && !IN_GENERAL.test(after);
}
