/**
 * Whether words are English, which is the only language that the rules can read. Most sentences are known by their function words; the
 * dictionary is asked for the rest: notes without grammar, dialect, typing errors.
 */

import { wordSet } from '../text/word-sets.ts';
import { FUNCTION_WORDS } from '../triage/features.ts';
import { isOrdinaryWord } from '../vocabulary/ordinary-words.ts';

/**
 * Shares of the words of a sentence, measured on 30,000 English rows of the development data and on 20,000 sentences of twenty other
 * languages: more of its function words have one in two hundred of these, of the dictionary's words three in a hundred.
 */
const FUNCTION_SHARE = 0.25;
const DICTIONARY_SHARE = 0.75;

const SHARED = wordSet('a an as die do he in me no on so was will');
/** Not in other languages too. */
const ONLY_ENGLISH = new Set([...FUNCTION_WORDS].filter((word) => !SHARED.has(word)));

/** In lower case. */
export function haveEnglishGrammar(words: readonly string[]): boolean {
  return shareOf(words, (word) => ONLY_ENGLISH.has(word)) > FUNCTION_SHARE;
}

export function areInDictionary(words: readonly string[]): boolean {
  return (
    shareOf(words, (word) => FUNCTION_WORDS.has(word) || isOrdinaryWord(word.replace(/'s?$/, ''))) > DICTIONARY_SHARE
  );
}

function shareOf(words: readonly string[], counts: (word: string) => boolean): number {
  return words.filter(counts).length / words.length;
}
