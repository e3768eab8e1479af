/** Months, and ages at which something was long ago, for the patterns that read a time. */
import { patternsOf } from './patterns.ts';

const { source } = patternsOf('text', 'time-words');

export const MONTH_STARTS: readonly string[] = source('MONTH_START').split('|');
/** The first letters of a month; what follows them is up to the pattern. */
export const MONTH_START = `(?:${source('MONTH_START')})`;
/** A month in full or shortened, to be followed by the end of the word. */
export const MONTH_NAME = `(?:${source('MONTH_NAME')})`;
/** "When I was …": a number of years, and none of days or hours. */
export const AGE_WORD = source('AGE_WORD');
/** "As a …": what the writer no longer is. */
export const YOUNG_PERSON = source('YOUNG_PERSON');
