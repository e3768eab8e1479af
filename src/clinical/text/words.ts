/**
 * Words of a text with their offsets, folded so that spelling variants meet: case, possessives, plurals, hyphens and the
 * British spellings of Greek roots. The same folding is applied to the vocabulary, so it need only be consistent.
 */

export type Word = { start: number; end: number; fold: string };

const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu;
const BRITISH: readonly [RegExp, string][] = [
  [/aem/g, 'em'],
  [/oedem/g, 'edem'],
  [/rrhoea/g, 'rrhea'],
  [/oesoph/g, 'esoph'],
  [/oestr/g, 'estr'],
  [/paed/g, 'ped'],
  [/gynae/g, 'gyne'],
  [/foet/g, 'fet'],
  [/leuk?ae/g, 'leuke'],
  [/coeliac/g, 'celiac'],
  [/caesar/g, 'cesar'],
  [/tumour/g, 'tumor'],
  [/dyspnoea/g, 'dyspnea'],
  [/apnoea/g, 'apnea'],
];

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    words.push({ start: match.index, end: match.index + match[0].length, fold: foldWord(match[0]) });
  }
  return words;
}

/** One word as the vocabulary knows it: "Headaches" -> "headache", "Crohn's" -> "crohn", "anaemia" -> "anemia". */
export function foldWord(word: string): string {
  let folded = word
    .toLowerCase()
    .replace(/[’']s$/, '')
    .replace(/[’']/g, '');
  if (/ae|oe|our/.test(folded)) for (const [pattern, american] of BRITISH) folded = folded.replace(pattern, american);
  return singular(folded);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[^a]ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
