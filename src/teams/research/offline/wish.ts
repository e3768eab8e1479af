/** What a clinician wants followed, read from their words: the topic, how strong the evidence must be, how recent, how often to look. */
import { findTerms, patternsOf } from '../../../clinical/index.ts';

const { pattern, words } = patternsOf('research-offline', 'wish');

export type Wish = {
  /** The topic without the words of the request: "new DMD treatments". */
  topic: string;
  /** "weekly", "every Monday at 8"; null if no repeated search was asked for. */
  watch: string | null;
  /** Requirements, in the user's words. */
  requirements: string[];
};

const WATCH = pattern('WATCH', 'i');
const KEEPS_WATCH = /\b(?:keep (?:me )?(?:updated|posted|an eye|watch\w*|track\w*)|monitor|track|watch|follow)\b/i;
const ASKING = pattern('ASKING', 'i');
const TRAILING =
  /\s*(?:[,;]?\s*(?:please|thanks?(?: you)?|for me|and (?:tell|let) me(?: know)?.{0,80}|and report.{0,80}))+[.?!]{0,20}$/i;
const UPDATES = /^any\s+(.+?)\s+(?:updates?|news|progress)$/i;
const REQUIREMENT = pattern('REQUIREMENT', 'gi');
/** Topics that are too broad: the user is asked to narrow them. */
const BROAD = pattern('BROAD', 'i');

export function readWish(text: string): Wish | null {
  const first =
    text
      .trim()
      .replace(/\s+/g, ' ')
      .split(/(?<=[.?!])\s+/)[0] ?? '';
  const watch = WATCH.exec(text)?.[1]?.trim() ?? (KEEPS_WATCH.test(text) ? 'weekly' : null);
  const plain = first
    .replace(WATCH, ' ')
    .replace(TRAILING, '')
    .replace(/[.?!]{1,20}$/, '')
    .trim();
  const updates = UPDATES.exec(plain)?.[1];
  const topic = (updates ?? plain.replace(ASKING, ''))
    .replace(/^(?:the|any|some|all|about|on|of)\s+/i, '')
    .replace(REQUIREMENT, ' ')
    .replace(/^\s*(?:of|on|for|in|about)\s+/i, '')
    .replace(/(?:\s+(?:and|or|but|only|with|from)|[\s,;:]){1,6}$/i, '')
    .replace(/\s+,/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
  // Without the words of a request it is a wish only if it names something medical: "lupus nephritis", but not "hello".
  const asked = updates !== undefined || ASKING.test(`${plain} `);
  if (topic === '' || (!asked && findTerms(topic).length === 0)) return null;
  return { topic, watch, requirements: [...new Set([...text.matchAll(REQUIREMENT)].map(([said]) => said.trim()))] };
}

export function isTooBroad({ topic }: Wish): boolean {
  return BROAD.test(topic);
}

/** The significant words of the topic, for searching and for naming. */
export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9][a-z0-9-]*/g) ?? []).filter((word) => word.length > 1 && !EMPTY.has(word));
}

const EMPTY = words('EMPTY');
