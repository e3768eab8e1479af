/** Has it been, is it going on, or is it to come? The time decides if there is one, else the words. */
import { DAY_MS } from '../dates/calendar.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import { isInPast } from '../message/realities.ts';
import { clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';

const { pattern } = patternsOf('extract', 'care-timing');

/** The times of a text; read forward (an open date, "Monday", is the coming one) only if somebody asks. */
export type Times = { past: readonly TimeMatch[]; coming(): readonly TimeMatch[]; at: Moment };

export type Timing = { status: 'scheduled' | 'past'; time?: TimeMatch };

const COMING = pattern('COMING', 'i');
const GONE = pattern('GONE', 'i');
/** "I see Dr. Lee on the 24th": with a day it is to come, without one a habit. */
const SEES = /\b(?:i|we)\s+see\b/i;
/** A part of it is over: "had two this year". */
const GOING_ON = /^(?:earlier\s+)?this\s+(?:week|month|year)/i;
const PAST_WORDS = /\b(?:saw|had|went|visited|underwent|ago|last|ever since|since (?:my|the))\b/i;

/** Whether the words tell of something that has been. */
export function isPast(words: string): boolean {
  return GONE.test(words);
}

export function timesOf(text: string, at: Moment, past: readonly TimeMatch[]): Times {
  let coming: readonly TimeMatch[] | null = past.length === 0 ? past : null;
  return {
    at,
    past,
    coming() {
      coming ??= findTimes(text, at, true);
      return coming;
    },
  };
}

/** What is known only when somebody was there. */
const TELLING: ReadonlySet<TermKind> = new Set(['symptom', 'condition', 'observation', 'drug']);
const SOON_MS = 31 * DAY_MS;

/** The coming day that is meant where no verb of the past and no finding is told with it. */
export function comingSoon(
  text: string,
  reach: Stretch,
  terms: readonly TermMatch[],
  times: Times,
): TimeMatch | undefined {
  const words = text.slice(reach.start, reach.end);
  const within = (one: Stretch) => one.start >= reach.start && one.end <= reach.end;
  const tells = terms.some((one) => TELLING.has(one.term.kind) && within(one));
  if (tells || isPast(words) || isInPast(words)) return undefined;
  const time = times.coming().find(within);
  return time?.future && Date.parse(time.iso) - times.at.now.getTime() < SOON_MS ? time : undefined;
}

const GAP = 3;
const NEAR = 40;
const SUBJECT_NEXT = /^\s*,?\s*(?:i|we|he|she|they|my)\b/i;
const CLAUSE_BEFORE =
  /(?:^|[,;.!?\n]|\b(?:and|then|but|so))\s*(?:(?:ever\s+)?since\s+|from\s+|about\s+|around\s+){0,6}$/i;

/** "On Thursday I saw Dr. Kim": a time before a subject is that of the clause which it opens. */
export function isOpening(text: string, { start, end }: Stretch): boolean {
  return SUBJECT_NEXT.test(text.slice(end, end + 12)) && CLAUSE_BEFORE.test(text.slice(Math.max(0, start - 20), start));
}

/** By the clause that it stands in, if that has a time of its own; else by all that may speak of it. */
export function timingAt(text: string, at: number, reach: Stretch, words: string, times: Times): Timing | null {
  const clause = clauseAt(text, at);
  const own = { start: Math.max(clause.start, reach.start), end: Math.min(clause.end, reach.end) };
  const said = times.past.filter((time) => time.start >= reach.start && time.end <= reach.end);
  const time =
    said.find((one) => isOpening(text, one) && Math.abs(one.end - own.start) <= GAP) ??
    nearestTo(
      at,
      said.filter((one) => one.start >= own.start && one.end <= own.end && !isOpening(text, one)),
    );
  if (!time) {
    const told = timingOf(words, reach, times);
    // "Had an x-ray and I see the surgeon on Tuesday": what is to come is the other one.
    const gone = told?.status === 'scheduled' && PAST_WORDS.test(text.slice(own.start, own.end));
    return gone ? { status: 'past' } : told;
  }
  return timingOf(`${time.text} ${text.slice(own.start, own.end)}`, time, times) ?? timingOf(words, reach, times);
}

/** Of several in a list ("mono (2004), wisdom teeth out in 2007") the first after it, if it is near. */
function nearestTo(at: number, times: readonly TimeMatch[]): TimeMatch | undefined {
  return times.find(({ start }) => start >= at && start - at < NEAR) ?? times[0];
}

function timingOf(words: string, reach: Stretch, times: Times): Timing | null {
  const within = (time: TimeMatch) => time.start >= reach.start && time.end <= reach.end;
  const isComing = COMING.test(words);
  const forward = (isComing || SEES.test(words)) && !PAST_WORDS.test(words);
  const time = (forward ? times.coming() : times.past).find(within);
  if (time)
    return { status: time.future && !(GOING_ON.test(time.text) && GONE.test(words)) ? 'scheduled' : 'past', time };
  if (forward && isComing) return { status: 'scheduled' };
  return GONE.test(words) ? { status: 'past' } : null;
}
