/** What a message says of a supply: how many there are, how many are taken on a day, and whether today's are taken. */
import { COUNT_WORDS, numberOf } from '../quantities/numbers.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { holdsAny } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';

const { pattern, source } = patternsOf('medicines', 'supply');

const COUNT = `\\d{1,3}(?![\\d.,:/]|\\s{0,3}(?:mg|mcg|g|ml|%|kg|days?|weeks?|months?|years?|am|pm|hours?)\\b)|${COUNT_WORDS}`;
const PIECE = source('PIECE');
const AT_TIME = source('AT_TIME', { DAY_TIME: source('DAY_TIME') });
const OFTEN = source('OFTEN');
const ANY_PIECE = new RegExp(`\\b${PIECE}\\b`, 'i');
const ASKS = pattern('ASKS', 'i');
const STOCK = pattern('STOCK', 'giu', { COUNT, PIECE });
/** "Two puffs twice a day", "three a day", "one in the morning": how many at a time, and how often. */
const EACH_TIME = pattern('EACH_TIME', 'gi', { COUNT, PIECE, AT_TIME });
const A_DAY = pattern('A_DAY', 'i', { COUNT, PIECE });
const TIMES = pattern('TIMES', 'i', { COUNT, PIECE, OFTEN });
/** How each of them ends: to try a count at every word costs much more. */
const HAS_TIME = new RegExp(AT_TIME, 'i');
const HAS_OFTEN = new RegExp(OFTEN, 'i');
const HAS_DAY = /\sda(?:y|ily)\b/i;
const NOT_YET =
  /\b(?:not|none|nothing|n['’]t|yet to|still (?:have )?to)\b.{0,30}\b(?:today|yet|this morning)\b|\btoday['’]?s\b.{0,20}\b(?:still|not)\b/i;
const ALL_TAKEN =
  /\btoday['’]?s?\b.{0,30}\b(?:already|taken|in|done|had|gone)\b|\b(?:already|have|had|taken|took)\b.{0,20}\btoday['’]?s?\b/i;
const ONE_TAKEN = pattern('ONE_TAKEN', 'i');
/** Of one medicine nobody takes more pieces at a time. */
const MOST_AT_ONCE = 20;
/** One of them is in whatever says how many are taken on a day. */
const OF_A_DAY = ['day', 'dai', 'morn', 'even', 'night', 'noon', 'lunch', 'bed', 'break', 'dinner', 'supper'];

/** Whether a message tells of a supply: how many are left, or how long they last. */
export function tellsSupply(text: string): boolean {
  return (ASKS.test(text) || perDayIn(text) !== null) && stockIn(text) !== null;
}

export function stockIn(text: string): { count: number; piece: string } | null {
  const found = matchesOf(STOCK, text).flatMap(({ groups = {}, index }) => {
    const said = groups.before ?? groups.after ?? groups.with ?? groups.named;
    const isMedicine =
      groups.named === undefined || findTerms(groups.what ?? '').some(({ term }) => term.kind === 'drug');
    return said && isMedicine ? [{ count: numberOf(said), index }] : [];
  });
  const [most] = found.toSorted((a, b) => b.count - a.count);
  const piece = ANY_PIECE.exec(text)?.[0].toLowerCase();
  return most && Number.isFinite(most.count) && most.count > 0 ? { count: most.count, piece: pieces(piece) } : null;
}

export function perDayIn(text: string): number | null {
  if (!holdsAny(text.toLowerCase(), OF_A_DAY)) return null;
  const often = HAS_OFTEN.test(text) ? TIMES.exec(text)?.groups : undefined;
  if (often?.times) return atOnce(often.count) * timesOf(often.times);
  const parts = HAS_TIME.test(text) ? matchesOf(EACH_TIME, text) : [];
  if (parts.length > 0) return parts.reduce((sum, { groups }) => sum + atOnce(groups?.count), 0);
  const daily = HAS_DAY.test(text) ? A_DAY.exec(text)?.groups?.count : undefined;
  return daily ? atOnce(daily) : null;
}

/** "Metformin 500 twice a day": a strength, of which one is taken. */
function atOnce(count = '1'): number {
  const number = numberOf(count);
  return number > MOST_AT_ONCE ? 1 : number;
}

export function takenToday(text: string, perDay: number): number | null {
  if (NOT_YET.test(text)) return 0;
  if (ONE_TAKEN.test(text)) return 1;
  return ALL_TAKEN.test(text) ? perDay : null;
}

function pieces(word: string | undefined): string {
  if (!word || /^(?:one|dose)/.test(word)) return 'tablets';
  return word.endsWith('s') ? word : `${word}s`;
}

function timesOf(word: string): number {
  const lower = word.toLowerCase();
  return { once: 1, twice: 2, thrice: 3 }[lower] ?? numberOf(lower.split(' ', 1)[0] ?? '1');
}
