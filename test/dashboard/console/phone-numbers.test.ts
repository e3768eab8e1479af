/** Every number of the advice tables can be tapped, for every place; doses, ages and times in the same advice cannot. */
import { expect, test } from 'vitest';
import { splitNumbers } from '../../../dashboard/console/pages/conversation/phone-numbers.ts';
import { withNumbers } from '../../../src/clinical/red-flags/places.ts';
import { listOf, readTable } from '../../../src/clinical/vocabulary/table.ts';

const PLACES = readTable('red-flag-places', ['country', 'emergency', 'crisis', 'poison', 'violence', 'zones']);
const ADVICE = readTable('red-flag-families', ['family', 'advice', 'only', 'unless']).map(({ advice }) => advice);
const NUMBER = /#?\b\d[\d -]*\d\b(?![A-Z])/g;

const called = (text: string) => splitNumbers(text).flatMap(({ text: shown, call }) => (call ? [shown] : []));

test.each(PLACES.map((place) => [place.country, place] as const))(
  'in %s each number can be tapped, and nothing else',
  (_, place) => {
    for (const advice of ADVICE) {
      const names = [...advice.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof place);
      const expected = names.flatMap((name) => place[name].match(NUMBER) ?? []);
      expect([advice, called(withNumbers(advice, { timezone: listOf(place.zones)[0] ?? '' }))]).toEqual([
        advice,
        expected,
      ]);
    }
  },
);

test('where the place is not known, the numbers of several places can be tapped', () => {
  expect(called(withNumbers('Please {emergency} now.'))).toEqual(['911', '999', '112']);
  expect(called(withNumbers('To talk to someone: {crisis}.'))).toEqual(['988', '116 123']);
});

test('a number is dialled without its spaces, and the text around it stays', () => {
  const parts = splitNumbers('Call 0808 2000 247 or #8008 now.');
  expect(parts.map(({ text }) => text).join('')).toBe('Call 0808 2000 247 or #8008 now.');
  expect(parts.flatMap(({ call }) => call ?? [])).toEqual(['tel:08082000247', 'tel:%238008']);
});

test.each([
  'Your blood pressure of 180/120 is too high: call your doctor within 24 hours.',
  'Call your doctor if it is above 38 °C or 100.4 °F, or lasts more than 15 minutes.',
  'The number of tablets was 10 mg too high; call in 2026-11-16.',
])('there is nothing to tap in "%s"', (text) => {
  expect(called(text)).toEqual([]);
});
