/** Has it been, is it going on, or is it to come? The time decides if there is one, else the words. */
import type { TimeMatch } from '../dates/dates.ts';
import type { Stretch } from '../text/sentences.ts';

export type Timing = { status: 'scheduled' | 'past'; time?: TimeMatch };

const COMING =
  /\b(?:will|going\s+to|going\s+in\s+for|scheduled|booked|upcoming|next|have\s+an?\s+(?:\w+\s+)?(?:appointment|appt|visit|check|follow|consult|physical)|coming\s+up|have\s+to\s+see|seeing|i['’]ll|due\s+(?:for|in|next)|planned|set\s+for|i['’]?m\s+having|getting\s+(?:my|a|an)\b)/i;
const GONE =
  /\b(?:saw|had|went|visited|was|were|last|ago|met|yesterday|underwent|got|did|since|after\s+my|recovering|removed|received|done|previous|have\s+had|i['’]?ve\s+had|been|s\/p|status\s+post|history\s+of|discharged|admitted|performed|showed|found)\b/i;
const PAST_WORDS = /\b(?:saw|had|went|visited|underwent|ago|last)\b/i;

export function timingOf(
  words: string,
  reach: Stretch,
  past: readonly TimeMatch[],
  coming: readonly TimeMatch[],
): Timing | null {
  const within = (time: TimeMatch) => time.start >= reach.start && time.end <= reach.end;
  const forward = COMING.test(words) && !PAST_WORDS.test(words);
  const time = (forward ? coming : past).find(within);
  if (time) return { status: time.future ? 'scheduled' : 'past', time };
  if (forward) return { status: 'scheduled' };
  return GONE.test(words) ? { status: 'past' } : null;
}
