/** Numbers as people write them: digits with either decimal sign, thousands, and the small number words. */

import { patternsOf } from '../text/patterns.ts';
import { isDigit, isOneOf } from './match-at.ts';
import { readNumberWords, readPartAfter } from './number-words.ts';

const { source } = patternsOf('quantities', 'numbers');

/** For use inside other patterns: a number in digits, or a small number in words. */
export const DIGITS = '\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?';
export const COUNT_WORDS = source('COUNT_WORDS');

/** "1,200" -> 1200, "6,5" -> 6.5, "two" -> 2. NaN if it is no number. */
export function numberOf(written: string): number {
  const text = written.trim().toLowerCase();
  if (text.includes(',') && /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replace(/,/g, ''));
  if (isDigit(text.charAt(0)) || isOneOf('.,', text.charAt(0))) return Number(text.replace(',', '.'));
  const read = readNumberWords(text === 'couple of' ? 'a couple of' : `${text} `, 0);
  const whole = read && readPartAfter(text, read);
  return whole && whole.end >= text.length ? whole.value : Number.NaN;
}
