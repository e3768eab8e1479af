/** The single numbers of a text with the unit that stands at each, before they are joined to ranges, lists and compounds. */

import { patternsOf } from '../text/patterns.ts';
import { isDigit, isLetter, isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';
import { isSkipped, NUMBER_START, type NumberRead, readFraction, readNumber } from './read-number.ts';
import { readUnitAt, type UnitRead } from './read-unit.ts';
import { isUnitHere } from './trusted-units.ts';
import { atomSpelled, beginsSpelling } from './unit-atoms.ts';

const { pattern, words } = patternsOf('quantities', 'read-pieces');

export type Piece = {
  start: number;
  end: number;
  value: number;
  high?: number;
  second?: number;
  tolerance?: number;
  unit?: UnitRead;
  /** The unit comes before the number, or goes without saying: pH 7, day 3, aged 40. */
  ahead?: true;
  /** The unit follows the bracket around the numbers. */
  closed?: true;
  article?: true;
  vague?: true;
};

/** Between a number and its unit: nothing, a space, a hyphen, a bracket, or a word as in "three more days". */
const GAP = pattern('GAP', 'iuy');
const NEXT_WORD = /\s(\p{L}+)/uy;
/** What "a" may be before in a quantity, besides units. */
const AFTER_ARTICLE = words('AFTER_ARTICLE');
const OF_A = /\s+(?:of\s+)?(?:an?\s+)?/iy;
/** "113 (± 1) nM" */
const TOLERANCE = /\s?[([]\s?(?:±|\+\/-)\s?(\d+(?:\.\d+)?)\s?[)\]]/uy;
const PAIR = /\s?\/\s?|\s+(?:over|by)\s+/iy;
const SECOND = /\d{2,3}(?![\d/.,]{0,20}\d|\p{L}{1,2}\b(?<!mm))|\p{L}/uy;
/** 5'11", 5' 11, 6′2″ */
const FEET = /['’′]\s?(1[01]|\d)(?:\.\d+|½)?\s?(?:["”″]|''|’’|in\b)?(?![\d'])/uy;
const FEET_ALONE = /['’′](?![\p{L}\d'’])/uy;
/** But "the 1960\"s". */
const INCHES = /(?:''|’’|″|")(?!s\b)/uy;
const BARE_DEGREE = /\s?([CcFf])(?![\p{L}\p{N}'’-])/uy;
const HEAT_BEFORE = /\b(?:at|to|temp\w*|oven|heat\w*|below|above)\s(?:(?:of|was|is|about|around|to|at)\s)?$/i;
/** "70-75F": what a range ends with. */
const RANGE_BEFORE = /\d\s?[-–]\s?$/u;
const LEAST_IN_RANGE = 15;
/** "32+4 weeks", "32+4/40": weeks and days of a pregnancy. */
const WEEKS_AND_DAYS = /\+([0-6])\s?(?:w(?:ee)?ks?\b|\/\s?40\b)/iy;
const QUOTATION = 200;
const DASH = /^-(?:to-)?$/i;
const CURRENCIES = '$€£¥₹';
const PH = pattern('PH_BEFORE', 'u');
const AGE = /\bage(?:[sd]|d\s+between|s?\s+of|\s+is|:)?\s+$/i;
/** "At week 14"; "last week 45" is no name of a week. */
const DAY = /(?<!\b(?:last|this|next|past|previous|every|each|per|a|one)\s)\b(day|week|month)\s+$/i;
const BOUND_UNIT = /^(?:[%°]|\p{L}{2})/u;
/** "HR65", "bp130/80" */
const GLUED = /(?<![\p{L}\p{N}])(?:BP|HR|RR|bp|hr)$/u;
const PLUS_OR = /\bplus(?:\s+or\s+|\/)$/i;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  NUMBER_START.lastIndex = 0;
  for (let found = NUMBER_START.exec(text); found; found = NUMBER_START.exec(text)) {
    if (isMereArticle(text, found) || isPlusOrMinus(text, found)) continue;
    const start = startOf(text, found.index);
    const read = readNumber(text, start);
    if (!read) continue;
    const resume = isSkipped(read) ? read.skipTo : read.end;
    const piece =
      isSkipped(read) || !standsAlone(text, start, read, pieces.at(-1))
        ? null
        : pieceAt(text, start, read, pieces.at(-1));
    if (piece) pieces.push(piece);
    NUMBER_START.lastIndex = Math.max(piece?.end ?? resume, found.index + 1);
  }
  return pieces;
}

/** "A headache" counts nothing: after the article comes neither a unit nor a word that goes with numbers. */
function isMereArticle(text: string, { 0: word, index }: RegExpExecArray): boolean {
  if (!isOneOf('aA', word.charAt(0))) return false;
  const next = matchAt(NEXT_WORD, text, index + word.length)?.[1];
  return next !== undefined && !AFTER_ARTICLE.has(next.toLowerCase()) && !atomSpelled(next) && !beginsSpelling(next);
}

/** "Plus or minus 3 days" is a tolerance: the number is the three. */
function isPlusOrMinus(text: string, { 0: word, index }: RegExpExecArray): boolean {
  return isOneOf('mM', word.charAt(0)) && PLUS_OR.test(text.slice(Math.max(0, index - 9), index));
}

/** A minus is one only where no number comes before it: "2 -7" is a range. */
function startOf(text: string, at: number): number {
  if (!isOneOf('-−–+', text.charAt(at))) return at;
  let before = at - 1;
  while (before >= 0 && at - before < 4 && /\s/.test(text.charAt(before))) before -= 1;
  const last = text.charAt(before);
  const sign = before < 0 || (before < at - 1 ? !/[\d%)]/.test(last) : /[(=:<>~∼≤≥±,[$]/.test(last));
  return sign && text.charAt(at) !== '+' ? at : sign ? at : at + 1;
}

/** The figures of B12, COVID-19, 1.2.3 and #4 are parts of names. */
function standsAlone(text: string, start: number, read: NumberRead, last: Piece | undefined): boolean {
  const before = text.charAt(start - 1);
  if (before === '' || before === ' ') return true;
  // "1h30", "5ft11"
  if (last?.unit && last.end === start && isDigit(text.charAt(start))) return true;
  if (WORD_CHARACTER.test(before)) return GLUED.test(text.slice(Math.max(0, start - 3), start));
  if (before === '#') return false;
  const earlier = text.charAt(start - 2);
  if (before === '/' && last?.end === start - 1) return true;
  // "32+4 weeks" are no four weeks.
  if (before === '+' && isDigit(earlier)) return false;
  // "two-three hours", "two-to-three-hour", "3 mm-5 mm"
  if (before === '-' && last && DASH.test(text.slice(last.end, start))) return true;
  if (isOneOf('.:/', before) && isDigit(earlier)) return false;
  // "Mn-18%" is a value, "IL-6" is not one: after a hyphen, only what carries its unit at once.
  if (isOneOf('-‐‑', before) && isLetter(earlier)) return BOUND_UNIT.test(text.slice(read.end, read.end + 2));
  return true;
}

function pieceAt(text: string, start: number, read: NumberRead, last: Piece | undefined): Piece | null {
  const pair = readPair(text, start, read);
  if (pair) return pair;
  const behind = text.charAt(read.end);
  const pregnant =
    behind === '+' && read.value >= 4 && read.value < 45 ? matchAt(WEEKS_AND_DAYS, text, read.end) : null;
  if (pregnant) {
    const end = read.end + pregnant[0].length;
    return {
      start,
      end,
      value: read.value * 7 + Number(pregnant[1]),
      unit: { ...(readUnitAt('days', 0) as UnitRead), end },
    };
  }
  const near = signAfterSpace(text, read.end);
  const part = isDigit(text.charAt(start)) && isOneOf('/⁄', near) ? readFraction(text, start) : null;
  const fraction = part?.odd && unitAfter(text, start, part) ? null : part;
  const tolerance = !fraction && isOneOf('([', near) ? matchAt(TOLERANCE, text, read.end) : null;
  const number = fraction ?? (tolerance ? { ...read, end: read.end + tolerance[0].length } : read);
  const piece: Piece = { start, end: number.end, value: number.value };
  if (tolerance) piece.tolerance = Number(tolerance[1]);
  if (number.article) piece.article = true;
  if (number.vague) piece.vague = true;
  const lead = text.slice(Math.max(0, start - 28), start);
  if (isOneOf(CURRENCIES, lead.at(isSpace(lead.at(-1) ?? '') ? -2 : -1) ?? ''))
    return { ...piece, unit: moneyUnit(number.end) };
  const unit = quoteMarks(text, piece, last) ?? unitAfter(text, start, number);
  const ahead = unit ? null : unitBefore(text, lead, number);
  if (unit) {
    piece.unit = unit;
    piece.end = unit.end;
    if (unit.inches !== undefined) piece.value = piece.value * 12 + unit.inches;
  } else if (ahead) {
    piece.unit = { ...ahead, end: number.end };
    piece.ahead = true;
  } else if (isLetter(text.charAt(number.end)) && isDigit(text.charAt(number.end - 1))) return null;
  return piece;
}

/** "pH 7.2", "on day 3", "aged 40". Not "next month 3", where the number is of something else. */
function unitBefore(text: string, lead: string, { value, end, article }: NumberRead): UnitRead | null {
  if (lead.includes('pH') && PH.test(lead) && value >= 0 && value <= 14)
    return { ...moneyUnit(end), ucum: '[pH]', shown: 'pH', dimension: 'acidity', powers: { P: 1 } };
  if (!isSpace(lead.at(-1) ?? '')) return null;
  const day = Number.isInteger(value) && value >= 0 && value < 1000 ? DAY.exec(lead) : null;
  if (day) return readUnitAt(String(day[1]), 0);
  const isAge = value > 0 && value <= 120 && !article && !isOneOf('+/', text.charAt(end)) && AGE.test(lead.slice(-14));
  return isAge ? readUnitAt('years', 0) : null;
}

/** 120/80, "one twenty over eighty": the two numbers of a blood pressure. */
function readPair(text: string, start: number, read: NumberRead): Piece | null {
  if (read.value < 50 || read.value > 300 || !Number.isInteger(read.value)) return null;
  const near = signAfterSpace(text, read.end);
  const joint = isOneOf('/oObB', near) || isSpace(near) ? matchAt(PAIR, text, read.end) : null;
  if (!joint || !matchAt(SECOND, text, read.end + joint[0].length)) return null;
  // "110-120 over 70-80" are two ranges.
  if (RANGE_BEFORE.test(text.slice(Math.max(0, start - 4), start))) return null;
  const second = readNumber(text, read.end + joint[0].length);
  if (
    !second ||
    isSkipped(second) ||
    second.value < 20 ||
    second.value >= read.value ||
    !Number.isInteger(second.value)
  )
    return null;
  const piece: Piece = { start, end: second.end, value: read.value, second: second.value };
  const unit = unitAfter(text, start, second);
  if (!unit) return piece;
  // "160/25 mg" are the two parts of a tablet, "150 by 60 cm" the sides of a bed.
  return unit.dimension === 'pressure' ? { ...piece, end: unit.end, unit } : null;
}

type Measured = UnitRead & { inches?: number };

export function unitAfter(text: string, start: number, number: NumberRead): Measured | null {
  const gap = matchAt(GAP, text, number.end)?.[0] ?? '';
  const bare = isOneOf('cCfF', signAfterSpace(text, number.end)) ? matchAt(BARE_DEGREE, text, number.end) : null;
  if (
    bare &&
    (isBodyTemperature(String(bare[1]).toUpperCase(), number.value) || isHeat(text, start, number, bare[0]))
  ) {
    const read = readUnitAt(`°${String(bare[1]).toUpperCase()}`, 0);
    return read && { ...read, end: number.end + bare[0].length, written: bare[0].trim() };
  }
  const at = number.end + gap.length;
  let unit = readUnitAt(text, at);
  if (!unit && !Number.isInteger(number.value)) {
    // "Three quarters of an hour", "half of a tablet"
    const of = matchAt(OF_A, text, number.end);
    unit = of && readUnitAt(text, number.end + of[0].length);
  }
  // "6ft2" is how tall somebody is, "60 ft2" how large a room.
  if (unit && gap === '' && /^ft[23]$/i.test(unit.written) && number.value >= 3 && number.value <= 7)
    return { ...(readUnitAt('in', 0) as UnitRead), end: unit.end, inches: Number(unit.written.slice(-1)) };
  if (!unit || !isUnitHere(text, { start, gap, number, unit })) return null;
  // "y 3 (t)" is a function of time.
  if (unit.written === 't' && /[([]$/.test(gap)) return null;
  if (!isOneOf('[({<', gap.at(-1) ?? '')) return unit;
  return isOneOf('])}>', text.charAt(unit.end)) ? { ...unit, end: unit.end + 1 } : null;
}

/** 5'11", 5″: marks that are quotation marks elsewhere. */
function quoteMarks(text: string, piece: Piece, last: Piece | undefined): Measured | null {
  const mark = text.charAt(piece.end);
  if (!isOneOf('\'’′"″', mark) || !isDigit(text.charAt(piece.end - 1))) return null;
  const length = (end: number, code: string): Measured => ({ ...(readUnitAt(code, 0) as UnitRead), end });
  const feet =
    piece.value >= 1 && piece.value <= 8 && Number.isInteger(piece.value) ? matchAt(FEET, text, piece.end) : null;
  if (feet) {
    const inches = Number(/\d+(?:\.\d+)?/.exec(feet[0])?.[0] ?? 0) + (feet[0].includes('½') ? 0.5 : 0);
    return { ...length(piece.end + feet[0].length, 'in'), inches };
  }
  if (last?.unit?.dimension === 'length' && matchAt(FEET_ALONE, text, piece.end)) return length(piece.end + 1, 'ft');
  const inches = matchAt(INCHES, text, piece.end);
  if (!inches || (inches[0] === '"' && !followsInches(text, piece, last) && closesQuotation(text, piece.start)))
    return null;
  return length(piece.end + inches[0].length, 'in');
}

/** "37C" and "98.6 f" without a degree sign are temperatures only where a body could have them: 13C is an isotope. */
function isBodyTemperature(letter: string, value: number): boolean {
  return letter === 'C' ? value >= 33 && value <= 43 : value >= 90 && value <= 112;
}

/** "Bake at 180C", "oven to 350F", "-5C": after a minus, or a word that goes with temperatures. 13C and 14C are isotopes. */
function isHeat(text: string, start: number, { value }: NumberRead, letter: string): boolean {
  if (!/^(?: ?C|F)$/.test(letter) || (value >= 11 && value <= 14)) return false;
  if (value < 0 && letter.length === 1) return true;
  const lead = text.slice(Math.max(0, start - 24), start);
  return HEAT_BEFORE.test(lead) || (letter.length === 1 && value >= LEAST_IN_RANGE && RANGE_BEFORE.test(lead));
}

function moneyUnit(end: number): UnitRead {
  return { ...(readUnitAt('$', 0) as UnitRead), end, simple: true };
}

/** 8"-12", 10" x 12" */
function followsInches(text: string, { start }: Piece, last: Piece | undefined): boolean {
  return last?.unit?.ucum === '[in_i]' && start - last.end < 8 && text.charAt(last.end - 1) === '"';
}

/** In “about "5"” the mark ends what another began, not far before. */
function closesQuotation(text: string, at: number): boolean {
  return (text.slice(Math.max(0, at - QUOTATION), at).split('"').length - 1) % 2 === 1;
}
