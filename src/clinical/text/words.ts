/**
 * Words of a text with their offsets, folded so that spelling variants meet: case, accents, possessives, plurals and the
 * British spellings. The same folding is applied to the vocabulary, so it only has to be consistent.
 */

import { createTextCache, ofWord } from './cache.ts';
import { split } from './split.ts';

export type Word = { start: number; end: number; fold: string };

/** A Greek diphthong inside a longer word is an e in American spelling; a shoe and a toe stay what they are. */
const DIPHTHONG = /(?:ae|oe)(?=[a-z]{2})/g;
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/(rrh|pn)oea$/, '$1ea'],
  [/(tum|od|col|lab|hum|rum|behavi|vap|fav)our/, '$1or'],
  [/sulph/, 'sulf'],
  [/([a-z]{3})is(ation|ing$|ed$|e$)/, '$1iz$2'],
  [/(fib|goit|cent|lit|met)re$/, '$1er'],
];
/** A cheap test first, because very few words are. */
const MAY_BE_BRITISH = /[ao]e|our|sulph|is[aie]|re$/;
/** Greek nouns in -is keep their stem in the plural. Listed, because "doses" and "diseases" are not among them. */
const GREEK_PLURAL =
  /(metasta|diagno|progno|psycho|neuro|thrombo|steno|necro|fibro|cirrho|anastomo|synthe|prosthe|paraly|dialy|cri|sclero|ecchymo)ses$/;

const foldOnce = ofWord(foldWord);
const memory = createTextCache<readonly Word[]>();

export function wordsOf(text: string): readonly Word[] {
  return memory(text, () =>
    split(text, 'words').map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      fold: foldOnce(word),
    })),
  );
}

/** One word as the vocabulary knows it: "Headaches" -> "headache", "Crohn's" -> "crohn", "anaemia" -> "anemia". */
export function foldWord(word: string): string {
  let folded = word.toLowerCase();
  if (/[^a-z0-9]/.test(folded)) {
    folded = folded
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[’']s$/, '')
      .replace(/[’']/g, '');
  }
  folded = singular(folded);
  return MAY_BE_BRITISH.test(folded) ? american(folded) : folded;
}

function american(word: string): string {
  let folded = word;
  for (const [spelling, american] of BRITISH) folded = folded.replace(spelling, american);
  return folded.length < 6 ? folded : folded.replace(DIPHTHONG, 'e');
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (GREEK_PLURAL.test(word)) return word.replace(/ses$/, 'sis');
  if (/(?:[^a]ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
