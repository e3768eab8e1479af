/** Times and schedules as people write them. */
import { describe, expect, test } from 'vitest';
import { nextTime, readSchedule } from '../../../src/teams/research/read-schedule.ts';

/** A Sunday, three in the morning in New York. */
const moment = { now: new Date('2026-11-15T08:00:00Z'), timezone: 'America/New_York' };
const next = (words: string) => nextTime(readSchedule(words, moment), moment.now, moment.now)?.toISOString();

describe('a repeating schedule', () => {
  test.each([
    ['weekly', '2026-11-22T08:00:00.000Z'],
    ['weekly at 9', '2026-11-15T14:00:00.000Z'],
    ['every Monday at 8', '2026-11-16T13:00:00.000Z'],
    ['Mondays at 8:30 pm', '2026-11-17T01:30:00.000Z'],
    ['every Monday and Thursday at 7', '2026-11-16T12:00:00.000Z'],
    ['every weekday at 9', '2026-11-16T14:00:00.000Z'],
    ['daily', '2026-11-15T14:00:00.000Z'],
    ['every 2 weeks', '2026-11-29T08:00:00.000Z'],
    ['every month', '2026-12-15T08:00:00.000Z'],
    ['hourly', '2026-11-15T09:00:00.000Z'],
    ['0 8 * * 1', '2026-11-16T13:00:00.000Z'],
    ['0 8 29 2 *', '2028-02-29T13:00:00.000Z'],
    ['30 8 * JAN-MAR MON,THU', '2027-01-04T13:30:00.000Z'],
  ])('%s', (words, time) => expect(next(words)).toBe(time));

  test('keeps its hour when the clocks change', () => {
    const daily = readSchedule('every day at 8', moment);
    expect(nextTime(daily, new Date('2027-03-13T20:00:00Z'), moment.now)?.toISOString()).toBe(
      '2027-03-14T12:00:00.000Z',
    );
    expect(nextTime(daily, new Date('2027-03-12T20:00:00Z'), moment.now)?.toISOString()).toBe(
      '2027-03-13T13:00:00.000Z',
    );
  });
});

describe('a single time', () => {
  test.each([
    ['+1 week', '2026-11-22T08:00:00.000Z'],
    ['in 3 days', '2026-11-18T08:00:00.000Z'],
    ['May 2027', '2027-05-01T13:00:00.000Z'],
    ['on 1 May 2027', '2027-05-01T13:00:00.000Z'],
    ['2027-05-01', '2027-05-01T13:00:00.000Z'],
    ['2027-05-01T06:00:00Z', '2027-05-01T06:00:00.000Z'],
    ['tomorrow at 9', '2026-11-16T14:00:00.000Z'],
    ['next Friday', '2026-11-20T14:00:00.000Z'],
    ['2026-12-01 14:30', '2026-12-01T19:30:00.000Z'],
    ['December', '2026-12-01T14:00:00.000Z'],
    ['in two weeks', '2026-11-29T08:00:00.000Z'],
  ])('%s', (words, time) => expect(next(words)).toBe(time));

  test('has no next time', () => {
    const once = readSchedule('+1 week', moment);
    expect(nextTime(once, new Date('2026-12-01T00:00:00Z'), moment.now)).toBeNull();
  });
});

describe('what cannot be parsed is refused', () => {
  test.each([
    ['blah', /no time that can be read/],
    ['', /no time that can be read/],
    ['check the phase 3 results in May 2027 and then report to me', /no time that can be read/],
    ['every 10 seconds', /no time that can be read/],
    ['end of next month', /no time that can be read/],
    ['every 1 minute', /five minutes/],
    ['* * * * *', /five minutes/],
    ['61 8 * * 1', /cron pattern has five fields/],
    ['0 0 30 2 *', /cron pattern has five fields/],
    ['every 300 weeks', /years away/],
    ['in 9 years', /years away/],
    ['2099-01-01', /years away/],
    ['May 2026', /in the past/],
    ['every day at 25', /no such hour/],
  ])('%s', (words, message) => expect(() => readSchedule(words, moment)).toThrow(message));
});
