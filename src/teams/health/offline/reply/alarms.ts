/** The alarms of a conversation: of the message itself, and whether one of the messages before still holds. */
import { COMBINATION, type Known, patternsOf, type RedFlag, redFlagsOver } from '../../../../clinical/index.ts';

const HELPED = patternsOf('health-offline', 'alarms').pattern('HELPED', 'i');
/** How many messages an alarm lasts. */
const LASTS = 3;

/** `known`: what the record has. Two medicines that do not go together are warned of elsewhere, and need no ambulance. */
export function alarmsOf(earlier: readonly string[], text: string, known: Known): RedFlag[] {
  return redFlagsOver(earlier, text, {}, known).filter(({ family }) => family !== COMBINATION);
}

/** One of the last messages raised an alarm, and nobody has said since that help was reached. */
export function isStillUrgent(earlier: readonly string[], text: string, known: Known): boolean {
  if (HELPED.test(text)) return false;
  for (const [nth, message] of [...earlier.entries()].slice(-LASTS).reverse()) {
    if (alarmsOf(earlier.slice(0, nth), message, known).length > 0) return true;
    if (HELPED.test(message)) return false;
  }
  return false;
}
