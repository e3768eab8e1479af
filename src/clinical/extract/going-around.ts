/** An illness that is about in a place, a season or a school, and of nobody who is spoken of: "dengue season", "the flu is going round". */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('extract', 'going-around');

const GOES_AROUND = pattern('GOES_AROUND', 'i');
const OUTBREAK_OF = pattern('OUTBREAK_OF', 'i');
const LOTS_OF = pattern('LOTS_OF', 'i');
const OWN_BEFORE = pattern('OWN_BEFORE', 'i');
/** "A lot of measles about". */
const THERE = /^[ \t]+(?:about|a?round)\b/i;

/** What comes every year to those who have it. */
const YEARLY = 'Allergic rhinitis';
const SEASON = /^[ \t-]+seasons?\b/i;

/** `before` and `after`: the words around the name of the illness. */
export function isGoingAround(name: string, before: string, after: string): boolean {
  if (name === YEARLY && SEASON.test(after)) return false;
  const isThere = GOES_AROUND.test(after) || OUTBREAK_OF.test(before) || (LOTS_OF.test(before) && THERE.test(after));
  return isThere && !OWN_BEFORE.test(before);
}
