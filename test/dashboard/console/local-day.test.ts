/** Times in the fields of a form: correcting something else must not move a value to another day. */
import { expect, test } from 'vitest';
import { dayOf, fromField, inField } from '../../../dashboard/console/parts/fact/local-day.ts';

test.each([0, 30, 12 * 60, 23 * 60 + 59])('a moment %d minutes after midnight stays on its day', (minutes) => {
  const time = new Date(2026, 10, 16, 0, minutes).toISOString();
  expect(dayOf(time)).toBe('2026-11-16');
  expect(inField(time).slice(0, 10)).toBe('2026-11-16');
  expect(fromField(inField(time))).toBe(time);
});

test.each(['2026-11-16', '2026-11', '2026', ''])('%j is left as it was told', (time) => {
  expect([inField(time), fromField(time)]).toEqual([time, time]);
});

test('what is no time is left as it was written', () => {
  expect([inField('Tuesday'), fromField('Tuesday')]).toEqual(['Tuesday', 'Tuesday']);
});
