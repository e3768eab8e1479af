/** MedicalContextAgent's part, by rules: medicines, practitioners, organizations, encounters and procedures. */
import type { MentionInput } from '../../record/index.ts';
import { findTimes, type Moment } from '../dates/dates.ts';
import { createMomentCache } from '../text/cache.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { isCauseOfReaction } from './allergies.ts';
import { extractCare } from './care.ts';
import { extractMedications, type MedicationOptions } from './medications.ts';
import { mentionsIn } from './mentions.ts';

const memory = createMomentCache<readonly MentionInput[]>();

export function extractContext(text: string, at: Moment): readonly MentionInput[] {
  return memory(text, at, () => mentionsIn(text, (words) => readContext(words, at)));
}

export function readContext(text: string, at: Moment, options: MedicationOptions = {}): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at);
  const care = extractCare(text, terms, times, at);
  // "My flu shot" was done to the patient; it is not also a medicine that is taken.
  const done = new Set(care.filter(({ kind }) => kind === 'procedure').map(({ start }) => start));
  // "Penicillin gives me hives" tells an allergy, not that it is taken.
  const taken = extractMedications(text, terms, times, at.now, options).filter(
    ({ start = 0, quote }) => !done.has(start) && !isCauseOfReaction(text, start, start + quote.length),
  );
  return [...taken, ...care].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}
