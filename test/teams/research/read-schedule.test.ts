/** Times and schedules as people write them. */
import { describe, expect, test } from 'vitest';
import { readSchedule } from '../../../src/teams/research/read-schedule.ts';
import { nextTime, timeAfter } from '../../../src/teams/schedule.ts';

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
    ['every other day', '2026-11-17T08:00:00.000Z'],
    ['every 3 days at 7', '2026-11-15T12:00:00.000Z'],
    ['fortnightly', '2026-11-29T08:00:00.000Z'],
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

describe('what cron alone cannot say, with its first three times', () => {
  test.each([
    ['every two weeks on Tuesday at 9', ['2026-11-17T14:00', '2026-12-01T14:00', '2026-12-15T14:00']],
    ['every other Monday', ['2026-11-16T14:00', '2026-11-30T14:00', '2026-12-14T14:00']],
    ['every 2 weeks on Monday and Thursday at 8', ['2026-11-16T13:00', '2026-11-19T13:00', '2026-11-30T13:00']],
    ['every fortnight on Friday', ['2026-11-20T14:00', '2026-12-04T14:00', '2026-12-18T14:00']],
    ['the first Monday of every month', ['2026-12-07T14:00', '2027-01-04T14:00', '2027-02-01T14:00']],
    ['every second Monday of the month at 8', ['2026-12-14T13:00', '2027-01-11T13:00', '2027-02-08T13:00']],
    ['last Friday of the month', ['2026-11-27T14:00', '2026-12-25T14:00', '2027-01-29T14:00']],
    ['every two weeks on Tuesday until 1 December', ['2026-11-17T14:00', '2026-12-01T14:00']],
    ['every Monday at 8, 10 times, until 2026-11-23', ['2026-11-16T13:00', '2026-11-23T13:00']],
    ['every Monday at 8 until 2026-11-23 at 7:30', ['2026-11-16T13:00']],
  ])('%s', (words, times) => {
    const schedule = readSchedule(words, moment);
    const found: string[] = [];
    for (let at = nextTime(schedule, moment.now, moment.now); at && found.length < 3; at = timeAfter(schedule, at, at))
      found.push(at.toISOString().slice(0, 16));
    expect(found).toEqual(times);
  });

  test('every two weeks keeps hour and rhythm when the clocks change, in both directions', () => {
    const weeks = readSchedule('every two weeks on Tuesday at 9', {
      now: new Date('2027-03-01'),
      timezone: 'Europe/Berlin',
    });
    const summer = nextTime(weeks, new Date('2027-03-20'), new Date('2027-03-01'));
    expect(summer?.toISOString()).toBe('2027-03-30T07:00:00.000Z');
    expect(nextTime(weeks, new Date('2027-10-27'), new Date('2027-03-01'))?.toISOString()).toBe(
      '2027-11-09T08:00:00.000Z',
    );
  });

  test.each([
    ['weekly, 10 times', { times: 10 }],
    ['daily for three times', { times: 3 }],
    ['every 2 hours until 1 May 2027', { until: '2027-05-02T03:59:00.000Z' }],
    ['0 8 * * 1 until 2027-05-01T06:00:00Z, 4 times', { times: 4, until: '2027-05-01T06:00:00.000Z' }],
  ])('%s has an end', (words, end) => expect(readSchedule(words, moment)).toMatchObject(end));
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
    ['every 2000 days', /years away/],
    ['every 2 hours on Monday', /no time that can be read/],
    ['every 2 days on Monday', /no time that can be read/],
    ['the first Monday', /no time that can be read/],
    ['the fifth Monday of the month', /no time that can be read/],
    ['weekly until pigs fly', /no date that can be read/],
    ['weekly until 2026-01-01', /in the past|before its first time/],
    ['every Friday until 2026-11-16', /before its first time/],
    ['weekly, 0 times', /once, or more often/],
    ['tomorrow, 2 times', /Only what repeats/],
  ])('%s', (words, message) => expect(() => readSchedule(words, moment)).toThrow(message));
});
