/** What the tests of the red flags ask of a message. */
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';

/** The families that a message raises by itself, in the order of urgency. */
export function familiesOf(text: string): string[] {
  return redFlags(text).map(({ family }) => family);
}
