/** Values as the pages show them: no digits that nobody measured, and no digit of a dose lost. */
import { expect, test } from 'vitest';
import { amount, exactly, told } from '../../../dashboard/console/pages/record/words.ts';

test.each([
  [123.728, '124'],
  [0.92812, '0.928'],
  [12.456, '12.5'],
  [0.00123456, '0.00123'],
  [1234567.89, '1,234,568'],
])('a converted value of %d is shown as %s, and in full in the tooltip', (value, text) => {
  expect(amount(value, 'mg/dL')).toBe(`${text} mg/dL`);
  expect(exactly(value, 'mg/dL')).toBe(`${value.toLocaleString('en', { maximumFractionDigits: 10 })} mg/dL`);
});

test.each([6.9, 128.3, 104.5, 101.3, 136, 1000])(
  '%d is what a device shows: it stays, and needs no tooltip',
  (value) => {
    expect(amount(value)).toBe(value.toLocaleString('en'));
    expect(exactly(value)).toBeUndefined();
  },
);

test('a dose is never rounded', () => {
  expect(told(112.25, 'µg')).toBe('112.25 µg');
  expect(told(0.03125, 'mg')).toBe('0.03125 mg');
});
