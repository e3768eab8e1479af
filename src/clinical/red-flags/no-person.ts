/** What is said of an animal or a thing, and whether it still happens to somebody: "the dog is limp", "the door fell on my hand". */
import { ANIMALS, THINGS } from '../text/persons.ts';

/** Of a thing that fails its owner: "the boiler collapsed on us". Not of what can bury somebody. */
const ON_OWNER = /^ on (?:me|us)\b/i;
const HEAVY =
  /\b(?:roof|ceiling|walls?|house|building|shed|garage|floor|chimney|trees?|fence|gate|shel(?:f|ves)|scaffold\w*|crane|lorry|truck|tractor|van|car|bus|cupboard)\b/i;
/** "… and he's been sick": the animal again. */
const GOES_ON_ITSELF = /(?:\b(?:and|but|then)|,) (?:he|she|they)\b(?:'s|'re)?/gi;
const OWNED = /\b(?:my|our|his|her|their) (\w+)/gi;
/** How far behind a phrase its victim stands: "the door fell on my hand". In letters. */
const NEAR = 20;

/** The words behind a phrase that may tell to whom a thing or an animal did it. */
export function victimIn(before: string, after: string): string {
  const near = after.slice(0, NEAR).replace(GOES_ON_ITSELF, ' ');
  return HEAVY.test(before) ? near : near.replace(ON_OWNER, '');
}

/** "In our garden", "our puppy" and who was told are nobody. */
export function withoutThings(words: string): string {
  return words
    .replace(/\btold (?:me|us)\b/gi, ' ')
    .replace(OWNED, (owned, noun: string) => (isNobody(noun.toLowerCase()) ? ' ' : owned));
}

function isNobody(noun: string): boolean {
  return THINGS.has(noun) || ANIMALS.has(noun);
}

/** "She's twitching" of a rabbit: the pronoun that opens the clause is the animal. */
export function withoutItself(before: string): string {
  return before.replace(/^(\W*(?:(?:and|but|so|then|now)\W+)*)(?:she|he|they)(?:'s|'re)?\b/i, '$1');
}

/** "The printer is broken and sudden chest pain": after "and" without a verb, something else has begun. */
export function isNear(before: string): boolean {
  return !/\w\W+and\b(?! (?:not|isn't|isnt|doesn't|doesnt|hasn't|hasnt|no longer|going|getting|turning|becoming|keeps?|went|got|goes|gets|is|was|has)\b)/i.test(
    before,
  );
}
