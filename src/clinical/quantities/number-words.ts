/**
 * Numbers in words, of every size and as people say them: "a hundred and one", "two and a half", "one twenty" (120), "one oh one",
 * "ninety eight point six", "three quarters of", "a couple of".
 */

import { patternsOf } from '../text/patterns.ts';
import { isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';

const { pattern } = patternsOf('quantities', 'number-words');

export type NumberRead = {
  value: number;
  end: number;
  /** "A", "an": a number only in front of a unit. */
  article?: true;
  /** "A few", "several": people's own estimate. */
  vague?: true;
};

const SMALL: Readonly<Record<string, number>> = {
  zero: 0,
  nil: 0,
  nought: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const GROUPS: Readonly<Record<string, number>> = {
  hundred: 100,
  hundreds: 100,
  thousand: 1e3,
  thousands: 1e3,
  million: 1e6,
  millions: 1e6,
  mln: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  trillion: 1e12,
  trillions: 1e12,
  dozen: 12,
  dozens: 12,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  crore: 1e7,
  crores: 1e7,
};
type Cardinal = { small?: number; tens?: number; size?: number };
const CARDINALS = new Map<string, Cardinal>([
  ...Object.entries(SMALL).map(([word, small]) => [word, { small }] as const),
  ...Object.entries(TENS).map(([word, tens]) => [word, { tens }] as const),
  ...Object.entries(GROUPS).map(([word, size]) => [word, { size }] as const),
]);
const NO_CARDINAL: Cardinal = {};
const VAGUE: Readonly<Record<string, number>> = { few: 3, several: 4, couple: 2, pair: 2 };
const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fourth: 4,
  fourths: 4,
  fifth: 5,
  fifths: 5,
  sixth: 6,
  sixths: 6,
  eighth: 8,
  eighths: 8,
  tenth: 10,
  tenths: 10,
};

/** What a number in words may begin with. */
export const NUMBER_WORD_STARTS = [
  'an?|half|point|minus|negative',
  ...Object.keys({ ...SMALL, ...TENS, ...VAGUE }),
  'hundred|thousand|quarter',
].join('|');

const WORD = /([a-z]+)/iy;
const GAP = /[\s-]{1,3}/uy;
const AND = /\s+(?:and|&)\s+/iy;
/** "… and a half", "… and three quarters" */
const PART_AFTER =
  /(?:\s+and\s+(?:(an?|one|two|three)\s+)?|\s+(one|three)\s+)(half|quarters?|thirds?|halves|eighths?|tenths?)\b(?!-)/iy;
const HYPHENED_PART = /-and-(?:(an?|one|two|three)-)?()(half|quarters?|thirds?)\b/iy;
const PART_ALONE = pattern('PART_ALONE', 'iy');
const DOZENS = pattern('DOZENS', 'iy');
const DIGIT_AFTER_POINT = /\s+(zero|oh|one|two|three|four|five|six|seven|eight|nine|\d+)\b/iy;
/** "Tested negative 3 days ago" is no minus: only degrees are negative. */
const MINUS = /(?:minus|negative(?=\s+[\p{L}\d.]+(?:[\s-]\p{L}+)?\s?(?:°|deg|celsius|fahrenheit|[CF]\b)))\s+/iuy;
const FIGURES = /\d{1,20}(?:\.\d{1,20})?(?![\d,/:])/uy;
const QUARTERED = /quarter[\s-](?:hour|mile|pound|inch|ounce|lit(?:er|re)|gallon|pint|cup|teaspoon|century)\b/iy;
/** "Two fifteen minute breaks" are no 215 minutes. */
const TIMED = /[\s-](?:second|minute|min|hour|hr|day|week|month|year)s?\b/iy;
const OF_ONE = /of\s+an?\s*$/i;
const OF = /\s+of(?:\s+an?)?(?=\s)/iy;
const GROUP_AFTER = /[\s-]?(hundred|thousand|million|mln|billion|bn|trillion|dozen|lakh|lac|crore)s?\b/iy;
const A_GROUP = /a[\s-]+(?:hundred|thousand|million|billion|dozen)\b/iy;
const ARTICLE = /an?(?=\s)/iy;
const POINT = /\s*\bpoint\b/iy;
/** "Point five", but not "at the point 35 minutes before". */
const POINT_FIRST = /point\s(?!\d\d)/iy;

export function readNumberWords(text: string, at: number): NumberRead | null {
  const minus = isOneOf('mMnN', text.charAt(at)) ? matchAt(MINUS, text, at) : null;
  if (minus) {
    const from = at + minus[0].length;
    const figures = matchAt(FIGURES, text, from)?.[0];
    const read = figures ? { value: Number(figures), end: from + figures.length } : readNumberWords(text, from);
    return read && { ...read, value: -read.value };
  }
  return readPartAlone(text, at) ?? readVague(text, at) ?? readCardinal(text, at) ?? readArticle(text, at);
}

/** "Two", then "and a half": what a number grows by at its end. */
export function readPartAfter(text: string, read: NumberRead): NumberRead {
  const first = text.charAt(read.end + 1);
  const begins = isSpace(text.charAt(read.end)) && (isOneOf('aAoOtT', first) || isSpace(first));
  const hyphened = text.charAt(read.end) === '-' && isOneOf('aA', first);
  const part = begins ? matchAt(PART_AFTER, text, read.end) : hyphened ? matchAt(HYPHENED_PART, text, read.end) : null;
  if (!part) return read;
  const count = SMALL[String(part[1] || part[2]).toLowerCase()] ?? 1;
  const size = PARTS[String(part[3]).toLowerCase()] ?? 2;
  const of = matchAt(OF, text, read.end + part[0].length)?.[0].length ?? 0;
  return { value: read.value + count / size, end: read.end + part[0].length + of };
}

/** "2.5", then "million". */
export function readGroupAfter(text: string, read: NumberRead): NumberRead {
  const next = text.charAt(read.end);
  const first = next === '-' || isSpace(next) ? text.charAt(read.end + 1) : next;
  const found = isOneOf('hHtTmMbBdDlLcC', first) ? matchAt(GROUP_AFTER, text, read.end) : null;
  if (!found) return read;
  return { value: read.value * (GROUPS[String(found[1]).toLowerCase()] ?? 1), end: read.end + found[0].length };
}

/** "Half a", "a quarter of an", "three quarters of". */
function readPartAlone(text: string, at: number): NumberRead | null {
  const part = matchAt(PART_ALONE, text, at);
  if (!part) return null;
  const word = String(part[2]).toLowerCase();
  const count = SMALL[String(part[1]).toLowerCase()] ?? 1;
  // "Third" and "fifth" alone are places in a row, and a "quarter" may be a coin if it is not one "of an hour".
  if (!part[1] && word !== 'half' && !(word === 'quarter' && (OF_ONE.test(part[0]) || matchAt(QUARTERED, text, at))))
    return null;
  if (count > 1 && !/s$/.test(word)) return null;
  const end = at + part[0].trimEnd().length;
  return { value: count / (PARTS[word] ?? 2), end };
}

function readVague(text: string, at: number): NumberRead | null {
  const found = matchAt(DOZENS, text, at);
  if (!found) return null;
  const word = String(found[1]).toLowerCase();
  const lone = /^(?:hundred|thousand|million|dozen)$/.test(word);
  // "A hundred and one" is an exact number.
  if (lone && !found[2]) return null;
  const value = (VAGUE[word] ?? GROUPS[word] ?? 1) * (found[2] ? (GROUPS[found[2].toLowerCase()] ?? 1) : 1);
  return { value, end: at + found[0].length, vague: true };
}

function readCardinal(text: string, at: number): NumberRead | null {
  let [total, group, end, place] = [0, 0, at, at];
  /** What came last decides what may follow: "twenty one" but not "one one". */
  let spoken: NumberRead | undefined;
  let last: 'start' | 'small' | 'teen' | 'ten' | 'group' | 'oh' = 'start';
  for (let count = 0; count < 14; count += 1) {
    const word = matchAt(WORD, text, place)?.[1];
    if (!word) break;
    const name = word.toLowerCase();
    const { small, tens, size } = CARDINALS.get(name) ?? NO_CARDINAL;
    if (name === 'a' && last === 'start' && matchAt(A_GROUP, text, place)) {
      group = 1;
      last = 'small';
    } else if (small !== undefined && small < 10 && ['start', 'ten', 'group', 'oh'].includes(last)) {
      group += small;
      last = 'small';
    } else if (small !== undefined && small >= 10 && ['start', 'group'].includes(last)) {
      group += small;
      last = 'teen';
    } else if (tens !== undefined && ['start', 'group'].includes(last)) {
      group += tens;
      last = 'ten';
    } else if (last === 'small' && group < 10 && group > 0 && total === 0 && (tens ?? small ?? 0) >= 10) {
      // "One twenty", as blood pressures are said.
      spoken = { value: group, end };
      group = group * 100 + (tens ?? small ?? 0);
      last = tens !== undefined ? 'ten' : 'teen';
    } else if (last === 'small' && group < 10 && total === 0 && (name === 'oh' || name === 'o')) {
      group *= 100;
      last = 'oh';
    } else if (size !== undefined && (last !== 'start' || size >= 100)) {
      if (last === 'start') group = 1;
      if (size === 100 || size === 12) group *= size;
      else {
        total = group === 0 ? total * size : total + group * size;
        group = 0;
      }
      last = 'group';
    } else break;
    if (last !== 'oh') end = place + word.length;
    place += word.length;
    const and = last === 'group' ? matchAt(AND, text, place) : null;
    place += and?.[0].length ?? matchAt(GAP, text, place)?.[0].length ?? 0;
    if (place === end) break;
  }
  const point = end > at ? readPoint(text, end) : matchAt(POINT_FIRST, text, at) && matchAt(POINT, text, at);
  const decimals = point ? readDecimals(text, end + point[0].length) : null;
  if (end === at && !decimals) return null;
  if (spoken && matchAt(TIMED, text, end)) return spoken;
  const whole = total + group;
  return decimals ? { value: Number(`${whole}.${decimals.digits}`), end: decimals.end } : { value: whole, end };
}

function readPoint(text: string, at: number): RegExpExecArray | null {
  const sign = signAfterSpace(text, at);
  return isOneOf('pP', sign) || isSpace(sign) ? matchAt(POINT, text, at) : null;
}

function readDecimals(text: string, at: number): { digits: string; end: number } | null {
  let [digits, end] = ['', at];
  for (
    let found = matchAt(DIGIT_AFTER_POINT, text, end);
    found && digits.length < 6;
    found = matchAt(DIGIT_AFTER_POINT, text, end)
  ) {
    const word = String(found[1]).toLowerCase();
    digits += /^\d/.test(word) ? word : String(SMALL[word] ?? 0);
    end += found[0].length;
  }
  return digits ? { digits, end } : null;
}

function readArticle(text: string, at: number): NumberRead | null {
  const article = matchAt(ARTICLE, text, at);
  return article && { value: 1, end: at + article[0].length, article: true };
}
