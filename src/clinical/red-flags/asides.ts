/**
 * What is said in brackets beside a finding, and not of it: "severe belly pain (I used to smoke)". What qualifies the finding stays: when it
 * was, that it is over or denied, whose it is, and that it is in a film.
 */
import { worldOf } from '../message/realities.ts';
import { ANIMALS, isPersonNoun } from '../text/persons.ts';
import { wordSet } from '../text/word-sets.ts';

const ASIDE = /\(([^()\n]{3,120})\)/g;
/** Of these words, and numbers, is what qualifies. */
const QUALIFIES = wordSet(
  'in on at since from about around as a an when i was were age aged year years month months week weeks ago old child kid teenager baby last past previous previously resolved gone over controlled stable treated mild history diagnosed dx no none not nil denied denies negative never maybe possible suspected query topic example eg ie etc or and the of my january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn winter',
);
const OTHERS = wordSet('he she they his her their him them');

/** The text with spaces in place of asides, so that everything stays where it is. */
export function withoutAsides(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(ASIDE, (aside: string, said: string) => (isAside(said) ? ' '.repeat(aside.length) : aside));
}

function isAside(said: string): boolean {
  const words = said.toLowerCase().match(/[a-z']+/g) ?? [];
  if (words.every((word) => QUALIFIES.has(word)) || worldOf(said) !== null) return false;
  return !words.some((word) => OTHERS.has(word) || ANIMALS.has(word) || isPersonNoun(word));
}
