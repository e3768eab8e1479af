/** The words around a number that make it a bound or an estimate: "at least 5", "<5", "5 or more", "about 5". */
import type { Comparator } from './find-quantities.ts';
import { matchAt } from './match-at.ts';

export type Bound = { comparator?: Comparator; start?: number; approximate?: true };

const REACH = 36;
const ABOUT =
  '(?:about|around|approximately|approx\\.?|roughly|nearly|almost|circa|some|like|maybe|an?\\s+estimated|close\\s+to|ca\\.?|~|∼|≈)';
/** Each ends where the number begins. The order matters: "no more than" is not "more than". */
const BEFORE: readonly (readonly [RegExp, Comparator])[] = (
  [
    [
      '(?:<=|=<|≤|⩽|≦|\\bat\\s+most|\\b(?:no|not)\\s+(?:more|higher|greater|longer|over|above)(?:\\s+than)?|\\bup\\s+to|\\bmax(?:imum|\\.)?(?:\\s+of)?|\\bnot\\s+(?:to\\s+)?exceed(?:ing)?|\\b(?:less|lower|fewer)\\s+than\\s+or\\s+equal\\s+to|\\bequal\\s+to\\s+or\\s+(?:less|lower|fewer)\\s+than|\\bwithin(?:\\s+the)?(?:\\s+(?:past|last|previous|prior|first))?)',
      '<=',
    ],
    [
      '(?:>=|=>|≥|⩾|≧|‡|\\bat\\s+least|\\b(?:no|not)\\s+(?:less|fewer|lower)\\s+than|\\bmin(?:imum|\\.)?(?:\\s+of)?|\\b(?:greater|more|higher)\\s+than\\s+or\\s+equal\\s+to|\\bequal\\s+to\\s+or\\s+(?:greater|more|higher)\\s+than)',
      '>=',
    ],
    ['(?:<|\\b(?:less|lower|fewer|smaller|younger|shorter)\\s+than|\\b(?:under|below))', '<'],
    [
      '(?:>|\\b(?:more|greater|higher|larger|older|longer|better)\\s+than|\\b(?:over|above|beyond|exceed(?:s|ed|ing)?|in\\s+excess\\s+of|upwards\\s+of|north\\s+of))',
      '>',
    ],
  ] as const
).map(([words, sign]) => [new RegExp(`${words}\\s*(?:${ABOUT}\\s*)?$`, 'iu'), sign] as const);
const CAN_COMPARE =
  /[<>=≤≥⩽≦⩾≧‡]\s*(?:[~∼≈]\s*)?$|\b(?:most|than|to|of|max\.?|min\.?|maximum|minimum|exceed(?:ing|s|ed)?|least|under|below|over|above|beyond|within|the|past|last|previous|prior|first|about|around|approximately|nearly|almost|roughly)\s+$/iu;
const ESTIMATE = new RegExp(`(?:^|[\\s(,])${ABOUT}\\s*$`, 'iu');
const CAN_ESTIMATE = /[~∼≈]\s*$|\p{L}\.?\s+$/u;
const AFTER =
  /\s?\+(?!\s?[\d/-])|,?\s+(?:or|and)\s+(more|greater|higher|above|over|older|longer|up|less|fewer|lower|below|under|younger|shorter)\b|\s+(?:at\s+)?(minimum|maximum|(?<=at\s)(?:most|least))\b/iuy;

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
