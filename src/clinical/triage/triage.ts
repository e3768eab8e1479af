/**
 * Triage: rules 0 to 4b of the health team, in their order and with their exact replies. The offline model routes with
 * it; a real model gets the same rules as its instruction.
 *
 * Decisions that the rules leave open. A bare greeting is rule 1, and is greeted. A language that cannot be read is rule 4a: it may be
 * about anything, and is answered in that language. Thanks, or a short answer ("yes", "since Monday"), inside a health conversation
 * stays with the consultant who is being answered.
 */
import type { Moment } from '../dates/dates.ts';
import { foreignEmergencies } from '../language/emergencies.ts';
import { cannotReadIn } from '../language/languages.ts';
import { unreadLanguage } from '../language/unread-language.ts';
import { asksForTotal } from '../medicines/daily-total.ts';
import { tellsSupply } from '../medicines/supply.ts';
import { understand } from '../message/understand.ts';
import { asksOfVisits } from '../questions/subject.ts';
import { findConcepts } from '../red-flags/phrases.ts';
import { redFlags } from '../red-flags/red-flags.ts';
import { urgentParts } from '../red-flags/second-reader.ts';
import { type Message, readWords } from '../red-flags/words.ts';
import { hasLink } from '../text/links.ts';
import { patternsOf } from '../text/patterns.ts';
import { asksOrLooksUp } from '../text/questions.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { isAboutNobody, isOfSomebody, tellsFact } from './contents.ts';
import { consultBefore, hasSubject, isCourtesy, isFollowUp, isOwn, type LookBack } from './conversation.ts';
import { plainText } from './features.ts';
import { asksForHandover, asksWhatIsKnown } from './handover.ts';
import { type Health, healthOf } from './health.ts';
import { isPerson } from './manner.ts';
import { type Request, requestsIn } from './requests.ts';
import { scopeOf } from './scope.ts';
import { listRequest } from './sections.ts';
import { isBareGreeting, isGreeting, type Social, socialOf } from './social.ts';

const { pattern } = patternsOf('triage', 'triage');

export type Route = 'url' | 'non_health' | 'ui_redirect' | 'share_or_modify' | 'patient_consult' | 'general_consult';

export type Triage = {
  route: Route;
  rule: '0' | '1' | '2' | '3' | '4a' | '4b';
  /** For the log and the dashboard: which rule and why, never what was said. */
  why: string;
  /** What the user is told where no consultant is asked. {number} stands for the emergency number of the place. */
  reply?: string;
};

export const NON_HEALTH_REPLY =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';

const VET_REPLY =
  'I can only help with health-related questions of people. For an animal call a vet, at once if it cannot breathe, bleeds, collapses or may have swallowed something harmful; out of hours the vet’s answerphone names who is on duty.';

/** A greeting or thanks outside a conversation: nothing is asked, so nothing is refused. */
const OFFER =
  'I can help with health-related questions: tell me how you are, or ask about symptoms, conditions, medications, or your own record.';

/** Whether a message tells a fact does not depend on when; with its own moment the extractors need not read it again. */
const ANY_MOMENT = { now: new Date(0), timezone: 'UTC' };
/** Data that nobody has outside a health record. */
const MEDICAL_DATA = pattern('MEDICAL_DATA', '');
/** What holds anything: "add milk to my list", "clear my search history", "update my status". */
const SOME_LIST = /\b(?:my|the|our) (?:[\w-]+ ){0,2}(?:lists?|history|status|ones)\b/;
/** "Delete the ibuprofen from my list": then it is a list of the record. */
const ENTERED: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'observation', 'procedure', 'symptom']);
const RECIPIENT = / (?:to|with) (?:my|our|the|a|another) .*/s;
/** How it is to be sent or kept, which says nothing of what it is. */
const SENDING = /\b(?:e-?mail|download|transfer|text|schedule|pdf|csv|excel|spreadsheet|file|folder)\b/g;

/** "Remind me which tablets I am on", "set a reminder to take it": what it is about follows. */
const ASKED_FOR = pattern('ASKED_FOR', '');
/** Where another subject may begin. */
const PARTS = /[.!?;:]{1,20} |,? (?:and|but)(?: also)? /;
const LONGEST_IN_PARTS = 600;
const SURELY_HEALTH = 2;
/** What comes before it may be about anything. */
const LAST_QUESTION = /[^.!?;:]{1,200}\?[ "')]{0,3}$/;
/** What may trouble an animal. */
const TROUBLES: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'symptom']);
const ASKS_HELP = /\b(?:what (?:do|can|should|shall) (?:i|we) do|help|serious|dangerous|poison\w*|toxic|vets?)\b/;

export function triage(text: string, context: LookBack = {}, moment: Moment = ANY_MOMENT): Triage {
  if (hasLink(text)) return { route: 'url', rule: '0', why: 'rule 0: the message holds a URL' };

  // Somebody who needs help is not refused because no medical word is said: "I want to end it all" is rule 4a.
  // Only a message that is a request for a list from its first word to its last ("show me every tablet I'm on") asks for nothing else.
  const isUrgent = redFlags(text).length > 0 && !listRequest(plainText(text));
  // What raises an English alarm is English, however it is spelt.
  const language = isUrgent && foreignEmergencies(text).length === 0 ? null : unreadLanguage(text);
  if (language) return { ...consult(true, 'is in a language that cannot be read'), reply: cannotReadIn(language) };
  return isUrgent ? consult(true, 'somebody may need help now') : byWords(text, context, moment);
}

/** The route alone. The red flags are only read where they could change the route. */
export function routeOf(text: string, context: LookBack): Route {
  if (hasLink(text)) return 'url';
  const { route } = byWords(text, context, ANY_MOMENT);
  return route !== 'patient_consult' && route !== 'ui_redirect' && redFlags(text).length > 0
    ? 'patient_consult'
    : route;
}

function byWords(text: string, context: LookBack, moment: Moment): Triage {
  const plain = plainText(text);
  const terms = findTerms(text);
  if (asksForHandover(plain)) return consult(true, 'asks for a summary of the record');
  if (isOfOwnMedicine(plain, terms)) return consult(true, 'asks about an own supply or dose');
  const asked = requestsIn(plain);
  const ours = asked.any && !aboutOtherThings(plain, terms);
  if (ours && asked.only && !(asked.only.enters && tellsFact(text, moment))) return atSidePanel(asked.only);
  if (asksWhatIsKnown(plain)) return consult(true, 'asks for what the record knows');
  const isGreeted = terms.length === 0 && isGreeting(plain);
  if (isGreeted && (isBareGreeting(plain) || consultBefore(context) === null)) return sociable('greeting');

  const said = plain.replace(ASKED_FOR, '');
  const health = healthOf(said, terms);
  if (health.other === 0 && asksOfVisits(plain)) return consult(true, 'asks about own visits');
  const earlier = isFollowUp(said, health) ? consultBefore(context) : null;
  if (health.health && !earlier && !ours && isAboutNobody(text, terms))
    return refused(text, plain, terms, 'is about an animal or a thing');
  const isAccepted = health.health || earlier || ours;
  const read = isAccepted ? null : contentOf(text, plain, terms, health, moment);
  const social = isAccepted ? null : (socialOf(plain) ?? (isCourtesy(plain) ? 'thanks' : null));
  if (social) return sociable(social);
  if (!isAccepted && !read) return refused(text, plain, terms, health.evidence);

  // In a mixed message the question decides, not what is to be sent or changed.
  const scope = scopeOf(ours ? asked.rest : text);
  if (earlier && !hasSubject(plain, terms) && !(scope.specific && isOwn(plain)))
    return consult(earlier === 'patient_consult', 'goes on with the conversation');
  if (ours) return consult(scope.specific, `asks for more than the side panel, ${scope.why}`);
  if (!scope.specific && !asksAnything(text) && tellsFact(text, moment))
    return consult(true, 'tells something that is filed');
  return consult(scope.specific, `${scope.why}, ${read ?? health.evidence}`);
}

function asksAnything(text: string): boolean {
  return text.includes('?') || asksOrLooksUp(text) || understand(text).clauses.some(({ asks }) => asks);
}

/** "18 left, two a day": however general it sounds, it is about what this person takes. */
function isOfOwnMedicine(plain: string, terms: readonly TermMatch[]): boolean {
  return terms.some(({ term }) => term.kind === 'drug') && (tellsSupply(plain) || asksForTotal(plain));
}

function atSidePanel({ rule, reply }: Request): Triage {
  return rule === '2'
    ? { route: 'ui_redirect', rule, why: 'rule 2: asks for a complete list and nothing else', reply }
    : { route: 'share_or_modify', rule, why: 'rule 3: asks to share or edit data and nothing else', reply };
}

function nonHealth(evidence: string): Triage {
  return { route: 'non_health', rule: '1', why: `rule 1: ${evidence}`, reply: NON_HEALTH_REPLY };
}

/** An animal in need is sent to those who can help it. */
function refused(text: string, plain: string, terms: readonly TermMatch[], evidence: string): Triage {
  const animals = understand(text).clauses.filter(({ subject }) => subject === 'animal');
  const isTroubled = animals.some(({ start, end }) =>
    terms.some((one) => TROUBLES.has(one.term.kind) && one.start >= start && one.start < end),
  );
  const refusal = nonHealth(evidence);
  return animals.length > 0 && (isTroubled || ASKS_HELP.test(plain)) ? { ...refusal, reply: VET_REPLY } : refusal;
}

const SOCIABLE: Readonly<Record<Social, { why: string; begins: string }>> = {
  greeting: { why: 'a bare greeting', begins: 'Hello.' },
  thanks: { why: 'a courtesy', begins: 'You are welcome.' },
  farewell: { why: 'a farewell', begins: 'Take care.' },
};

function sociable(kind: Social): Triage {
  const { why, begins } = SOCIABLE[kind];
  return { ...nonHealth(why), reply: `${begins} ${OFFER}` };
}

/** Why a message is taken that does not sound like health as a whole; the consultant asks back what is wanted. */
function contentOf(
  text: string,
  plain: string,
  terms: readonly TermMatch[],
  { figure, other, words }: Health,
  moment: Moment,
): string | null {
  // "These ads are cancer" has words of another subject and nobody in it.
  if (!figure && (other === 0 || words.some(isPerson)) && tellsFact(text, moment))
    return 'tells something that is filed';
  const message = readWords(text);
  const urgent = urgentParts(message, findConcepts(message));
  if (urgent.some(({ from, to }) => isOfSomebody(text, startAt(message, from), startAt(message, to))))
    return 'may tell of somebody in need';
  return !isAboutNobody(text, terms) && partIsHealth(plain) ? 'is about health in one part' : null;
}

function startAt({ tokens }: Message, at: number): number {
  return tokens[at]?.start ?? 0;
}

/** "Book a table, and is wine ok with my antibiotics?": one part that is surely health is enough, and so is the question at the end. */
function partIsHealth(plain: string): boolean {
  if (plain.length > LONGEST_IN_PARTS) return false;
  const parts = plain.split(PARTS);
  if (parts.length === 1) return false;
  const read = (part: string) => healthOf(part, findTerms(part));
  const asked = LAST_QUESTION.exec(plain)?.[0];
  return (asked !== undefined && read(asked).health) || parts.some((part) => read(part).score > SURELY_HEALTH);
}

/** "Update my account information" has the shape of rule 3 and is rule 1. */
function aboutOtherThings(plain: string, terms: readonly TermMatch[]): boolean {
  if (MEDICAL_DATA.test(plain) || terms.some(({ term }) => ENTERED.has(term.kind))) return false;
  const { health, other } = healthOf(plain.replace(SENDING, ' ').replace(RECIPIENT, ''), terms);
  return !health && (other > 0 || SOME_LIST.test(plain));
}

function consult(specific: boolean, why: string): Triage {
  return specific
    ? { route: 'patient_consult', rule: '4a', why: `rule 4a: ${why}` }
    : { route: 'general_consult', rule: '4b', why: `rule 4b: ${why}` };
}
