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
const LIST = /^[-‐‑]?\s?(?:,?\s?(?:and|or|&)\s|\/|\s?[x×]\s?|\sby\s|,?\s(?:vs\.?|versus)\s)$/iu;
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
  return joined.map((piece) => asTemperature(text, piece));
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
  if (!TO.test(gap) && !(AND.test(gap) && BETWEEN.test(lead))) return null;
  if (last.unit && (!piece.unit || piece.unit.dimension !== last.unit.dimension)) return null;
  // "Raised from 5 mg to 10 mg" is a change and not a range.
  if ((FROM.test(lead) && CHANGED.test(lead)) || (piece.unit && last.unit && falls(last, piece) && !RANGING.test(lead)))
    return null;
  if (!last.unit && piece.unit && isYear(last.value) && !isYear(piece.value)) return null;
  const scale = last.unit && piece.unit ? last.unit.factor / piece.unit.factor : 1;
  return { ...piece, start: last.start, value: tidy(last.value * scale), high: piece.value };
}

function falls(last: Piece, piece: Piece): boolean {
  return last.value * (last.unit?.factor ?? 1) > piece.value * (piece.unit?.factor ?? 1);
}

function compound(text: string, gap: string, last: Piece, piece: Piece): Piece | null {
  const [large, small] = [last.unit, piece.unit];
  if (!large || last.high !== undefined || piece.high !== undefined || !SUMMED.has(large.dimension)) return null;
  if (small) {
    const close = COMPOUND.test(gap) || (COMPOUND_COMMA.test(gap) && large.dimension !== 'time');
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
    const list = gap.length < 10 && (LIST.test(gap) || TO.test(gap) || (shared && COMMA.test(gap)));
    if (
      list &&
      !piece.unit &&
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

function sharable(text: string, piece: Piece): boolean {
  if (piece.second !== undefined || isYear(piece.value) || !/\d/.test(text.charAt(piece.end - 1))) return false;
  return !LABEL.test(text.slice(Math.max(0, piece.start - 14), piece.start));
}

const ANGLE_BEFORE =
  /\b(?:angles?|rotat\w+|turn\w*|latitude|longitude|inclin\w+|elevation|flexion|extension|abduction|rotation|phase|tilt\w*|orbit\w*|scattering|FWHM|declination|resolution|curve|bend|bent|azimuth)\b[^.]{0,24}$/iu;
const ANGLE_AFTER =
  /^\s?(?:angle|latitude|longitude|FWHM|in\s+diameter|rotation|turn|[NSEW]\b|of\s+(?:flexion|rotation|latitude|the\s+sky))/iu;

/** "101 degrees" is a temperature unless what stands around speaks of angles. */
function asTemperature(text: string, piece: Piece): Piece {
  if (piece.unit?.ucum !== 'deg') return piece;
  const angle =
    Math.abs(piece.value) > 130 ||
    // Printed with a space, a lone sign is an angle, unless the number is a body's temperature.
    (/\s[°º˚]$/u.test(text.slice(piece.start, piece.end)) && !(piece.value >= 34 && piece.value <= 110)) ||
    ANGLE_BEFORE.test(text.slice(Math.max(0, piece.start - 40), piece.start)) ||
    ANGLE_AFTER.test(text.slice(piece.end, piece.end + 20));
  return angle ? piece : { ...piece, unit: { ...piece.unit, dimension: 'temperature' } };
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2100;
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
