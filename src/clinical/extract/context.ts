/** MedicalContextAgent's part, by rules: medicines, practitioners, organizations, encounters and procedures. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment } from '../dates/dates.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { extractCare } from './care.ts';
import { extractMedications, type MedicationOptions } from './medications.ts';

export function extractContext(text: string, at: Moment, options: MedicationOptions = {}): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at);
  return [...extractMedications(text, terms, times, options), ...extractCare(text, terms, times, at)].sort(
    (a, b) => (a.start ?? 0) - (b.start ?? 0),
  );
}
