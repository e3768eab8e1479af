/** The ages by which a child is told of, in digits or in words: "my two year old", "a 6-week-old". */
import { patternsOf } from './patterns.ts';

const { source } = patternsOf('text', 'child-ages');

/** Not the second half of "thirty-five". */
const SMALL_NUMBER = source('SMALL_NUMBER');

export const UNDER_A_YEAR = source('UNDER_A_YEAR', { SMALL_NUMBER });
/** Up to 15 years: from 16 on advice for adults holds. */
export const CHILD_YEARS = source('CHILD_YEARS', { SMALL_NUMBER });
/** Any age in years that is told in digits, or a small one in words; of a child of the writer it may be that of an adult. */
export const AGE_OLD = source('AGE_OLD', { SMALL_NUMBER });
