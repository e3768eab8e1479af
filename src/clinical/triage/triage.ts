/**
 * Triage: rules 0 to 4b of the health team, in their order and with their exact replies. The offline model routes with
 * it; a real model gets the same rules as its instruction.
 *
 * Two decisions that the rules leave open. A bare greeting is rule 1, whose text says what can be asked here. Thanks, or a
 * short answer ("yes", "since Monday"), inside a health conversation stays with the consultant who is being answered.
 */
import { redFlags } from '../red-flags/red-flags.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { FUNCTION_WORDS, plainText } from './features.ts';
import { type Health, healthOf } from './health.ts';
import { type Request, requestsIn } from './requests.ts';
import { scopeOf } from './scope.ts';
import { listRequest } from './sections.ts';

export type Route = 'url' | 'non_health' | 'ui_redirect' | 'share_or_modify' | 'patient_consult' | 'general_consult';

export type TriageContext = {
  /** How the session's last message was routed. */
  previousRoute?: string;
  /** Health words of the session so far. */
  previousTopics?: string[];
  /** The session is about one node of the record ("Ask Tusdi AI"). */
  hasTopic?: boolean;
};

/** To look back costs as much as the message itself, and most messages lean on nothing: then it is not asked for. */
type LookBack = TriageContext | (() => TriageContext);

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
/** "Sorry, no, it was 130": puts a number right that was said before. */
const CORRECTS =
  /^(?:(?:oh|oops|whoops|sorry|no|nope|wait|hang on|actually|correction|i mean(?:t)?|my (?:mistake|bad)|typo)\b[\s,.!:;-]*)+(?:(?:it|that|this|i) (?:was|is|meant|should)\b|my\b|the\b|\d)/;
const MOST_WORDS_OF_A_FOLLOW_UP = 14;
/** The user's own body or data: that is for the consultant who knows the record, whoever spoke before. */
const OWN = /\b(?:my|mine|our|i|i'm|i've)\b/;
/** Terms that can be what a conversation is about. */
const SUBJECTS: ReadonlySet<string> = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure']);
/** Data that nobody has outside a health record. */
const MEDICAL_DATA =
  /\b(?:medications?|medicines?|meds|pills|prescriptions?|allerg(?:y|ies)|diagnos[ei]s|symptoms?|labs?|lab results?|vitals?|biomarkers|surgeries|blood (?:tests?|work|results|pressure|type)|(?:medical|health|patient) (?:records?|history|data|file|chart|information))\b/;
const RECIPIENT = / (?:to|with) (?:my|our|the|a|another) .*$/;
/** How it is to be sent or kept, which says nothing of what it is. */
const SENDING = /\b(?:e-?mail|download|transfer|text|schedule|pdf|csv|excel|spreadsheet|file|folder)\b/g;

/** When, how much, which side: these answer a question and raise none. */
const PASSING_WORDS: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight morning noon afternoon evening
   night midnight minute minutes hour hours day days week weeks month months year years since ago before after during always
   never sometimes usually mostly only every each once twice both left right side sides lunch dinner breakfast bed yes yeah no
   nope maybe sure okay ok thanks right exactly correct again still later sooner earlier now`.split(/\s+/),
);
/** Where one subject may give way to another. */
const PARTS = /[.!?;]+ |,? (?:and|but)(?: also)? /;
const LONGEST_IN_PARTS = 600;
const SURELY_HEALTH = 2;
/** A message that leans on the one before may sound like anything, but not clearly like something else; any other not even rather so. */
const CLEARLY_OTHER = -3.2;
const RATHER_OTHER = -1.5;
/** So few words lean on what was said before: "the blue one", "a 7 I'd say". */
const FEW_WORDS = 4;
/** "During pregnancy too?": without a verb it is no question of its own. */
const VERB =
  /\b(?:is|are|am|was|were|be|do|does|did|have|has|had|can|could|should|would|will|may|might|must|mean|means|explain|tell|causes?|i'm|i've|it's|what's)\b/;

export function triage(text: string, context: LookBack = {}): Triage {
  if (URL_IN_TEXT.test(text)) return { route: 'url', rule: '0', why: 'rule 0: the message holds a URL' };

  // Someone in need is never turned away for want of a medical word: "I want to end it all" is rule 4a.
  // Only a message that is a request for a list from its first word to its last ("show me every tablet I'm on") asks for nothing else.
  if (redFlags(text).length > 0 && !listRequest(plainText(text))) return consult(true, 'somebody may need help now');
  return byWords(text, context);
}

/** The route alone. Whether somebody may need help is only asked where the words lead elsewhere than help would. */
export function routeOf(text: string, context: LookBack): Route {
  if (URL_IN_TEXT.test(text)) return 'url';
  const { route } = byWords(text, context);
  return route !== 'patient_consult' && route !== 'ui_redirect' && redFlags(text).length > 0
    ? 'patient_consult'
    : route;
}

function byWords(text: string, context: LookBack): Triage {
  const plain = plainText(text);
  const terms = findTerms(text);
  const asked = requestsIn(plain);
  const ours = asked.any && !aboutOtherThings(plain, terms);
  if (ours && asked.only) return atSidePanel(asked.only);
  if (GREETING.test(plain)) return nonHealth('a bare greeting');

  const health = healthOf(plain, terms);
  const earlier = isFollowUp(plain, health) ? consultBefore(context) : null;
  if (!health.health && !earlier && !ours && !partIsHealth(plain)) return nonHealth(health.evidence);

  // In a mixed message the question decides, not what is to be sent or changed.
  const scope = ours ? scopeOf(asked.rest, findTerms(asked.rest)) : scopeOf(plain, terms, health.words);
  const named = VERB.test(plain) && terms.some(({ term }) => SUBJECTS.has(term.kind));
  // "Is it contagious?" has a health word, but what "it" is stands in the conversation.
  if (earlier && !named && !(scope.specific && OWN.test(plain)))
    return consult(earlier === 'patient_consult', 'goes on with the conversation');
  return consult(scope.specific, `${scope.why}, ${health.evidence}`);
}

function atSidePanel({ rule, reply }: Request): Triage {
  return rule === '2'
    ? { route: 'ui_redirect', rule, why: 'rule 2: asks for a complete list and nothing else', reply }
    : { route: 'share_or_modify', rule, why: 'rule 3: asks to share or edit data and nothing else', reply };
}

function nonHealth(evidence: string): Triage {
  return { route: 'non_health', rule: '1', why: `rule 1: ${evidence}`, reply: NON_HEALTH_REPLY };
}

/** "Book a table, and is wine ok with my antibiotics?": one part that is surely health is enough. */
function partIsHealth(plain: string): boolean {
  if (plain.length > LONGEST_IN_PARTS) return false;
  const parts = plain.split(PARTS);
  return parts.length > 1 && parts.some((part) => healthOf(part, findTerms(part)).score > SURELY_HEALTH);
}

/** "Update my account information" has the shape of rule 3 and is rule 1. */
function aboutOtherThings(plain: string, terms: TermMatch[]): boolean {
  if (MEDICAL_DATA.test(plain)) return false;
  const { health, other } = healthOf(plain.replace(SENDING, ' ').replace(RECIPIENT, ''), terms);
  return other > 0 && !health;
}

/** Thanks and the like: nothing is asked, so whoever gets it need not look anything up. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(plainText(text));
}

function consult(specific: boolean, why: string): Triage {
  return specific
    ? { route: 'patient_consult', rule: '4a', why: `rule 4a: ${why}` }
    : { route: 'general_consult', rule: '4b', why: `rule 4b: ${why}` };
}

function consultBefore(context: LookBack): 'patient_consult' | 'general_consult' | null {
  const { hasTopic, previousRoute, previousTopics } = typeof context === 'function' ? context() : context;
  if (hasTopic) return 'patient_consult';
  if (previousRoute === 'patient_consult' || previousRoute === 'general_consult') return previousRoute;
  return previousTopics?.length ? 'general_consult' : null;
}

/** Whether it may go on with a conversation, if there is one. */
function isFollowUp(plain: string, { other, score, words }: Health): boolean {
  if (COURTESY.test(plain)) return true;
  if (words.length > MOST_WORDS_OF_A_FOLLOW_UP) return false;
  if (CORRECTS.test(plain) && /\d/.test(plain)) return true;
  if (other > 0) return false;
  // "since Monday", "why?": there is no subject in it, so it is that of the conversation.
  if (words.every((word) => word === '0' || FUNCTION_WORDS.has(word) || PASSING_WORDS.has(word))) return true;
  const leans = words.length <= FEW_WORDS || CONTINUES.test(plain) || POINTS_BACK.test(plain);
  return score > (leans ? CLEARLY_OTHER : RATHER_OTHER);
}
