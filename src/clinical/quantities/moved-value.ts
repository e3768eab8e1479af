/**
 * "Weight 94 to 91 kg", "went from 6 to 14": two values in time, of which the second is the present one. "Pulse 70 to 80" is a range. What
 * goes from more to less has moved, since people give a range from its lower end; what goes up has moved where a verb says so.
 */
import { patternsOf } from '../text/patterns.ts';
import type { Quantity } from './find-quantities.ts';

const { pattern } = patternsOf('quantities', 'moved-value');

const RANGING = pattern('RANGING', 'i');
const RISING =
  /\b(?:went|gone|rose|risen|climbed|crept|jumped|shot|increased|improved|moved|changed|came|come|picked)\s+(?:(?:up|back|on|steadily|slowly)\s+){0,2}(?:from\s+)?$/i;
const FROM = /\bfrom\s+(?:about\s+|around\s+)?$/i;
const TO = /^\s+(?:(?:up|down|back)\s+)?to\s+(?:about\s+|around\s+)?$/i;
/** Enough for the words before a number that say how it moved. */
const LEAD = 40;

/** Whether a value came from the one number to the other, which stand one after the other. */
export function hasMoved(text: string, at: number, first: number, second: number): boolean {
  const lead = text.slice(Math.max(0, at - LEAD), at);
  return !RANGING.test(lead) && (second < first || (second > first && RISING.test(lead)));
}

export function isRanging(text: string, at: number): boolean {
  return RANGING.test(text.slice(Math.max(0, at - LEAD), at));
}

/** Where those stand that a value has left, without a day of their own: "from 150/95 to 138/85", "12 stone to 11 stone". */
export function leftValues(text: string, quantities: readonly Quantity[]): ReadonlySet<number> {
  const left = new Set<number>();
  quantities.forEach((one, index) => {
    const next = quantities[index + 1];
    if (one.value === undefined || next?.value === undefined || next.start - one.end > LEAD) return;
    if ((one.second === undefined) !== (next.second === undefined)) return;
    if (one.dimension !== next.dimension || !TO.test(text.slice(one.end, next.start))) return;
    const isFrom = FROM.test(text.slice(Math.max(0, one.start - LEAD), one.start)) && !isRanging(text, one.start);
    if (isFrom || hasMoved(text, one.start, one.value, next.value)) left.add(one.start);
  });
  return left;
}
