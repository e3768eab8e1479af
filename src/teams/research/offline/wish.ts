/** What a clinician wants followed, read from their words: the topic, how strong the evidence must be, how recent, how often to look. */
import { findTerms } from '../../../clinical/index.ts';

export type Wish = {
  /** The topic without the words of the request: "new DMD treatments". */
  topic: string;
  /** "weekly", "every Monday at 8"; null if no repeated search was asked for. */
  watch: string | null;
  /** Requirements, in the user's words. */
  requirements: string[];
};

const WATCH =
  /\b(?:(?:and\s+)?(?:keep|check|look|update|watch|report|monitor|track)[^.;,]{0,30}?\s+)?\b((?:every\s+(?:\d+\s+)?(?:day|week|month|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?(?:\s+at\s+\d{1,2}(?::\d{2})?\s*(?:am|pm)?)?)|daily|weekly|monthly)\b/i;
const KEEPS_WATCH = /\b(?:keep (?:me )?(?:updated|posted|an eye|watch\w*|track\w*)|monitor|track|watch|follow)\b/i;
const ASKING =
  /^(?:(?:hi|hello|hey|please|ok(?:ay)?|now|then|also)[\s,]+)*(?:(?:can|could|would|will) you\s+(?:please\s+)?)?(?:i(?:'d| would) like (?:you )?to\s+|i want (?:you )?to\s+|i need (?:you to\s+)?|help me\s+)?(?:please\s+)?(?:do (?:some )?research (?:on|into|about)|research|investigate|look (?:into|for|up|at)|search (?:for|on)?|find(?: me| out)?(?: about)?|follow|track|monitor|watch|keep (?:me )?(?:updated|posted) (?:on|about)|keep (?:an eye on|track of|watch(?:ing)? (?:on|over)?)|tell me (?:about )?|give me (?:an update on)?|what(?:'s| is| are)(?: the)? (?:new|latest|current)(?: \w+)? (?:in|on|for|about|with)|what(?:'s| is) (?:happening|going on) (?:in|with)|is there anything new (?:on|in|about|for)|any(?:thing)? (?:new|news|updates?|progress)(?: (?:on|in|about|for|with|from))?|updates? (?:on|about)|news (?:on|about)|what do we know about|evidence (?:for|on))\s+/i;
const TRAILING =
  /\s*(?:[,;]?\s*(?:please|thanks?(?: you)?|for me|and (?:tell|let) me(?: know)?.{0,80}|and report.{0,80}))+[.?!]{0,20}$/i;
const UPDATES = /^any\s+(.+?)\s+(?:updates?|news|progress)$/i;
const REQUIREMENT =
  /\b(?:(?:only|at least|minimum|prefer(?:ably)?|just)\s+[^.;,]{0,50}(?:phase [1-4]|trials?|reviews?|guidelines?|evidence|rct)s?|phase [1-4](?: (?:trials?|results?|data))?(?: only)?|randomi[sz]ed(?: controlled)? trials?(?: only)?|systematic reviews?(?: only)?|guidelines? only|(?:since|after|from) (?:19|20)\d{2}|in (?:adults|children|women|men|pregnancy|the elderly)|last (?:\d+ )?(?:years?|months?))\b/gi;
/** Topics that are too broad: the user is asked to narrow them. */
const BROAD =
  /^(?:new |latest |recent |the )*(?:cancers?|diabetes|heart(?: disease)?|infections?|pain|drugs?|medicines?|medicine|health|therap(?:y|ies)|treatments?|trials?|research|papers?|studies|diseases?|something|anything|it|this|that|updates?)(?: (?:research|treatments?|therap(?:y|ies)|drugs?|trials?))?$/i;

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

const EMPTY = new Set(
  'a an the of in on for to and or with without by from at as is are was be been new newest latest recent current any some all about research treatment treatments therapy therapies update updates news progress study studies evidence data results what which how do does we know me my please patients patient people'.split(
    ' ',
  ),
);
