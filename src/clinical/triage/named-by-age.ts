/** "My 7 month old": a child who is named by its age alone is read as the child that it is. */
import { CHILD_YEARS, UNDER_A_YEAR } from '../text/child-ages.ts';
import { wordSet } from '../text/word-sets.ts';
import { FUNCTION_WORDS } from './features.ts';

const BY_AGE = new RegExp(
  `\\b(my|our|his|her|their|an?|the|this) (?:${UNDER_A_YEAR}|${CHILD_YEARS})s?\\b(?: ([a-z']+))?`,
  'g',
);
/** What children do, of what may stand behind an age: not "my 3 year old laptop". */
const DOES = wordSet(
  'eat eats ate drink drinks drank sleep sleeps slept swallow swallowed bit fell keeps needs refuses',
);

export function withChildren(plain: string): string {
  if (!plain.includes('old')) return plain;
  return plain.replace(BY_AGE, (whole, owner: string, next?: string) => {
    if (next === undefined) return `${owner} child`;
    return FUNCTION_WORDS.has(next) || DOES.has(next) ? `${owner} child ${next}` : whole;
  });
}
