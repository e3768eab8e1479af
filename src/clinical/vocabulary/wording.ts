/**
 * The small words of a lay phrase vary without changing what is said: "pain in my chest" and "pain in the chest", "heart is racing" and
 * "heart keeps racing", "can't sleep" and "unable to sleep". The tables hold one of them; this knows the others.
 */

/** At the head of a phrase these are spelled out when the index is made. */
const SAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bcan't\b/, ["can't", 'cannot', 'can not', "couldn't", 'could not', 'unable to', 'not able to', 'inability to']],
  [/\bdon't\b/, ["don't", 'do not', "didn't", 'did not', "doesn't", 'does not']],
  [/\bwon't\b/, ["won't", 'will not', "wouldn't", 'would not']],
  [/\bhaven't\b/, ["haven't", 'have not', "hasn't", 'has not']],
  [/^trouble\b/i, ['trouble', 'difficulty', 'problem', 'hard time', 'difficult time', 'issue']],
  [/^difficulty\b/i, ['difficulty', 'trouble', 'problem']],
  [/^feel(?:ing)?\b/i, ['feel', 'feeling', 'felt']],
];

/** Within a phrase each of these may stand for the other: "my" and "is" are how the tables write them. */
const POSSESSIVES = new Set('my the your his her their our its'.split(' '));
const DETERMINERS = new Set('this that both one a an each these'.split(' '));
const COPULAS = new Set(
  'is are am was were be been being feel feeling felt keep kept get got getting look seem has have had go went gone turn turned started become'.split(
    ' ',
  ),
);
/** Words that may slip in between: "heart is really racing", "gained a lot of weight". */
const FILLERS = new Set(
  'really very so always constantly still just quite too extremely pretty bit little super more also often some a lot of all much severely few several couple bad'.split(
    ' ',
  ),
);

export const MY = 'my';
export const IS = 'is';

/** All ways to write an alias. */
export function variantsOf(alias: string): string[] {
  const found = SAME.find(([pattern]) => pattern.test(alias));
  return found ? found[1].map((words) => alias.replace(found[0], words)) : [alias];
}

/** What an inner word of a phrase counts as. */
export function innerWord(fold: string): string {
  if (POSSESSIVES.has(fold)) return MY;
  return COPULAS.has(fold) ? IS : fold;
}

export const isDeterminer = (fold: string): boolean => DETERMINERS.has(fold);

export const isFiller = (fold: string): boolean => FILLERS.has(fold);
