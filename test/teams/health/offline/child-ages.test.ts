/** A child is a child whether the age is in digits or in words: no range and no dose of adults. */
import { expect, test } from 'vitest';
import { generalAnswer } from '../../../../src/clinical/index.ts';
import { whomMeant } from '../../../../src/teams/health/offline/reply/whom.ts';

const MOMENT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };

test.each([
  'my 2 year old has a fever of 39',
  'my two year old has a fever of 39',
  'my six-month-old baby has a temp of 38.5',
  'my twelve year old has a temp of 38',
  'my stepson has asthma, his peak flow is 300',
])('the reply is about the child: %s', (text) => expect(whomMeant(text, [])).toMatchObject({ child: true }));

test.each([
  'how much calpol for a five day old',
  'how much calpol for a thirteen year old',
  'how much calpol for 4 year olds',
])('no dose of adults: %s', (text) => expect(generalAnswer(text, [], MOMENT)).toMatch(/for a child/));

test('thirty-five is not five', () => {
  expect(generalAnswer('how much ibuprofen for a thirty-five year old', [], MOMENT)).not.toMatch(/for a child/);
});
