/** Where a series is heading; a wrong answer here tells someone they are getting better when they are not. */
import { describe, expect, test } from 'vitest';
import { REFERENCE_RANGES } from '../../src/clinical/observations/reference-ranges.ts';
import { MEANINGFUL_CHANGES, meaningfulChange, trendOf } from '../../src/clinical/observations/trends.ts';
import { OBSERVATIONS } from '../../src/clinical/vocabulary/observations.ts';

const START = Date.UTC(2024, 0, 1);
const at = (day: number) => new Date(START + day * 86_400_000).toISOString();
/** One value every `step` days. */
const every = (step: number, values: readonly number[]) =>
  values.map((value, index) => ({ time: at(index * step), value }));

describe('the direction', () => {
  test.each([
    ['HbA1c', 'rising', every(90, [6.1, 6.4, 6.5, 6.9])],
    ['HbA1c', 'falling', every(90, [8.2, 7.6, 7.1])],
    ['HbA1c', 'stable', every(90, [6.5, 6.6, 6.4, 6.6])],
    ['Weight', 'rising', every(30, [70, 71, 72.5, 74])],
    ['Weight', 'stable', every(30, [100, 101, 100.5, 101])],
    ['Systolic blood pressure', 'falling', every(7, [152, 149, 147, 141, 139])],
    ['A1C', 'rising', every(90, [6.1, 6.4, 6.5, 6.9])],
    ['Something new', 'rising', every(10, [10, 11, 12])],
    ['Something new', 'stable', every(10, [100, 101, 102])],
  ] as const)('%s is %s', (name, direction, points) => {
    expect(trendOf(name, points).direction).toBe(direction);
  });

  test('says what it adds up to and over how long', () => {
    expect(trendOf('HbA1c', every(100, [6, 6.5, 7]))).toEqual({ direction: 'rising', change: 1, days: 200 });
  });

  test('one wild value does not bend it', () => {
    expect(trendOf('Weight', every(30, [80, 80, 8, 80, 80, 800, 80])).direction).toBe('stable');
  });

  test('the order of the points does not matter', () => {
    const points = every(90, [8.2, 7.6, 7.1, 6.9]);
    expect(trendOf('HbA1c', points.toReversed())).toEqual(trendOf('HbA1c', points));
  });

  test('uneven spacing counts by time, not by number', () => {
    const early = [0, 1, 2, 3].map((day) => ({ time: at(day), value: 80 }));
    expect(trendOf('Weight', [...early, { time: at(300), value: 90 }]).direction).toBe('stable');
  });
});

describe('what is too little to say', () => {
  test.each([
    ['nothing', []],
    ['two values', every(90, [6, 9])],
    ['many values of one day', [120, 130, 150, 170].map((value, hour) => ({ time: at(hour / 24), value }))],
    ['values without a time', [1, 2, 3].map((value) => ({ time: 'some day', value }))],
  ])('%s', (_, points) => expect(trendOf('HbA1c', points)).toEqual({ direction: 'too_few' }));
});

describe('the stretch of time', () => {
  test('years long gone do not hide the last one', () => {
    const old = every(180, [9, 9, 9, 9, 9, 9]).map(({ value }, index) => ({ time: at(-2000 + index * 180), value }));
    const lastYear = every(60, [6, 6.2, 6.5, 6.8, 7]);
    expect(trendOf('HbA1c', [...old, ...lastYear]).direction).toBe('rising');
  });

  test('what is measured once a year is judged by the last five times', () => {
    const yearly = every(365, [9, 9, 9, 6, 6.3, 6.6, 6.9, 7.2]);
    expect(trendOf('HbA1c', yearly)).toMatchObject({ direction: 'rising', days: 4 * 365 });
  });

  test('of years of daily values the last one counts, so that the pairs stay few', () => {
    const daily = every(
      1,
      Array.from({ length: 3000 }, (_, day) => 80 + day / 100),
    );
    expect(trendOf('Weight', daily)).toMatchObject({ direction: 'rising', days: 365 });
  });
});

describe('the table of meaningful changes', () => {
  test('knows every observation that has a reference range, and only observations', () => {
    const known = new Set(MEANINGFUL_CHANGES.map(({ name }) => name));
    const missing = REFERENCE_RANGES.map(({ name }) => name).filter((name) => !known.has(name));
    // A troponin has no usual course: any rise is judged by its range.
    expect([...new Set(missing)]).toEqual(['Troponin']);
    const observations = new Set(OBSERVATIONS.map(({ name }) => name));
    expect([...known].filter((name) => !observations.has(name))).toEqual([]);
    expect(known.size).toBe(MEANINGFUL_CHANGES.length);
  });

  test('gives an amount above nothing for each', () => {
    for (const { name } of MEANINGFUL_CHANGES) expect(meaningfulChange(name, 10)).toBeGreaterThan(0);
    expect(meaningfulChange('Weight', 100)).toBe(3);
    expect(meaningfulChange('Body weight', 100)).toBe(3);
    expect(meaningfulChange('HbA1c', 100)).toBe(0.5);
  });
});
