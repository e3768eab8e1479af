/** How a message begins before it says anything: "Good morning, doctor.", "Sorry to bother you but". It changes nothing of what follows. */
import { patternsOf } from '../text/patterns.ts';
import type { Correction } from './spelling.ts';

const { pattern } = patternsOf('message', 'greeting');

const GREETING = pattern('GREETING', 'i');
/** Without a mark nobody knows where a greeting ends: "hi my chest hurts" stays. */
const ENDS = /(?:[,.!:;\n–—-]\s*|\bbut )$/;

/** What to leave out; a message that is nothing else stays as it is. */
export function greetingIn(text: string): Correction[] {
  const end = GREETING.exec(text)?.[0].length ?? 0;
  return end > 0 && ENDS.test(text.slice(0, end)) ? [{ start: 0, end, word: '' }] : [];
}
