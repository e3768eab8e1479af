/**
 * People tell an emergency in several short messages: "my baby is six weeks old", "she feels hot", "38.4". A message is read with those
 * before it, as if all had been written at once; what they raise together and did not raise before is an alarm of this message. What
 * lasts (states.ts) counts however long the messages are.
 */
import { COMBINATION } from './combinations.ts';
import type { Known } from './known.ts';
import type { Place } from './places.ts';
import { type RedFlag, redFlags } from './red-flags.ts';

/** How many messages are looked back at. */
const BEFORE = 3;
/** In letters: whoever writes more in one message has told it there. */
const LONGEST = 100;
const ENDED = /[.!?]\s*$/;

/** `earlier`: what the same person wrote before, oldest first. Evidence in an earlier message is said to be where this one begins. */
export function redFlagsOver(
  earlier: readonly string[],
  text: string,
  place: Place = {},
  known: Known = {},
): RedFlag[] {
  const now = redFlags(text, place, known, earlier);
  const before = asOne(earlier.slice(-BEFORE).filter(({ length }) => length <= LONGEST));
  if (now.length > 0 || before === '' || text.length > LONGEST) return now;
  const raised = new Set(redFlags(before).map(({ family }) => family));
  const moved = (place: number) => Math.max(0, place - before.length);
  return (
    redFlags(before + text, place, known)
      // What was said to be taken is on record by now, against which each medicine is checked.
      .filter(({ family }) => !raised.has(family) && family !== COMBINATION)
      .map(({ evidence: { start, end }, ...flag }) => ({ ...flag, evidence: { start: moved(start), end: moved(end) } }))
  );
}

function asOne(messages: readonly string[]): string {
  return messages.map((message) => `${message.trim()}${ENDED.test(message) ? ' ' : '. '}`).join('');
}
