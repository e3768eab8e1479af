/**
 * What belongs together becomes one: "3 to 5 mg" a range, "10 ± 2" a value with its tolerance, "5 ft 11 in" and "an hour and 45
 * minutes" one length and one time; in "5, 10 and 15 mg" each number gets the unit.
 */
import { matchAt } from './match-at.ts';
import type { Piece } from './read-pieces.ts';
import { readUnitAt, type UnitRead } from './read-unit.ts';

const TOLERANCE = /^\s?(?:±|\+\s?\/?\s?[-−–])\s?$/u;
const ABOUT = '(?:~|∼|about\\s+|around\\s+|approximately\\s+|roughly\\s+|nearly\\s+|up\\s+to\\s+)?';
const TO = new RegExp(`^\\s?(?:[-‐‑‒–—―−﹣－~]|[-‐‑]?\\s?(?:to|through|until|bis|à)\\s)\\s?${ABOUT}$`, 'iu');
const AND = new RegExp(`^\\s(?:and|et|und)\\s${ABOUT}$`, 'iu');
const BETWEEN = /\b(?:between|from|entre)\s+(?:about\s+|around\s+|roughly\s+|[~∼≈]\s?)?$/iu;
const CHANGED =
  /\b(?:increas|decreas|reduc|rais|lower|chang|switch|titrat|drop|fell|rose|gone|went|go|mov|declin|improv|climb|taper|cut|bumped)\w*\s+(?:\w+\s+){0,4}from\s+$/iu;
const FROM = /from\s+$/i;
const RANGING = /\b(?:rang\w+|between|vary|varied|varies|varying)\s+(?:\w+\s+){0,2}$/iu;
const BEFORE_LOST_DASH = /(?:[(~∼,]|\b(?:between|from|age[sd]?|group|the|about|approximately|of))\s?$/iu;
const LIST = /^[-‐‑]?\s?(?:,?\s?(?:and|or|&)\s|\/|,?\s(?:vs\.?|versus)\s)$/iu;
/** "3 x 4 cm" has two sides; "3 x 200 mg" are three of them. */
const SIDES = /^\s?(?:\s?[x×]\s?|\sby\s)$/iu;
const COMMA = /^\s?,\s?$/u;
const LABEL =
  /\b(?:tables?|fig(?:ure|s)?\.?|section|sections|examples?|eq\.?|equations?|refs?\.?|references?|n\s*=|p\s*[=<>]|grade|type|stage|day|days|step|chapter|groups?|patients?|phase|class|no\.|number|model|age[ds]?|aged|am|i['’]m|version|claims?)\s*$/iu;
const COMPOUND = /^(?:\s|,?\s(?:and|&)\s)?$/iu;
const COMPOUND_COMMA = /^,\s$/u;
const HALF_AFTER = /\s+and\s+(?:an?\s+)?(half|quarter)\b/iuy;
const CLAUSE_END = /\s*(?:$|[.,;:!?)\]])/uy;
const SUMMED: ReadonlySet<string> = new Set(['length', 'time', 'mass', 'volume']);
/** The unit that goes without saying after a larger one: "5 ft 11", "12 stone 4", "1 hour fifteen". */
const SMALLER: Readonly<Record<string, { code: string; below: number }>> = {
  '[ft_i]': { code: 'in', below: 12 },
  '[stone_av]': { code: 'lb', below: 14 },
  h: { code: 'min', below: 60 },
};

export function joinPieces(text: string, read: readonly Piece[]): Piece[] {
  const pieces = withHalves(text, read);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const one = last && joinTwo(text, last, piece);
    if (one) joined[joined.length - 1] = one;
    else joined.push(piece);
  }
  shareUnits(text, joined);
  carryUnits(text, joined);
  const measured = joined.map((piece) => asTemperature(text, piece));
  // The zero of "below zero" has been read.
  return measured.filter((piece, index) => piece.start >= (measured[index - 1]?.end ?? 0));
}

function joinTwo(text: string, last: Piece, piece: Piece): Piece | null {
  const gap = text.slice(last.end, piece.start);
  if (gap.length > 22 || last.second !== undefined || piece.second !== undefined) return null;
  return withTolerance(gap, last, piece) ?? compound(text, gap, last, piece) ?? range(text, gap, last, piece);
}

function withTolerance(gap: string, last: Piece, piece: Piece): Piece | null {
  if (last.high !== undefined || !TOLERANCE.test(gap)) return null;
  return { ...last, end: piece.end, tolerance: piece.value, ...(piece.unit ? { unit: piece.unit } : {}) };
}

function range(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  if (last.high !== undefined || last.article || piece.article || piece.high !== undefined) return null;
  const lead = text.slice(Math.max(0, last.start - 40), last.start);
  if (!TO.test(gap) && !(AND.test(gap) && BETWEEN.test(lead)) && !lostDash(gap, lead, last, piece)) return null;
  if (last.ahead) return rangeAfterUnit(last, piece);
  if (last.unit && (!piece.unit || piece.unit.dimension !== last.unit.dimension)) return null;
  // "Raised from 5 mg to 10 mg" is a change and not a range.
  if ((FROM.test(lead) && CHANGED.test(lead)) || (piece.unit && last.unit && falls(last, piece) && !RANGING.test(lead)))
    return null;
  if (!last.unit && piece.unit && isYear(last.value) && !isYear(piece.value)) return null;
  const scale = last.unit && piece.unit ? last.unit.factor / piece.unit.factor : 1;
  return { ...piece, start: last.start, value: tidy(last.value * scale), high: piece.value };
}

/** "pH 6.5–7.5", "aged 40-69", "aged 6-12 months": a unit behind the second number outweighs the one before the first. */
function rangeAfterUnit(last: Piece, piece: Piece): Piece | null {
  if (piece.unit && piece.unit.dimension !== last.unit?.dimension) return null;
  return { ...last, end: piece.end, high: piece.value, ...(piece.unit ? { unit: piece.unit } : {}) };
}

/** Print loses its dashes: "aged 18 39 years", "(7 8 %)". Never of doses, where "2 5 mg" are two of five. */
function lostDash(gap: string, lead: string, last: Piece, piece: Piece): boolean {
  if (
    gap !== ' ' ||
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
    const comma = large.dimension !== 'time' && (small.word || large.factor / small.factor < 1000);
    const close = COMPOUND.test(gap) || (COMPOUND_COMMA.test(gap) && comma);
    if (!close || small.dimension !== large.dimension || !small.simple || small.factor >= large.factor) return null;
    if (piece.value * small.factor > large.factor * 3 || piece.article) return null;
    return summed(last, piece, small);
  }
  const smaller = SMALLER[large.ucum];
  if (!smaller || piece.value >= smaller.below || piece.article || !COMPOUND.test(gap)) return null;
  // "2 hours and 10 patients": only where nothing follows.
  if (large.ucum === 'h' && !matchAt(CLAUSE_END, text, piece.end)) return null;
  return summed(last, piece, readUnitAt(smaller.code, 0) as UnitRead);
}

function summed(last: Piece, piece: Piece, unit: UnitRead): Piece {
  const value = tidy((last.value * (last.unit?.factor ?? 1)) / unit.factor + piece.value);
  const { article: _, ...rest } = last;
  return { ...rest, end: piece.end, value, unit: { ...unit, end: piece.end } };
}

/** "An hour and a half": the half is of the unit before it. */
function withHalves(text: string, pieces: readonly Piece[]): Piece[] {
  const grown: Piece[] = [];
  for (const piece of pieces) {
    const last = grown.at(-1);
    if (last && piece.start < last.end) continue;
    const half = piece.unit && SUMMED.has(piece.unit.dimension) ? matchAt(HALF_AFTER, text, piece.end) : null;
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

/** From right to left: "45 and 50 mg", "5, 10 and 15 mg", "3 x 4 cm". */
function shareUnits(text: string, pieces: Piece[]): void {
  let shared = false;
  for (let index = pieces.length - 2; index >= 0; index -= 1) {
    const [piece, next] = [pieces[index] as Piece, pieces[index + 1] as Piece];
    const gap = text.slice(piece.end, next.start);
    const list =
      gap.length < 10 &&
      (LIST.test(gap) ||
        TO.test(gap) ||
        (next.unit?.dimension === 'length' && SIDES.test(gap)) ||
        (COMMA.test(gap) && (shared || isRow(text, pieces, index))));
    if (
      list &&
      (!piece.unit || (piece.ahead && piece.unit.dimension === next.unit?.dimension)) &&
      next.unit &&
      next.unit.dimension !== 'count' &&
      !piece.article &&
      sharable(text, piece)
    ) {
      piece.unit = next.unit;
      shared = true;
    } else shared = false;
  }
}

/** From left to right, behind a unit that stands first: "pH 5, 6 and 7". */
function carryUnits(text: string, pieces: readonly Piece[]): void {
  for (const [index, piece] of pieces.entries()) {
    const last = pieces[index - 1];
    if (!last?.ahead || piece.unit || piece.article || last.unit?.ucum === 'a') continue;
    const gap = text.slice(last.end, piece.start);
    if (gap.length >= 10 || !(LIST.test(gap) || COMMA.test(gap)) || !sharable(text, piece)) continue;
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

function sharable(text: string, piece: Piece): boolean {
  if (piece.second !== undefined || isYear(piece.value) || !/\d/.test(text.charAt(piece.end - 1))) return false;
  return !LABEL.test(text.slice(Math.max(0, piece.start - 14), piece.start));
}

const ANGLE_BEFORE =
  /\b(?:angles?|rotat\w+|turn\w*|latitude|longitude|inclin\w+|elevation|flexion|extension|abduction|rotation|phase|tilt\w*|orbit\w*|scattering|FWHM|declination|resolution|curve|bend|bent|azimuth)\b[^.]{0,24}$/iu;
const ANGLE_AFTER =
  /^\s?(?:angle|latitude|longitude|FWHM|in\s+diameter|rotation|turn|[NSEW]\b|of\s+(?:flexion|rotation|latitude|the\s+sky))/iu;

const BELOW_ZERO = /\s+below\s+zero\b/iuy;

/** "101 degrees" is a temperature unless what stands around speaks of angles. */
function asTemperature(text: string, piece: Piece): Piece {
  const below =
    piece.value > 0 && /^\s+below/i.test(text.slice(piece.end, piece.end + 8))
      ? matchAt(BELOW_ZERO, text, piece.end)
      : null;
  if (below && (!piece.unit || piece.unit.ucum === 'deg' || piece.unit.dimension === 'temperature')) {
    const unit = piece.unit ?? { ...(readUnitAt('degrees', 0) as UnitRead) };
    return asTemperature(text, { ...piece, value: -piece.value, end: piece.end + below[0].length, unit });
  }
  if (piece.unit?.ucum !== 'deg') return piece;
  const angle =
    Math.abs(piece.value) > 130 ||
    // Printed with a space, a lone sign is an angle, unless the number is a body's temperature.
    (/\s[°º˚◦∘]$/u.test(text.slice(piece.start, piece.end)) && !isFever(text, piece)) ||
    ANGLE_BEFORE.test(text.slice(Math.max(0, piece.start - 40), piece.start)) ||
    ANGLE_AFTER.test(text.slice(piece.end, piece.end + 20));
  return angle ? piece : { ...piece, unit: { ...piece.unit, dimension: 'temperature' } };
}

const FEVER = /\b(?:temp\w*|fever\w*|febrile|T)\b[^.]{0,30}$/iu;

function isFever(text: string, { start, value }: Piece): boolean {
  return value >= 34 && value <= 110 && FEVER.test(text.slice(Math.max(0, start - 40), start));
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2100;
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
