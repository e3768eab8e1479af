/** What a message to the consultant is about, and each question in it: its act, its subject, and its wording for the record. */

import {
  asksForHandover,
  asksOfVisits,
  asksWhatIsKnown,
  countWords,
  drugGroupIn,
  followedBy,
  type Intent,
  isAboutSomeoneElse,
  join,
  type Moment,
  patternsOf,
  plainQuestion,
  questionsIn,
  readRecordQuestion,
  relatedTypes,
  substancesIn,
  swallowedIn,
  type Term,
  tellsSupply,
  termOf,
  unique,
} from '../../../../clinical/index.ts';
import { SECTION_WORDS, type Section } from '../record-view.ts';
import { type Act, actOf, asksOfFood, asksTheSame, intendsChange, isErrand, isForVisit } from './acts.ts';
import { isListWanted } from './lists-wanted.ts';
import { termsOf } from './named-terms.ts';
import { readMessage, type Said } from './said.ts';
import { inFirstPerson, type Whom } from './whom.ts';

const { pattern, source } = patternsOf('health-offline', 'question');

export type Asked = {
  text: string;
  act: Act;
  /** What it is about: named in the question, else in the message, else in the conversation. */
  terms: readonly Term[];
  /** Those that the question itself names. */
  named: readonly Term[];
  /** The question as it is sent to the record; null where the record cannot answer it. */
  request: string | null;
};

export type Question = {
  asked: readonly Asked[];
  terms: readonly Term[];
  /** The terms were named before, not in this message. */
  goesOn: boolean;
  systems: ReadonlySet<string>;
  sections: ReadonlySet<Section>;
  asksRecent: boolean;
  /** Medicines and other substances whose taking is asked about. */
  mayTake: readonly string[];
};

/** "Potassium?" */
const MAX_TEST_NAME_WORDS = 3;
const MAX_QUESTIONS = 5;
const EARLIER_MESSAGES = 4;
/** A question without a verb, "last three potassium values", has at most this many words. */
const MAX_FRAGMENT_WORDS = 8;
/** After "when was it?": an answer with a day says how long ago that is. */
const HOW_LONG_AGO =
  /^\W*(?:and )?how (?:long|many \w+) (?:ago )?(?:is|was|has) (?:that|it|this)(?: been)?(?: ago)?\W*$/i;
/** "Is it safe?" refers to the medicine named before; "these results" do not. */
const POINTS = /\b(?:it|them|that|this|those|these)\b(?! (?:results?|values?|numbers|labs?|readings?|tests?))/i;
/** Who asks whether things go together says less: "potassium with lisinopril?" */
const SWALLOWS = /\b(?:take|taking|took|eat\w*|drink\w*|have|supplements?|tablets?|pills?|with|and|together)\b/i;
/** "Is it ok to have the injection?": here "it" is nothing. */
const DUMMY_IT = /\bis it (?:ok|okay|safe|fine|alright|normal|possible|true|bad|dangerous) (?:to|if|that)\b/gi;
const HOW = /^\W*(?:(?:and|so|but|then) )?how\b/i;
const TELLS = /^\W*(?:i|i['’]?m|i['’]?ve|it|its|it['’]s|my|he|she|we|they|there)\b/i;
/** "I think it's shingles" asks whether it is. */
const SUPPOSES =
  /\b(?:i (?:think|suspect|guess|fear)|think (?:i|it|this|that|its|ive|i['’]ve|it['’]s)\b|maybe|perhaps|might be|could be)\b/i;
/** Acts that may be sent to the record. */
const ASK_RECORD_ACTS: ReadonlySet<Act> = new Set(['record', 'way', 'range']);
/** Only questions about the person's own data are sent to the record; "can I run with asthma?" is not. */
const HELD = source('HELD');
export const OWN_DATA = pattern('OWN_DATA', 'i', { HELD });
/** What a record can hold, in whole words. */
export const OF_RECORD = new RegExp(`\\b(?:${HELD}|our|chart)\\b`, 'i');
/** "May" alone may be the month. */
export const ADVICE = /\b(?:can|could|should|would|will|might|must|shall|may (?:i|we|he|she|it|they|this))\b/i;
/** Kinds of terms that are swallowed, as medicine or as food. */
const SWALLOWED: ReadonlySet<Term['kind']> = new Set(['drug', 'allergen']);
const LASTS: ReadonlySet<Term['kind']> = new Set(['condition', 'drug', 'symptom', 'procedure']);
const OF_TIME: ReadonlySet<Intent> = new Set(['since', 'when', 'first', 'count']);
const BOUND = /\b(?:above|over|below|under|higher|lower|more|less) (?:than )?\d/i;
const LAST = /\b(?:last|latest|when|recent)\b/i;
/** Intents that need only the name of a thing; with only the name of a condition they do not show what was asked. */
const PLAIN: ReadonlySet<Intent> = new Set(['has', 'list', 'latest']);

export type Asking = { text: string; earlier: readonly string[]; said: Said; whom: Whom; moment: Moment };

/**
 * A question that names nothing is about what the message states, else about what was named before.
 */
export function readQuestion(asking: Asking): Question {
  const { text, said } = asking;
  const not = new Set([...said.family.map(({ name }) => name), ...said.denied]);
  const here = termsOf(text).filter(({ name }) => !not.has(name));
  const before = here.length > 0 || statesFacts(said) ? [] : lastNamed(asking.earlier, asking.moment);
  const terms = here.length > 0 ? here : before;
  const parts = partsOf(asking, here);
  const asked = parts.map((part) => read(part, asking, terms));
  const words = parts.join(' ');
  const takes = asked.filter(({ act }) => act === 'take' || act === 'change' || act === 'dose');
  // Beside facts, an organ is where something is; it is asked about where the question names it.
  const organs = statesFacts(said) ? asked.flatMap(({ named }) => named) : terms;
  return {
    asked,
    terms,
    goesOn: here.length === 0,
    systems: new Set(organs.flatMap((term) => (term.kind === 'body_system' ? [term.name] : []))),
    sections: new Set(SECTION_WORDS.flatMap(([section, pattern]) => (pattern.test(words) ? [section] : []))),
    asksRecent: /\b(?:recent(?:ly)?|lately|currently|these days|last few)\b/i.test(text),
    mayTake: unique(takes.filter(({ act }) => act === 'take').flatMap((one) => wantedIn(one, asking))),
  };
}

export function statesFacts({ facts, readings, family, denied, others }: Said): boolean {
  return [facts, readings, family, denied, others].some((list) => list.length > 0);
}

/** The substances that the question is about: named in it, else the medicine of the conversation. */
export function substancesOf({ text, terms }: Pick<Asked, 'text' | 'terms'>): string[] {
  const here = takenIn(text);
  return here.length > 0 ? here : terms.filter(({ kind }) => SWALLOWED.has(kind)).map(({ name }) => name);
}

/** "Pregnant" is in the interaction table but is not a substance; "potassium" alone is a lab value. */
export function takenIn(text: string): string[] {
  return swallowedIn(text, SWALLOWS).filter((name) => name !== 'pregnancy');
}

/** "Is that still ok?" refers to all medicines that were just said to be taken. */
function wantedIn(asked: Asked, { earlier }: Asking): string[] {
  const named = takenIn(asked.text).length > 0 || termsOf(asked.text).some(({ kind }) => SWALLOWED.has(kind));
  return unique([...substancesOf(asked), ...(named ? [] : earlier.slice(-EARLIER_MESSAGES).flatMap(takenIn))]);
}

function partsOf({ text, said }: Asking, here: readonly Term[]): string[] {
  if (asksForHandover(text) || asksWhatIsKnown(text)) return [text];
  const asked = questionsIn(text)
    .filter((part, nth) => nth === 0 || !HOW_LONG_AGO.test(part))
    .slice(0, MAX_QUESTIONS);
  if (asked.length === 0 && tellsSupply(text)) return [text];
  // "Please book me an appointment" is a request without the form of a question.
  if (asked.length === 0 && (isErrand(text) || intendsChange(text))) return [text];
  if (asked.length === 0 && !statesFacts(said) && isListWanted(text)) return [text];
  if (asked.length > 0) return asked;
  if (SUPPOSES.test(text) && here.some(({ kind }) => kind === 'condition')) return [text];
  const isValue = /\d/.test(text) && here.some(({ kind }) => kind === 'observation') && !LAST.test(text);
  if (isValue) return [];
  const tells = statesFacts(said) || said.corrections.length > 0 || TELLS.test(text);
  const isFragment = !tells && countWords(text) <= MAX_FRAGMENT_WORDS;
  const names = here.some(({ kind }) => kind !== 'symptom') || substancesIn(text).length > 0;
  return isFragment && (names || SECTION_WORDS.some(([, words]) => words.test(text))) ? [text] : [];
}

function read(part: string, asking: Asking, terms: readonly Term[]): Asked {
  const text = plainQuestion(part);
  const named = termsOf(text);
  const own = named.length > 0 ? named : terms;
  const meansDrug = () =>
    named.length === 0 && own.some(({ kind }) => kind === 'drug') && POINTS.test(text.replace(DUMMY_IT, ' '));
  const found =
    named.some(({ kind }) => kind === 'allergen') && asksOfFood(text)
      ? 'take'
      : actFor(text, takenIn(text).length > 0 || meansDrug(), asking);
  const act = found === 'change' && isOfValue(text, own) ? 'help' : found;
  return { text, act, terms: own, named, request: requestFor({ text, act, terms: own, named }, asking) };
}

/** "How can I lower it?" of a value told before; a dose is of a medicine. */
function isOfValue(text: string, terms: readonly Term[]): boolean {
  const isValue = terms.some(({ kind }) => kind === 'observation') && !terms.some(({ kind }) => kind === 'drug');
  return isValue && HOW.test(text) && takenIn(text).length === 0;
}

/** Acts of a medicine; a follow-up that names something else does not have them. */
const OF_MEDICINES: ReadonlySet<Act> = new Set(['take', 'dose', 'suits', 'change']);
const INHERITED: ReadonlySet<Act> = new Set([...OF_MEDICINES, 'range', 'way', 'need', 'care', 'help']);

/** "What about paracetamol?", "and for my daughter?", "and at night?" have the act of the question before. */
function actFor(text: string, namesSubstance: boolean, { text: message, earlier, said, whom }: Asking): Act {
  if (asksOfVisits(text)) return 'record';
  if (isForVisit(text, message)) return 'prepare';
  const act = actOf(text, namesSubstance);
  // "My ankles are swollen. Water tablets?": a bare remedy asks whether it would help.
  const isRemedy =
    act === 'record' && countWords(text) <= MAX_TEST_NAME_WORDS && (namesSubstance || drugGroupIn(text) !== null);
  if (isRemedy && said.findings.some(({ kind }) => kind === 'symptom')) return 'suits';
  const takes = namesSubstance && POINTS.exec(text) === null;
  if (act !== 'record' || !asksTheSame(text, takes)) return act;
  for (const message of earlier.toReversed()) {
    const last = questionsIn(message).at(-1);
    const before = last && actOf(plainQuestion(last), takenIn(last).length > 0);
    if (!before) continue;
    const fits = namesSubstance || termsOf(text).length === 0 || !OF_MEDICINES.has(before);
    return INHERITED.has(before) && fits && (!takes || OF_MEDICINES.has(before)) ? before : act;
  }
  // "I take cetirizine, it works great." "And for my daughter?"
  const isOffered = whom.who === 'relative' && termsOf(text).length === 0 && takenIn(earlier.at(-1) ?? '').length > 0;
  return isOffered ? 'take' : act;
}

/** The question in a wording that the record's grammar can read; a pronoun is replaced by its subject. */
function requestFor(
  { text, act, terms, named: here }: Omit<Asked, 'request'>,
  { whom, moment, said }: Asking,
): string | null {
  if (!ASK_RECORD_ACTS.has(act) || whom.who === 'relative' || isAboutSomeoneElse(text) || ADVICE.test(text))
    return null;
  const plain = whom.who === 'patient' ? inFirstPerson(text) : text;
  const named = here.some(({ kind }) => kind === 'observation');
  // A value in the message itself ("is 131 ok?") is judged without the record.
  if (act === 'range' && (said.readings.length > 0 || /\d/.test(text)) && !BOUND.test(text)) return null;
  if (act === 'way' && said.readings.length > 0 && !named) return null;
  const own = readRecordQuestion(plain, moment);
  // "How is my heart?" is answered from all that belongs to it.
  if (own?.subject.system && !own.period && PLAIN.has(own.intent)) return null;
  const isName = countWords(plain) <= MAX_TEST_NAME_WORDS;
  const isOwn = OWN_DATA.test(plain) || asksOfVisits(plain) || own?.period || own?.against || own?.bound || isName;
  // A condition is judged by the measurements that monitor it, an organ by all of its measurements.
  const isTest = own?.subject.kinds[0] === 'observation' && own.subject.kinds.length === 1;
  if (own && isOwn && (act === 'record' || (isTest && own.subject.names.length > 0))) return plain;
  if (own && !(isTest && own.subject.names.length === 0)) return null;
  return withSubject(plain, act, terms, moment) ?? sinceWhen(plain, terms, moment);
}

/** "What was the highest one?", "what about last year?": adds the measurements that the conversation is about. */
function withSubject(text: string, act: Act, terms: readonly Term[], moment: Moment): string | null {
  const subject = subjectWords(terms, act);
  if (!subject) return null;
  // In front, so that "is that high" and "blood pressure" are not read as a condition.
  const request = `${subject}: ${text}`;
  const question = readRecordQuestion(request, moment);
  if (question?.subject.kinds[0] !== 'observation') return null;
  const asks = act !== 'record' || question.period || question.bound || !PLAIN.has(question.intent) || LAST.test(text);
  return asks ? request : null;
}

/** "Since when?": adds the condition, medicine or complaint of the conversation. */
function sinceWhen(text: string, terms: readonly Term[], moment: Moment): string | null {
  const subject = terms.find(({ kind }) => LASTS.has(kind));
  const request = subject && `${subject.name}: ${text}`;
  const intent = request ? readRecordQuestion(request, moment)?.intent : undefined;
  return request && intent && OF_TIME.has(intent) ? request : null;
}

/** The measurements of the conversation, for a question that names none; for a condition, those that monitor it. */
function subjectWords(terms: readonly Term[], act: Act): string {
  const tests = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  const followed =
    act === 'range' ? [] : terms.flatMap(({ kind, name }) => (kind === 'condition' ? followedBy(name) : []));
  return join(tests.length > 0 ? tests : followed);
}

/** Whether an entry of the record belongs to what is asked: by its name, or by its body system. */
export function isAsked({ terms, systems }: Question, name: string): boolean {
  const term = termOf(name, 'any');
  const canonical = term?.name ?? name;
  if (term?.system && systems.has(term.system)) return true;
  return terms.some(
    (asked) =>
      asked.name === canonical ||
      (asked.kind === 'observation' &&
        (relatedTypes(asked.name).includes(canonical) || sameSubject(asked.name, canonical))) ||
      (asked.kind === 'condition' &&
        followedBy(asked.name).some((test) => test === canonical || relatedTypes(test).includes(canonical))),
  );
}

/** A question about glucose includes its long-term value, HbA1c. */
function sameSubject(asked: string, name: string): boolean {
  return name === 'HbA1c' && (asked === 'Blood glucose' || asked === 'Fasting glucose');
}

/** Denied terms are not the topic. */
function lastNamed(earlier: readonly string[], moment: Moment): Term[] {
  for (const message of earlier.toReversed()) {
    const terms = termsOf(message);
    const denied = terms.length > 0 ? readMessage(message, moment).denied : [];
    const meant = terms.filter(({ name }) => !denied.includes(name));
    if (meant.length > 0) return meant;
  }
  return [];
}
