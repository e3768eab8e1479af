/** Which values correct an earlier one. A miss leaves a wrong value in the series; a false positive hides a true reading. */
import { describe, expect, test } from 'vitest';
import type { Mention } from '../../../../src/record/mention.ts';
import { factsFromMentions } from '../../../../src/teams/health/facts/facts-from-mentions.ts';

const supersedes = (text: string, quote: string, value: number | string, more: Partial<Mention> = {}) => {
  const mention: Mention = {
    kind: 'observation',
    name: 'Systolic blood pressure',
    quote,
    value,
    unit: 'mmHg',
    assertion: 'present',
    experiencer: 'patient',
    confidence: 0.8,
    ...more,
  };
  const facts = factsFromMentions([mention], { turnId: 't1', text, agent: 'A' });
  expect(facts).toHaveLength(1);
  return facts[0]?.supersedes;
};

describe('a correction', () => {
  test.each([
    ['No, it was 130', '130'],
    ['no wait, that was 130', '130'],
    ["Sorry, it's 130", '130'],
    ['Sorry, I meant 130', '130'],
    ['sorry I meant my blood pressure was 130', '130'],
    ['I meant to say 130 not 310', '130'],
    ['Correction: 130', '130'],
    ['Correction: systolic pressure 130', 'systolic pressure 130'],
    ['Actually it was 130', '130'],
    ['My pressure was 310, sorry, I meant 130', '130'],
    ['pressure, sorry, I meant 130', 'pressure, sorry, I meant 130'],
    ['That was a typo, it was 130', '130'],
    ['It should have been 130', '130'],
    ['not 310 but 130', '130'],
    ['I misread it, it was 130', '130'],
  ])('%s', (text, quote) => expect(supersedes(text, quote, 130)).toBe('previous'));

  test('as the extractor says it', () => {
    expect(supersedes('It is 130', '130', 130, { status: 'corrected' })).toBe('previous');
    expect(supersedes('It is 130', '130', 130, { supersedes: 'previous' })).toBe('previous');
  });
});

describe('no correction', () => {
  test.each([
    ['It was 130', '130'],
    ['Actually my blood pressure is 130 now', '130'],
    ['No change, pressure was 130', '130'],
    ['No, I feel fine. My pressure was 130', '130'],
    ['Sorry to bother you, my pressure was 130', '130'],
    ['Sorry, I meant 310. This morning it was lower again and in the end I had 130', '130'],
    ['No headache, blood pressure 130', '130'],
    ['It was 140 and then 130', '130'],
  ])('%s', (text, quote) => expect(supersedes(text, quote, 130)).toBeUndefined());
});
