/**
 * What belongs together becomes one: "3 to 5 mg" a range, "10 ± 2" a value with its tolerance, "5 ft 11 in" and "an hour and 45
 * minutes" one length and one time; in "5, 10 and 15 mg" each number gets the unit.
 */

import { patternsOf } from '../text/patterns.ts';
import { asTemperature } from './degrees.ts';
import { isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';
import { tidy } from './read-number.ts';
import { type Piece, unitAfter } from './read-pieces.ts';
import { readUnitAt, type UnitRead } from './read-unit.ts';
import { ABOUT, carryUnits, isBareDegree, isYear, shareUnits, TO } from './share-units.ts';

const { pattern } = patternsOf('quantities', 'join-pieces');

const TOLERANCE = /^\s?\(?\s?(?:±|\+\s?\/?\s?[-−–]|plus(?:\s+or\s+|\/)minus)\s?$/i;
const AND = new RegExp(`^\\s(?:and|et|und)\\s${ABOUT}$`, 'i');
const TIMES_TEN = /^\)\s?[x×·∙*]\s?$/u;
const BETWEEN = /\b(?:between|from|entre|zwischen)\s+(?:about\s+|approximately\s+|around\s+|roughly\s+|[~∼≈]\s?)?$/i;
const BETWEEN_ONLY = /\bbetween\s+$/i;
const CHANGED = pattern('CHANGED', 'i');
const FROM = /from\s+$/i;
const RANGING = /\b(?:rang\w+|between|vary|varied|varies|varying)\s+(?:\w+\s+){0,2}$/i;
const BEFORE_LOST_DASH = /(?:[([~∼,]|\b(?:between|from|age[sd]?|group|the|about|approximately|of))\s?$/i;
const COMPOUND = /^(?:\s|,?\s(?:and|&)\s)?$/i;
/** "34 weeks + 2 days" */
const PLUS = /^\s?\+\s?$/u;
const COMPOUND_COMMA = /^,\s$/u;
/** But not "two pints and half a bottle". */
const HALF_AFTER = /\s+and\s+(?:an?\s+)?(half|quarter)\b(?!\s+an?\b)/iy;
const CLAUSE_END = /\s*(?:$|[.,;:!?)\]])/uy;
const SUMMED: ReadonlySet<string> = new Set(['length', 'time', 'mass', 'volume']);
/** The unit that goes without saying after a larger one: "5 ft 11", "12 stone 4", "1 hour fifteen"; "5min30" and "1m75" only at once. */
const SMALLER: Readonly<Record<string, { code: string; below: number }>> = {
  '[ft_i]': { code: 'in', below: 12 },
  '[stone_av]': { code: 'lb', below: 14 },
  h: { code: 'min', below: 60 },
  min: { code: 's', below: 60 },
  m: { code: 'cm', below: 100 },
};

export function joinPieces(text: string, read: readonly Piece[]): Piece[] {
  // What is summed comes first: "5 ft 6 in to 6 ft 1 in".
  const whole = joinEach(text, withHalves(text, read), compound);
  const joined = joinEach(text, whole, joinTwo).map((piece) => withUnitBehind(text, piece));
  shareUnits(text, joined);
  carryUnits(text, joined);
  const measured = joined.map((piece) => asTemperature(text, piece));
  // The zero of "below zero" has been read.
  return measured.filter((piece, index) => piece.start >= (measured[index - 1]?.end ?? 0));
}

type Join = (text: string, gap: string, last: Piece, piece: Piece) => Piece | null;

function joinEach(text: string, pieces: readonly Piece[], join: Join): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const near = last && piece.start - last.end <= 22 && last.second === undefined && piece.second === undefined;
    const one = near ? join(text, text.slice(last.end, piece.start), last, piece) : null;
    if (one) joined[joined.length - 1] = one;
    else joined.push(piece);
  }
  return joined;
}

const joinTwo: Join = (text, gap, last, piece) =>
  withTolerance(text, gap, last, piece) ??
  withPower(text, gap, last, piece) ??
  minusAsDash(gap, last, piece) ??
  range(text, gap, last, piece);

function withTolerance(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  if (last.high !== undefined || !TOLERANCE.test(gap)) return null;
  const [one, other] = [last.unit, piece.unit];
  if (one && other && one.dimension !== other.dimension) return null;
  // "1 m ± 5 cm" is kept in centimetres.
  const value = one && other ? tidy((last.value * one.factor) / other.factor) : last.value;
  const end = gap.includes('(') && text.charAt(piece.end) === ')' ? piece.end + 1 : piece.end;
  return { ...last, end, value, tolerance: piece.value, ...(other ? { unit: other } : {}) };
}

/** "(2.5 ± 0.3) × 10−3 s−1" */
function withPower(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  if (last.unit || !inBrackets(text, last) || !TIMES_TEN.test(gap) || !text.startsWith('10', piece.start)) return null;
  const grown: Piece = { ...last, end: piece.end, value: tidy(last.value * piece.value) };
  if (last.high !== undefined) grown.high = tidy(last.high * piece.value);
  if (last.tolerance !== undefined) grown.tolerance = tidy(last.tolerance * piece.value);
  if (piece.unit) grown.unit = piece.unit;
  return grown;
}

/** "131 °C -135 °C": a range does not end below zero. */
function minusAsDash(gap: string, last: Piece, piece: Piece): Piece | null {
  if (piece.value >= 0 || last.value <= 0 || -piece.value <= last.value || !/^\s$/.test(gap)) return null;
  if (!last.unit || last.high !== undefined || piece.unit?.ucum !== last.unit.ucum) return null;
  return { ...last, end: piece.end, high: -piece.value };
}

/** "(20 ± 2) °C" */
function withUnitBehind(text: string, piece: Piece): Piece {
  if (piece.unit || !inBrackets(text, piece)) return piece;
  const unit = unitAfter(text, piece.start, { value: piece.value, end: piece.end + 1 });
  return unit ? { ...piece, unit, end: unit.end, closed: true } : piece;
}

function inBrackets(text: string, { start, end, high, tolerance }: Piece): boolean {
  return (high !== undefined || tolerance !== undefined) && text.charAt(end) === ')' && text.charAt(start - 1) === '(';
}

function range(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  if (last.high !== undefined || piece.high !== undefined) return null;
  // "45 minutes to an hour", but not "5 to a bed".
  if ((last.article || piece.article) && !(last.unit && piece.unit)) return null;
  const lead = text.slice(Math.max(0, last.start - 60), last.start);
  if (!TO.test(gap) && !(AND.test(gap) && BETWEEN.test(lead)) && !lostDash(gap, lead, last, piece)) return null;
  // "60° to 80 °C"
  if (isBareDegree(last) && piece.unit?.dimension === 'temperature')
    return { ...piece, start: last.start, value: last.value, high: piece.value };
  if (last.ahead) return rangeAfterUnit(last, piece);
  if (last.unit && (!piece.unit || piece.unit.dimension !== last.unit.dimension)) return null;
  // "Raised from 5 mg to 10 mg" is a change and not a range.
  if ((FROM.test(lead) && CHANGED.test(lead)) || (piece.unit && last.unit && falls(last, piece) && !RANGING.test(lead)))
    return null;
  if (!last.unit && piece.unit && isYear(last.value) && !isYear(piece.value)) return null;
  const scale = last.unit && piece.unit ? last.unit.factor / piece.unit.factor : 1;
  return { ...piece, start: last.start, value: tidy(last.value * scale), high: piece.value };
}

/** "pH 6.5–7.5", "aged 40-69", "aged 6-12 months": a unit after the second number outweighs the one before the first. */
function rangeAfterUnit(last: Piece, piece: Piece): Piece | null {
  if (piece.unit && (last.unit?.ucum !== 'a' || piece.unit.dimension !== 'time')) return null;
  return { ...last, end: piece.end, high: piece.value, ...(piece.unit ? { unit: piece.unit } : {}) };
}

/** Print loses its dashes: "aged 20 29 years", "(4 6 %)". Never of doses, where "2 5 mg" are two of five. */
function lostDash(gap: string, lead: string, last: Piece, piece: Piece): boolean {
  if (
    gap.length !== 1 ||
    !isSpace(gap) ||
    (last.unit && !last.ahead) ||
    !piece.unit ||
    last.value >= piece.value ||
    !BEFORE_LOST_DASH.test(lead)
  )
    return false;
  return piece.unit.ucum === '%' || (piece.unit.ucum === 'a' && last.value >= 10);
}

function falls(last: Piece, piece: Piece): boolean {
  return last.value * (last.unit?.factor ?? 1) > piece.value * (piece.unit?.factor ?? 1);
}

function compound(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  const [large, small] = [last.unit, piece.unit];
  if (
    !large ||
    !Number.isInteger(last.value * 4) ||
    last.high !== undefined ||
    piece.high !== undefined ||
    !SUMMED.has(large.dimension)
  )
    return null;
  if (small) {
    // "4.6 mm, 5 µm" are two measures.
    const ratio = large.factor / small.factor;
    // "1 h, 30 min" may be a list, "three hours, ten minutes" is not one.
    const comma = large.dimension === 'time' ? large.word && small.word && ratio < 61 : small.word || ratio < 1000;
    if (AND.test(gap) && BETWEEN_ONLY.test(text.slice(Math.max(0, last.start - 12), last.start))) return null;
    // Nor are "at 15 months, 5-day diary" and "in two weeks, 14 days" sums.
    const less = large.dimension !== 'time' || piece.value * small.factor < large.factor * 0.9;
    const rest = less && hyphened(text, last) === hyphened(text, piece);
    const close =
      COMPOUND.test(gap) ||
      (large.dimension === 'time' && PLUS.test(gap)) ||
      (COMPOUND_COMMA.test(gap) && comma && rest);
    if (!close || small.dimension !== large.dimension || !small.simple || small.factor >= large.factor) return null;
    if (piece.value * small.factor > large.factor * 3 || piece.article) return null;
    return summed(last, piece, small);
  }
  const smaller = SMALLER[large.ucum];
  if (!smaller || piece.value >= smaller.below || piece.article) return null;
  if (!COMPOUND.test(gap) && !(gap === '-' && large.ucum === '[ft_i]')) return null;
  if (gap !== '' && /^m(?:in)?$/.test(large.ucum)) return null;
  // "1 hr 9.8" of a glucose test.
  if (large.ucum === 'h' && !Number.isInteger(piece.value)) return null;
  // "2 hours and 10 patients": only where nothing follows.
  if (large.ucum === 'h' && gap !== '' && !matchAt(CLAUSE_END, text, piece.end)) return null;
  return summed(last, piece, readUnitAt(smaller.code, 0) as UnitRead);
}

function hyphened(text: string, { end, unit }: Piece): boolean {
  return text.charAt(end - (unit?.written.length ?? 0) - 1) === '-';
}

function summed(last: Piece, piece: Piece, unit: UnitRead): Piece {
  const value = tidy((last.value * (last.unit?.factor ?? 1)) / unit.factor + piece.value);
  const { article: _, ...rest } = last;
  return { ...rest, end: piece.end, value, unit: { ...unit, end: piece.end } };
}

function halfAfter(text: string, at: number): RegExpExecArray | null {
  const sign = signAfterSpace(text, at);
  return isOneOf('aA', sign) || isSpace(sign) ? matchAt(HALF_AFTER, text, at) : null;
}

/** "An hour and a half": the half is of the unit before it. */
function withHalves(text: string, pieces: readonly Piece[]): Piece[] {
  const grown: Piece[] = [];
  for (const piece of pieces) {
    const last = grown.at(-1);
    if (last && piece.start < last.end) continue;
    const half = piece.unit && SUMMED.has(piece.unit.dimension) ? halfAfter(text, piece.end) : null;
    if (!half) grown.push(piece);
    else {
      const { article: _, ...rest } = piece;
      grown.push({
        ...rest,
        value: piece.value + (/^h/i.test(String(half[1])) ? 0.5 : 0.25),
        end: piece.end + half[0].length,
      });
    }
  }
  return grown;
}
