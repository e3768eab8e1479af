/** What the words of one clause say about how it relates to the world, by themselves; understand.ts says what carries on. */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('message', 'realities');

const FICTION = pattern('FICTION', 'i');
const TRAINING = pattern('TRAINING', 'i');
const TOLD = pattern('TOLD', 'i');
const FRAME = pattern('FRAME', 'i');
const FRAME_BEHIND = pattern('FRAME_BEHIND', 'i');
const SUPPOSED = pattern('SUPPOSED', 'i');
const FEARED = pattern('FEARED', 'i');
const DENIED = pattern('DENIED', 'i');
const DREAMT = pattern('DREAMT', 'i');
const OVER = pattern('OVER', 'i');
const NOW = pattern('NOW', 'i');
const RECENT = pattern('RECENT', 'i');
const TENSE_PAST = pattern('TENSE_PAST', 'i');
const TENSE_NOW = pattern('TENSE_NOW', 'i');
/** Somebody who is there: "a man here", "the lady next to me". */
const HERE = /\b(?:here|next to (?:me|us)|beside (?:me|us)|in front of (?:me|us)|near (?:me|us)|right now|just now)\b/i;
/** Told as it happens, or as it happened, which no exam question is: "has collapsed", "isn't breathing". */
const HAPPENING = /\b(?:has|have|is|are|isn't|isnt|aren't|arent|hasn't|hasnt|won't|wont|can't|cant|cannot|just)\b/i;

/** A world of its own: what is told of it is not so. */
export type World = 'fiction' | 'training' | 'told';
/** `explicit`: it says only what the words after it are for, and tells nothing itself: "For my course:". */
export type Frame = { world: World; explicit: boolean; behind: boolean };

export function worldOf(clause: string): World | null {
  if (TRAINING.test(clause)) return 'training';
  if (FICTION.test(clause)) return 'fiction';
  return TOLD.test(clause) ? 'told' : null;
}

/** Whether a clause with a world says so of the words around it. `selfTold`: its subject is somebody real. */
export function frameOf(clause: string, world: World, selfTold: boolean): Frame | null {
  const noun = (TRAINING.exec(clause) ?? FICTION.exec(clause) ?? TOLD.exec(clause))?.index ?? 0;
  const behind = FRAME_BEHIND.test(clause.slice(0, noun));
  const opens = FRAME.test(clause) || /:\s*$/.test(clause);
  return behind || opens ? { world, explicit: !selfTold || /:\s*$/.test(clause), behind } : null;
}

/** Whether what follows the clause is dreamt: "I dreamt that". */
export function isDreamt(clause: string): boolean {
  return DREAMT.test(clause);
}

export function isSupposed(clause: string): boolean {
  return SUPPOSED.test(clause);
}

export function isFeared(clause: string): boolean {
  return FEARED.test(clause);
}

export function isDenied(clause: string): boolean {
  return DENIED.test(clause);
}

/** Over and done with, by a date or a custom of long ago. */
export function isOver(clause: string): boolean {
  return OVER.test(clause) && !NOW.test(clause);
}

/** In the past tense only, and not of the last days: it may go on with what was told before. */
export function goesOnInPast(clause: string): boolean {
  return TENSE_PAST.test(clause) && !TENSE_NOW.test(clause) && !NOW.test(clause) && !RECENT.test(clause);
}

export function speaksOfNow(clause: string): boolean {
  return NOW.test(clause);
}

export function speaksOfToday(clause: string): boolean {
  return TENSE_NOW.test(clause);
}

export function isHere(clause: string): boolean {
  return HERE.test(clause);
}

export function isHappening(clause: string): boolean {
  return HAPPENING.test(clause) || TENSE_PAST.test(clause);
}
