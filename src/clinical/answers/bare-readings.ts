/** Readings of a question, also of a number without a name beside the one thing that it can be of. */
import type { Moment } from '../dates/dates.ts';
import { extractMeasurements } from '../extract/measurements.ts';
import { patternsOf } from '../text/patterns.ts';
import { MONTH_START } from '../text/time-words.ts';
import type { Term } from '../vocabulary/term.ts';
import { type DescribedReading, describeReadings } from './readings.ts';

/** "Is 130/85 high?": two numbers like these are a blood pressure. */
const BARE_PRESSURE = /(?<![\d/])(?:[7-9]\d|1\d\d|2[0-4]\d) ?\/ ?(?:[4-9]\d|1[0-4]\d)(?![\d/])/;
const BARE_NUMBER = /(?<![\w./])\d+(?:\.\d+)?(?![\d/]|\.\d|\s*(?:years?|yrs?|months?|weeks?|days?|hours?|times?)\b)/g;
/** Digits of names and of dates. */
const NO_VALUE = patternsOf('answers', 'bare-readings').pattern('NO_VALUE', 'gi', { MONTH_START });
const MEAL =
  /\b(?:(?<before>fast(?:ing|ed)|before (?:breakfast|eating|(?:a )?meals?|food))|after (?:eating|(?:a )?meals?|food|breakfast|lunch|dinner)|post-?prandial)\b/i;
/** In letters: next to each other, or with a small word in between. */
const NEAR = 8;
const MOST_NUMBERS = 4;

export function readingsIn(text: string, terms: readonly Term[], moment: Moment): DescribedReading[] {
  const read = describeReadings(extractMeasurements(text, moment));
  if (read.length > 0) return read;
  const bare = BARE_PRESSURE.exec(text)?.[0];
  return bare
    ? describeReadings(extractMeasurements(`Blood pressure ${bare}`, moment))
    : bareReading(text, terms, moment);
}

/** "Is 5.8 a normal A1c?": the number beside the one thing that is measured. */
export function bareReading(text: string, terms: readonly Term[], moment: Moment): DescribedReading[] {
  const tests = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  const numbers = text.replace(NO_VALUE, ' ').match(BARE_NUMBER) ?? [];
  const [test = besideMeal(text)] = tests;
  if (!test || tests.length > 1 || numbers.length === 0 || numbers.length > MOST_NUMBERS) return [];
  return numbers.flatMap((number) => describeReadings(extractMeasurements(`${test} ${number}`, moment)));
}

/** "6.1 fasting", "after eating 8.9": what is measured so is the sugar. */
function besideMeal(text: string): string | undefined {
  const meal = MEAL.exec(text);
  if (!meal) return undefined;
  const near = text.slice(Math.max(0, meal.index - NEAR), meal.index + meal[0].length + NEAR);
  return near.search(BARE_NUMBER) < 0 ? undefined : meal.groups?.before ? 'Fasting glucose' : 'Blood glucose';
}
