import { describe, expect, test } from 'vitest';
import { findTimes } from '../../src/clinical/dates/dates.ts';

/** A Wednesday, 10:30 in New York (daylight saving time), 14:30 UTC. */
const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const iso = (text: string, forward = false) => findTimes(text, at, forward).map((time) => time.iso.slice(0, 16));

describe('a time means the user’s own clock', () => {
  test.each([
    ['this morning', '2026-03-18T12:00'],
    ['last night', '2026-03-18T02:00'],
    ['yesterday', '2026-03-17T16:00'],
    ['the day before yesterday', '2026-03-16T16:00'],
    ['yesterday evening at 7pm', '2026-03-17T23:00'],
    ['3 days ago', '2026-03-15T16:00'],
    ['two hours ago', '2026-03-18T12:30'],
    ['a couple of weeks ago', '2026-03-04T17:00'],
    ['last week', '2026-03-11T16:00'],
    ['last month', '2026-02-18T17:00'],
    ['on Monday', '2026-03-16T16:00'],
    ['next Tuesday at 10:00', '2026-03-24T14:00'],
    ['tomorrow at 3pm', '2026-03-19T19:00'],
    ['at 3:30 pm tomorrow', '2026-03-19T19:30'],
    ['on March 3', '2026-03-03T17:00'],
    ['March 3, 2020', '2020-03-03T17:00'],
    ['the 3rd of March 2020', '2020-03-03T17:00'],
    ['2024-05-06', '2024-05-06T16:00'],
    ['3/4/2021', '2021-03-04T17:00'],
    ['24/12/2021', '2021-12-24T17:00'],
    ['in 2019', '2019-01-01T17:00'],
    ['since March 2024', '2024-03-01T17:00'],
    ['last March', '2025-03-01T17:00'],
    ['in 3 days', '2026-03-21T16:00'],
    ['today', '2026-03-18T14:30'],
    ['last Tuesday', '2026-03-17T16:00'],
    ['3 weeks ago', '2026-02-25T17:00'],
    ['ten days ago', '2026-03-08T16:00'],
    ['twenty minutes ago', '2026-03-18T14:10'],
    ['two and a half hours ago', '2026-03-18T12:00'],
    ['a year and a half ago', '2024-09-18T16:00'],
    ['half an hour ago', '2026-03-18T14:00'],
    ['on the 5th', '2026-03-05T17:00'],
    ['on the 25th', '2026-02-25T17:00'],
    ['on the 5th of last month', '2026-02-05T17:00'],
    ['last night at 10', '2026-03-18T02:00'],
    ['last night at 2', '2026-03-18T06:00'],
    ['this morning at 7:15', '2026-03-18T11:15'],
    ['the night before last', '2026-03-17T02:00'],
    ['the week before last', '2026-03-04T17:00'],
    ['Monday of last week', '2026-03-09T16:00'],
    ['on Tues', '2026-03-17T16:00'],
    ['in mid-February', '2026-02-15T17:00'],
    ['late in January 2025', '2025-01-25T17:00'],
    ['last summer', '2025-07-01T16:00'],
    ['2 days before Christmas', '2025-12-23T17:00'],
    ['the day after Thanksgiving', '2025-11-28T17:00'],
    ['since Easter', '2025-04-20T16:00'],
    ['2024/05/06', '2024-05-06T16:00'],
    ['05-06-2024', '2024-05-06T16:00'],
    ['3 days from now', '2026-03-21T16:00'],
    ['three weeks from today', '2026-04-08T16:00'],
    ['since the weekend', '2026-03-14T16:00'],
    ['done in ’22', '2022-01-01T17:00'],
    ['the first Tuesday in May 2025', '2025-05-06T16:00'],
    ['a fortnight ago', '2026-03-04T17:00'],
    ['two Saturdays ago', '2026-03-07T17:00'],
    ['a week last Tuesday', '2026-03-10T16:00'],
    ['the Friday before last', '2026-03-06T17:00'],
    ['3d ago', '2026-03-15T16:00'],
    ['6/52 ago', '2026-02-04T17:00'],
    ['since the summer', '2025-07-01T16:00'],
    ['winter of 2021', '2021-01-01T17:00'],
    ['05/2019', '2019-05-01T16:00'],
    ['12-Jan-2026', '2026-01-12T17:00'],
    ['MI 2012, asthma', '2012-01-01T17:00'],
    ['at the beginning of the year', '2026-01-01T17:00'],
    ['the end of last month', '2026-02-25T17:00'],
    ['tomorrow at 2.15pm', '2026-03-19T18:15'],
  ])('%s', (text, expected) => expect(iso(text)).toEqual([expected]));

  test('the same words are another instant elsewhere', () => {
    const tokyo = { now: at.now, timezone: 'Asia/Tokyo' };
    expect(findTimes('this morning', tokyo)[0]?.iso).toBe('2026-03-17T23:00:00.000Z');
    expect(findTimes('this morning', { now: at.now, timezone: 'Nowhere/Land' })[0]?.iso).toBe(
      '2026-03-18T08:00:00.000Z',
    );
  });

  test('a date is written and a season falls as it does where the user lives', () => {
    const day = (text: string, timezone: string) => findTimes(text, { now: at.now, timezone })[0]?.iso.slice(0, 10);
    expect(day('on 3/4/2025', 'Europe/London')).toBe('2025-04-03');
    expect(day('on 3/4/2025', 'America/Chicago')).toBe('2025-03-04');
    expect(day('since 5/2', 'Asia/Kolkata')).toBe('2026-02-05');
    expect(day('last summer', 'Australia/Sydney')).toBe('2026-01-01');
  });

  test('an open day is of the month that was told before it', () => {
    expect(iso('on the 2nd of February it began, on the 11th I had surgery')).toEqual([
      '2026-02-02T17:00',
      '2026-02-11T17:00',
    ]);
  });

  test('this morning is never in the future', () => {
    const early = { now: new Date('2026-03-18T10:00:00Z'), timezone: 'America/New_York' };
    expect(findTimes('this morning', early)[0]?.iso).toBe('2026-03-18T10:00:00.000Z');
  });

  test('an open date looks back for what was, forward for what is planned', () => {
    expect(iso('on May 3')).toEqual(['2025-05-03T16:00']);
    expect(iso('on May 3', true)).toEqual(['2026-05-03T16:00']);
    expect(iso('Friday', true)).toEqual(['2026-03-20T16:00']);
  });

  test('a month after the 31st is the last day of the shorter one', () => {
    const end = { now: new Date('2026-03-31T12:00:00Z'), timezone: 'UTC' };
    expect(findTimes('last month', end)[0]?.iso).toBe('2026-02-28T12:00:00.000Z');
  });
});

test('a day, a month or a year is filed as one, and not as a moment of it', () => {
  const told = (text: string) => findTimes(text, at).map((time) => time.told);
  const months = ['last month', 'in March', 'early February', 'five months ago', 'Jan 2025', 'a year and a half ago'];
  const years = ['in 2019', 'last year', 'two years ago', "since '15", 'last summer'];
  for (const text of months) expect(told(text), text).toEqual([expect.stringMatching(/^\d{4}-\d{2}$/)]);
  for (const text of years) expect(told(text), text).toEqual([expect.stringMatching(/^\d{4}$/)]);
  for (const text of ['yesterday', 'on March 3', 'three weeks ago', 'last Monday', 'the day before yesterday'])
    expect(told(text), text).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
  // Of today the moment is kept, so that what was told last comes last.
  for (const text of ['today', 'this morning', 'at 9:30 last Monday', 'yesterday evening', 'two hours ago'])
    expect(told(text), text).toEqual(findTimes(text, at).map(({ iso }) => iso));
});

describe('no time is read where none is said', () => {
  test.each([
    'I may take 3 pills',
    'BP 120/80',
    'twice a day',
    'HbA1c of 6.5%',
    'on 45/80',
    '2024-13-45',
    'my son is 12',
    'the 5th floor',
    'on the 5th day',
    'I sat in the sun and we wed',
    'the next 3 doses',
    '110-120-130',
    'pain 7/10: worse at night',
    '16/3 am',
    'awake at 3am most nights',
    'vitamin D 2000 IU',
  ])('%s', (text) => expect(iso(text)).toEqual([]));
});

describe('a month of another year', () => {
  const months = (text: string) => findTimes(text, at).map(({ told }) => told);
  test.each([
    ['0.7 in February last year', ['2025-02']],
    ['in August of last year', ['2025-08']],
    ['last year in May', ['2025-05']],
    ['last year, in January,', ['2025-01']],
    ['since June the year before last', ['2024-06']],
    ['in February this year', ['2026-02']],
    ['on 12 February last year', ['2025-02-12']],
    ['in January', ['2026-01']],
    ['80 in August, last year 85', ['2025-08', '2025']],
    ['20 in January. Last year it was 40', ['2026-01', '2025']],
  ])('%s', (text, told) => expect(months(text)).toEqual(told));
});
