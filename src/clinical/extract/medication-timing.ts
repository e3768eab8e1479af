/** Since when a medicine is taken, for how long, and whether that is over or still to come. */

import type { MentionInput } from '../../record/index.ts';
import { DAY_MS } from '../dates/calendar.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { numberOf } from '../quantities/numbers.ts';
import { clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { durationOf } from './finding-details.ts';

const { pattern } = patternsOf('extract', 'medication-timing');

/** The times that a text speaks of, and when it is read. */
export type Clock = { times: readonly TimeMatch[]; now: Date };

const STARTING = /\b(?:start(?:ing)?|begin(?:ning)?|going\s{1,3}on)\b/i;
const SINCE = pattern('SINCE', 'i');
const LENGTH = pattern('LENGTH', 'i');
const BARE_LENGTH = /^[\s,(:-]*(\d{1,3}(?:\.\d+)?\s{1,3}(?:days?|weeks?|months?|years?)(?![a-z]))(?!\s{0,3}ago)/i;
/** A time so near the beginning of a sentence opens it: "Since about Monday". */
const OPENING = 13;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 31 };
const LEAD = 30;

export function timed(
  mention: MentionInput,
  text: string,
  drug: TermMatch,
  reach: Stretch,
  sentence: Stretch,
  { times, now }: Clock,
): MentionInput {
  const opens = Math.max(sentence.start, clauseAt(text, drug.start).start);
  const near = times.filter(
    (one) => one.start >= sentence.start && one.end <= (one.start >= drug.end ? reach.end : drug.start),
  );
  // "I hurt since Monday and take X": Monday is that of the pain. What opens the sentence is said of all of it.
  const own = near.filter((one) => one.start >= opens || one.start - sentence.start < OPENING);
  const said = mention.status === 'active' ? own : [...near.filter((one) => one.start >= drug.end), ...own, ...near];
  if (
    mention.status === 'active' &&
    said.some(({ future }) => future) &&
    STARTING.test(text.slice(sentence.start, drug.start))
  )
    mention.status = 'planned';
  const fitting = said.filter(({ future }) => future === (mention.status === 'planned'));
  // "Known since 2016, on it since 2018": of two, the one that its own words lead to.
  const since = fitting.filter((one) => SINCE.test(text.slice(Math.max(opens, one.start - LEAD), one.end)));
  const time = since.find((one) => one.start >= drug.end) ?? since[0] ?? fitting[0];
  // "Three days of it back in January" are over.
  if (mention.status === 'active' && time && courseIsOver(mention.duration, time, now)) mention.status = 'past';
  // For a medicine that is taken now, a time counts only if it says since when.
  const dated = time && (mention.status !== 'active' || SINCE.test(text.slice(sentence.start, time.end)));
  if (dated) mention.effective_time = time.told;
  return mention;
}

/** A course of days, weeks or months that began then and must have ended. */
function courseIsOver(duration: string | undefined, { iso }: TimeMatch, now: Date): boolean {
  const [, count, period] = /^(\S+)[\s-]{0,20}(d|w|m)(?!in)/i.exec(duration ?? '') ?? [];
  const days = numberOf(count ?? '') * (DAYS[String(period).toLowerCase()] ?? Number.NaN);
  return Date.parse(iso) + days * DAY_MS < now.getTime();
}

/** "For 10 days", "x 2 weeks"; directly after the name or the dose also "14 days". */
export function lengthOf(tail: string, afterDose: string): string | undefined {
  const said = durationOf('', tail);
  if (said && !said.startsWith('since')) return said;
  const bare = BARE_LENGTH.exec(afterDose) ?? (afterDose === tail ? null : BARE_LENGTH.exec(tail));
  return (LENGTH.exec(tail) ?? bare)?.[1]?.replace(/\s+/g, ' ');
}
