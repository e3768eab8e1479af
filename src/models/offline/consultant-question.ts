/** What a question to the consultant is about: named things, whole body systems, or parts of the record. */

import { followedBy } from '../../clinical/answers/facts.ts';
import { termOf } from '../../clinical/answers/known-terms.ts';
import { relatedTypes } from '../../clinical/questions/groups.ts';
import { asks } from '../../clinical/text/questions.ts';
import { sentencesOf } from '../../clinical/text/sentences.ts';
import { findTerms, type Term } from '../../clinical/vocabulary/find-terms.ts';
import type { Section } from './record-view.ts';

export type Question = {
  terms: Term[];
  /** The terms were named before, not in this message. */
  goesOn: boolean;
  systems: Set<string>;
  sections: Set<Section>;
  /** Asks what lies behind something: a judgement that rules cannot make. */
  asksWhy: boolean;
  asksRecent: boolean;
  /** Medicines that the question wants to combine or begin. */
  mayTake: string[];
  /** Medicines that this very message names, for whatever reason. */
  namedDrugs: string[];
  /** Asks whether something may be taken, begun or combined. */
  asksWhether: boolean;
  /** Speaks of taking, drinking or combining something, so that "alcohol" or "potassium" is meant as a substance. */
  mentionsTaking: boolean;
  /** Wants to prepare a visit: what is out of range is what to raise. */
  asksWhatToRaise: boolean;
  /** Wants to know which way it goes. */
  asksWay: boolean;
  /** Wants to know what a result stands for. */
  asksMeaning: boolean;
};

const SECTION_WORDS: readonly [Section, RegExp][] = [
  [
    'medications',
    /\b(?:medications?|medicines?|meds|pills?|tablets?|drugs?|supplements?|prescriptions?|take|taking|dose|dosage)\b/i,
  ],
  [
    'encounters',
    /\b(?:appointments?|visits?|encounters?|check-?ups?|see (?:my|the|a) |saw|seen|\w+ologist|when did i last)\b/i,
  ],
  ['allergies', /\b(?:allerg\w+|intoleran\w+)\b/i],
  ['conditions', /\b(?:conditions?|diagnos\w+|diseases?|illness\w*)\b/i],
  ['symptoms', /\b(?:symptoms?|complaints?)\b/i],
  ['procedures', /\b(?:procedures?|operations?|surger\w+|operated)\b/i],
  ['documents', /\b(?:documents?|reports?|letters?)\b/i],
  [
    'observations',
    /\b(?:labs?|results?|values?|readings?|measurements?|numbers|vitals|blood ?work|blood tests?|trends?|getting (?:better|worse)|overall|health check|how am i doing)\b/i,
  ],
];

const TAKING = /\b(?:take|taking|drink(?:ing)?|eat(?:ing)?|combine\w*|mix\w*|together|interact\w*|supplements?)\b/i;
const MAY_TAKE = /\b(?:can|could|may|should|is it (?:ok|okay|safe|fine)|interact\w*|together|combine\w*|mix)\b/i;

/**
 * A message without a name of its own goes on about what was named before, unless it states facts: then it is about these.
 * `notAsked` are names that belong to somebody else.
 */
export function readQuestion(
  text: string,
  earlier: readonly string[],
  statesFacts = false,
  notAsked: readonly string[] = [],
): Question {
  const here = termsOf(text).filter(({ name }) => !notAsked.includes(name));
  const terms =
    here.length > 0 || statesFacts
      ? here
      : (earlier
          .toReversed()
          .map(termsOf)
          .find((found) => found.length > 0) ?? []);
  const asked = partsAsked(text);
  const asksWhether = MAY_TAKE.test(text);
  return {
    terms,
    goesOn: here.length === 0,
    systems: new Set(terms.flatMap((term) => (term.kind === 'body_system' ? [term.name] : []))),
    sections: new Set(SECTION_WORDS.flatMap(([section, words]) => (words.test(asked) ? [section] : []))),
    asksWhy:
      /\b(?:why|what (?:could|might|would|is) (?:it|this|that|cause|be|wrong)|caus(?:e|es|ed|ing)|could it be|is it because|should i (?:be )?worr)/i.test(
        text,
      ),
    namedDrugs: here.filter(({ kind }) => kind === 'drug').map(({ name }) => name),
    asksWhether,
    mentionsTaking: TAKING.test(text),
    mayTake: asksWhether ? terms.filter(({ kind }) => kind === 'drug').map(({ name }) => name) : [],
    asksMeaning: /\bwhat (?:do|does|would|might) (?:it|this|that|these|those|they|my|the)\b[^.?!]*\bmean\b/i.test(text),
    asksWay: /\b(?:better|worse|improv\w*|trend\w*|going (?:up|down)|progress\w*|chang(?:ed|ing)|over time)\b/i.test(
      text,
    ),
    asksWhatToRaise:
      /\b(?:ask|tell|discuss|raise|mention|bring up|talk about)\b.*\b(?:doctor|gp|appointment|visit|nurse)\b|\bprepare\b.*\b(?:appointment|visit)\b/i.test(
        text,
      ) && /\b(?:what|which|anything|prepare)\b/i.test(text),
    asksRecent: /\b(?:recent(?:ly)?|lately|currently|these days|last few)\b/i.test(text),
  };
}

/** "When should I see a doctor?" asks for advice, not for visits on record. */
const SEEK_CARE =
  /\b(?:should|shall|must|need to|have to)\s+(?:(?:i|we|she|he|they)\s+)?(?:go\s+(?:and|to)\s+)?see\s+(?:a|the|my)\s+\w+/gi;

/** What asks in a message that also tells; all of it where nothing asks. */
function partsAsked(text: string): string {
  const asking = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => asks(sentence.trim()));
  return (asking.length > 0 ? asking.join(' ') : text).replace(SEEK_CARE, ' ');
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
        (relatedTypes(asked.name).includes(canonical) || sameStory(asked.name, canonical))) ||
      (asked.kind === 'condition' &&
        followedBy(asked.name).some((test) => test === canonical || relatedTypes(test).includes(canonical))),
  );
}

/** Someone who asks about sugar wants its long-term value, too. */
function sameStory(asked: string, name: string): boolean {
  return name === 'HbA1c' && (asked === 'Blood glucose' || asked === 'Fasting glucose');
}

/** "Should I worry?" asks how bad it is, and names no anxiety. */
const WORRY = /\b(?:should|shall|do|need) (?:i|we) (?:(?:need|have) to )?(?:be )?(?:worr(?:y|ied)|concerned)\b/gi;

function termsOf(text: string): Term[] {
  const terms = findTerms(text.replace(WORRY, ' ')).map(({ term }) => term);
  return [...new Map(terms.map((term) => [`${term.kind} ${term.name}`, term])).values()].filter(
    ({ kind }) => kind !== 'organization',
  );
}
