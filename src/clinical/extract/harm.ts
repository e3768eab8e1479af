/**
 * Whether a substance harmed somebody who will not have it again, though nobody says "allergic": "I steer clear of prawns, my lips blew up",
 * "peanuts nearly killed me", "Metoclopramide made my jaw lock, so I carry a card". A frame of two kinds of words that stand around its
 * name: that it is avoided, acts, or is met again and again; and what it did. One of them alone says little.
 *
 * What is taken for years may upset the stomach and is still taken. So of a medicine only what an allergy does counts, or that it
 * must not be given again.
 */
import { contextAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

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
/** They are met every day, in sentences about anything. */
const EVERYDAY = new Set([
  ...['Smoke', 'Sun', 'Alcohol', 'Caffeine', 'Spices', 'Makeup', 'Antibiotics', 'Vaccines', 'General anesthesia'],
  ...['Detergent', 'Metal', 'Rice', 'Animal dander', 'Chocolate', 'Corn', 'Wool'],
]);
/** What is given against a reaction. */
const REMEDY = /antihistamine|corticosteroid|steroid|emollient|sympathomimetic|antifungal/i;
/** How far behind the sentence what happened may be told, and how long a fragment before it is, in letters. */
const BEHIND = 120;
const FRAGMENT = 90;

export function didHarm(text: string, { term, start, end }: TermMatch): boolean {
  if (EVERYDAY.has(term.name) || (term.drugClass && REMEDY.test(term.drugClass))) return false;
  const sentence = sentenceAt(text, start);
  const next = sentenceAt(text, Math.min(text.length - 1, sentence.end + 1));
  const [before, after] = [text.slice(sentence.start, start), text.slice(end, sentence.end)];
  const told = `${fragmentBefore(text, sentence.start)} ${before} ${after} ${next.start >= sentence.end ? text.slice(next.start, next.end).slice(0, BEHIND) : ''}`;
  if (after.includes('?') || NONE_OF_IT.test(told)) return false;
  const { experiencer, assertion } = contextAt(text, start, end);
  if (experiencer !== 'patient' || assertion === 'hypothetical' || assertion === 'possible') return false;
  // "On losartan since": what is had instead.
  if (INSTEAD.test(before) || INSTEAD_AFTER.test(after)) return false;
  if (FORBIDDEN.test(before) || DISAGREES.test(after)) return true;
  const allergic = REACTS.test(told) || HARM.test(told);
  const upset = allergic || UPSETS.test(told);
  const refused = REFUSED.test(told);
  if (term.kind === 'drug') return (refused && upset) || (AVOIDED.test(before) && allergic);
  if (AVOIDED.test(before) || refused || ACTS.test(after) || WHENEVER.test(before)) return upset;
  return FOUND.test(before) && assertion === 'present';
}

/** "Swollen tongue. That's what lisinopril did to me." */
function fragmentBefore(text: string, start: number): string {
  if (start === 0) return '';
  const { start: from, end } = sentenceAt(text, start - 1);
  return end - from <= FRAGMENT ? text.slice(from, end) : '';
}
