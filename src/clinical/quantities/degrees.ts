/** "101 degrees" may be a temperature or an angle, and "3 below zero" has its sign after it. */

import { patternsOf } from '../text/patterns.ts';
import { isOneOf, matchAt } from './match-at.ts';
import type { Piece } from './read-pieces.ts';
import { readUnitAt, type UnitRead } from './read-unit.ts';

const { pattern } = patternsOf('quantities', 'degrees');

const ANGLE_BEFORE = pattern('ANGLE_BEFORE', 'i');
const ANGLE_AFTER = pattern('ANGLE_AFTER', 'i');

const BELOW_ZERO = /\sbelow\s+zero\b/iy;

/** "101 degrees" is a temperature unless what is around speaks of angles. */
export function asTemperature(text: string, piece: Piece): Piece {
  const below =
    piece.value > 0 && isOneOf('bB', text.charAt(piece.end + 1)) ? matchAt(BELOW_ZERO, text, piece.end) : null;
  if (below && (!piece.unit || piece.unit.ucum === 'deg' || piece.unit.dimension === 'temperature')) {
    const unit = piece.unit ?? { ...(readUnitAt('degrees', 0) as UnitRead) };
    return asTemperature(text, { ...piece, value: -piece.value, end: piece.end + below[0].length, unit });
  }
  if (piece.unit?.ucum !== 'deg') return piece;
  const angle =
    Math.abs(piece.value) > 130 ||
    // Printed with a space, a lone sign is an angle.
    /\s[°º˚◦∘]$/u.test(text.slice(piece.start, piece.end)) ||
    ANGLE_BEFORE.test(text.slice(Math.max(0, piece.start - 40), piece.start)) ||
    ANGLE_AFTER.test(text.slice(piece.end, piece.end + 24));
  return angle && !isFever(text, piece) ? piece : { ...piece, unit: { ...piece.unit, dimension: 'temperature' } };
}

const FEVER = /\b(?:temp\w*|fever\w*|febrile|pyrexia|T)\b[^.]{0,30}$/i;

function isFever(text: string, { start, value }: Piece): boolean {
  return value >= 34 && value <= 110 && FEVER.test(text.slice(Math.max(0, start - 40), start));
}
