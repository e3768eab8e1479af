/** What a question wants: to take something, to see a doctor, to know what helps … The answer to it comes first. */

import { asksForHandover, asksWhatIsKnown, countWords, patternsOf } from '../../../../clinical/index.ts';

const { pattern, source } = patternsOf('health-offline', 'acts');

export type Act =
  /** A summary of the record for a reader who does not know the person. */
  | 'handover'
  /** All that the record holds, told to the person. */
  | 'known'
  /** To have something done that only people do: "book me an appointment". */
  | 'errand'
  /** To stop or change a medicine that is taken. */
  | 'change'
  | 'dose'
  /** Whether something may be taken, begun or combined. */
  | 'take'
  /** Whether the medicines of the record go together. */
  | 'clash'
  /** What to raise at a visit. */
  | 'prepare'
  /** Which checks are due. */
  | 'checks'
  /** The state of health as a whole: "am I healthy?" */
  | 'overview'
  /** When to see someone, and how bad it is. */
  | 'care'
  /** Whether a treatment or a test is needed. */
  | 'need'
  /** Whether a medicine would help. */
  | 'suits'
  /** What can be done about it. */
  | 'help'
  | 'cause'
  | 'meaning'
  /** An aspect of the subject that the general tables may have: whether it spreads, how long it lasts. */
  | 'general'
  /** Whether a value is within its range. */
  | 'range'
  /** The trend of a value. */
  | 'way'
  /** Something that the record holds, or nothing that is known here. */
  | 'record';

const WHO = '(?:i|we|he|she|they|one|you)';
const MEDICINE_WORDS = source('MEDICINE_WORDS');
const CHANGING = source('CHANGING');

const ERRAND = pattern('ERRAND', 'i');
const ACTS: readonly [Act, RegExp][] = [
  ['errand', ERRAND],
  ['prepare', pattern('PREPARE', 'i')],
  ['checks', pattern('CHECKS', 'i')],
  ['overview', pattern('OVERVIEW', 'i')],
  ['clash', pattern('CLASH', 'i')],
  ['dose', pattern('DOSE', 'i')],
  ['care', pattern('CARE', 'i')],
  ['change', pattern('CHANGE_IT', 'i', { WHO, CHANGING, MEDICINE_WORDS })],
  ['change', pattern('CHANGE', 'i')],
  ['need', pattern('NEED', 'i')],
  ['meaning', pattern('MEANING', 'i')],
  ['cause', pattern('CAUSE', 'i')],
  ['help', pattern('HELP', 'i')],
  ['general', pattern('GENERAL', 'i')],
  ['way', pattern('WAY', 'i')],
  ['range', pattern('RANGE', 'i')],
];
const RAISES = pattern('RAISES', 'i');
const VISIT = pattern('VISIT', 'i');
const INTENDS = pattern('INTENDS', 'i', { CHANGING });
const MAY = pattern('MAY', 'i');
const HELPS = /\b(?:would|will|could|might|does|can|do) (?:\w+ ){1,3}(?:help|work)\b/i;
const CHANGES = new RegExp(
  `\\b(?:should|can|could|may|shall|must|do|would|ok|okay|safe)\\b.{0,200}\\b${CHANGING}\\b`,
  'i',
);
/** "Is my metformin dose ok?" */
const DOSE_RIGHT =
  /\bdos(?:e|age)\b.{0,200}\b(?:ok(?:ay)?|right|correct|too (?:high|low|much|little)|high|low|normal|fine)\b/i;
/** "How much ibuprofen?" */
const BARE_AMOUNT = /^\W*(?:and |so |but )?how (?:much|many|often)\b/i;
/** "When should I be taking it?" does not ask whether. */
const ASKS_WHEN = /^\W*(?:and |so |but )?(?:when|what time|how long|how soon|how far apart)\b/i;
/** What the record has about one's own dose. */
const OWN_DOSE = pattern('OWN_DOSE', 'i');
/** "What about paracetamol?", "and the other one?": asks the previous question about something else. */
const SAME_AGAIN =
  /^\W*(?:and|or|what about|how about|what of|what if|same (?:for|with)|also)\b|\b(?:other|first|second|last) ones?\b/i;
const MAX_NAME_WORDS = 4;
const FIRST: ReadonlySet<Act> = new Set(['errand', 'clash', 'dose', 'change', 'prepare', 'checks', 'overview']);
/** Acts that do not change where a substance is named. */
const NOT_TAKING: ReadonlySet<Act> = new Set(['need', 'meaning', 'cause']);

/** With `namesSubstance`, "is it ok?" asks whether the substance may be taken. */
export function actOf(question: string, namesSubstance: boolean): Act {
  if (asksForHandover(question)) return 'handover';
  if (asksWhatIsKnown(question)) return 'known';
  const found = ACTS.find(([, words]) => words.test(question))?.[0];
  if (DOSE_RIGHT.test(question)) return 'dose';
  if (found === 'dose' && OWN_DOSE.test(question)) return 'record';
  if (found && FIRST.has(found)) return found;
  if (namesSubstance && !found && BARE_AMOUNT.test(question) && countWords(question) <= MAX_NAME_WORDS) return 'dose';
  if (INTENDS.test(question)) return 'change';
  // "Do I need to come off the sertraline?"
  if (namesSubstance && found === 'need' && CHANGES.test(question)) return 'change';
  if (!namesSubstance || (found && NOT_TAKING.has(found))) return found ?? 'record';
  if (CHANGES.test(question)) return 'change';
  if (HELPS.test(question)) return 'suits';
  const asksWhat = found === 'help' && /^\W*(?:what|which|how)\b|\bwhat (?:can|should|could)\b/i.test(question);
  return MAY.test(question) && !asksWhat && !ASKS_WHEN.test(question) ? 'take' : (found ?? 'record');
}

/** "Annual review on Thursday, what do I bring up?": beside a visit, what to speak of is what to raise there. */
export function isForVisit(question: string, message: string): boolean {
  return RAISES.test(question) && VISIT.test(message);
}

/** "Thinking I just don't take it from Monday": told, and not asked. */
export function intendsChange(text: string): boolean {
  return INTENDS.test(text);
}

/** "Is coffee ok?"; not "should I stop eating eggs?", which is no medicine. */
export function asksOfFood(question: string): boolean {
  return MAY.test(question) && !CHANGES.test(question);
}

const MAX_ERRAND_CHARS = 100;

export function isErrand(text: string): boolean {
  return text.length <= MAX_ERRAND_CHARS && ERRAND.test(text) && actOf(text, false) === 'errand';
}

/** Asks the previous question about something else; a bare name does so if it is a substance that can be taken. */
export function asksTheSame(question: string, namesSubstance: boolean): boolean {
  const isName = namesSubstance && countWords(question) <= MAX_NAME_WORDS;
  return isName || SAME_AGAIN.test(question);
}
