/** An extractive summary: the sentences of a page that answer a question best, in their own order and their own words. */

import { patternsOf, withoutLinks } from '../../../clinical/index.ts';

const STOP = patternsOf('health-offline', 'summary').words('STOP');
const MIN_CHARS = 40;
const MAX_CHARS = 400;

export function summarize(text: string, question: string, sentences = 4): string {
  const all = sentencesOf(text);
  const wanted = new Set(wordsOf(question));
  const scored = all.map((sentence, index) => {
    const words = new Set(wordsOf(sentence));
    const overlap = [...wanted].filter((word) => words.has(word)).length;
    // The beginning of a page is usually what it is about.
    return { sentence, index, score: overlap * 2 + Math.max(0, 1 - index / 10) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score || a.index - b.index).slice(0, sentences);
  return best
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
    .join(' ');
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+(?=[A-Z0-9"“])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(
      (sentence) => sentence.length >= MIN_CHARS && sentence.length <= MAX_CHARS && /[.!?]["”)]?$/.test(sentence),
    );
}

function wordsOf(text: string): string[] {
  const words =
    withoutLinks(text)
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  return words.map((word) => word.replace(/(?:ies|es|s)$/, '')).filter((word) => !STOP.has(word));
}
