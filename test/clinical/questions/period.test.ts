/** Which stretch of time a question means, on the user's own clock. */
import { describe, expect, it } from 'vitest';
import { readPeriod } from '../../../src/clinical/questions/period.ts';

const BERLIN = { now: new Date('2026-11-15T10:00:00Z'), timezone: 'Europe/Berlin' };
const UTC = { ...BERLIN, timezone: 'UTC' };

/** As days in UTC, where days begin at midnight UTC. */
const days = (text: string) => {
  const period = readPeriod(text, UTC);
  return period && [period.from?.slice(0, 10), period.before?.slice(0, 10)];
};

describe('readPeriod', () => {
  it.each([
    ['glucose in the last 3 months', ['2026-08-15', undefined]],
    ['over the past two weeks', ['2026-11-01', undefined]],
    ['in the past year', ['2025-11-15', undefined]],
    ['recently', ['2026-08-15', undefined]],
    ['HbA1c in 2025', ['2025-01-01', '2026-01-01']],
    ['in March', ['2026-03-01', '2026-04-01']],
    ['in December', ['2025-12-01', '2026-01-01']],
    ['in March 2024', ['2024-03-01', '2024-04-01']],
    ['between March and May', ['2026-03-01', '2026-06-01']],
    ['between March and May 2025', ['2025-03-01', '2025-06-01']],
    ['between December and February 2026', ['2025-12-01', '2026-03-01']],
    ['from 1 March to 15 May 2026', ['2026-03-01', '2026-05-16']],
    ['between 2026-01-01 and 2026-03-31', ['2026-01-01', '2026-04-01']],
    ['since 2024', ['2024-01-01', undefined]],
    ['since last March', ['2026-03-01', undefined]],
    ['since 3 weeks ago', ['2026-10-25', undefined]],
    ['before June 2026', [undefined, '2026-06-01']],
    ['after 3 March 2026', ['2026-03-04', undefined]],
    ['last month', ['2026-10-01', '2026-11-01']],
    ['last week', ['2026-11-02', '2026-11-09']],
    ['this year', ['2026-01-01', '2027-01-01']],
    ['next week', ['2026-11-16', '2026-11-23']],
    ['yesterday', ['2026-11-14', '2026-11-15']],
    ['on 3 March 2026', ['2026-03-03', '2026-03-04']],
    ['on 31.12.2025', ['2025-12-31', '2026-01-01']],
    ['last summer', ['2026-06-01', '2026-09-01']],
  ])('%s', (text, expected) => {
    expect(days(text)).toEqual(expected);
  });

  it.each([
    'What is my last HbA1c?',
    'When did I last see Dr. May?',
    'May I take aspirin?',
    'past appointments',
    'my weight',
  ])('finds no time in: %s', (text) => {
    expect(readPeriod(text, UTC)).toBeNull();
  });

  it('begins a day at the user’s midnight, in summer as in winter', () => {
    expect(readPeriod('in 2026', BERLIN)?.from).toBe('2025-12-31T23:00:00.000Z');
    expect(readPeriod('in July', BERLIN)).toMatchObject({
      from: '2026-06-30T22:00:00.000Z',
      before: '2026-07-31T22:00:00.000Z',
    });
  });

  it('goes a month back from the 31st to the last day of a shorter month', () => {
    const end = { now: new Date('2026-05-31T10:00:00Z'), timezone: 'UTC' };
    expect(readPeriod('in the last 3 months', end)?.from).toBe('2026-02-28T00:00:00.000Z');
  });
});
