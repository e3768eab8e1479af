/** Values some words away from their names, and those of several times. */
import { describe, expect, test } from 'vitest';
import { filed } from './filed.ts';

describe('a value belongs to the name before it, whatever is said between', () => {
  test.each([
    ['They did my cholesterol and it came out at 6.4', 'Total cholesterol 6.4 mmol/L'],
    ['Vitamin D was on the floor, 22', 'Vitamin D level 22 nmol/L'],
    ['ALT is twice the upper limit at 84', 'ALT 84 U/L'],
    ['Platelets have halved to 90', 'Platelet count 90 10^9/L'],
    ['Hemoglobin up to 11.2 with the iron', 'Hemoglobin 11.2 g/dL'],
    ['My 3 month HbA1c was 7.1 %', 'HbA1c 7.1 %'],
  ])('%s', (text, value) => expect(filed(text)).toContain(value));

  test.each([
    'My cholesterol was checked, I am 52',
    'My cholesterol is a problem at my age, 62',
    'My haemoglobin should be above 12',
    'My blood pressure was fine, my wife’s was not, 160/95',
    'The lab called about my potassium, somebody else’s was 4.9',
    'My weight was a mistake in the record, 85',
    'Is my cholesterol a problem, 5?',
  ])('%s: no value', (text) => expect(filed(text)).toEqual([]));
});

describe('several values of one name', () => {
  test('of one size, of what is taken seldom', () => {
    expect(filed('HbA1c 52, 48 and then 45')).toEqual(['HbA1c 52 mmol/mol', 'HbA1c 48 mmol/mol', 'HbA1c 45 mmol/mol']);
    expect(filed('CRP 5, 12 days after')).toEqual(['C-reactive protein 5 mg/L']);
  });

  test('only the fasting one is fasting', () => {
    expect(filed('fasting sugar 6.8, after lunch 11.2')).toEqual([
      'Fasting glucose 6.8 mmol/L',
      'Blood glucose 11.2 mmol/L',
    ]);
  });
});
