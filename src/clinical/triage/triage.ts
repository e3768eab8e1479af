/**
 * Triage: rules 0 to 4b of the health team, in their order and with their exact replies. The offline model routes with
 * it; a real model gets the same rules as its instruction.
 *
 * Two decisions that the rules leave open. A bare greeting is rule 1, whose text says what can be asked here. Thanks, or a
 * short answer ("yes", "since Monday"), inside a health conversation stays with the consultant who is being answered.
 */
import { redFlags } from '../red-flags/red-flags.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { healthScore, plainText } from './health.ts';
import { sidePanelRequest } from './requests.ts';
import { scopeOf } from './scope.ts';

export type Route = 'url' | 'non_health' | 'ui_redirect' | 'share_or_modify' | 'patient_consult' | 'general_consult';

export type TriageContext = {
  /** How the session's last message was routed. */
  previousRoute?: string;
  /** Health words of the session so far. */
  previousTopics?: string[];
  /** The session is about one node of the record ("Ask Tusdi AI"). */
  hasTopic?: boolean;
};

export type Triage = {
  route: Route;
  rule: '0' | '1' | '2' | '3' | '4a' | '4b';
  /** For the log and the dashboard: which rule and why, never what was said. */
  why: string;
  /** What the user is told, for the rules that answer by themselves. */
  reply?: string;
};

export const NON_HEALTH_REPLY =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';

const URL_IN_TEXT = /\bhttps?:\/\/\S+/i;
const GREETING =
  /^(?:(?:hi|hello|hey|hiya|greetings|howdy|good (?:morning|afternoon|evening|day)|how are you(?: doing)?(?: today)?|what's up)(?: there| everyone| doctor| doc)?[\s,.!?]*)+$/;
const COURTESY =
  /^(?:(?:ok(?:ay)?|great|perfect|cool|alright|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|cheers|got it|that helps?|that('s| is) (?:helpful|good to know|great)|good to know|understood|bye|goodbye)[\s,.!]*)+$/;

/** A message that leans on what was said before: it opens like a continuation, or points back with a pronoun. */
const CONTINUES =
  /^(?:ok(?:ay)?|tell me more|go on|more|explain|please explain|can you explain|what do you mean|and|but|so|or|then|also|what about|how about|why|how (?:long|often|much|many|bad|so|come)|when|since|for how long|is (?:it|that|this|there)|are (?:they|these|those|there)|does (?:it|that|this)|do (?:they|these)|can (?:it|i|you)|could (?:it|that|this|i)|should i|will (?:it|that|this|i)|would (?:it|that)|what (?:if|else|should i|can i|does (?:it|that))|which (?:one|of)|any(?:thing)?|yes|no|yeah|yep|nope|not|maybe|about|around|only|mostly|sometimes|every|once|twice|a few|\d+)\b/;
const POINTS_BACK = /\b(?:it|its|it's|that|this|these|those|them|they|the same|so|both|either one)\b/;
const MOST_WORDS_OF_A_FOLLOW_UP = 14;

export function triage(text: string, context: TriageContext = {}): Triage {
  if (URL_IN_TEXT.test(text)) return { route: 'url', rule: '0', why: 'the message holds a URL' };

  // Someone in need is never turned away for want of a medical word: "I want to end it all" is rule 4a.
  if (redFlags(text).length > 0) return consult(true, 'somebody may need help now');

  const plain = plainText(text);
  const terms = findTerms(text);
  const request = aboutOtherThings(text, terms) ? null : sidePanelRequest(plain);
  if (request?.rule === '2')
    return { route: 'ui_redirect', rule: '2', why: 'asks for a complete list', reply: request.reply };
  if (request)
    return { route: 'share_or_modify', rule: '3', why: 'only asks to share or edit data', reply: request.reply };

  const nonHealth: Triage = {
    route: 'non_health',
    rule: '1',
    why: 'no health in the message or before it',
    reply: NON_HEALTH_REPLY,
  };
  if (GREETING.test(plain)) return { ...nonHealth, why: 'a bare greeting' };

  const score = healthScore(text, terms);
  const earlier = consultBefore(context);
  const followUp = earlier !== null && isFollowUp(plain, score.other);
  if (!score.health && !followUp) return nonHealth;

  const scope = scopeOf(plain, terms);
  if (scope.specific) return consult(true, scope.why);
  // "Is it contagious?" has a health word, but what "it" is stands in the conversation.
  const named = terms.some(({ term }) => ['condition', 'symptom', 'drug', 'observation'].includes(term.kind));
  if (earlier && followUp && !named) return consult(earlier === 'patient_consult', 'goes on with the conversation');
  return consult(false, scope.why);
}

/** "Update my account information" has the shape of rule 3 and is rule 1. The verb itself ("email this …") says nothing. */
function aboutOtherThings(text: string, terms: TermMatch[]): boolean {
  const { health, other } = healthScore(text.replace(/\b(?:e-?mail|download|transfer|text|schedule)\b/gi, ' '), terms);
  return other > 0 && !health;
}

/** Thanks and the like: nothing is asked, so whoever gets it need not look anything up. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(plainText(text));
}

function consult(specific: boolean, why: string): Triage {
  return specific ? { route: 'patient_consult', rule: '4a', why } : { route: 'general_consult', rule: '4b', why };
}

function consultBefore(context: TriageContext): 'patient_consult' | 'general_consult' | null {
  if (context.hasTopic) return 'patient_consult';
  if (context.previousRoute === 'patient_consult' || context.previousRoute === 'general_consult')
    return context.previousRoute;
  return context.previousTopics?.length ? 'general_consult' : null;
}

function isFollowUp(plain: string, otherWords: number): boolean {
  if (COURTESY.test(plain)) return true;
  const words = plain.split(' ').length;
  if (otherWords > 0 || words > MOST_WORDS_OF_A_FOLLOW_UP) return false;
  return words <= 2 || CONTINUES.test(plain) || POINTS_BACK.test(plain);
}
