/** Values as the pages show them: no digits that nobody measured, and no digit of a dose lost. */
import { expect, test } from 'vitest';
import { measuredText, toldText } from '../../../dashboard/console/parts/measured.ts';

test.each([
  [123.728, '124'],
  [0.92812, '0.928'],
  [12.456, '12.5'],
  [0.00123456, '0.00123'],
  [1234567.89, '1,234,568'],
])('a converted value of %d is shown as %s', (value, text) => {
  expect(measuredText(value)).toBe(text);
});

test.each([6.9, 128.3, 104.5, 101.3, 136, 1000])('%d is what a device shows: it stays', (value) => {
  expect(measuredText(value)).toBe(value.toLocaleString('en'));
});

test('a dose is never rounded', () => {
  expect([toldText(112.25), toldText(0.03125)]).toEqual(['112.25', '0.03125']);
});
