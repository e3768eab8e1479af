/** MedicalContextAgent's part, by rules: medicines, practitioners, organizations, encounters and procedures. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment } from '../dates/dates.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { extractCare } from './care.ts';
import { extractFindings } from './findings.ts';
import { extractMedications, type MedicationOptions } from './medications.ts';

/** Only then can a medicine be named as the cause of an allergy. */
const REACTION = /\b(?:hives|rash|welts|anaphyla\w+|swell\w*|swollen|itch\w*|throat)\b/i;

export function extractContext(text: string, at: Moment, options: MedicationOptions = {}): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at);
  const care = extractCare(text, terms, times, at);
  // "My flu shot" was done to the patient; it is not also a medicine that is taken.
  const done = new Set(care.filter(({ kind }) => kind === 'procedure').map(({ start }) => start));
  const taken = extractMedications(text, terms, times, options).filter(({ start }) => !done.has(start));
  return [...withoutCauses(text, at, taken), ...care].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}

/** "Penicillin gives me hives" tells an allergy, not that it is taken. */
function withoutCauses(text: string, at: Moment, taken: MentionInput[]): MentionInput[] {
  if (taken.length === 0 || !REACTION.test(text)) return taken;
  const causes = extractFindings(text, at).filter(
    ({ kind, assertion }) => kind === 'allergy' && assertion === 'present',
  );
  return taken.filter(({ start = 0, quote }) =>
    causes.every((cause) => (cause.start ?? 0) < start || (cause.start ?? 0) >= start + quote.length),
  );
}
