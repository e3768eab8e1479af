/** The words around a number that make it a bound or an estimate: "at least 5", "<5", "5 or more", "about 5". */

import { patternsOf } from '../text/patterns.ts';
import { isAt, isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';

const { pattern, source } = patternsOf('quantities', 'bounds');

export type Comparator = '<' | '<=' | '>' | '>=';

export type Bound = { comparator?: Comparator; start?: number; approximate?: true };

const REACH = 36;
const ABOUT =
  '(?:about|around|approximately|approx\\.?|roughly|nearly|almost|circa|some|like|maybe|an?\\s+estimated|close\\s+to|ca\\.?|~|∼|≈)';
/** Each ends where the number begins. The order matters: "no more than" is not "more than". */
const BEFORE: readonly (readonly [RegExp, Comparator])[] = (
  [
    [source('AT_MOST'), '<='],
    [source('AT_LEAST'), '>='],
    ['(?:<|\\b(?:less|lower|fewer|smaller|younger|shorter)\\s+than|\\b(?:under|below))', '<'],
    [source('MORE_THAN'), '>'],
  ] as const
).map(([words, sign]) => [new RegExp(`${words}\\s*(?:${ABOUT}\\s*)?$`, 'i'), sign] as const);
const CAN_COMPARE = pattern('CAN_COMPARE', 'iy');
const ESTIMATE = new RegExp(`(?<=(?:^|[\\s(,])${ABOUT}\\s*)`, 'iy');
const AFTER = pattern('AFTER', 'iy');

export function boundAround(text: string, start: number, end: number): Bound {
  const bound: Bound = {};
  if (isAt(CAN_COMPARE, text, start)) {
    const lead = text.slice(Math.max(0, start - REACH), start);
    for (const [pattern, sign] of BEFORE) {
      const found = pattern.exec(lead);
      if (!found) continue;
      bound.comparator = sign;
      bound.start = start - lead.length + found.index;
      break;
    }
  }
  if (isAt(ESTIMATE, text, start)) bound.approximate = true;
  const sign = signAfterSpace(text, end);
  const after = !bound.comparator && (isOneOf('+,oOaAmM', sign) || isSpace(sign)) ? matchAt(AFTER, text, end) : null;
  if (after)
    bound.comparator = /^(?:less|fewer|lower|below|under|younger|shorter|maximum|most)$/i.test(
      after[1] ?? after[2] ?? '',
    )
      ? '<='
      : '>=';
  // "65+ years"
  const written = text.slice(start, end);
  if (!bound.comparator && written.includes('+') && /\d\+\s?\p{L}/u.test(written)) bound.comparator = '>=';
  return bound;
}
