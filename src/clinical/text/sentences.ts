/** Where sentences begin and end, so that what is said in one is not read into the next. */

import { createTextCache } from './cache.ts';
import { matchesOf } from './matches.ts';
import { patternsOf } from './patterns.ts';
import { indexFrom, type Stretch, startOf } from './places.ts';

const { pattern } = patternsOf('text', 'sentences');

/** Looks at a row of marks once, from its first: a long row without an end after it would else be tried from each. */
const SENTENCE_END = /(?<![.!?])(?!(?<=\bNo)\. ?\d)[.!?]+(?=["')\]]?(?:\s|$))|\n+/g;
const ABBREVIATION = pattern('ABBREVIATION', '');
/** Enough for the longest abbreviation and a name. */
const LOOK_BACK = 24;
/** What is said of a thing is said near it; beyond this many characters a run-on sentence counts as another one. */
const REACH = 300;

/** Every finding of a message asks for the sentences of the same message. */
const memory = createTextCache<Stretch[]>();

export function sentencesOf(text: string): Stretch[] {
  return memory(text, () => split(text));
}

export function sentenceAt(text: string, at: number): Stretch {
  const sentences = sentencesOf(text);
  const found = sentences[Math.max(0, indexFrom(sentences, at + 1, startOf) - 1)];
  if (!found || at < found.start || at >= found.end)
    return { start: Math.max(0, at - REACH), end: Math.min(text.length, at + REACH) };
  return { start: Math.max(found.start, at - REACH), end: Math.min(found.end, at + REACH) };
}

function split(text: string): Stretch[] {
  const sentences: Stretch[] = [];
  let start = 0;
  for (const match of matchesOf(SENTENCE_END, text)) {
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, match.index - LOOK_BACK), match.index)))
      continue;
    const end = match.index + (match[0].startsWith('\n') ? 0 : match[0].length);
    if (/\S/.test(text.slice(start, end))) sentences.push({ start, end });
    start = match.index + match[0].length;
  }
  if (/\S/.test(text.slice(start))) sentences.push({ start, end: text.length });
  return sentences;
}
