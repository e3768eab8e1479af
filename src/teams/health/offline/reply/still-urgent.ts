/** Whether an alarm of the messages before still holds. */
import { patternsOf, redFlagsOver } from '../../../../clinical/index.ts';

const HELPED = patternsOf('health-offline', 'still-urgent').pattern('HELPED', 'i');
/** How many messages an alarm lasts. */
const LASTS = 3;

/** One of the last messages raised an alarm, and nobody has said since that help was reached. */
export function isStillUrgent(earlier: readonly string[], text: string): boolean {
  if (HELPED.test(text)) return false;
  for (const [nth, message] of [...earlier.entries()].slice(-LASTS).reverse()) {
    if (redFlagsOver(earlier.slice(0, nth), message).length > 0) return true;
    if (HELPED.test(message)) return false;
  }
  return false;
}
