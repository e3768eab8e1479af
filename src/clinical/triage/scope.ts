/**
 * Rule 4: is a health question about this person (4a, the consultant who may read the record) or about medicine at large (4b, the
 * one who may not)? A trained classifier judges the manner of speaking: "Should I take vitamin D?" asks for anybody, "Should I take
 * the Wellbutrin at night?" does not. What asks for the record, or states a fact, is the person's own whatever it sounds like.
 */

import { understand } from '../message/understand.ts';
import { type Clause, isWorld, type Reality } from '../message/understanding.ts';
import { isWorldOf } from '../red-flags/topics.ts';
import { patternsOf } from '../text/patterns.ts';
import { asksOrLooksUp, isLookup } from '../text/questions.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { readClassifier } from './classifier.ts';
import { medicalWords } from './clues.ts';
import { createBag, MANNER_BITS, plainText, wordsIn } from './features.ts';
import { mannerFeatures, type Role, rolesOf, signsOf } from './manner.ts';
import { asksToTake } from './medicine-questions.ts';

const { pattern } = patternsOf('triage', 'scope');

/** Only the record can answer these. */
const RECORD = pattern('RECORD', '');
/** Somebody's own body: "Why does my knee hurt?". */
const MINE = pattern('MINE', '');
/** "How do I get rid of my cough?" asks for what anybody would be told. */
const HOW_TO = /^(?:so |and |ok(?:ay)?,? )?(?:how (?:can|do|should|could) (?:i|we)|ways to)\b/;
/** "How do I know if I have diabetes?": the having is only supposed. */
const SUPPOSED = /\b(?:if|whether|when) (?:i|we|you)(?:'m| am| have| had| get| got| take| took|'ve)\b/;

/** "A poster about concussions", "200 words on the plague": what it is about is nobody's. */
const WORK = pattern('WORK', 'i');
const STRANGER =
  /\b(?:a|an|some) (?:man|woman|guy|lady|person|student|actor|runner|player)\b|\b(?:someone|somebody)\b/i;
const KNOWN = /\b(?:i|i'm|i've|me|my|we|us|our|he|she|his|her|him|here)\b/i;
/** "I ask from technical interest." */
const CURIOUS = pattern('CURIOUS', 'i');

const NOW_OR_SINCE = pattern('NOW_OR_SINCE', '');
const READING =
  /\b\d{2,3} ?\/ ?\d{2,3}\b|\b\d+(?:[.,]\d+)? ?(?:%|mg|mcg|mmhg|bpm|kg|lbs?|pounds|°|degrees|mmol|mg\/dl|units?|iu|ml|cm)/;
const DIARY =
  /^(?:took|taking|had|feeling|felt|woke|started|stopped|ate|slept|can't|cannot|couldn't|still|been|got|vomited|threw)\b/;

/** In doubt it is the person's own: that consultant can also answer generally, the other one cannot look anything up. */
const DOUBT = -0.4;

export type Scope = { specific: boolean; why: string };

const bag = createBag(MANNER_BITS);
const classifier = readClassifier('triage-scope', MANNER_BITS, 0);

/** Nobody here has it: a general question, a film, a course, the news. */
const FOR_ANYBODY: ReadonlySet<Reality> = new Set(['asked', 'told', 'fiction', 'training']);

/** Only the clauses that name something medical are judged if all of these are for anybody: "… My exam is tomorrow" is beside the point. */
export function scopeOf(text: string): Scope {
  const understood = understand(text);
  const terms = findTerms(text);
  if (asksToTake(understood, terms)) return { specific: true, why: 'asks whether a medicine may be taken' };
  const named = understood.clauses.filter(({ start, end }) =>
    terms.some((term) => term.start >= start && term.start < end),
  );
  const general =
    named.length > 0 && named.every(({ reality, subject }) => FOR_ANYBODY.has(reality) || subject === 'anybody');
  const about = named.length > 0 ? named : understood.clauses;
  if (about.length > 0 && about.every((clause) => isElsewhere(text, clause, terms)))
    return { specific: false, why: 'is told of nobody here' };
  const work = named.length > 0 && named.every((clause) => isWork(text, clause, terms));
  if (work) return { specific: false, why: 'asks for a piece of work' };
  if (named.length > 0 && understood.clauses.some(({ asks }) => asks) && named.every(isOfOthers) && isOfStranger(text))
    return { specific: false, why: 'asks about somebody unknown' };
  if (CURIOUS.test(text) && !MINE.test(plainText(text))) return { specific: false, why: 'asks out of interest' };
  if (isLookup(text)) return { specific: false, why: 'looks something up' };
  const judged = general ? named.map(({ start, end }) => text.slice(start, end)).join(' ') : text;
  return mannerOf(plainText(judged), terms);
}

/** In a film, a course or the news, or what one of them is about. */
function isElsewhere(text: string, { start, end, reality }: Clause, terms: readonly TermMatch[]): boolean {
  if (isWorld(reality)) return true;
  const first = terms.find((term) => term.start >= start && term.start < end);
  return first !== undefined && isWorldOf(text.slice(start, first.start));
}

/** Told of a story, or named only as the subject of a piece of work. */
function isWork(text: string, { start, end, reality }: Clause, terms: readonly TermMatch[]): boolean {
  if (reality === 'fiction') return true;
  const first = terms.find((term) => term.start >= start && term.start < end);
  return first !== undefined && WORK.test(text.slice(start, first.start));
}

function isOfOthers({ subject, reality }: Clause): boolean {
  return subject === 'someone' || subject === 'anybody' || FOR_ANYBODY.has(reality);
}

/** "A man was killed with insulin on TV": nobody whom the writer knows is in the message. */
function isOfStranger(text: string): boolean {
  return STRANGER.test(text) && !KNOWN.test(text);
}

function mannerOf(plain: string, terms: readonly TermMatch[]): Scope {
  const words = wordsIn(plain);
  const medical = medicalWords(terms);
  const roles = rolesOf(words, medical);
  const clear = clearlyPersonal(plain, terms, roles);
  if (clear) return { specific: true, why: clear };
  return classifier.score(mannerFeatures(bag, words, medical, roles)) > DOUBT
    ? { specific: true, why: whoseItIs(plain, roles) }
    : { specific: false, why: asksGenerally(plain, roles) };
}

/** Why it is the person's own whatever the manner; null if that is not clear. */
export function clearlyPersonal(plain: string, terms: readonly TermMatch[], roles: readonly Role[]): string | null {
  const [supposed, question] = [SUPPOSED.test(plain), asksSomething(plain)];
  if (!supposed && RECORD.test(plain)) return question ? 'asks for what the record knows' : whoseItIs(plain, roles);
  if (!supposed && MINE.test(plain) && !HOW_TO.test(plain)) return whoseItIs(plain, roles);
  if (question) return null;
  if (READING.test(plain)) return 'states a reading or a dose';
  const facts = terms.some(({ term }) => term.kind !== 'organization');
  return DIARY.test(plain) || (facts && NOW_OR_SINCE.test(plain)) ? 'states what is happening to the person' : null;
}

/** A message, unlike a sentence, may go on after its question. */
function asksSomething(plain: string): boolean {
  return plain.includes('?') || asksOrLooksUp(plain);
}

/** What in the manner shows that somebody is meant. */
function whoseItIs(plain: string, roles: readonly Role[]): string {
  if (roles.includes('relative')) return 'speaks of someone close to the person';
  const signs = signsOf(roles);
  if (roles.some((role) => role === 'i' || role === 'my' || role === 'me')) return "speaks of the person's own health";
  if (signs.includes('somebody')) return 'speaks of someone in particular';
  if (signs.includes('something')) return 'speaks of something in particular';
  if (signs.includes('story')) return 'tells when or how much';
  return asksSomething(plain) ? 'sounds like a question in a visit' : 'states what is happening to the person';
}

function asksGenerally(plain: string, roles: readonly Role[]): string {
  if (signsOf(roles).includes('somebody')) return 'asks what anybody might ask';
  return asksSomething(plain) ? 'asks about medicine in general' : 'speaks of nobody';
}
