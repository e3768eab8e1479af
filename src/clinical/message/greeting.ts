/** How a message begins before it says anything: "Good morning, doctor.", "Sorry to bother you but". It changes nothing of what follows. */
import type { Correction } from './spelling.ts';

const GREETING =
  /^[\s"'(]*(?:(?:(?:hi|hiya|hello|hey|dear)(?:[ ,]+(?:there|again|all|everyone|everybody|team|doctor|doc))*|good (?:morning|afternoon|evening|day)(?:[ ,]+(?:all|everyone|team|doctor|doc))?|(?:i['’]?m )?sorry (?:to|for) (?:bother|trouble|bothering|troubling) you(?: again)?)(?:[\s,.!:;–—-]+(?:but )?))+(?=\S)/i;
/** Without a mark only these end it: "hi my chest hurts", not "hi fever". */
const ENDS = /(?:[,.!:;\n–—-]\s*|\bbut )$/;

/** What to leave out; a message that is nothing else stays as it is. */
export function greetingIn(text: string): Correction[] {
  const end = GREETING.exec(text)?.[0].length ?? 0;
  return end > 0 && ENDS.test(text.slice(0, end)) ? [{ start: 0, end, word: '' }] : [];
}
