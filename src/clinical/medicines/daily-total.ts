/** Whether a question asks what a medicine adds up to in a day as it is taken, and not how much of it may be taken. */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('medicines', 'daily-total');

const TOTAL = pattern('TOTAL', 'i');
/** "How much can I take a day?" asks for the label. */
const ADVICE = pattern('ADVICE', 'i');
const OWN = /\b(?:i|my|mine|me|that|this)\b/i;

export function asksForTotal(text: string): boolean {
  return TOTAL.test(text) && OWN.test(text) && !ADVICE.test(text);
}
