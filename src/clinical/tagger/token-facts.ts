/** What can be said of one token without its neighbours, as numbers that can be combined cheaply. */
import { ofWord } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { classesOf } from './word-classes.ts';

const { pattern } = patternsOf('tagger', 'token-facts');

export type TokenFacts = {
  /** The lower-case word; digits count as 0, so that all values of one shape are one word. */
  word: number;
  /** The same without a plural ending. */
  fold: number;
  /** "Xx", "dd.d", "XX": what it looks like. */
  shape: number;
  /** Beginnings and endings of one to five letters. */
  ends: readonly number[];
  last3: number;
  /** The classes of the word, fine and coarse. */
  fine: number;
  coarse: number;
  /** Number, unit, other word or sign. */
  group: number;
  number: boolean;
  /** Its character code, if it is a single sign. */
  sign: number;
};

const UNIT = pattern('UNIT', '');

export const wordFacts = ofWord(factsOf);

/** Neither it nor its singular occurs in the text that the classes of words were learned from. */
export function isUnknownWord({ fine, fold, number, sign }: TokenFacts): boolean {
  return fine === 0 && !number && sign === 0 && classesOf(fold) === 0;
}

/** The word as it is counted: in lower case, each digit a 0. */
export function wordKey(token: string): string {
  return token.toLowerCase().replace(/\d/g, '0');
}

function factsOf(token: string): TokenFacts {
  const lower = token.toLowerCase();
  const word = wordKey(token);
  const fold = word.length > 3 ? word.replace(/(?<![su])s$/, '') : word;
  const number = /^\d/.test(token);
  const sign = token.length === 1 && !/[\p{L}\p{N}]/u.test(token) ? token.charCodeAt(0) : 0;
  const group = number ? 1 : UNIT.test(lower) ? 2 : sign ? 3 : 4;
  const ends: number[] = [];
  for (let length = 1; length <= 5; length += 1) {
    ends.push(hashOf(word.slice(0, length)), hashOf(`${word.slice(-length)}$`));
  }
  const classes = classesOf(hashOf(word));
  return {
    word: hashOf(word),
    fold: hashOf(fold),
    shape: hashOf(shapeOf(token)),
    ends,
    last3: hashOf(word.slice(-3)),
    fine: classes,
    coarse: classes & 255,
    group: group === 3 ? sign : group,
    number,
    sign,
  };
}

function shapeOf(token: string): string {
  return token
    .slice(0, 12)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}/gu, 'x')
    .replace(/\d/g, '9')
    .replace(/x{3,}/g, 'xx')
    .replace(/X{4,}/g, 'XXX');
}

export function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
