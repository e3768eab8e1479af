/** Any schedule is either refused, or can be stored, read again, and fired for years without a flood. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/platform/errors.ts';
import { readSchedule } from '../../../src/teams/research/read-schedule.ts';
import { nextRepeat, nextTime, Schedule, timeAfter } from '../../../src/teams/schedule.ts';
import { fewer } from '../../support/sampled.ts';

const FIVE_MINUTES = 5 * 60_000;
const FIVE_YEARS = 5 * 366 * 86_400_000;

const count = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.bigInt({ min: 0n, max: 10n ** 25n })).map(String);
const unit = fc.constantFrom('minute', 'hours', 'day', 'weeks', 'month', 'years', 'Monday', 'fortnights');
const field = fc.oneof(
  fc.constantFrom(
    '*',
    '*/5',
    '*/2',
    '0',
    '0,58',
    '30-31',
    '?',
    'L',
    'H',
    'MON',
    'JAN-MAR',
    '1#2',
    '5L',
    '99',
    '-1',
    '1/0',
  ),
  fc.integer({ min: -1, max: 60 }).map(String),
  fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 8 }).map((list) => list.join(',')),
);
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom('every ', 'each ', '+', 'in ', 'on ', ''), count, fc.constant(' '), unit)
    .map((t) => t.join('')),
  fc.array(field, { minLength: 4, maxLength: 7 }).map((fields) => fields.join(' ')),
  fc
    .tuple(fc.constantFrom('daily', 'weekly', 'monthly', 'every Friday', 'tomorrow', 'May 2027'), count)
    .map(([day, hour]) => `${day} at ${hour}`),
  fc
    .tuple(
      fc.constantFrom(
        'every other Monday',
        'every 2 weeks on Tuesday',
        'every 3 days',
        'last Friday of the month',
        'hourly',
      ),
      fc.constantFrom('', ' at 2:30', ' at 9 pm', ' at 0'),
      fc.constantFrom('', ', 10 times', ' until 1 May 2089', ' until 2031-01-01', ', 2 times until Friday'),
    )
    .map((parts) => parts.join('')),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, -14)),
);
const moment = fc.record({
  now: fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  timezone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kathmandu'),
});

test('what is accepted is stored as it was read, has a time within five years, and times that are far enough apart', () => {
  let accepted = 0;
  fc.assert(
    fc.property(words, moment, (text, at) => {
      let schedule: Schedule;
      try {
        schedule = readSchedule(text, at);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(AppError);
        expect((thrown as AppError).code).toBe('invalid');
        return;
      }
      accepted += 1;
      expect(Schedule.parse(JSON.parse(JSON.stringify(schedule)))).toEqual(schedule);
      let due = nextTime(schedule, at.now, at.now);
      expect(due?.getTime()).toBeGreaterThan(at.now.getTime());
      expect(Number(due) - at.now.getTime()).toBeLessThanOrEqual(FIVE_YEARS);
      for (let times = 0; due && times < 10; times += 1) {
        const next: Date | null = timeAfter(schedule, due, due);
        const ends = schedule.kind === 'once' || schedule.until !== undefined;
        if (!ends) expect(next).not.toBeNull();
        if (schedule.kind === 'once') expect(next).toBeNull();
        if (schedule.kind !== 'once' && schedule.until && next)
          expect(next.getTime()).toBeLessThanOrEqual(Date.parse(schedule.until));
        if (next) expect(next.getTime() - due.getTime()).toBeGreaterThanOrEqual(FIVE_MINUTES);
        due = next;
      }
    }),
  );
  expect(accepted).toBeGreaterThan(fewer(30));
});

test('the job scheduler computes the times of the row, whatever its worker’s clock says, and never throws', () => {
  const late = fc.oneof(fc.constant(0), fc.integer({ min: -600_000, max: 40 * 86_400_000 }));
  fc.assert(
    fc.property(words, moment, late, fc.anything(), (text, at, lateMs, anything) => {
      nextRepeat(at.now.getTime(), { schedule: anything, startDate: 0, pattern: text, tz: text });
      let schedule: Schedule;
      try {
        schedule = readSchedule(text, at);
      } catch {
        return;
      }
      const due = nextTime(schedule, at.now, at.now);
      if (!due || schedule.kind === 'once') return;
      // As BullMQ stores it with a job, and asks: with the time of the job, or the worker's own if it is later.
      const stored = JSON.parse(JSON.stringify({ schedule, startDate: due.getTime(), pattern: 'shown on the board' }));
      const millis = Math.max(due.getTime(), due.getTime() + lateMs);
      expect(nextRepeat(at.now.getTime(), stored)).toBe(due.getTime());
      expect(nextRepeat(millis, stored)).toBe(timeAfter(schedule, due, new Date(millis))?.getTime());
    }),
  );
});

test('a change of the clocks by half an hour skips no week', () => {
  const at = { now: new Date('2051-03-11T13:00:00.000Z'), timezone: 'Australia/Lord_Howe' };
  const weekly = readSchedule('weekly at 2', at);
  // On Sunday the 2nd of April, two o'clock becomes half past one.
  const times = [
    '2051-03-18T15:00:00.000Z',
    '2051-03-25T15:00:00.000Z',
    '2051-04-01T15:30:00.000Z',
    '2051-04-08T15:30:00.000Z',
  ];
  let due = new Date('2051-03-11T15:00:00.000Z');
  for (const time of times) {
    due = timeAfter(weekly, due, due) ?? due;
    expect(due.toISOString()).toBe(time);
  }
});

test('a refusal repeats none of the words', () => {
  fc.assert(
    fc.property(words, moment, (text, at) => {
      const said = `${text} zyqophane`;
      try {
        readSchedule(said, at);
      } catch (thrown) {
        expect((thrown as Error).message).not.toContain('zyqophane');
      }
    }),
  );
});
