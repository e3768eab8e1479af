/**
 * The one place where text is split into words. Its readers need different words: each has its pattern here, and makes what it needs of
 * the matches. The trained weights depend on TAGGED and TRIAGE, the vocabulary's index on WORDS: to change one of them means to make
 * those files again.
 */
import { matchesOf } from './matches.ts';

/** Letters and digits together, with their apostrophes: "40mg", "HbA1c" and "don't" are one word each. For the vocabulary. */
const WORDS = /[\p{L}\p{M}\p{N}]+(?:[’'][\p{L}]+)*/gu;

/**
 * Words without digits, numbers, "w/o", "-ve" and the marks that end or join a clause. For the triggers of the context, so marks and
 * letters that no trigger has are left out; a hyphen counts only as a dash, between spaces.
 */
const CONTEXT =
  /\b[A-Za-z]\/[A-Za-z]\b|[A-Za-zÀ-ÖØ-öø-ÿ]+(?:['’][A-Za-z]+)*|\d+(?:[.,]\d+)*|(?<=^|\s)-(?:ve\b|(?=\s))|[,;:.!?()&–—]|\n/g;

/** Words, numbers and every other sign by itself: "40mg" is two, because a number and its unit are two hints; "HbA1c" is one. */
const TAGGED = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*|\S/gu;

/** Letters apart from digits ("6wk" is two words), any apostrophe, and runs of marks that end a sentence. For the red flags. */
const FLAGS = /\p{L}+(?:['‘’´`ʼ]\p{L}+)*|\d+(?:[.,]\d+)*|[.!?;\n]+|\+/gu;

/** Words and numbers of a text in lower case, as `plainText` gives it. */
const TRIAGE = /[a-z]+(?:'[a-z]+)?|\d+/g;

const VIEWS = { words: WORDS, context: CONTEXT, tagged: TAGGED, flags: FLAGS, triage: TRIAGE };

/** Where the words of a view begin, with what they are; from and to are offsets of the text. */
export function split(text: string, view: keyof typeof VIEWS, from = 0, to = text.length): RegExpExecArray[] {
  return matchesOf(VIEWS[view], text, from, to);
}
