/**
 * Where sentences end. Written for this because Intl.Segmenter takes quadratic time in the length of its text (27 s for 1 MB of short
 * sentences on Node 20), and ends a sentence after "Dr." and before a footnote's marker.
 */
import { type Block, blocksOf } from './blocks.ts';
import type { Span } from './lines.ts';

/** Looks at a row of marks once, from its first. What closes a quotation and the markers of footnotes belong to the sentence. */
const END = /(?<![.!?…])[.!?…]{1,8}["'”’)\]*_]{0,4}(?:\[\^[\w-]{1,40}\]){0,9}(?=\s|$)|[。！？]/gu;
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st sr jr rev hon capt col gen lt sgt gov messrs mt ft no nos vol vols fig figs eq eqs ch sec pp p ed eds al ca cf ' +
    'vs v viz etc approx dept est inc ltd co corp bros univ jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ' +
    'e.g i.e a.m p.m u.s u.k u.n'
  ).split(' '),
);
/** After these a new sentence often begins; it does if the next word has a capital letter. */
const MAY_END = new Set([
  'etc',
  'inc',
  'ltd',
  'co',
  'corp',
  'bros',
  'al',
  'a.m',
  'p.m',
  'u.s',
  'u.k',
  'u.n',
  'jr',
  'sr',
]);
/** Enough for the longest abbreviation. */
const LOOK_BACK = 12;
const LAST_WORD = /(?:^|[\s("'“‘[])([\p{L}.]{1,12})$/u;

export type Sentence = Span & {
  /** Which block of the text it is in. */
  block: Block;
  /** Whether its block begins with it. */
  first: boolean;
};

/** Of the paragraphs, list items and table rows of a text. Headings, code and footnotes have no sentences. */
export function sentencesOf(text: string, blocks: readonly Block[] = blocksOf(text)): Sentence[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'row') return [{ start: block.start, end: block.end, block, first: true }];
    if (block.kind !== 'paragraph' && block.kind !== 'item') return [];
    return sentencesIn(text.slice(block.start, block.end)).map(({ start, end }, index) => ({
      start: block.start + start,
      end: block.start + end,
      block,
      first: index === 0,
    }));
  });
}

/** Of one paragraph. */
export function sentencesIn(paragraph: string): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  const end = (at: number) => {
    const said = paragraph.slice(start, at);
    const begin = start + said.length - said.trimStart().length;
    if (said.trim() !== '') sentences.push({ start: begin, end: start + said.trimEnd().length });
    start = at;
  };
  for (const { 0: mark, index } of paragraph.matchAll(END))
    if (endsSentence(paragraph, index, mark)) end(index + mark.length);
  end(paragraph.length);
  return sentences;
}

function endsSentence(text: string, at: number, mark: string): boolean {
  const next = /\S/.exec(text.slice(at + mark.length, at + mark.length + 40))?.[0] ?? '';
  // "Why?" he asked. "…" in the middle of a sentence.
  if (/\p{Ll}/u.test(next)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const word = LAST_WORD.exec(text.slice(Math.max(0, at - LOOK_BACK), at))?.[1] ?? '';
  // J. Smeaton
  if (/^\p{Lu}$/u.test(word)) return !/\p{Lu}/u.test(next);
  const known = word.toLowerCase();
  if (!ABBREVIATIONS.has(known)) return true;
  return MAY_END.has(known) && /\p{Lu}/u.test(next);
}
