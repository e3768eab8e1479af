/** Numbers as people write them: digits with either decimal sign, thousands, and the small number words. */

const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
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
  half: 0.5,
  'half a': 0.5,
  'a couple of': 2,
  'a couple': 2,
  'couple of': 2,
  'a few': 3,
  few: 3,
  several: 4,
};

/** For use inside other patterns: a number in digits, or a small number in words. */
export const DIGITS = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?';
export const COUNT_WORDS =
  'a couple of|a couple|couple of|a few|few|several|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';

/** "1,200" -> 1200, "6,5" -> 6.5, "two" -> 2. NaN if it is no number. */
export function numberOf(written: string): number {
  const text = written.trim().toLowerCase().replace(/\s+/g, ' ');
  const word = WORDS[text === 'half an' ? 'half' : text];
  if (word !== undefined) return word;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replace(/,/g, ''));
  return Number(text.replace(',', '.'));
}
