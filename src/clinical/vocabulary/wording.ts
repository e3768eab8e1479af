/**
 * The small words of a lay phrase vary without changing what is said: "pain in my chest" and "pain in the chest", "heart is racing" and
 * "heart keeps racing", "can't sleep" and "unable to sleep". The tables hold one of them; this knows the others.
 */
import { patternsOf } from '../text/patterns.ts';

const { words } = patternsOf('vocabulary', 'wording');

/** Within a phrase each of these may replace the other: "my" and "is" are how the tables write them. */
const POSSESSIVES = new Set('my the your his her their our its'.split(' '));
const DETERMINERS = new Set('this that both one a an each these'.split(' '));
const COPULAS = words('COPULAS');
/** Words that may be inserted: "heart is really racing", "gained a lot of weight". */
const FILLERS = words('FILLERS');

export const MY = 'my';
export const IS = 'is';

/** What an inner word of a phrase counts as. */
export function innerWord(fold: string): string {
  if (POSSESSIVES.has(fold)) return MY;
  return COPULAS.has(fold) ? IS : fold;
}

export const isDeterminer = (fold: string): boolean => DETERMINERS.has(fold);

export const isFiller = (fold: string): boolean => FILLERS.has(fold);
