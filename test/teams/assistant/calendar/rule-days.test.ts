/** Recurrence rules give the days that RFC 5545 says; the examples are its own (3.8.5.3), as days. */
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { parseRule } from '../../../../src/teams/assistant/calendar/rule.ts';
import { dayOf, daysOf } from '../../../../src/teams/assistant/calendar/rule-days.ts';

const FAR = dayOf(2300, 0, 1);
const dayFrom = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const textOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

function days(rule: string, start: string, most: number): string[] {
  const found: string[] = [];
  for (const day of daysOf(parseRule(rule), dayFrom(start), dayFrom(start), FAR)) {
    found.push(textOf(day));
    if (found.length === most) break;
  }
  return found;
}

/** Days of a month in short: "1997-09 2 4; 1997-10 1". */
const spell = (text: string) =>
  text.split(';').flatMap((part) => {
    const [month = '', ...dates] = part.trim().split(' ');
    return dates.map((date) => `${month}-${date.padStart(2, '0')}`);
  });

test.each([
  ['FREQ=DAILY;COUNT=10', '1997-09-02', '1997-09 2 3 4 5 6 7 8 9 10 11'],
  ['FREQ=DAILY;INTERVAL=2', '1997-09-02', '1997-09 2 4 6 8 10'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '1997-09 2 12 22; 1997-10 2 12'],
  ['FREQ=DAILY;BYMONTH=1', '1998-01-30', '1998-01 30 31; 1999-01 1 2'],
  ['FREQ=WEEKLY;COUNT=10', '1997-09-02', '1997-09 2 9 16 23 30; 1997-10 7 14 21 28; 1997-11 4'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '1997-09 2 16 30; 1997-10 14 28'],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-09 2 4 9 11 16 18 23 25 30; 1997-10 2'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-09 2 4 16 18 30; 1997-10 2 14 16'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997-08 5 10 19 24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997-08 5 17 19 31'],
  ['FREQ=MONTHLY;COUNT=4;BYDAY=1FR', '1997-09-05', '1997-09 5; 1997-10 3; 1997-11 7; 1997-12 5'],
  ['FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU', '1997-09-07', '1997-09 7 28; 1997-11 2 30; 1998-01 4 25'],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', '1997-09 22; 1997-10 20; 1997-11 17'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '1997-09 28; 1997-10 29; 1997-11 28; 1997-12 29'],
  ['FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1', '1997-09-30', '1997-09 30; 1997-10 1 31; 1997-11 1 30'],
  ['FREQ=MONTHLY;INTERVAL=18;COUNT=4;BYMONTHDAY=10,11', '1997-09-10', '1997-09 10 11; 1999-03 10 11'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007-01 15 30; 2007-02 15; 2007-03 15 30'],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997-09 4; 1997-10 7; 1997-11 6'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '1997-09 29; 1997-10 30; 1997-11 27; 1997-12 30'],
  ['FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13', '1997-09-13', '1997-09 13; 1997-10 11; 1997-11 8; 1997-12 13'],
  [
    'FREQ=YEARLY;COUNT=6;BYMONTH=6,7',
    '1997-06-10',
    '1997-06 10; 1997-07 10; 1998-06 10; 1998-07 10; 1999-06 10; 1999-07 10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200',
    '1997-01-01',
    '1997-01 1; 1997-04 10; 1997-07 19; 2000-01 1; 2000-04 9',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997-05 19; 1998-05 18; 1999-05 17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997-05 12; 1998-05 11; 1999-05 17'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997-03 13 20 27; 1998-03 5 12'],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05',
    '1996-11 5; 2000-11 7; 2004-11 2',
  ],
  ['FREQ=YEARLY', '2024-02-29', '2024-02 29; 2028-02 29; 2032-02 29'],
  ['FREQ=MONTHLY', '2026-01-31', '2026-01 31; 2026-03 31; 2026-05 31'],
])('%s', (rule, start, expected) => {
  const wanted = spell(expected);
  expect(days(rule, start, wanted.length)).toEqual(wanted);
});

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY;INTERVAL=5',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=1,2,3',
  'FREQ=DAILY;BYSECOND=1',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=MONTHLY;BYDAY=99MO',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYMONTHDAY=0',
  'FREQ=YEARLY;BYMONTH=13',
  'BYDAY=MO',
  'nonsense',
  '',
  `FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(400)}1`,
])('refuses %s', (rule) => {
  expect(() => parseRule(rule)).toThrow(/recurrence rule is refused/);
});

test('a rule that fits no day, and one without an end, end with the range', () => {
  const [from, to] = [dayFrom('2026-02-03'), dayFrom('2027-02-03')];
  for (const rule of ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=5'])
    expect([...daysOf(parseRule(rule), from, from + 1, to)]).toEqual([]);
  expect([...daysOf(parseRule('FREQ=DAILY'), from, from, to)]).toHaveLength(366);
});

const plainRule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    byDay: fc.subarray(['MO', 'WE', 'FR', 'SU']),
    count: fc.option(fc.integer({ min: 1, max: 40 })),
  })
  .map(({ freq, interval, byDay, count }) =>
    [
      `FREQ=${freq}`,
      `INTERVAL=${interval}`,
      ...(byDay.length > 0 && freq === 'WEEKLY' ? [`BYDAY=${byDay.join(',')}`] : []),
      ...(count === null ? [] : [`COUNT=${count}`]),
    ].join(';'),
  );
/** From a Monday that is the first of its month: for the rules above it belongs to the series, or ical.js begins later. */
const START = '2026-06-01';

test('plain rules give the same days as ical.js', () => {
  fc.assert(
    fc.property(plainRule, (text) => {
      fc.pre(!/BYDAY=(?!.*MO)/.test(text));
      const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(START));
      const theirs: string[] = [];
      for (let day = iterator.next(); day && theirs.length < 30; day = iterator.next()) theirs.push(day.toString());
      expect(days(text, START, 30)).toEqual(theirs);
    }),
  );
});

test('a part of the range has the days that the whole has there', () => {
  fc.assert(
    fc.property(plainRule, fc.nat(2_000), fc.nat(400), (text, offset, length) => {
      const rule = parseRule(text);
      const start = dayFrom(START);
      const [from, to] = [start + offset, start + offset + length];
      const whole = [...daysOf(rule, start, start, to)].filter((day) => day >= from);
      expect([...daysOf(rule, start, from, to)]).toEqual(whole);
    }),
  );
});
