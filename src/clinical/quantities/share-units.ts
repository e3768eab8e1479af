/**
 * In "5, 10 and 15 mg" each number gets the unit that follows the last; in "pH 5, 6 and 7" the one before the first.
 */

import { patternsOf } from '../text/patterns.ts';
import { matchAt } from './match-at.ts';
import type { Piece } from './read-pieces.ts';
import type { UnitRead } from './read-unit.ts';

const { pattern } = patternsOf('quantities', 'share-units');

/** What is between the two ends of a range. */
export const ABOUT = '(?:[~∼≈]\\s?|about\\s+|around\\s+|approximately\\s+|roughly\\s+|nearly\\s+|up\\s+to\\s+)?';
export const TO = new RegExp(`^\\s?(?:[-‐‑‒–—―−﹣－~]|[-‐‑]?\\s?(?:to|through|until|bis|à)[\\s-])\\s?${ABOUT}$`, 'i');
const LIST = pattern('LIST', 'i');
const OR = /\s(?:or|by)\s$/i;
const OPENED = /^\s?\($/u;
/** "3 x 4 cm" has two sides; "3 x 200 mg" are three of them. */
const SIDES = /^\s?(?:\s?[x×]\s?|\sby\s)$/i;
/** "At week 14, 5 people" is no list. */
const LIST_GOES_ON = /\s?(?:[,;.)]|(?:and|or|&)\s|$)/iy;
const COMMA = /^\s?,\s?$/u;
const LABEL = pattern('LABEL', 'i');

/** From right to left: "45 and 50 mg", "5, 10 and 15 mg", "3 x 4 cm". */
export function shareUnits(text: string, pieces: Piece[]): void {
  let shared = false;
  for (let index = pieces.length - 2; index >= 0; index -= 1) {
    const [piece, next] = [pieces[index] as Piece, pieces[index + 1] as Piece];
    const gap = text.slice(piece.end, next.start);
    const takes = next.unit && next.unit.dimension !== 'count' && !piece.article && takesUnit(piece, next);
    const list =
      takes &&
      gap.length < 24 &&
      (LIST.test(gap) ||
        TO.test(gap) ||
        (next.unit?.dimension === 'length' && SIDES.test(gap)) ||
        // "5.1 (4.2–6.3) months"
        (next.closed && OPENED.test(gap)) ||
        (COMMA.test(gap) && (shared || isRow(text, pieces, index))));
    if (list && next.unit && sharable(text, piece, OR.test(gap))) {
      piece.unit = next.unit;
      shared = true;
    } else shared = false;
  }
}

/** One that has none, or one that goes without saying; and the sign of "20°, 25° and 30 °C" lacks its scale. */
function takesUnit(piece: Piece, next: Piece): boolean {
  if (!piece.unit) return true;
  if (isBareDegree(piece)) return next.unit?.dimension === 'temperature';
  return piece.ahead === true && piece.unit.ucum === 'a' && next.unit?.dimension === 'time';
}

export function isBareDegree(piece: Piece): boolean {
  return piece.unit?.ucum === 'deg';
}

/** From left to right, after a unit that comes first: "pH 5, 6 and 7". */
export function carryUnits(text: string, pieces: readonly Piece[]): void {
  for (const [index, piece] of pieces.entries()) {
    const last = pieces[index - 1];
    if (!last?.ahead || piece.unit || piece.article || last.unit?.ucum === 'a') continue;
    const gap = text.slice(last.end, piece.start);
    const list = LIST.test(gap) || (COMMA.test(gap) && matchAt(LIST_GOES_ON, text, piece.end) !== null);
    if (gap.length >= 10 || !list || !sharable(text, piece)) continue;
    piece.unit = last.unit as UnitRead;
    piece.ahead = true;
  }
}

/** "405, 488, 561 nm": three numbers with nothing but commas between them share a unit even without an "and". */
function isRow(text: string, pieces: readonly Piece[], index: number): boolean {
  const [before, piece] = [pieces[index - 1], pieces[index] as Piece];
  return (
    before !== undefined && !before.unit && COMMA.test(text.slice(before.end, piece.start)) && sharable(text, before)
  );
}

/** Words share only in "two or three hours": in "day one and two hours later" they do not. */
function sharable(text: string, piece: Piece, words = false): boolean {
  if (isBareDegree(piece)) return true;
  if (piece.second !== undefined || isYear(piece.value) || !(words || /[\d½¼¾⅓⅔]/u.test(text.charAt(piece.end - 1))))
    return false;
  return !LABEL.test(text.slice(Math.max(0, piece.start - 14), piece.start));
}

export function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2100;
}
