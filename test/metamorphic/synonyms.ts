/**
 * Which names of a symptom can stand for one another in a sentence. The rows of the vocabulary mix nouns, verbs and adjectives
 * ("dyspnea", "short of breath", "can't catch my breath"), and names that say more than others ("weakness in my legs", "chronic pain").
 */

import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';

/** What the last word is, as far as its ending says. */
const ENDINGS: readonly (readonly [string, RegExp])[] = [
  ['noun', /(?:ness|ion|ia|sis|ity|ance|ence|ache|aches|pain|pains|loss|difficult(?:y|ies)|fever|attacks?|cramps?)$/],
  ['ing', /ing$/],
  ['ed', /(?:ed|en)$/],
  ['y', /y$/],
];
/** Words that place, time or grade a symptom, or bring their own grammar. */
const SAYS_MORE =
  /\b(?:in|on|of|at|with|from|during|after|when|behind|around|my|me|is|am|are|was|the|a|to|no|not|cant|cannot|feel\w*|ha[sd]|have|get\w*|keep\w*|chronic|severe|sudden|heavy|bad|constant|easily|generali[sz]ed|persistent|acute|mild|intense|sharp|dull|left|right|lower|upper|side|sided|both|one|legs?|arms?|feet|foot|hands?|face|eyes?|back|night|day|morning|spells?|exertion|high|low|grade|increased|pounding|everything|labou?red)\b/g;

export function isInterchangeable(written: string, alias: string): boolean {
  const [one, other] = [classOf(written), classOf(alias)];
  if (one === null || one !== other || contains(written, alias) || contains(alias, written)) return false;
  return more(written) === more(alias) && sites(written) === sites(alias);
}

/** A name with one more word says more: "eyelid twitching" is not all twitching, "mid back pain" not all back pain. */
function contains(name: string, other: string): boolean {
  return ` ${name} `.includes(` ${other} `);
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
