/**
 * Inside a health conversation a message may refer to what was said before: "Is it contagious?", "the blue one", "since Monday". Such a
 * message stays with whoever answered, unless another subject clearly begins.
 */

import { understand } from '../message/understand.ts';
import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { FUNCTION_WORDS, plainText } from './features.ts';
import type { Health } from './health.ts';

const { pattern, words } = patternsOf('triage', 'conversation');

export type TriageContext = {
  /** How the session's last message was routed. */
  previousRoute?: string;
  /** Health words of the session so far. */
  previousTopics?: string[];
  /** The session is about one node of the record ("Ask Tusdi AI"). */
  hasTopic?: boolean;
};

/** Reading the earlier messages is expensive and most messages do not refer to them, so it is done on demand. */
export type LookBack = TriageContext | (() => TriageContext);

const COURTESY = pattern('COURTESY', '');

/** Points back with a pronoun. */
const POINTS_BACK =
  /\b(?:it|its|it's|that|this|these|those|them|they|the same|so|both|either one|ones?|mine|he|she|him|her)\b/;
/** "Who invented it?", "can you send that?": nothing else is spoken of. */
const POINTS_AT_END = /\b(?:it|that|this|these|those|them|they|ones?|mine)\W*$/;
/** "Can I still play football?": what may be done with what was spoken of. */
const ASKS_LEAVE =
  /^(?:(?:and|so|but|then|ok(?:ay)?),? ){0,3}(?:can|could|may|should|will|would|must|do|does|am|is|are) (?:i|he|she|we|they|it)\b/;
/** "Can I get my eyebrows waxed for the wedding, and is it ok to drink there?": whatever else is told of the day. */
const LEAVE_OF_BODY = pattern('LEAVE_OF_BODY', '');
/** Begins a question or a command of its own. */
const OPENS = pattern('OPENS', '');
/** "Sorry, no, it was 130", "wait, I read the wrong line, mine was 130": puts a number right that was said before. */
const CORRECTS = pattern('CORRECTS', '');
const MOST_WORDS_OF_A_FOLLOW_UP = 14;
/** Told with what happened meanwhile, it is longer: "It was in the sun all day. Still good?" */
const MOST_WORDS_OF_A_STORY = 30;
const SENTENCE_ENDS = /(?<=[.!?;:])\s/;
/** "Too much?", "still fine to use?": what it is asked of was named before. */
const MOST_WORDS_WITHOUT_A_SUBJECT = 5;
const OWN = /\b(?:my|mine|our|i|i'm|i've)\b|\b(?:with|for|about|than) me\b/;
/** Terms that can be what a conversation is about. */
const SUBJECTS: ReadonlySet<string> = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure']);
/** When, how much, which side: these answer a question and raise none. */
const PASSING_WORDS: ReadonlySet<string> = words('PASSING_WORDS');
/**
 * How far from health a message without a word of another subject may sound and still go on with the conversation: far if it points back
 * or is of the writer, who seldom names the subject again ("I forgot last Sunday's"), and hardly at all otherwise.
 */
const FURTHEST = { pointing: -4, own: -3.2, other: -1.7 };
const FEW_WORDS = 4;
/** "23.1 now in February": the next value of what is followed. */
const NEW_VALUE = /^\W*\d{1,3}(?:[.,]\d{1,2})? ?(?:kg|kgs|%|mmol\/l|mg\/dl)? (?:now|today|yesterday|this|last|in|on)\b/;
/** "During pregnancy too?": without a verb it is no question of its own. */
const VERB = pattern('VERB', '');

/** Thanks and the like: nothing is asked, so whoever gets it need not look anything up. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(plainText(text));
}

/** Who answered last, if it was a consultant. */
export function consultBefore(context: LookBack): 'patient_consult' | 'general_consult' | null {
  const { hasTopic, previousRoute, previousTopics } = typeof context === 'function' ? context() : context;
  if (hasTopic) return 'patient_consult';
  if (previousRoute === 'patient_consult' || previousRoute === 'general_consult') return previousRoute;
  return previousTopics?.length ? 'general_consult' : null;
}

/** Whether it may go on with a conversation, if there is one. */
export function isFollowUp(plain: string, { other, score, words }: Health): boolean {
  if (COURTESY.test(plain)) return true;
  if (words.length > MOST_WORDS_OF_A_STORY) return false;
  if (LEAVE_OF_BODY.test(plain)) return true;
  if (other === 0 && CORRECTS.test(plain) && /\d/.test(plain)) return true;
  if (asksOfWhatWasNamed(plain) || NEW_VALUE.test(plain)) return true;
  // "If I want to stop it do I just stop? And when did I start it": long, and all of it is about what was named before.
  if (words.length > MOST_WORDS_OF_A_FOLLOW_UP)
    return other === 0 && score > (POINTS_BACK.test(plain) ? FURTHEST.pointing : FURTHEST.other);
  if (ASKS_LEAVE.test(plain)) return score > FURTHEST.pointing;
  if (other > 0) return false;
  if (POINTS_AT_END.test(plain)) return true;
  // "since Monday", "why?": there is no subject in it, so it is that of the conversation.
  if (words.every((word) => word === '0' || FUNCTION_WORDS.has(word) || PASSING_WORDS.has(word))) return true;
  if (POINTS_BACK.test(plain)) return score > FURTHEST.pointing;
  return score > (isOwn(plain) || isFewWords(plain, words) ? FURTHEST.own : FURTHEST.other);
}

/** "The blue one", "a 7 I'd say": so few words open nothing. */
function isFewWords(plain: string, words: readonly string[]): boolean {
  return words.length <= FEW_WORDS && !OPENS.test(plain);
}

/** Ends in a question that names nothing, and nothing before it in the message is an animal or a thing that could be meant. */
function asksOfWhatWasNamed(plain: string): boolean {
  const sentences = plain.split(SENTENCE_ENDS);
  const question = sentences.at(-1) ?? '';
  if (sentences.length < 2 || !question.endsWith('?')) return false;
  if (question.split(' ').length > MOST_WORDS_WITHOUT_A_SUBJECT) return false;
  if (OPENS.test(question) && !POINTS_BACK.test(question)) return false;
  return understand(plain).clauses.every(({ subject }) => subject !== 'animal' && subject !== 'thing');
}

/** "Is it contagious?" has a health word, but what "it" is was said earlier; "What is vertigo?" has a subject of its own. */
export function hasSubject(plain: string, terms: readonly TermMatch[]): boolean {
  return VERB.test(plain) && terms.some(({ term }) => SUBJECTS.has(term.kind));
}

/** Whether the user's own body or data is spoken of: that is for the consultant who knows the record, whoever spoke before. */
export function isOwn(plain: string): boolean {
  return OWN.test(plain);
}
