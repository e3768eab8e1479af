/** Lists of values, in any order: each number keeps its own name and its own day, whatever stands beside it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filed } from './filed.ts';

const TESTS = [
  { said: 'ferritin', name: 'Ferritin', unit: 'ng/mL', values: [41, 9, 120] },
  { said: 'LDL', name: 'LDL cholesterol', unit: 'mg/dL', values: [160, 98] },
  { said: 'HDL', name: 'HDL cholesterol', unit: 'mg/dL', values: [38, 61] },
  { said: 'TSH', name: 'TSH', unit: 'mIU/L', values: [2.4, 6.1] },
  { said: 'A1c', name: 'HbA1c', unit: '%', values: [7.4, 5.6] },
] as const;
const DAYS = [
  { said: 'on 2 February', day: '2026-02-02' },
  { said: 'yesterday', day: '2026-03-17' },
  { said: 'last month', day: '2026-02' },
  { said: 'in 2024', day: '2024' },
] as const;
const US = 'America/New_York';

const chosen = fc.shuffledSubarray([...TESTS], { minLength: 2 }).chain((tests) =>
  fc.tuple(
    ...tests.map((test) =>
      fc.record({
        test: fc.constant(test),
        value: fc.constantFrom<number>(...test.values),
        day: fc.constantFrom(...DAYS),
        valueFirst: fc.boolean(),
      }),
    ),
  ),
);

test('each item of a list keeps its own name and its own day', () => {
  fc.assert(
    fc.property(chosen, fc.constantFrom(', ', ' and ', '; '), (items, joint) => {
      const text = items
        .map(({ test, value, day, valueFirst }) =>
          valueFirst ? `${value} ${test.said} ${day.said}` : `${test.said} ${value} ${day.said}`,
        )
        .join(joint);
      const expected = items.map(({ test, value, day }) => `${test.name} ${value} ${test.unit} @${day.day}`);
      expect(filed(text, US).sort(), text).toEqual(expected.sort());
    }),
  );
});

test('items without a day share the one that is said at the end, or at the beginning', () => {
  fc.assert(
    fc.property(chosen, fc.constantFrom(...DAYS), fc.boolean(), (items, day, first) => {
      const list = items.map(({ test, value }) => `${test.said} ${value}`).join(', ');
      const text = first ? `${day.said}: ${list}` : `${list} ${day.said}`;
      const expected = items.map(({ test, value }) => `${test.name} ${value} ${test.unit} @${day.day}`);
      expect(filed(text, US).sort(), text).toEqual(expected.sort());
    }),
  );
});

test('a vital sign without a name counts in the company of another, and not where it is the object of something else', () => {
  expect(filed('1.74m, 62kg, 118/74')).toHaveLength(4);
  expect(filed('At the gym I lifted 80 kg and jumped 140 cm, pulse 120')).toEqual(['Heart rate 120 bpm']);
  expect(filed('We bought 12 kg of rice and a 190 cm sofa')).toEqual([]);
});

describe('what shows a number tells what it is', () => {
  test.each([
    ['monitor says 230/130', ['Systolic blood pressure 230 mmHg', 'Diastolic blood pressure 130 mmHg']],
    ['612 on my meter', ['Blood glucose 612 mg/dL']],
    ['the scale said 81.4', ['Weight 81.4 kg']],
    ['Weighed myself on Monday, seventy nine point two', ['Weight 79.2 kg @2026-03-16']],
    ['my fitbit reads 158 and my heart will not settle', ['Heart rate 158 bpm']],
    ['heart galloping away at 144', ['Heart rate 144 bpm']],
    ['thermometer shows 38.9', ['Body temperature 38.9 °C']],
  ])('%s', (text, expected) => expect(filed(text, 'Europe/Berlin')).toEqual(expected));

  test.each([
    'my heart was fluttering at 3 in the morning',
    'my coffee machine broke after 120 cups',
    'pain scale 7',
    'peak flow meter',
    'on a scale of 40 to 50',
  ])('and what shows none tells nothing: %s', (text) =>
    expect(filed(text).filter((line) => /glucose|pressure|Weight|rate/.test(line))).toEqual([]),
  );
});
