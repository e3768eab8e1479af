/**
 * Reads a number at a place of a text: 6.5, 6,5, 1,234.5, 2 1/2, ½, 1e-3, 1.2 x 10^9, 5 million, or in words. Years, dates, clock
 * times, ordinals and the figures inside names (B12, COVID-19) are no measured numbers and are left alone.
 */

import { patternsOf } from '../text/patterns.ts';
import { isDigit, isLetter, isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';
import { NUMBER_WORD_STARTS, type NumberRead, readGroupAfter, readNumberWords, readPartAfter } from './number-words.ts';

const { pattern } = patternsOf('quantities', 'read-number');

export type { NumberRead } from './number-words.ts';

/** Where a number may begin. */
export const NUMBER_START = new RegExp(`[-−–+]?[.·]?\\d|[½¼¾⅓⅔⅛⅜⅝⅞]|\\b(?:${NUMBER_WORD_STARTS})(?![a-z])`, 'gi');

const DIGITS = pattern('DIGITS', 'uy');
const DECIMAL_COMMA = /([-−–+]?)(\d{1,6},\d{1,6})(?![\d,])/uy;
const EXPONENT = /[eE]([-−+]?\d{1,2})(?![\d\p{L}])/uy;
/** x 10^9, ×10⁻⁵, x 10-5, × 10 9, *10**3; where a unit follows as in "×10^9/L" the power belongs to the unit. */
const TEN_POWER = pattern('TEN_POWER', 'uy');
/** What is given in tens: ten tablets of 5 mg, "10-5 mg" for a dose on its way down. */
const DOSED = '(?:mc?g|[µμ]g|g(?!\\s?/)|m[lL]|IU|tab\\w*|cap\\w*|pill\\w*|units?|min\\w*|sec\\w*|to|and|or|of|x)\\b';
/** Print that lost its superscripts leaves "10-6 M" (no range falls from ten to six) and "~10 7 years". */
const BARE_TEN_POWER = pattern('BARE_TEN_POWER', 'uy', { DOSED });
/** What may come before such a power: a list of figures has no words before it. */
const POWER_BEFORE = /(?:[~∼≈=<>≤≥×]|\b(?:of|to|than|for|about|around|least|approximately|is|was|reach\w*|order))\s?$/i;
const GLYPHS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};
const GLYPH_AFTER = /[\s-]?([½¼¾⅓⅔⅛⅜⅝⅞])/uy;
const FRACTION_AFTER = /(?:\s(?:and|&)\s|\s|-)(\d{1,2})[/⁄](\d{1,3})(?![\d/.:])/uy;
const FRACTION = /(\d{1,3})\s?[/⁄]\s?(\d{1,4})(?![\d/.:])/uy;
/** "A temperature of 77K" has no thousands. */
export const KELVIN_BEFORE =
  /(?:\b(?:temperatures?|cool\w*|heat\w*|anneal\w*|cryo\w*|melt\w*)\b[^.,;\d]{0,24}|[TΘ]\s?\p{L}{0,3}\s?[=≈~]\s?)$/u;
const THOUSANDS_LETTER = /([kK]|M)(?![\p{L}\p{N}/])/uy;
const SAID_TWICE = /\s?\((\d[\d.,]*)\)/uy;
const ORDINAL = /(?:st|nd|rd|th)\b/iy;
const CLOCK_OR_DATE =
  /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})(?!\d)|\d{1,4}(?:\.\d+){2,}/uy;
const POINT_AFTER = /\s+point\s+(\d+)/iy;
const UNIT_FOLLOWS = /\s?[/⁄∕]/uy;
/** "1 × 106 cells" lost its superscript, "50 × 105 mm" has two sides. */
const LOST_SUPERSCRIPT = /10\d$/u;
const SIDE_FOLLOWS = /\s?(?:[cmnµμ]?m|in|inch(?:es)?|ft|feet|pixels?|×|x)\b/iy;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LONGEST = 24;

export type Skipped = { skipTo: number };

/** A number, or how far to go on where figures stand that are not; null where nothing stands. */
export function readNumber(text: string, at: number): NumberRead | Skipped | null {
  const glyph = GLYPHS[text.charAt(at)];
  if (glyph !== undefined) return { value: glyph, end: at + 1 };
  if (isLetter(text.charAt(at))) {
    const words = readNumberWords(text, at);
    return words?.article ? words : words && withTail(text, readPartAfter(text, words));
  }
  const behind = text.charAt(endOfDigits(text, at));
  const other = isOneOf(':-/.', behind) ? matchAt(CLOCK_OR_DATE, text, at) : null;
  if (other) return { skipTo: at + other[0].length };
  const ten = text.startsWith('10', at) ? matchAt(BARE_TEN_POWER, text, at) : null;
  if (ten && (!ten[5] || POWER_BEFORE.test(text.slice(Math.max(0, at - 16), at))))
    return { value: tidy(10 ** powerOf(ten[1] ?? ten[2] ?? ten[4] ?? ten[5], ten[3])), end: at + ten[0].length };
  const plain = readDigits(text, at, behind);
  if (!plain) return null;
  if (plain.end - at > LONGEST) return { skipTo: plain.end };
  const ordinal = isOneOf('sSnNrRtT', text.charAt(plain.end)) ? matchAt(ORDINAL, text, plain.end) : null;
  // "21st" is a place in a row, "12st" are stones.
  const stones = ordinal && /^st$/i.test(ordinal[0]) && (plain.value % 10 !== 1 || plain.value === 11);
  if (ordinal && !stones) return { skipTo: plain.end + ordinal[0].length };
  return withTail(text, plain);
}

export function isSkipped(read: NumberRead | Skipped): read is Skipped {
  return 'skipTo' in read;
}

/** "1/2", "3/4", "2/1000": a fraction where a unit follows; whether one does, the caller knows. */
export function readFraction(text: string, at: number): (NumberRead & { odd?: true }) | null {
  const found = matchAt(FRACTION, text, at);
  if (!found) return null;
  const [above, below] = [Number(found[1]), Number(found[2])];
  if (above >= below) return null;
  return { value: above / below, end: at + found[0].length, ...(isPart(above, below) ? {} : { odd: true as const }) };
}

/** "3/4" and "2/1000" are parts; "10/20 mg" and "5/325 mg" are what a tablet has of two substances. */
function isPart(above: number, below: number): boolean {
  if (below === 100 || below === 1000) return true;
  const common = [2, 3, 5].some((factor) => above % factor === 0 && below % factor === 0);
  return !common && (below <= 10 || below === 12 || below === 16 || below === 32 || below === 64);
}

/** After the figures that begin here, or after a sign. */
function endOfDigits(text: string, at: number): number {
  let end = isOneOf('-−–+', text.charAt(at)) ? at + 1 : at;
  while (isDigit(text.charAt(end))) end += 1;
  return end;
}

function readDigits(text: string, at: number, behind: string): NumberRead | null {
  const comma = behind === ',' ? matchAt(DECIMAL_COMMA, text, at) : null;
  // "1,234" has a thousand in it, "6,5" and "0,125" a decimal.
  if (comma && !/^[1-9]\d{0,2},\d{3}$/.test(String(comma[2]))) {
    return { value: signed(comma[1], Number(String(comma[2]).replace(',', '.'))), end: at + comma[0].length };
  }
  const found = matchAt(DIGITS, text, at);
  if (!found) return null;
  const written = String(found[2] ?? found[4]);
  const value = Number(written);
  const apart = Number.isNaN(value) ? written.replace(/[,\s\u00a0\u2009\u202f']/g, '').replace('·', '.') : value;
  return { value: signed(found[1], Number(apart)), end: at + found[0].length };
}

function withTail(text: string, read: NumberRead): NumberRead {
  const next = text.charAt(read.end);
  const apart = next === '-' || isSpace(next);
  const first = apart ? text.charAt(read.end + 1) : next;
  const exponent = isOneOf('eE', next) ? matchAt(EXPONENT, text, read.end) : null;
  if (exponent)
    return {
      value: tidy(read.value * 10 ** Number(String(exponent[1]).replace('−', '-'))),
      end: read.end + exponent[0].length,
    };
  const glyph = GLYPHS[first] === undefined ? null : matchAt(GLYPH_AFTER, text, read.end);
  if (glyph) return { value: read.value + (GLYPHS[String(glyph[1])] ?? 0), end: read.end + glyph[0].length };
  const fraction =
    apart && (isDigit(first) || isOneOf('aA&', first)) && Number.isInteger(read.value)
      ? matchAt(FRACTION_AFTER, text, read.end)
      : null;
  if (fraction && Number(fraction[1]) < Number(fraction[2]) && Number(fraction[2]) <= 16) {
    return { value: read.value + Number(fraction[1]) / Number(fraction[2]), end: read.end + fraction[0].length };
  }
  const power = isOneOf('x×∙·*', first) ? matchAt(TEN_POWER, text, read.end) : null;
  const sides =
    power &&
    LOST_SUPERSCRIPT.test(power[0]) &&
    read.value >= 10 &&
    matchAt(SIDE_FOLLOWS, text, read.end + power[0].length);
  if (power && !sides && !belongsToUnit(text, read.end + power[0].length)) {
    return { value: tidy(read.value * 10 ** powerOf(power[1], power[2])), end: read.end + power[0].length };
  }
  const letter = isOneOf('kKM', next) ? matchAt(THOUSANDS_LETTER, text, read.end) : null;
  const kelvin =
    letter?.[1] === 'K' &&
    KELVIN_BEFORE.test(text.slice(Math.max(0, read.end - 50), read.end).replace(/[\d.,]{1,20}$/, ''));
  if (letter && !kelvin && (letter[1] !== 'M' || read.value >= 1)) {
    return { value: read.value * (letter[1] === 'M' ? 1e6 : 1e3), end: read.end + 1 };
  }
  const point = apart && (isOneOf('pP', first) || isSpace(first)) ? matchAt(POINT_AFTER, text, read.end) : null;
  if (point && Number.isInteger(read.value))
    return { value: Number(`${read.value}.${point[1]}`), end: read.end + point[0].length };
  const grown = readPartAfter(text, readGroupAfter(text, read));
  const twice = signAfterSpace(text, grown.end) === '(' ? matchAt(SAID_TWICE, text, grown.end) : null;
  const same = twice && Number(String(twice[1]).replace(/,/g, '')) === grown.value;
  const end = grown.end + (same ? twice[0].length : 0);
  return end === read.end ? read : { ...read, ...grown, end };
}

function belongsToUnit(text: string, at: number): boolean {
  return matchAt(UNIT_FOLLOWS, text, at) !== null;
}

function powerOf(plain: string | undefined, raised: string | undefined): number {
  if (plain) return Number(plain.replace(/[−–]/, '-').replace(/\s/g, ''));
  const digits = [...String(raised)].filter((c) => SUPERSCRIPTS.includes(c)).map((c) => SUPERSCRIPTS.indexOf(c));
  return Number(digits.join('')) * (/^[⁻−]/.test(String(raised)) ? -1 : 1);
}

function signed(sign: string | undefined, value: number): number {
  return value * (sign && sign !== '+' ? -1 : 1);
}

/** Without binary rounding errors: 9.83 x 10^-3 is 0.00983. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
