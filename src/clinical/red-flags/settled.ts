/**
 * Is a dangerous reading over? "My sugar was 51, had juice, 98 later": a later reading of the same thing is normal. The words must say
 * that it is the later one; of two readings without a time the alarm stands.
 */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { CALLED, observationCalled, type Read } from './limits.ts';

const { pattern } = patternsOf('red-flags', 'settled');

const LATER = pattern('LATER', 'i');
const LATER_DAY = pattern('LATER_DAY', 'i');
const PAST_DAY = pattern('PAST_DAY', 'i');
const EARLIER = pattern('EARLIER', 'i');
const RESCUED = pattern('RESCUED', 'i');
const JOINT = /[,;.(]|\b(?:and|but|then)\b/i;
const NOW_BEFORE = /\b(?:now|currently|today|tonight)\b[^,;.]{0,30}$/i;
const NOW_BEHIND = /^[^\d,;.]{0,12}\b(?:right now|now|currently|at the moment)\b(?=\s*(?:[,;.!?]|$))/i;
const NUMBER =
  /(?<![\d./-])(\d{1,3}(?:\.\d)?)(?:\/(\d{2,3}))?(?![\d/]| ?(?:mg|mcg|g|ml|units?|tablets?|tabs|min|mins|minutes?|hours?|hrs?|h|days?|weeks?|pm|am|times|x|th|st|nd|rd)\b)/gi;
/** How far behind a reading the later ones are looked for, and how far behind these their time, in letters. */
const REACH = 160;
const BEHIND = 25;
const OTHER_NAME = new RegExp(`\\b(?:${CALLED.filter((name) => /^[a-z][a-z0-9 ]+$/.test(name)).join('|')})\\b`, 'gi');

/** `canonical`: a number in the unit of the limit. */
export function isSettled(text: string, { limit, span }: Read, canonical: (number: number) => number): boolean {
  if (!limit.settled) return false;
  const before = text.slice(Math.max(0, span.start - 40), span.end);
  const rest = text.slice(span.end, span.end + REACH);
  if (NOW_BEHIND.test(rest) || NOW_BEFORE.test(before) || RESCUED.test(rest)) return false;
  const [least, most] = limit.settled;
  const isPair = /\d\s?\//.test(text.slice(span.start, span.end));
  let settled = false;
  for (const { index, 0: written, 1: number, 2: lower } of matchesOf(NUMBER, rest)) {
    if (isPair !== (lower !== undefined)) continue;
    const between = rest.slice(0, index);
    if (isOfAnother(between, limit.name)) break;
    const value = canonical(Number(number));
    if (value < limit.least || value > limit.most) continue;
    const behind = /^[^.,;]*/.exec(rest.slice(index + written.length, index + written.length + BEHIND))?.[0] ?? '';
    // "54 yesterday, drank juice, 110 later": the first words are the time of the earlier reading.
    const joint = Math.max(0, between.search(JOINT));
    const link = `${between.slice(joint)} ${behind}`;
    const isLater = LATER.test(link) || (PAST_DAY.test(before + between.slice(0, joint)) && LATER_DAY.test(link));
    const isNormal = value >= least && value <= most && Number(lower ?? 0) < 105;
    settled = isNormal && (settled || isLater) && !EARLIER.test(link) && !PAST_DAY.test(link);
    if (!isNormal) return false;
  }
  return settled;
}

/** Whether another thing is measured in between. */
function isOfAnother(between: string, name: string): boolean {
  return matchesOf(OTHER_NAME, between).some(({ 0: called }) => observationCalled(called) !== name);
}
