/**
 * Which names of a symptom can stand for one another in a sentence. The rows of the vocabulary mix nouns, verbs and adjectives
 * ("dyspnea", "short of breath", "can't catch my breath"), and names that say more than others ("weakness in my legs", "chronic pain").
 */

import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';

/** What the last word is, as far as its ending says. */
const ENDINGS: readonly (readonly [string, RegExp])[] = [
  [
    'noun',
    /(?:ness|ion|ia|sis|ity|ance|ence|ache|[a-z]aches|pain|pains|loss|difficult(?:y|ies)|fever|attacks?|cramps?)$/,
  ],
  // A plural, or what it does: "my back aches".
  ['aches', /^aches$/],
  ['ing', /ing$/],
  ['ed', /(?:ed|en)$/],
  ['y', /y$/],
];
/** "Lost vision" and "won't stop crying" have their verb in them. */
const OPENS_WITH_VERB = /^(?:los(?:t|es?|ing)|[a-z]+n't) /;
/** Words that place, time or grade a symptom, or bring their own grammar. */
const SAYS_MORE =
  /\b(?:in|on|of|at|with|from|during|after|when|behind|around|my|me|is|am|are|was|the|a|to|no|not|cant|cannot|feel\w*|ha[sd]|have|get\w*|keep\w*|chronic|severe|sudden|heavy|bad|constant|easily|generali[sz]ed|persistent|acute|mild|intense|sharp|dull|left|right|lower|upper|side|sided|both|one|legs?|arms?|feet|foot|hands?|face|eyes?|back|night|day|morning|spells?|exertion|high|low|grade|increased|pounding|everything|labou?red)\b/g;

/** `row`: all names of the symptom. */
export function isInterchangeable(written: string, alias: string, row: readonly string[]): boolean {
  const [one, other] = [classOf(written), classOf(alias)];
  if (one === null || one !== other || OPENS_WITH_VERB.test(written) || OPENS_WITH_VERB.test(alias)) return false;
  if (contains(written, alias) || contains(alias, written) || added(written, row) !== added(alias, row)) return false;
  return more(written) === more(alias) && sites(written) === sites(alias);
}

/** Whether what follows belongs to the adjective: "tired of it", "confused about which". */
export function hasComplement(written: string, after: string): boolean {
  return /(?:ed|y)$/.test(written) && /^ (?:of|about)\b/i.test(after);
}

/** What a name says besides another of its row: "eyelid twitching" is not all twitching, "won't stop bleeding" not all bleeding. */
function added(name: string, row: readonly string[]): string {
  const within = row.find((other) => singular(other) !== singular(name) && contains(name, other));
  return within ? singular(name).replace(singular(within), '') : '';
}

function contains(name: string, other: string): boolean {
  return ` ${singular(name)} `.includes(` ${singular(other)} `);
}

function singular(name: string): string {
  return name.replace(/s\b/g, '');
}

/** Rows hold names for more than one part of the body: a lip is no tongue. */
function sites(name: string): string {
  const isSite = (word: string): boolean => findTerms(word).some(({ term }) => term.kind === 'body_site');
  return name.split(' ').filter(isSite).sort().join(' ');
}

function classOf(name: string): string | null {
  const last = name.split(' ').at(-1) ?? '';
  return ENDINGS.find(([, ending]) => ending.test(last))?.[0] ?? null;
}

function more(name: string): string {
  return (name.match(SAYS_MORE) ?? []).sort().join(' ');
}
