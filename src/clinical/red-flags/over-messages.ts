/**
 * People tell an emergency in several short messages: "my baby is six weeks old", "she feels hot", "38.4". A message is read with those
 * before it, as if all had been written at once; what they raise together and did not raise before is an alarm of this message. What
 * lasts (states.ts) counts however long the messages are.
 */
import { toRecord } from '../extract/entries.ts';
import { COMBINATION } from './combinations.ts';
import type { Known } from './known.ts';
import type { Place } from './places.ts';
import { type RedFlag, redFlags, soundsUrgent } from './red-flags.ts';

/** How many messages are looked back at. */
const BEFORE = 3;
/** In letters: whoever writes more in one message has told it there. */
const LONGEST = 100;
/** The last reader needs no rule that joins two things by accident, and reads longer messages together. */
const LONGEST_HEARD = 600;
const ENDED = /[.!?]\s*$/;

/** `earlier`: what the same person wrote before, oldest first. Evidence in an earlier message is said to be where this one begins. */
export function redFlagsOver(
  earlier: readonly string[],
  text: string,
  place: Place = {},
  known: Known = {},
): RedFlag[] {
  const now = redFlags(text, place, known, earlier);
  if (now.length > 0 || earlier.length === 0) return now;
  const last = earlier.slice(-BEFORE);
  const together = raisedTogether(last, text, place, known);
  return together.length > 0 ? together : heardTogether(last, text, place);
}

function raisedTogether(earlier: readonly string[], text: string, place: Place, known: Known): RedFlag[] {
  const before = asOne(earlier.filter(({ length }) => length <= LONGEST));
  if (before === '' || text.length > LONGEST) return [];
  const raised = new Set(redFlags(before).map(({ family }) => family));
  return (
    redFlags(before + text, place, known)
      // What was said to be taken is on record by now, against which each medicine is checked.
      .filter(({ family }) => !raised.has(family) && family !== COMBINATION)
      .map((flag) => movedBy(before.length, flag))
  );
}

/** What was an alarm before this message is none of it. */
function heardTogether(earlier: readonly string[], text: string, place: Place): RedFlag[] {
  const before = asOne(earlier.filter((message) => message.length <= LONGEST_HEARD && redFlags(message).length === 0));
  // Whoever asks for something to be put on file is not asking for help.
  if (before === '' || text.length > LONGEST_HEARD || toRecord(text) !== null || redFlags(before).length > 0) return [];
  return soundsUrgent(before + text, before.length, place).map((flag) => movedBy(before.length, flag));
}

function movedBy(by: number, { evidence: { start, end }, ...flag }: RedFlag): RedFlag {
  return { ...flag, evidence: { start: Math.max(0, start - by), end: Math.max(0, end - by) } };
}

function asOne(messages: readonly string[]): string {
  return messages.map((message) => `${message.trim()}${ENDED.test(message) ? ' ' : '. '}`).join('');
}
