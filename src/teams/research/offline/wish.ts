/** What a clinician wants followed, read from their words: the topic, what a source must be, how much is enough, how often to look. */
import { findTerms, patternsOf } from '../../../clinical/index.ts';
import { EMPTY } from './content-words.ts';
import { type ReadRequirements, readRequirements } from './read-requirements.ts';

const { pattern, words } = patternsOf('research-offline', 'wish');

export type Wish = Pick<ReadRequirements, 'requirements' | 'threshold'> & {
  /** The topic without the words of the request: "new DMD treatments". */
  topic: string;
  /** "weekly", "every Monday at 8"; null if no repeated search was asked for. */
  watch: string | null;
};

const WATCH = pattern('WATCH', 'i');
const KEEPS_WATCH = /\b(?:keep (?:me )?(?:updated|posted|an eye|watch\w*|track\w*)|monitor|track|watch|follow)\b/i;
const ASKING = pattern('ASKING', 'i');
const TRAILING =
  /\s*(?:[,;]?\s*(?:please|thanks?(?: you)?|for me|and (?:tell|let) me(?: know)?.{0,80}|and report.{0,80}))+[.?!]{0,20}$/i;
const UPDATES = /^any\s+(.+?)\s+(?:updates?|news|progress)$/i;
/** Words that a sentence begins with before it names a topic: "I have a patient with ...". */
const FRAME = words('FRAME');
/** Topics that are too broad: the user is asked to narrow them. */
const BROAD = pattern('BROAD', 'i');

export function readWish(text: string, today: string): Wish | null {
  const whole = text.trim().replace(/\s+/g, ' ');
  const { requirements, threshold, rest } = readRequirements(whole, today);
  const first = rest.trim().split(/(?<=[.?!])\s+/)[0] ?? '';
  const watch = WATCH.exec(text)?.[1]?.trim() ?? (KEEPS_WATCH.test(text) ? 'weekly' : null);
  const plain = first
    .replace(/\s+/g, ' ')
    .replace(WATCH, ' ')
    .replace(TRAILING, '')
    .replace(/[.?!]{1,20}$/, '')
    .trim();
  const updates = UPDATES.exec(plain)?.[1];
  const topic = (updates ?? `${plain} `.replace(ASKING, ''))
    .trim()
    .replace(/^(?:the|any|some|all|about|on|of)\s+/i, '')
    .replace(/^\s*(?:of|on|for|in|about)\s+/i, '')
    .replace(/(?:\s+(?:and|or|but|only|with|from|in|for|of)|[\s,;:.]){1,6}$/i, '')
    .replace(/\s+,/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
  // Without the words of a request it is a wish only if it names something medical: "lupus nephritis", but not "hello".
  const asked = updates !== undefined || ASKING.test(`${plain} `);
  // Of a sentence that is no request, the topic is what it names: "I have a patient with lupus".
  const told = !asked && FRAME.has(firstWord(topic)) ? withoutFrame(topic) : topic;
  if (told === '' || (!asked && findTerms(told).length === 0)) return null;
  return { topic: told, watch, requirements, threshold };
}

function withoutFrame(text: string): string {
  const said = text.split(' ');
  return said.slice(said.findIndex((word) => !FRAME.has(firstWord(word)) && !EMPTY.has(firstWord(word)))).join(' ');
}

function firstWord(text: string): string {
  return /[\p{L}]+/u.exec(text)?.[0].toLowerCase() ?? '';
}

export function isTooBroad({ topic }: Wish): boolean {
  return BROAD.test(topic);
}
