/** Which sources a sentence rests on: by how much of it stands in a passage of the source. */
import type { Citation } from '../../engine/models/citation.ts';
import { sentencesIn } from './sentences.ts';
import { share, stemsOf } from './similarity.ts';
import { termsOf } from './words.ts';

/**
 * Of the weight of the sentence's stems. Measured on test/functions/chapter.md: 15 sentences that retell a paragraph in other words all
 * have 0.56 and more of it; 3 of their 405 pairs with other paragraphs reach 0.55, one of them rightly.
 */
const RESTS = 0.55;
/** A shorter sentence says too little to be traced. */
const LEAST_TERMS = 3;
/** In sentences of the source. */
const WINDOW = 3;

export type ReadSource = { marker: string; windows: ReadonlySet<string>[] };

export function readSources(sources: readonly Citation[]): ReadSource[] {
  return sources.flatMap(({ marker, chunk }) => (chunk ? [{ marker, windows: windowsOf(chunk) }] : []));
}

/** The markers of the sources that a sentence rests on, the nearest first. A source without its numbers says something else. */
export function markersFor(sentence: string, sources: readonly ReadSource[]): string[] {
  const terms = termsOf(sentence);
  if (terms.length < LEAST_TERMS) return [];
  const said = stemsOf(terms);
  const numbers = terms.filter(({ number }) => number);
  return sources
    .map(({ marker, windows }) => ({
      marker,
      score: windows
        .filter((stems) => numbers.every(({ stem }) => stems.has(stem)))
        .reduce((best, stems) => Math.max(best, share(said, stems)), 0),
    }))
    .filter(({ score }) => score >= RESTS)
    .sort((one, other) => other.score - one.score)
    .map(({ marker }) => marker);
}

function windowsOf(chunk: string): ReadonlySet<string>[] {
  const stems = sentencesIn(chunk).map(({ start, end }) => termsOf(chunk.slice(start, end)).map(({ stem }) => stem));
  return stems.map((_, index) => new Set(stems.slice(index, index + WINDOW).flat()));
}
