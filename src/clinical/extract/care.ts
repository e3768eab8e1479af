/** Who looks after the patient, where, when, and what was done: practitioners, organizations, encounters, procedures. */
import type { MentionInput } from '../../record/index.ts';
import type { Moment, TimeMatch } from '../dates/dates.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { organizations, practitioners } from './care-people.ts';
import { timesOf } from './care-timing.ts';
import { encounters } from './encounters.ts';
import { procedures } from './procedures.ts';

export function extractCare(
  text: string,
  terms: readonly TermMatch[],
  past: readonly TimeMatch[],
  at: Moment,
): MentionInput[] {
  const times = timesOf(text, at, past);
  const people = practitioners(text, terms);
  const done = [...encounters(text, terms, times), ...procedures(text, terms, times)];
  return [...people, ...organizations(text, terms, [...people, ...done]), ...done];
}
