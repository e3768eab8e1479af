/** Amounts as the console writes them. */
import { expect, test } from 'vitest';
import { costText, durationText, plural, secondsText, sizeText } from '../../../dashboard/console/parts/amounts.ts';

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_240, '1.24 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [125_000, '2 min 5 s'],
  [11_400_000, '3 h 10 min'],
  [187_200_000, '2 d 4 h'],
])('%i ms reads as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [0.2, '0 s'],
  [59.6, '1 min'],
])('%f seconds read as %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1_500, '1.5 kB'],
  [412_000_000, '412 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [null, 'price unknown'],
  [0, '$0.00'],
  [1.239, '$1.24'],
  [0.000_312, '$0.00031'],
  [0.000_001, 'under $0.00001'],
])('a cost of %s reads as %s: small ones are not rounded to nothing', (usd, text) => {
  expect(costText(usd)).toBe(text);
});

test('one is not many', () => {
  expect([plural(1, 'job'), plural(1_200, 'job')]).toEqual(['1 job', '1,200 jobs']);
});
