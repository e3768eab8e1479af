/** Numbers as people write them: digits with either decimal sign, thousands, and the small number words. */
import { readNumberWords, readPartAfter } from './number-words.ts';

/** For use inside other patterns: a number in digits, or a small number in words. */
export const DIGITS = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?';
export const COUNT_WORDS =
  'a couple of|a couple|couple of|a few|few|several|half an?|(?:one|two|three|four|five|six)\\s+and\\s+a\\s+half|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|twenty-?\\s?four|thirty|forty|forty-?\\s?five|fifty|sixty|ninety|a\\s+hundred';

/** "1,200" -> 1200, "6,5" -> 6.5, "two" -> 2. NaN if it is no number. */
export function numberOf(written: string): number {
  const text = written.trim().toLowerCase();
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replace(/,/g, ''));
  if (/^[\d.,]/.test(text)) return Number(text.replace(',', '.'));
  const read = readNumberWords(text === 'couple of' ? 'a couple of' : `${text} `, 0);
  const whole = read && readPartAfter(text, read);
  return whole && whole.end >= text.length ? whole.value : Number.NaN;
}
