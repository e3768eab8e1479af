/** What the words of one clause say about how it relates to the world, by themselves; understand.ts says what carries on. */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { AGE_WORD, MONTH_NAME, MONTH_START, YOUNG_PERSON } from '../text/time-words.ts';

const { pattern, source } = patternsOf('message', 'realities');

const UNHEARD_OF = source('UNHEARD_OF');

const FICTION = pattern('FICTION', 'i');
const TRAINING = pattern('TRAINING', 'i');
const TOLD = pattern('TOLD', 'i');
const FRAME = pattern('FRAME', 'i');
const FRAME_BEHIND = pattern('FRAME_BEHIND', 'i');
const TIME_WORDS = { MONTH_START, AGE_WORD, YOUNG_PERSON };
const OVER = pattern('OVER', 'i', TIME_WORDS);
const OVER_ANYWHERE = pattern('OVER', 'gi', TIME_WORDS);
/** Nothing but a joint before it. */
const OPENS = /^\W*(?:(?:and|but|so|then|also|well|ok|okay|yes|no|hi|hello)\W+)*$/i;
const TIME =
  /^(?:years?|months?|weeks|decades?|last|in|since|of|from|as|when|previously|back|at|long|for|over|past|about)\b/i;
const JOINT = /[,;(–]|\b(?:and(?! off\b)|but|after|following|with|despite)\b/gi;
/** "Yellow skin, like last year": again, and now. */
const COMPARED = /\b(?:like|as|than)(?: (?:in|that|it|back)){0,2} ?$/i;
const COMPARED_WITHIN = 20;
const FOLLOWS = /^(?:after|following)$/i;
const SAYS_WHEN = pattern('SAYS_WHEN', 'i');
/** What comes between "used to" and what somebody had: nothing, or the having of it. */
const HAVING = /^\s*(?:(?:have|get|be|feel|suffer|take|think|drink|see|hear)\b[^.;]*|)$/i;
const NOW = pattern('NOW', 'i');
const RECENT = pattern('RECENT', 'i');
const TELLS = pattern('TELLS', 'i');
const TENSE_PAST = pattern('TENSE_PAST', 'i');
const TENSE_NOW = pattern('TENSE_NOW', 'i');
const ALTERNATIVE = /^[\s,]*(?:or\b|(?!(?:this|his|its|yes|always|sometimes)\b)[a-z]+s\b[^,;.]{0,40}, or\b)/i;
/** "My detective gets stabbed in chapter 9": where in a book or a film it happens. */
const IN_WORK = /\b(?:in|by|from) (?:the )?(?:\w+ )?(?:chapter|episode|scene|act|season|volume)s?\b/i;
/** Told as it happens, or as it happened, which no exam question is: "has collapsed", "isn't breathing". */
const HAPPENING = /\b(?:has|have|is|are|isn't|isnt|aren't|arent|hasn't|hasnt|won't|wont|can't|cant|cannot|just)\b/i;

export const isSupposed = says(pattern('SUPPOSED', 'i'));
/** "If she loses her speech, | drops things, or I can't wake her": under the same "if". */
export function isAlternative(clause: string): boolean {
  return ALTERNATIVE.test(clause) && !NOW.test(clause);
}
export const isFeared = says(pattern('FEARED', 'i'));
export const isDenied = says(pattern('DENIED', 'i', { UNHEARD_OF }));
/** "Never had such a pain": it is there, and worse than ever. */
export const isUnheardOf = says(new RegExp(`\\bnever${UNHEARD_OF}`, 'i'));
/** Denies what was named before: "I have none so far". */
export const isNoneOfIt = says(pattern('NONE_OF_IT', 'i'));
/** Denies all that was asked before. */
export const isNoToAll = says(pattern('NO_TO_ALL', 'i'));
/** Says that something is asked, by a person or a form. */
export const tellsQuestion = says(pattern('ASKED_OF', 'i'));
/** What follows the clause is dreamt: "I dreamt that". */
export const isDreamt = says(pattern('DREAMT', 'i'));
/** "The scan was clear", "they sent him home". */
export const wasSeen = says(pattern('SEEN', 'i'));
/** An overdose, violence. */
export const isNeverOver = says(pattern('NEVER_OVER', 'i'));
/** "The ambulance came", "in hospital". */
export const wasCaredFor = says(pattern('CARED_FOR', 'i'));
/** "Nothing since", "the tablets sorted it". */
export const isWellAgain = says(pattern('WELL_AGAIN', 'i'));
/** "In June", "three weeks ago". */
export const isWeeksAgo = says(pattern('WEEKS_AGO', 'i', { MONTH_NAME }));
/** A course, a book or a film and its verb: what follows is its subject matter. */
export const tellsContents = says(pattern('CONTENTS', 'i'));
/** "The training made me want to die": what a course or a film does to somebody is so. */
export const isDoneToSomebody = says(/\b(?:made|makes|making|left) (?:me|us|him|her)\b/i);
/** "Watching a film and can't breathe": without a subject the writer does both. */
export const isDoing = says(/^\W*(?:(?:was|been|just|while|when|i) )*(?:watching|watched|playing|played|reading)\b/i);
/** Asked only of a story: "is that realistic?" */
export const asksIfRealistic = says(/\b(?:realistic|plausible|believable|medically accurate|in real life)\b/i);
/** "Does that really happen?", "what causes that": how what was told can be. */
export const asksHow = says(pattern('ASKS_HOW', 'i'));
export const speaksOfNow = says(NOW);
/** "Yesterday", "on Sunday", "last week". */
export const isRecent = says(RECENT);
/** Whoever has died is told of in the past. */
export const isOfDead = says(/\bmy late \w+\b|\b(?:he|she|my \w+) (?:died|passed(?! out| by| it| a| the| my))\b/i);
const HERE = /\b(?:here|next to (?:me|us)|beside (?:me|us)|in front of (?:me|us)|near (?:me|us)|right now|just now)\b/i;
/** "Exam tomorrow", "at a seminar", "quiz night": it is no use that the words after it are put to. */
const TAKES_PLACE = pattern('TAKES_PLACE', 'i');
const IS_WHEN = pattern('IS_WHEN', 'i');
const OF_THE_COURSE = pattern('OF_THE_COURSE', 'i');

const ADJUNCT = pattern('ADJUNCT', 'gi');
const PART_ENDS = /[,;:.]|\band\b/i;

/** A world of its own: what is told of it is not so. */
export type World = 'fiction' | 'training' | 'told';
/** `explicit`: it says only what the words after it are for, and tells nothing itself: "For my course:". */
export type Frame = { world: World; explicit: boolean; behind: boolean };

export function worldOf(words: string): World | null {
  // "In class today:", "while training:": when it was.
  if (IS_WHEN.test(words)) return null;
  const clause = withoutAdjunct(words.replace(LIKE_A_FILM, ' '));
  if (TRAINING.test(clause)) return 'training';
  if (FICTION.test(clause)) return 'fiction';
  return TOLD.test(clause) ? 'told' : null;
}

/** "Like in a film": compared with one, and in none. */
const LIKE_A_FILM =
  /\blike (?:(?:in|from|out of|something (?:from|out of)) )?(?:a|an|the|some) (?:[a-z]{2,10} )?(?:film|movie|series|novel|book|soap|nightmare|dream)\b/gi;

/** "Chest pain during training", "numb while watching a film": when it was and where, not what it is. */
function withoutAdjunct(clause: string): string {
  const adjunct = matchesOf(ADJUNCT, clause).find(({ index }) => index > 0);
  if (!adjunct) return clause;
  const rest = clause.slice(adjunct.index);
  const end = rest.search(PART_ENDS);
  return clause.slice(0, adjunct.index) + (end < 0 ? '' : rest.slice(end));
}

/** Whether a clause with a world says so of the words around it. `selfTold`: its subject is somebody real. */
export function frameOf(clause: string, world: World, selfTold: boolean): Frame | null {
  const noun = (TRAINING.exec(clause) ?? FICTION.exec(clause) ?? TOLD.exec(clause))?.index ?? 0;
  const behind = FRAME_BEHIND.test(clause.slice(0, noun));
  const opens = FRAME.test(clause) || /:\s*$/.test(clause);
  const explicit = /:\s*$/.test(clause) || !(selfTold || TAKES_PLACE.test(clause));
  return behind || opens ? { world, explicit, behind } : null;
}

/** Whether a clause that is over is so at this place of it. */
export function isOverAt(clause: string, at: number): boolean {
  return !OVER.test(clause) || reachesPlace(OVER_ANYWHERE, clause, at);
}

/** Over and done with, by a date or a custom of long ago. */
export function isOver(clause: string): boolean {
  return OVER.test(clause) && !NOW.test(clause);
}

/**
 * Whether what a pattern of past words finds in a clause is said of the place `at` too. A time holds for what stands before it, and for
 * the whole clause where it opens it; after "I broke my wrist ten years ago" something else begins,
 * unless it goes on in the past tense. "Used to" holds for its verb.
 */
export function reachesPlace(past: RegExp, clause: string, at: number): boolean {
  return matchesOf(past, clause).some(({ index, 0: found }) => {
    if (COMPARED.test(clause.slice(Math.max(0, index - COMPARED_WITHIN), index))) return false;
    if (index >= at) return !isOfSomethingElse(clause.slice(0, at), clause.slice(at, index));
    if (OPENS.test(clause.slice(0, index))) return true;
    if (/^used to$/i.test(found)) return HAVING.test(clause.slice(index + found.length, at));
    return !TIME.test(found) || isInPast(clause.slice(index + found.length));
  });
}

/** "Pain in my belly, on warfarin since 2019": something else was named after it, of which the time is. Not "was weak after a crash in 2018". */
function isOfSomethingElse(before: string, between: string): boolean {
  const joint = matchesOf(JOINT, between).at(-1);
  if (!joint || (FOLLOWS.test(joint[0]) && isInPast(before))) return false;
  return !SAYS_WHEN.test(between.slice(joint.index + joint[0].length));
}

/** In the past tense only, and not of the last days: it may go on with what was told before. */
export function goesOnInPast(clause: string): boolean {
  return isInPast(clause) && !NOW.test(clause) && !isRecent(clause);
}

/** A sentence that tells of the past from end to end, and is no fragment: "I fainted at work", not "pain not helped by anything". */
export function tellsPast(sentence: string): boolean {
  return TELLS.test(sentence) && isInPast(sentence) && !NOW.test(sentence);
}

/** In the past tense, and in no other. */
export function isInPast(clause: string): boolean {
  return TENSE_PAST.test(clause) && !TENSE_NOW.test(clause);
}

/** Somebody who is there: "a man here", "the lady next to me", the instructor of the course who collapses. */
export function isHere(clause: string): boolean {
  return HERE.test(clause) || OF_THE_COURSE.test(clause);
}

/** "It hurts and years ago | I fell": the time is that of what follows. */
const LOOSE_TIME = /(?:,|\b(?:and|but))\s+(?:[\w'-]{1,12}\s+){0,2}(?:years?|months?|decades?) ago\s*$/i;

export function withoutLooseTime(clause: string): string {
  return clause.replace(LOOSE_TIME, ' ');
}

export function isHappening(clause: string): boolean {
  return (HAPPENING.test(clause) || TENSE_PAST.test(clause)) && !IN_WORK.test(clause);
}

function says(words: RegExp): (clause: string) => boolean {
  return (clause) => words.test(clause);
}
