import { expect, test } from 'vitest';
import { interpret, referenceRange } from '../../src/clinical/observations/ranges.ts';

test('a range names its unit and its source', () => {
  const range = referenceRange('HbA1c');
  expect(range).toMatchObject({ low: 4, high: 5.6, unit: '%' });
  expect(range?.source).toContain('American Diabetes Association');
});

test('men and women have their own haemoglobin range; unknown sex gets the wider one', () => {
  expect(referenceRange('hemoglobin', { sex: 'male' })).toMatchObject({ low: 14, high: 18 });
  expect(referenceRange('hemoglobin', { sex: 'female' })).toMatchObject({ low: 12, high: 16 });
  expect(referenceRange('hemoglobin')).toMatchObject({ low: 12, high: 18 });
  expect(interpret('Hemoglobin', 13, { sex: 'male' })).toBe('low');
  expect(interpret('Hemoglobin', 13, { sex: 'female' })).toBe('normal');
});

test('an adult range is never used for a child, nor a man’s for a woman', () => {
  expect(referenceRange('Heart rate', { age: 3 })).toBeNull();
  expect(interpret('Heart rate', 130, { age: 3 })).toBeNull();
  expect(referenceRange('PSA', { sex: 'female' })).toBeNull();
});

test.each([
  ['Systolic blood pressure', 120, 'normal'],
  ['Systolic blood pressure', 145, 'high'],
  ['Systolic blood pressure', 185, 'critical-high'],
  ['Systolic blood pressure', 85, 'low'],
  ['Potassium', 2.3, 'critical-low'],
  ['Potassium', 4.2, 'normal'],
  ['HbA1c', 6.5, 'high'],
  ['HDL cholesterol', 35, 'low'],
  ['LDL cholesterol', 90, 'normal'],
  ['Oxygen saturation', 86, 'critical-low'],
  ['Weight', 80, null],
  ['Lactate', 4.5, 'critical-high'],
  ['ionised calcium', 1.2, 'normal'],
  ['Partial thromboplastin time', 40, 'high'],
  ['lithium level', 1.6, 'critical-high'],
  ['T-score', -2.6, 'low'],
  ['PHQ-9', 3, 'normal'],
  ['TIBC', 400, 'high'],
  ['RDW', 13.5, 'normal'],
  ['Ferritin', 320, 'normal'],
])('%s %d is %s', (name, value, expected) => expect(interpret(name, value)).toBe(expected));

test('men and women have their own limits where the source gives two', () => {
  expect(interpret('QTc', 455, { sex: 'male' })).toBe('high');
  expect(interpret('QTc', 455, { sex: 'female' })).toBe('normal');
  expect(interpret('LVEF', 53, { sex: 'male' })).toBe('normal');
  expect(interpret('LVEF', 53, { sex: 'female' })).toBe('low');
  expect(referenceRange('DHEA-S', { sex: 'female' })).toMatchObject({ low: 60, high: 330, unit: 'µg/dL' });
  expect(referenceRange('DHEA-S')).toBeNull();
});

test('every range names its source in words', () => {
  expect(referenceRange('Fecal calprotectin')?.source).toContain('National Institute');
  expect(referenceRange('procalcitonin')?.source).toContain('American Board of Internal Medicine');
});
