/** What is quoted from a source is what it found, wherever that stands in the abstract. */
import { expect, test } from 'vitest';
import { quoteOf } from '../../../../src/teams/research/search/findings.ts';

const BACKGROUND = 'Wren syndrome is common and its cause remains unclear.';
const RESULT = 'Episodes were significantly fewer with the drug than with placebo.';
const AIM = 'We aimed to determine whether the drug reduced episodes.';
const groups = [['wren syndrome']];

test.each([
  ['a structured abstract', `Background: ${BACKGROUND} Methods: A cohort. Results: ${RESULT}`],
  ['headings with two colons', `Background:: ${BACKGROUND} Methods:: A cohort. Results:: ${RESULT}`],
  ['prose, result last', `${BACKGROUND} ${AIM} ${RESULT}`],
  ['prose, result before an aim', `${BACKGROUND} ${RESULT} ${AIM}`],
])('%s', (_, text) => {
  const { snippet, finding } = quoteOf(text, groups);
  expect(finding).toBe(true);
  expect(snippet.startsWith(RESULT)).toBe(true);
});

test('a plan is not a finding; what it is about is shown', () => {
  expect(quoteOf(`${AIM} It will recruit 200 people with wren syndrome.`, groups)).toEqual({
    snippet: 'It will recruit 200 people with wren syndrome.',
    finding: false,
  });
});

test('a quotation is never longer than its limit', () => {
  const long = Array.from({ length: 200 }, (_, n) => `Value ${n} was higher than before.`).join(' ');
  expect(quoteOf(long, groups).snippet.length).toBeLessThanOrEqual(500);
  expect(quoteOf('x'.repeat(5000), groups).snippet.length).toBeLessThanOrEqual(500);
});
