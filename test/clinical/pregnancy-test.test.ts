/** A pregnancy that is told by its test is filed and speaks against medicines; a positive test of something else is none. */
import { describe, expect, test } from 'vitest';
import { medicineWarnings } from '../../src/clinical/index.ts';
import { factsOf } from './filed.ts';

const isFiled = (text: string): boolean => factsOf(text).some(({ name }) => name === 'Pregnancy');
const MOMENT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };

describe('a pregnancy', () => {
  test.each([
    'just got a positive test!! about 5 weeks. do i need to come off the sertraline straight away',
    'my pregnancy test was positive',
    'two lines on the test this morning, still taking ramipril',
    'the stick says yes! I take topiramate 50mg',
    'BFP today, on sertraline',
    'tested positive this morning, period is 2 weeks late',
  ])('is filed: %s', (text) => expect(isFiled(text)).toBe(true));

  test.each([
    'positive covid test!!',
    'two lines on the covid test',
    'urine culture was positive',
    'tested positive for covid, 5 weeks',
    'got a positive test for strep!!',
    'tested positive 2 weeks ago',
    'my pregnancy test was negative',
    'not had a positive test yet, trying for 5 months',
    'My wife got a positive test!! 5 weeks',
    'two lines of stitches on my leg',
  ])('is not: %s', (text) => expect(isFiled(text)).toBe(false));
});

test.each([
  'just got a positive test!! about 5 weeks. do i need to come off the ramipril straight away',
  'the stick says yes! what now?',
  'two lines on the test!! is my tablet ok',
])('speaks against a medicine of the record: %s', (text) => {
  const known = { allergies: [], medicines: ['Ramipril'], conditions: [] };
  expect(medicineWarnings(text, known, MOMENT)).toMatchObject([{ medicine: 'Ramipril', against: 'pregnancy' }]);
});
