/**
 * Every number of a text with its unit, wherever it is: one value, a range, a bound, a pair as in 120/80, or something like "five
 * foot eleven". This is the general reader; what a number is a measurement of is decided by those who know the names around it.
 */
import { createTextCache } from '../text/cache.ts';
import { boundAround, type Comparator } from './bounds.ts';
import type { Dimension } from './dimensions.ts';
import { joinPieces } from './join-pieces.ts';
import { readPieces } from './read-pieces.ts';

export type Quantity = {
  /** The number and its unit; the words of a comparison ("at least") come before or after. */
  start: number;
  end: number;
  text: string;
  /** One number. Of a range there is `low` and `high` instead. */
  value?: number;
  low?: number;
  high?: number;
  /** "±2" */
  tolerance?: number;
  /** The lower number of a blood pressure. */
  second?: number;
  comparator?: Comparator;
  /** Where the words of the comparison begin, if they come before the number. */
  comparisonStart?: number;
  /** "About", "~", "a few". */
  approximate?: true;
  /** As we show it, and its UCUM code. */
  unit?: string;
  ucum?: string;
  /** As in the text. */
  unitText?: string;
  dimension: Dimension;
  /** How much one of the unit is in g, m, s, K, mol. */
  factor: number;
};

const UNDER = /^under\b/i;
const OVER = /^[^.,;:]*(?<!\b(?:for|of|after|in|lasting|lasted|takes?|took|is|was|and|or)\s)\bover\s$/i;

/** Several readers ask for the same text. */
const memory = createTextCache<readonly Quantity[]>();

/** In reading order, never overlapping. */
export function findQuantities(text: string): readonly Quantity[] {
  return memory(text, () => search(text));
}

/**
 * "1 L over 8 hours", "climbs 500 m over 7 km": what happens over a time or a way is not longer than it. "Pressed under 200 MPa" is
 * no less than that either, but a blood pressure may be "under 140 mmHg".
 */
function isNoBound(
  text: string,
  { dimension, ucum, start }: Quantity,
  at: number,
  last: Quantity | undefined,
): boolean {
  if (dimension === 'pressure') return ucum !== 'mm[Hg]' && UNDER.test(text.slice(at, start));
  if (dimension !== 'time' && dimension !== 'length') return false;
  if (!last?.unit || last.dimension === 'time' || at - last.end > 24) return false;
  return OVER.test(text.slice(last.end, at + 5));
}

function search(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const piece of joinPieces(text, readPieces(text))) {
    if (piece.article && !piece.unit) continue;
    const quantity: Quantity = {
      start: piece.start,
      end: piece.end,
      text: text.slice(piece.start, piece.end),
      dimension: piece.unit?.dimension ?? 'none',
      factor: piece.unit?.factor ?? 1,
    };
    if (piece.high === undefined) quantity.value = piece.value;
    else {
      quantity.low = Math.min(piece.value, piece.high);
      quantity.high = Math.max(piece.value, piece.high);
    }
    if (piece.second !== undefined) quantity.second = piece.second;
    if (piece.tolerance !== undefined) quantity.tolerance = piece.tolerance;
    if (piece.unit) {
      quantity.unit = piece.unit.shown;
      quantity.ucum = piece.unit.ucum;
      quantity.unitText = piece.unit.written;
    }
    const bound = boundAround(text, piece.start, piece.end);
    if (bound.start !== undefined && isNoBound(text, quantity, bound.start, found.at(-1))) {
      delete bound.comparator;
      delete bound.start;
    }
    if (bound.comparator) quantity.comparator = bound.comparator;
    if (bound.start !== undefined) quantity.comparisonStart = bound.start;
    if (bound.approximate || piece.vague) quantity.approximate = true;
    found.push(quantity);
  }
  return found;
}
