/**
 * People who are only named: "Owen puked", "Darlene takes Coumadin". A word with a capital that the vocabulary does not know, as the
 * subject of a verb. At the beginning of a sentence every word has a capital: there it must be no English word either.
 */
import { termNamed } from '../vocabulary/find-terms.ts';
import { isOrdinaryWord } from '../vocabulary/ordinary-words.ts';
import { patternsOf } from './patterns.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './word-sets.ts';

const { words } = patternsOf('text', 'names');
const { words: clauseWords } = patternsOf('text', 'clauses');

const CAPITALIZED = /^\p{Lu}\p{Ll}{2,}(?:['’]s)?$/u;
/** What somebody has, does or undergoes. */
const VERBS = words('VERBS');
/** A medicine does these, or somebody who looks after the patient. */
const NOT_OWN = words('NOT_OWN');
const PREPOSITIONS = clauseWords('PREPOSITIONS');
/** Days, months and feasts; and titles, whose bearers look after the patient. */
const NO_NAMES = words('NO_NAMES');
const TITLES = wordSet('dr doctor prof professor nurse');
const ADVERBS = wordSet('also just still always never only now');
const OPENS = wordSet('. ! ? : ;');

/** Whether somebody is named at this token, and acts. */
export function isNamedAt(text: string, tokens: readonly Token[], at: number): boolean {
  const { word, start, end } = tokens[at] as Token;
  // The verb first: few words have one after them.
  const next = tokens[at + 1]?.word ?? '';
  if (!isOfPerson(ADVERBS.has(next) ? (tokens[at + 2]?.word ?? '') : next)) return false;
  if (!CAPITALIZED.test(text.slice(start, end)) || NO_NAMES.has(word)) return false;
  const { word: before, start: from } = tokens[at - 1] ?? { word: '.', start };
  if (PREPOSITIONS.has(before) || TITLES.has(before) || termNamed(word) !== null) return false;
  // "St. Mary's Hospital": an English word after another capital is part of a longer name.
  return !(OPENS.has(before) || /\p{Lu}/u.test(text.charAt(from))) || !isOrdinaryWord(word);
}

function isOfPerson(word: string): boolean {
  return VERBS.has(word) || (word.length > 4 && word.endsWith('ed') && !NOT_OWN.has(word));
}
