/** Who looks after the patient, where, when, and what was done: practitioners, organizations, encounters, procedures. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { organizations, practitioners } from './care-people.ts';
import { encounters } from './encounters.ts';
import { procedures } from './procedures.ts';

export function extractCare(
  text: string,
  terms: readonly TermMatch[],
  past: readonly TimeMatch[],
  at: Moment,
): MentionInput[] {
  // Open dates ("Monday") are read the other way round only if there are any.
  const coming = past.length === 0 ? past : findTimes(text, at, true);
  return [
    ...practitioners(text, terms),
    ...organizations(text, terms),
    ...encounters(text, terms, past, coming),
    ...procedures(text, terms, past, coming),
  ];
}
