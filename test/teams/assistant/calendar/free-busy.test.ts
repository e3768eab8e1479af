/** Free means free: nothing firm or tentative lies in it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { busyPeriods, freeSlots, merged, without } from '../../../../src/teams/assistant/calendar/free-busy.ts';
import { occurrencesIn } from '../../../../src/teams/assistant/calendar/occurrences.ts';
import { isoIn } from '../../../../src/teams/assistant/calendar/zones.ts';
import { event, range } from './events.ts';

const DAY = range('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z');
const at = (uid: string, hour: string, minutes: number, more = {}) =>
  event({ uid, start: `2026-06-01T${hour}:00`, zone: 'UTC', length: minutes * 60, repeat: null, ...more });

test('overlapping and touching events are one period; free, cancelled and empty ones are none', () => {
  const events = [
    at('a', '09:00', 60),
    at('b', '09:30', 60),
    at('c', '10:30', 30),
    at('d', '13:00', 60, { busy: false }),
    at('e', '14:00', 60, { status: 'cancelled' }),
    at('f', '15:00', 0),
    at('g', '10:00', 120, { status: 'tentative' }),
    at('h', '23:30', 90),
  ];
  const busy = busyPeriods(occurrencesIn(events, DAY, 'UTC'), DAY);
  expect(busy.map(({ from, to, type }) => [isoIn(from, 'UTC'), isoIn(to, 'UTC'), type])).toEqual([
    ['2026-06-01T09:00:00Z', '2026-06-01T11:00:00Z', 'BUSY'],
    ['2026-06-01T11:00:00Z', '2026-06-01T12:00:00Z', 'BUSY-TENTATIVE'],
    ['2026-06-01T23:30:00Z', '2026-06-02T00:00:00Z', 'BUSY'],
  ]);
});

const period = fc
  .tuple(fc.nat(1_000), fc.integer({ min: 1, max: 100 }))
  .map(([from, length]) => ({ from, to: from + length }));

test('merged periods do not touch, and cover exactly what was covered', () => {
  const covers = (periods: readonly { from: number; to: number }[], minute: number) =>
    periods.some(({ from, to }) => from <= minute && minute < to);
  fc.assert(
    fc.property(fc.array(period, { maxLength: 20 }), (periods) => {
      const joined = merged(periods);
      for (const [place, { from }] of joined.entries())
        if (place > 0) expect(from).toBeGreaterThan(joined[place - 1]?.to ?? 0);
      const free = without({ from: 0, to: 1_200 }, joined);
      for (let minute = 0; minute < 1_200; minute += 7) {
        expect(covers(joined, minute)).toBe(covers(periods, minute));
        expect(covers(free, minute)).toBe(!covers(periods, minute));
      }
    }),
  );
});

test('a slot is within the hours, long enough and free', () => {
  const zone = 'Europe/Berlin';
  const busy = [range('2026-06-01T07:00:00Z', '2026-06-01T15:30:00Z')];
  const hours = { from: 9 * 3_600_000, to: 18 * 3_600_000 };
  const slots = freeSlots(busy, {
    range: range('2026-06-01T00:00:00Z', '2026-06-03T00:00:00Z'),
    length: 3_600_000,
    hours,
    zone,
  });
  // Monday leaves half an hour, which is too short.
  expect(slots.map(({ from, to }) => [isoIn(from, zone), isoIn(to, zone)])).toEqual([
    ['2026-06-02T09:00:00+02:00', '2026-06-02T18:00:00+02:00'],
  ]);
});
