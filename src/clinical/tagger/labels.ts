/** What the tagger can say of a stretch of text, and the labels of its tokens: outside, or the beginning or inside of a type. */

export const SPAN_TYPES = [
  'Disease_disorder',
  'Sign_symptom',
  'Medication',
  'Dosage',
  'Lab_value',
  'Diagnostic_procedure',
  'Therapeutic_procedure',
  'Biological_structure',
  'Detailed_description',
  'Severity',
  'Duration',
  'Date',
] as const;
export type SpanType = (typeof SPAN_TYPES)[number];

export const OUTSIDE = 0;
export const LABEL_COUNT = 1 + 2 * SPAN_TYPES.length;

export const beginOf = (type: number): number => 1 + 2 * type;
export const insideOf = (type: number): number => 2 + 2 * type;
export const typeOf = (label: number): number => (label - 1) >> 1;
export const isBegin = (label: number): boolean => label % 2 === 1;

/** The inside of a type follows only its beginning or its inside. */
export function mayFollow(from: number, to: number): boolean {
  return to === OUTSIDE || isBegin(to) || (from !== OUTSIDE && typeOf(from) === typeOf(to));
}
