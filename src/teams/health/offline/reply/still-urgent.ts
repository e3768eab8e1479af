/** Whether an alarm of the messages before still holds. */
import { COMBINATION, patternsOf, redFlagsOver } from '../../../../clinical/index.ts';

const HELPED = patternsOf('health-offline', 'still-urgent').pattern('HELPED', 'i');
/** How many messages an alarm lasts. */
const LASTS = 3;

/** One of the last messages raised an alarm, and nobody has said since that help was reached. */
export function isStillUrgent(earlier: readonly string[], text: string): boolean {
  if (HELPED.test(text)) return false;
  for (const [nth, message] of [...earlier.entries()].slice(-LASTS).reverse()) {
    // Two medicines that do not go together are asked about, and need no ambulance.
    if (redFlagsOver(earlier.slice(0, nth), message).some(({ family }) => family !== COMBINATION)) return true;
    if (HELPED.test(message)) return false;
  }
  return false;
}
