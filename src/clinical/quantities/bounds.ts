/** The words around a number that make it a bound or an estimate: "at least 5", "<5", "5 or more", "about 5". */

import { patternsOf } from '../text/patterns.ts';
import { matchAt } from './match-at.ts';

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
const CAN_COMPARE = pattern('CAN_COMPARE', 'i');
const ESTIMATE = new RegExp(`(?:^|[\\s(,])${ABOUT}\\s*$`, 'i');
const CAN_ESTIMATE = /[~∼≈]\s*$|\p{L}\.?\s+$/u;
const AFTER = pattern('AFTER', 'iy');

export function boundAround(text: string, start: number, end: number): Bound {
  const lead = text.slice(Math.max(0, start - REACH), start);
  const bound: Bound = {};
  if (CAN_COMPARE.test(lead)) {
    for (const [pattern, sign] of BEFORE) {
      const found = pattern.exec(lead);
      if (!found) continue;
      bound.comparator = sign;
      bound.start = start - lead.length + found.index;
      break;
    }
  }
  if (CAN_ESTIMATE.test(lead) && ESTIMATE.test(lead)) bound.approximate = true;
  const after = bound.comparator ? null : matchAt(AFTER, text, end);
  if (after)
    bound.comparator = /^(?:less|fewer|lower|below|under|younger|shorter|maximum|most)$/i.test(
      after[1] ?? after[2] ?? '',
    )
      ? '<='
      : '>=';
  // "65+ years"
  if (!bound.comparator && /\d\+\s?\p{L}/u.test(text.slice(start, end))) bound.comparator = '>=';
  return bound;
}
