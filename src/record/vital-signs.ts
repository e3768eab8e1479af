/** Which observations are vital signs and which are laboratory tests: a clinician looks for them in different places. */
import { LOINC } from './fhir/systems.ts';

/** The vital signs and body measures of the vocabulary, by LOINC; what else has a LOINC code there is a laboratory test. */
const VITAL_SIGNS: ReadonlySet<string> = new Set([
  '85354-9',
  '8480-6',
  '8462-4',
  '8867-4',
  '9279-1',
  '8310-5',
  '59408-5',
  '29463-7',
  '8302-2',
  '39156-5',
  '8280-0',
  '41982-0',
  '19935-6',
]);

/** As FHIR names them; `other` has no code that says what it is. */
export const OBSERVATION_CATEGORIES = ['vital-signs', 'laboratory', 'other'] as const;
export type ObservationCategory = (typeof OBSERVATION_CATEGORIES)[number];

export function observationCategory(code: { system: string; code: string } | undefined): ObservationCategory {
  if (code?.system !== LOINC) return 'other';
  return VITAL_SIGNS.has(code.code) ? 'vital-signs' : 'laboratory';
}
