/**
 * Whether a substance harmed somebody who will not have it again, though nobody says "allergic": "I steer clear of prawns, my lips blew up",
 * "peanuts nearly killed me", "Metoclopramide made my jaw lock, so I carry a card". A frame of two kinds of words that stand around its
 * name: that it is avoided, acts, or is met again and again; and what it did. One of them alone says little.
 *
 * What is taken for years may upset the stomach and is still taken. So of a medicine only what an allergy does counts, or that it
 * must not be given again.
 */

import { createTextCache } from '../text/cache.ts';
import { contextAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { endOf, indexFrom, overlapping, startOf } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { isAllergen, isRemedy } from './allergens.ts';

const { pattern } = patternsOf('extract', 'harm');

const REACTS = pattern('REACTS', 'i');
const UPSETS = pattern('UPSETS', 'i');
const HARM = pattern('HARM', 'i');
const AVOIDED = pattern('AVOIDED', 'i');
const REFUSED = pattern('REFUSED', 'i');
const FORBIDDEN = pattern('FORBIDDEN', 'i');
const DISAGREES = pattern('DISAGREES', 'i');
const ACTS = pattern('ACTS', 'i');
const WHENEVER = pattern('WHENEVER', 'i');
const FOUND = pattern('FOUND', 'i');
const NONE_OF_IT = pattern('NONE_OF_IT', 'i');
const INSTEAD = /^\W*(?:(?:so|now) )?(?:i['’]?m |am )?on (?:the )?$/i;
const INSTEAD_AFTER = /^ (?:is|are) (?:fine|ok|okay|no problem)|^[^.;,]{0,20} suits me\b/i;
const CULPRIT = /\bit (?:was|must have been) (?:(?:definitely|probably|really|actually|surely|the|my) ){0,3}$/i;
const DID_IT = /^ (?:that|which|what) (?:gave|caused|brought|did|made|set)\b/i;
/** They are met every day, in sentences about anything. */
export const EVERYDAY: ReadonlySet<string> = new Set([
  ...['Smoke', 'Sun', 'Alcohol', 'Caffeine', 'Spices', 'Makeup', 'Antibiotics', 'Vaccines', 'General anesthesia'],
  ...['Detergent', 'Metal', 'Rice', 'Animal dander', 'Chocolate', 'Corn', 'Wool'],
]);
/** How far behind the sentence what happened may be told, and how long a fragment before it is, in letters. */
const BEHIND = 120;
const FRAGMENT = 90;
/** The next substance may be joined to this one, and each may have several meanings at its place. */
const NEAR = 8;
const JOINED = /^\s*(?:,|and|or|&|\/|,\s*and)\s*$/i;

const substancesIn = createTextCache<readonly TermMatch[]>();

/** The words around a name up to those of another substance: `behind` reaches into the next sentence, `told` also to a fragment before. */
type Around = { before: string; after: string; behind: string; told: string };

export function didHarm(text: string, match: TermMatch): boolean {
  const { term, start, end } = match;
  if (EVERYDAY.has(term.name) || isRemedy(term)) return false;
  const { before, after, behind, told } = around(text, match);
  if (after.includes('?') || NONE_OF_IT.test(told)) return false;
  const { experiencer, assertion } = contextAt(text, start, end);
  if (experiencer !== 'patient' || assertion === 'hypothetical' || assertion === 'possible') return false;
  // "On losartan since": what is had instead.
  if (INSTEAD.test(before) || INSTEAD_AFTER.test(after)) return false;
  if (FORBIDDEN.test(before) || DISAGREES.test(after)) return true;
  const allergic = REACTS.test(told) || HARM.test(told);
  const upset = allergic || UPSETS.test(told);
  const refused = REFUSED.test(behind);
  // "It was the trimethoprim that gave me the rash": of several, the one that did it.
  if (CULPRIT.test(before) && DID_IT.test(after)) return allergic;
  if (term.kind === 'drug') return (refused && upset) || (AVOIDED.test(before) && allergic);
  if (AVOIDED.test(before) || refused || ACTS.test(after) || WHENEVER.test(before)) return upset;
  return FOUND.test(before) && assertion === 'present';
}

function around(text: string, { start, end }: TermMatch): Around {
  const sentence = sentenceAt(text, start);
  const substances = substancesIn(text, () => findTerms(text).filter(isAllergen));
  const isAlone = (from: number, to: number): boolean => overlapping(substances, { start: from, end: to }).length === 0;
  const [first, until] = [indexFrom(substances, end, startOf), indexFrom(substances, start + 1, endOf)];
  // "Walnuts and pecans": both are meant by what follows.
  const next = substances.slice(first, first + NEAR).find((one) => !JOINED.test(text.slice(end, one.start)));
  const last = substances
    .slice(Math.max(0, until - NEAR), until)
    .findLast((one) => !JOINED.test(text.slice(one.end, start)));
  const before = text.slice(Math.max(sentence.start, last?.end ?? 0), start);
  const after = text.slice(end, Math.min(sentence.end, next?.start ?? text.length));
  const following = sentenceAt(text, Math.min(text.length - 1, sentence.end + 1));
  const goesOn =
    following.start >= sentence.end && isAlone(end, sentence.end) && isAlone(following.start, following.end);
  const behind = `${after} ${goesOn ? text.slice(following.start, following.end).slice(0, BEHIND) : ''}`;
  const fragment = sentenceAt(text, Math.max(0, sentence.start - 1));
  // "Swollen tongue. That's what lisinopril did to me."
  const opens = fragment.end <= sentence.start && fragment.end - fragment.start <= FRAGMENT;
  const lead = opens && isAlone(fragment.start, fragment.end) ? text.slice(fragment.start, fragment.end) : '';
  return { before, after, behind, told: `${lead} ${before} ${behind}` };
}
