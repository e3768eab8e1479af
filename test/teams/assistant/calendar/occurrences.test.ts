/** An event takes place when its clock says so, also when the clocks change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancelIn, updateIn } from '../../../../src/teams/assistant/calendar/change-event.ts';
import type { CalendarEvent } from '../../../../src/teams/assistant/calendar/event.ts';
import { occurrencesIn } from '../../../../src/teams/assistant/calendar/occurrences.ts';
import { instantOf, isoIn, isZone, wallAt, wallOf, wallText } from '../../../../src/teams/assistant/calendar/zones.ts';
import { event, range } from './events.ts';

const BERLIN = 'Europe/Berlin';
const starts = (one: CalendarEvent, from: string, to: string, zone = BERLIN) =>
  occurrencesIn([one], range(from, to), zone).map(({ start }) => isoIn(start, zone));

describe('a clock', () => {
  test.each([
    ['a time that is skipped is read with the offset before the gap', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['a time that occurs twice is the first one', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['the hour before the gap', '2026-03-29T01:59:00', '2026-03-29T00:59:00Z'],
    ['the hour after the gap', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    ['the hour after the overlap', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
  ])('%s', (_what, wall, instant) => {
    expect(isoIn(instantOf(wallOf(wall), BERLIN), 'UTC')).toBe(instant);
  });

  test('half hours and quarters, and both sides of the date line', () => {
    expect(isoIn(Date.parse('2026-06-01T00:00:00Z'), 'Asia/Kathmandu')).toBe('2026-06-01T05:45:00+05:45');
    expect(isoIn(Date.parse('2026-06-01T00:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-06-01T14:00:00+14:00');
    expect(isoIn(Date.parse('2026-06-01T00:00:00Z'), 'America/St_Johns')).toBe('2026-05-31T21:30:00-02:30');
  });

  test('an instant is the same after a way through any zone, but in the second hour of an overlap', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const minute = fc.integer({ min: Date.UTC(1975, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
        const wall = wallAt(at * 60_000, zone);
        const back = instantOf(wall, zone);
        expect(back).toBeLessThanOrEqual(at * 60_000);
        expect(wallText(wallAt(back, zone))).toBe(wallText(wall));
      }),
    );
  });

  test.each(['', 'Europe/Atlantis', '../etc/passwd', 'x'.repeat(5_000)])('no zone: %s', (name) => {
    expect(isZone(name)).toBe(false);
  });
});

describe('a series', () => {
  test('a weekly event at nine stays at nine in spring and in autumn', () => {
    expect(starts(event(), '2026-03-22T00:00:00Z', '2026-04-06T00:00:00Z')).toEqual([
      '2026-03-23T09:00:00+01:00',
      '2026-03-30T09:00:00+02:00',
    ]);
    expect(starts(event(), '2026-10-18T00:00:00Z', '2026-10-27T00:00:00Z')).toEqual([
      '2026-10-19T09:00:00+02:00',
      '2026-10-26T09:00:00+01:00',
    ]);
  });

  test('seen from another zone, the same event moves with its own clocks', () => {
    const seen = starts(event(), '2026-03-22T00:00:00Z', '2026-04-06T00:00:00Z', 'America/New_York');
    expect(seen).toEqual(['2026-03-23T04:00:00-04:00', '2026-03-30T03:00:00-04:00']);
  });

  test('a daily event in the skipped hour takes place once that day', () => {
    const early = event({ start: '2026-03-27T02:30:00', repeat: 'FREQ=DAILY' });
    expect(starts(early, '2026-03-28T00:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ]);
  });

  test.each([
    ['a day', 'UNTIL=20260309', 2],
    ['an instant', 'UNTIL=20260309T080000Z', 2],
    ['an instant just before', 'UNTIL=20260309T075959Z', 1],
    ['a number', 'COUNT=3', 3],
  ])('ends with %s', (_what, end, count) => {
    const ended = event({ repeat: `FREQ=WEEKLY;${end}` });
    expect(starts(ended, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toHaveLength(count);
  });

  test('one occurrence is cancelled, one moved, and the others stay', () => {
    const now = new Date('2026-02-01T00:00:00Z');
    const cancelled = cancelIn(event(), '2026-03-09T09:00:00', now);
    const span = { start: '2026-03-17T15:00:00', zone: BERLIN, length: 3600 };
    const moved = cancelled && updateIn(cancelled, '2026-03-16T09:00:00', { span, summary: 'Late standup' }, now);
    if (!moved) throw new Error('not moved');
    const found = occurrencesIn([moved], range('2026-03-01T00:00:00Z', '2026-03-24T00:00:00Z'), BERLIN);
    expect(found.map(({ start, details }) => [isoIn(start, BERLIN), details.summary])).toEqual([
      ['2026-03-02T09:00:00+01:00', 'Standup'],
      ['2026-03-17T15:00:00+01:00', 'Late standup'],
      ['2026-03-23T09:00:00+01:00', 'Standup'],
    ]);
    // A series that is moved as a whole keeps what was cancelled.
    const later = updateIn(
      moved,
      undefined,
      { span: { start: '2026-03-02T10:00:00', zone: BERLIN, length: 1800 } },
      now,
    );
    if (!later) throw new Error('not moved');
    expect(starts(later, '2026-03-01T00:00:00Z', '2026-03-16T00:00:00Z')).toEqual(['2026-03-02T10:00:00+01:00']);
  });

  test('no occurrence is cancelled that is none', () => {
    const now = new Date();
    for (const original of ['2026-03-10T09:00:00', '2026-03-09T08:00:00', '2026-02-23T09:00:00', 'constructor', ''])
      expect(cancelIn(event(), original, now)).toBeUndefined();
  });

  test('a moved occurrence is found where it is now, although it was outside of the range', () => {
    const span = { start: '2026-05-20T12:00:00', zone: BERLIN, length: 1800 };
    const moved = updateIn(event(), '2026-03-09T09:00:00', { span }, new Date());
    if (!moved) throw new Error('not moved');
    expect(starts(moved, '2026-05-20T00:00:00Z', '2026-05-21T00:00:00Z')).toEqual(['2026-05-20T12:00:00+02:00']);
    expect(starts(moved, '2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z')).toEqual([]);
  });
});

test('a whole day is the day of whoever looks', () => {
  const day = event({ start: '2026-06-01', zone: null, length: 1, repeat: null });
  for (const zone of ['Asia/Tokyo', BERLIN, 'America/Los_Angeles']) {
    const [found] = occurrencesIn([day], range('2026-05-30T00:00:00Z', '2026-06-04T00:00:00Z'), zone);
    expect(isoIn(found?.start ?? 0, zone)).toContain('2026-06-01T00:00:00');
    expect(isoIn(found?.end ?? 0, zone)).toContain('2026-06-02T00:00:00');
  }
});

test('an event that began before the range and goes on in it is in it; one that ends with its beginning is not', () => {
  const long = event({ start: '2026-06-01T22:00:00', length: 8 * 3600, repeat: null });
  expect(starts(long, '2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z')).toHaveLength(1);
  expect(starts(long, '2026-06-02T04:00:00Z', '2026-06-03T00:00:00Z')).toHaveLength(0);
});

test('a range without bounds is refused', () => {
  expect(() => occurrencesIn([event()], range('2026-01-01T00:00:00Z', '2036-01-01T00:00:00Z'), 'UTC')).toThrow(/732/);
  expect(() => occurrencesIn([], range('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), 'UTC')).toThrow(/after/);
});
