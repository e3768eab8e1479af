/**
 * What of a health record a message holds, whatever its words sound like: a fact that the extractors file, a part of one's own body, or a
 * question about one's own record. Such a message is never refused. It is read by the same functions that file and answer, so that
 * a message cannot be filed and turned away.
 */
import { extractContext } from '../extract/context.ts';
import { extractEntries } from '../extract/entries.ts';
import { extractFindings } from '../extract/findings.ts';
import { extractMeasurements } from '../extract/measurements.ts';
import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { leaningOf } from './lexicon.ts';
import { ANY_SECTION } from './sections.ts';

const { pattern } = patternsOf('triage', 'contents');

/** Whether there is a fact does not depend on when it is told. */
const ANY_TIME = { now: new Date(0), timezone: 'UTC' };
const EXTRACTORS = [extractMeasurements, extractFindings, extractEntries, extractContext];
/** Only asked about, or supposed: nothing is filed. */
const HYPOTHETICAL = 'hypothetical';

/** "My next appointment", "which tablets am I", "the visits I had". */
const OWN_ENTRY = pattern('OWN_ENTRY', '', { ENTRY: ANY_SECTION });
/** "What am I taking?" */
const OWN_TREATMENT = pattern('OWN_TREATMENT', '');
/** "Am I healthy?", "is she well?" */
const OWN_STATE = pattern('OWN_STATE', '');
const OWNER = /\b(?:my|his|her|our)(?: [\w-]+)? $/;
/** Whose the first parts are tells whose the others are. */
const MOST_TERMS = 20;

/** Something that will be filed. */
export function tellsFact(text: string): boolean {
  return EXTRACTORS.some((extract) => extract(text, ANY_TIME).some(({ assertion }) => assertion !== HYPOTHETICAL));
}

/** Asks for the own record, or speaks of the own body. `plain` comes from plainText. */
export function speaksOfOwn(plain: string, terms: readonly TermMatch[]): boolean {
  if (OWN_ENTRY.test(plain) || OWN_TREATMENT.test(plain)) return true;
  const state = OWN_STATE.exec(plain)?.[1];
  if (state && isOfHealth(state)) return true;
  return terms.slice(0, MOST_TERMS).some(({ term, text }) => term.kind === 'body_site' && isOwned(plain, text));
}

function isOfHealth(word: string): boolean {
  const leaning = leaningOf(word);
  return leaning === 'strong' || leaning === 'weak';
}

function isOwned(plain: string, part: string): boolean {
  const at = plain.indexOf(part.toLowerCase());
  return at > 0 && OWNER.test(plain.slice(Math.max(0, at - 30), at));
}
