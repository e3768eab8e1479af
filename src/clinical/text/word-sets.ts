/**
 * Whether a pattern is worth trying on a text: it is not if none of its words is there. A set lookup costs a hundredth of a large
 * pattern that finds nothing.
 */

/** "morning noon night" as a set. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export function hasAny(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const word of wanted) if (words.has(word)) return true;
  return false;
}

/** The same for parts of words: "allerg" is in all of "allergic", "allergy" and "allergies". */
export function holdsAny(lowerCase: string, parts: readonly string[]): boolean {
  for (const part of parts) if (lowerCase.includes(part)) return true;
  return false;
}
