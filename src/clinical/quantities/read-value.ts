/** Reads the value that follows an observation's name: over the small words between them, the number, and its unit. */
import type { TimeMatch } from '../dates/dates.ts';
import { DIGITS, numberOf } from './numbers.ts';
import { readUnit } from './units.ts';

/** One number, or the two of a blood pressure. `words` holds what is no plain number: "<5", "110-130", "negative". */
export type Value = { start: number; end: number; number?: number; second?: number; words?: string; unit?: string };

/** What may stand between a name and its value. Each is skipped whole, in any order. */
const FILLER =
  /[\s,:=~*_"“”]+|[-–—](?=\s)|\([^()\d]{0,24}\)|(?:level|levels|reading|readings|count|test|tests|result|results|value|measurement|number|numbers|score)\b|(?:is|was|are|were|be|of|at|by|on|in|my|the|a|an|it|it['’]s|i|just|now|also|only|still|currently|usually|normally|always|again|today|like|here|which|that|came|back|as|out|has|had|have|been|being|measured|measures|recorded|checked|tested|reads|read|showed|shows|says|said|averages|averaging|average|hovers|hovering|running|around|about|approximately|approx|roughly|nearly|almost|between|up\s+to|down\s+to|to|rose|dropped|went|got|increased|decreased|spiked|jumped|fell|hit|reached|fasting|random|resting|latest|last|first|most\s+recent|left\s+arm|right\s+arm|sitting|standing)\b\.?|\d{1,2}\s*(?:hours?|hrs?|minutes?|mins?)\s+(?:after|before)\s+\w+|(?:after|before)\s+(?:breakfast|lunch|dinner|meals?|eating|exercise|bed|food|coffee)\b/iuy;
/** "Up 5 kg" is a change, not a value. */
const CHANGE = /\b(?:up|down|by|gained|lost|increase\s+of|decrease\s+of|drop\s+of|another|more|less)\s+$/iu;
const COMPARATOR = '(?:<=?|>=?|≤|≥|less\\s+than|more\\s+than|greater\\s+than|under|over|below|above)';
const NUMBER = new RegExp(`(${COMPARATOR})?\\s*(${DIGITS})(?![\\d])`, 'iuy');
const PAIR = /(\d{2,3})\s*(?:\/|over)\s*(\d{2,3})(?![\d/])/iuy;
const RANGE = new RegExp(`\\s*(?:-|–|to)\\s*(${DIGITS})(?![\\d/])`, 'iuy');
const RESULT_WORD = /(positive|negative|undetectable|not\s+detected|detected|inconclusive)\b/iuy;
/** A dose is not a measurement: "iron 65 mg", "potassium 20 mEq", "vitamin D 2000 IU". */
const DOSE_UNIT =
  /\s*-?\s*(?:mg|mcg|µg|ug|g|grams?|iu|units?|meq|ml|tablets?|tabs?|pills?|capsules?|drops?|puffs?|l|liters?|litres?|minutes?|hours?|days?|weeks?|months?|years?|times|x)\b(?!\s*\/)/iuy;
const MAX_GAP = 60;

/** The place where a value may stand after a name, past filler words and times. */
export function skipFiller(text: string, from: number, times: readonly TimeMatch[]): number {
  let at = from;
  while (at < text.length && at - from < MAX_GAP) {
    FILLER.lastIndex = at;
    const time = times.find(({ start }) => start === at);
    const step = time ? time.end - at : (FILLER.exec(text)?.[0].length ?? 0);
    if (step === 0) break;
    at += step;
  }
  return at;
}

export function readPair(text: string, at: number): Value | null {
  PAIR.lastIndex = at;
  const match = PAIR.exec(text);
  if (!match) return null;
  const [number, second] = [Number(match[1]), Number(match[2])];
  return withUnit(text, { start: at, end: at + match[0].length, number, second });
}

export function readValue(text: string, at: number): Value | null {
  if (CHANGE.test(text.slice(Math.max(0, at - 16), at))) return null;
  RESULT_WORD.lastIndex = at;
  const word = RESULT_WORD.exec(text)?.[1];
  if (word) return { start: at, end: at + word.length, words: word.toLowerCase() };
  NUMBER.lastIndex = at;
  const match = NUMBER.exec(text);
  if (!match) return null;
  const end = at + match[0].length;
  RANGE.lastIndex = end;
  const range = RANGE.exec(text);
  if (range)
    return withUnit(text, { start: at, end: end + range[0].length, words: text.slice(at, end + range[0].length) });
  const sign = comparatorSign(match[1]);
  const number = numberOf(String(match[2]));
  return withUnit(text, sign ? { start: at, end, words: `${sign}${match[2]}` } : { start: at, end, number });
}

function withUnit(text: string, value: Value): Value | null {
  const gap = /^(?:\s|-(?=[a-z]))*/iu.exec(text.slice(value.end))?.[0].length ?? 0;
  const unit = readUnit(text, value.end + gap);
  // "6.1 in the morning": a small word is only a unit where it is set like one.
  if (unit && !(gap > 0 && /^(?:in|m|c|f|k)$/.test(text.slice(value.end + gap, unit.end)))) {
    return { ...value, end: unit.end, unit: unit.unit };
  }
  DOSE_UNIT.lastIndex = value.end;
  return DOSE_UNIT.test(text) ? null : value;
}

/** "Over 140" says more than 140; "120 over 80" never comes here. */
function comparatorSign(written: string | undefined): string {
  if (!written) return '';
  if (/^[<≤]|less|under|below/i.test(written)) return /=|≤/.test(written) ? '≤' : '<';
  return /=|≥/.test(written) ? '≥' : '>';
}
